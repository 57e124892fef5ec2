import type { Resource } from './core/call.ts'

/** A screen that may be granted. Who holds `resource` may open it. */
export interface MenuScreen {
  path: `/${string}`
  title: string
  /** Name of an icon of the line set. */
  icon: string
  group: '接诊' | '经营'
  order: number
  resource: Resource
  /** The menu entry under which the screen is reached; null: it stands in the menu itself. */
  parent: `/${string}` | null
}

function screen(
  order: number,
  path: `/${string}`,
  title: string,
  icon: string,
  parent: `/${string}` | null = null,
  group: MenuScreen['group'] = '接诊',
): MenuScreen {
  return { path, title, icon, group, order, resource: `${path}:view`, parent }
}

/** The screens of the SMS, all opened by the one grant. */
const smsScreens: readonly MenuScreen[] = [
  screen(151, '/SMSmanagement/sendRecord', '发送记录', 'list', '/SMSmanagement', '经营'),
  screen(152, '/SMSmanagement/autoSend', '自动发送', 'clock', '/SMSmanagement', '经营'),
  screen(153, '/SMSmanagement/templateRecord', '短信模板', 'file-edit', '/SMSmanagement', '经营'),
  screen(154, '/SMSmanagement/signatureSetting', '短信签名', 'shield-check', '/SMSmanagement', '经营'),
  screen(155, '/SMSmanagement/recharge', '短信充值', 'plus', '/SMSmanagement', '经营'),
  screen(156, '/SMSmanagement/rechargeList', '充值记录', 'receipt', '/SMSmanagement', '经营'),
].map((each) => ({ ...each, resource: '/SMSmanagement:view' }))

/** The menu catalogue: the screens that exist, in the order of the sidebar. */
export const menuScreens: readonly MenuScreen[] = [
  screen(10, '/dashboard', '今日', 'today'),
  screen(20, '/doctorIndex', '医生工作台', 'tooth'),
  screen(25, '/referralRecord', '转诊', 'transfer'),
  screen(30, '/myAppointmentBoard', '预约', 'calendar'),
  screen(31, '/myAppointmentList', '预约列表', 'list', '/myAppointmentBoard'),
  screen(32, '/myAppointmentNetwork', '网上预约', 'qr', '/myAppointmentBoard'),
  screen(35, '/orgSchedule', '排班', 'clock'),
  screen(36, '/mySchedule', '我的排班', 'calendar', '/orgSchedule'),
  screen(37, '/clinicSchedule', '排班中心', 'calendar', '/orgSchedule'),
  screen(38, '/baseScheduleSet', '班次与节假日', 'sliders', '/orgSchedule'),
  screen(40, '/allTimePatients', '患者', 'users'),
  screen(41, '/archived', '已归档患者', 'archive', '/allTimePatients'),
  screen(42, '/duplicate', '重复档案', 'merge', '/allTimePatients'),
  screen(45, '/followManagementList', '随访', 'phone-call'),
  screen(46, '/recordManage', '随访记录', 'list', '/followManagementList'),
  screen(47, '/remindManage', '患者提醒', 'bell-ring', '/followManagementList'),
  screen(48, '/followRule', '随访规则', 'sliders', '/followManagementList'),
  screen(50, '/patientMedicalRecord', '病历', 'file'),
  screen(51, '/myTemplete', '病历模板', 'file-edit', '/patientMedicalRecord'),
  screen(60, '/orderSet', '收费', 'receipt'),
  screen(110, '/baseEmployee', '员工', 'user', null, '经营'),
  screen(111, '/employeEaudit', '关联审核', 'user-check', '/baseEmployee', '经营'),
  screen(112, '/employeeSet', '本店员工设置', 'sliders', '/baseEmployee', '经营'),
  screen(113, '/postPermission', '岗位权限', 'lock', '/baseEmployee', '经营'),
  screen(150, '/SMSmanagement', '短信', 'message', null, '经营'),
  ...smsScreens,
  screen(190, '/vipInfoDetail', '门诊会员', 'crown', null, '经营'),
  screen(191, '/vipChargeRecord', '缴费记录', 'list', '/vipInfoDetail', '经营'),
  screen(192, '/orderRecord', '订单与发票', 'receipt', '/vipInfoDetail', '经营'),
  screen(193, '/medicareOrderRecord', '医保会员', 'shield-check', '/vipInfoDetail', '经营'),
  screen(200, '/allSetting', '设置', 'gear', null, '经营'),
  screen(201, '/outpatientServiceInfo', '门诊信息', 'building', '/allSetting', '经营'),
  screen(202, '/configInfo', '门诊规则', 'sliders', '/allSetting', '经营'),
  screen(203, '/baseDepartSet', '科室与诊椅', 'chair', '/allSetting', '经营'),
  screen(204, '/baseAppointSet', '预约项目', 'calendar', '/allSetting', '经营'),
  screen(205, '/basePatientSourceSet', '患者来源', 'transfer', '/allSetting', '经营'),
  screen(206, '/baseDictSet', '字典', 'list', '/allSetting', '经营'),
  screen(207, '/appointItem', '本店预约项目', 'calendar', '/allSetting', '经营'),
  screen(208, '/address', '收货地址', 'truck', '/allSetting', '经营'),
  screen(209, '/baseTariffSet', '价目', 'receipt', '/allSetting', '经营'),
  screen(210, '/tariffsClinic', '本店价目', 'receipt', '/allSetting', '经营'),
]
