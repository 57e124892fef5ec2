import type { Resource } from './core/call.ts'

/** What may be granted on one screen or thing, in words. */
export interface ResourceGroup {
  uri: `/${string}`
  title: string
  /** The part of the house to which it belongs, as the sidebar groups it. */
  group: '接诊' | '经营' | '字段'
  /** Code → what it allows. The first is what opens it. */
  codes: Readonly<Record<string, string>>
  /**
   * The data scopes between which there is a difference: 1 own, 2 department, 3 clinic, 4 chosen clinics, 5 chain. Left out:
   * none, it is granted or not (and kept as 3).
   */
  scopes?: readonly number[]
}

/** Files and what is read in them, in whatever clinic it was written. */
const ANYWHERE = [1, 2, 3, 4, 5]
/** Lists of a clinic's day: beyond the clinic they show nothing more. */
const OF_THE_CLINIC = [1, 2, 3]
/** The clinics over whose staff somebody has a say. */
const CLINICS = [3, 4, 5]
/** One clinic's affair, or the company's. */
const COMPANY = [3, 5]

/**
 * Every resource that a post can be given, in the order of the permission page. A test holds it against the declared
 * calls: none is missing, none is idle.
 */
export const resourceGroups: readonly ResourceGroup[] = [
  { uri: '/dashboard', title: '今日', group: '接诊', codes: { view: '查看' }, scopes: OF_THE_CLINIC },
  { uri: '/doctorIndex', title: '医生工作台', group: '接诊', codes: { view: '查看' }, scopes: OF_THE_CLINIC },
  {
    uri: '/inTreatment',
    title: '候诊与就诊',
    group: '接诊',
    codes: {
      view: '查看',
      register: '挂号、签到',
      call: '叫号',
      treat: '开始与完成就诊',
      leave: '办理离开',
      cancel: '取消挂号',
    },
    scopes: OF_THE_CLINIC,
  },
  { uri: '/referralRecord', title: '转诊', group: '接诊', codes: { view: '查看' }, scopes: OF_THE_CLINIC },
  {
    uri: '/myAppointmentBoard',
    title: '预约',
    group: '接诊',
    codes: { view: '查看', add: '新建', edit: '改约', cancel: '取消', overbook: '加号、越过休息' },
    scopes: ANYWHERE,
  },
  { uri: '/myAppointmentList', title: '预约列表', group: '接诊', codes: { view: '查看' }, scopes: OF_THE_CLINIC },
  { uri: '/myAppointmentNetwork', title: '网上预约', group: '接诊', codes: { view: '查看', set: '开放与限制' } },
  { uri: '/orgSchedule', title: '排班', group: '接诊', codes: { view: '查看' } },
  { uri: '/mySchedule', title: '我的排班', group: '接诊', codes: { view: '查看' } },
  {
    uri: '/clinicSchedule',
    title: '排班中心',
    group: '接诊',
    codes: { view: '查看', edit: '排班', publish: '发布' },
  },
  { uri: '/baseScheduleSet', title: '班次与节假日', group: '接诊', codes: { view: '查看', edit: '维护' } },
  {
    uri: '/allTimePatients',
    title: '患者',
    group: '接诊',
    codes: {
      view: '查看',
      add: '新建',
      edit: '修改',
      group: '分组',
      share: '共享分组',
      archive: '归档与取消归档',
      delete: '删除与回收站',
      export: '导出',
      import: '导入',
      open: '向其他门诊开放档案',
    },
    scopes: ANYWHERE,
  },
  { uri: '/archived', title: '已归档患者', group: '接诊', codes: { view: '查看' } },
  { uri: '/patientCenter', title: '患者档案', group: '接诊', codes: { view: '查看' }, scopes: OF_THE_CLINIC },
  { uri: '/duplicate', title: '重复档案', group: '接诊', codes: { view: '查看', merge: '合并、撤销合并' } },
  {
    uri: '/followManagementList',
    title: '随访',
    group: '接诊',
    codes: { view: '查看', add: '新建', edit: '登记与修改', assign: '分派' },
    scopes: OF_THE_CLINIC,
  },
  { uri: '/recordManage', title: '随访记录与统计', group: '接诊', codes: { view: '查看' }, scopes: OF_THE_CLINIC },
  { uri: '/followRule', title: '随访规则', group: '接诊', codes: { view: '查看', edit: '维护' } },
  {
    uri: '/remindManage',
    title: '患者提醒',
    group: '接诊',
    codes: { view: '查看', edit: '维护' },
    scopes: OF_THE_CLINIC,
  },
  {
    uri: '/patientMedicalRecord',
    title: '病历',
    group: '接诊',
    codes: { view: '查看', add: '书写', sign: '签名', amend: '修改已签名病历', delete: '作废', print: '打印' },
    scopes: ANYWHERE,
  },
  { uri: '/myTemplete', title: '病历模板', group: '接诊', codes: { view: '使用', edit: '维护' }, scopes: [1, 3] },
  {
    uri: '/orderSet',
    title: '收费',
    group: '接诊',
    codes: {
      view: '查看',
      open: '开单',
      charge: '收费',
      arrears: '欠费',
      discount: '超出本人折扣',
      void: '作废',
      revoke: '撤销收费',
      print: '打印收据',
    },
    scopes: ANYWHERE,
  },
  { uri: '/baseEmployee', title: '员工', group: '经营', codes: { view: '查看', edit: '维护' }, scopes: CLINICS },
  { uri: '/employeEaudit', title: '关联审核', group: '经营', codes: { view: '查看', audit: '审核' }, scopes: CLINICS },
  { uri: '/employeeSet', title: '本店员工设置', group: '经营', codes: { view: '查看', edit: '维护' }, scopes: CLINICS },
  { uri: '/postPermission', title: '岗位权限', group: '经营', codes: { view: '查看', edit: '维护' }, scopes: COMPANY },
  { uri: '/allSetting', title: '设置', group: '经营', codes: { view: '查看' } },
  { uri: '/outpatientServiceInfo', title: '门诊信息', group: '经营', codes: { view: '查看', edit: '维护' } },
  { uri: '/configInfo', title: '门诊规则', group: '经营', codes: { view: '查看', edit: '维护' }, scopes: COMPANY },
  { uri: '/baseDepartSet', title: '科室与诊椅', group: '经营', codes: { view: '查看', edit: '维护' } },
  { uri: '/baseAppointSet', title: '预约项目', group: '经营', codes: { view: '查看', edit: '维护' } },
  { uri: '/basePatientSourceSet', title: '患者来源', group: '经营', codes: { view: '查看', edit: '维护' } },
  { uri: '/baseDictSet', title: '字典', group: '经营', codes: { view: '查看', edit: '维护' } },
  { uri: '/baseTariffSet', title: '价目', group: '经营', codes: { view: '查看', edit: '维护' } },
  { uri: '/tariffsClinic', title: '本店价目', group: '经营', codes: { view: '查看', edit: '维护' } },
  { uri: '/appointItem', title: '本店预约项目', group: '经营', codes: { view: '查看', edit: '维护' } },
  { uri: '/address', title: '收货地址', group: '经营', codes: { view: '查看', edit: '维护' } },
  { uri: '/basicSetting', title: '门诊设置', group: '经营', codes: { edit: '维护' } },
  { uri: '/userFactory', title: '机构资质', group: '经营', codes: { edit: '提交变更' } },
  { uri: '/vipInfoDetail', title: '门诊会员', group: '经营', codes: { view: '查看', buy: '购买', pay: '付款' } },
  { uri: '/vipChargeRecord', title: '会员缴费记录', group: '经营', codes: { view: '查看' } },
  { uri: '/orderRecord', title: '订单与发票', group: '经营', codes: { view: '查看', invoice: '申请发票' } },
  {
    uri: '/medicareOrderRecord',
    title: '医保会员',
    group: '经营',
    codes: {
      view: '查看',
      buy: '购买',
      pay: '付款',
      invoice: '申请发票',
      account: '维护医保账号',
      password: '查看医保密码',
    },
  },
  {
    uri: '/SMSmanagement',
    title: '短信',
    group: '经营',
    codes: { view: '查看', send: '发送、补发与拒收', edit: '签名、模板与自动发送', recharge: '充值' },
  },
  {
    uri: '/field',
    title: '敏感字段',
    group: '字段',
    codes: { phone: '完整手机号', idNumber: '完整证件号', amounts: '金额', cost: '成本价' },
    scopes: ANYWHERE,
  },
]

const scopesByUri = new Map(resourceGroups.map(({ uri, scopes }) => [uri, scopes ?? []]))

/** The scopes between which a resource makes a difference, in their order; none: it is granted or not. */
export const scopesOf = (resource: string): readonly number[] =>
  scopesByUri.get(resource.slice(0, resource.indexOf(':')) as `/${string}`) ?? []

/** The scope that a stored one amounts to: the widest that makes a difference and goes no further. */
export const amountsTo = (resource: string, scope: number): number =>
  scopesOf(resource).findLast((each) => each <= scope) ?? scopesOf(resource)[0] ?? scope

/** Every resource that can be granted. */
export const grantable: readonly Resource[] = resourceGroups.flatMap(({ uri, codes }) =>
  Object.keys(codes).map((code): Resource => `${uri}:${code}`),
)
