/** One screen of the product. `npm run routes` prints this list; screens.ts has its page. */
export interface ScreenRoute {
  path: string
  title: string
  /** Reachable without a token. */
  public: boolean
  area:
    | 'accounts'
    | 'membership'
    | 'payment'
    | 'medicare'
    | 'patient'
    | 'appointments'
    | 'records'
    | 'charges'
    | 'clinicManagement'
    | 'settings'
    | 'system'
    | 'print'
    | 'platform'
  /** bare: fills the window. main: inside the main layout. workspace: main layout with the narrow rail. print: a page to print. */
  frame: 'bare' | 'main' | 'workspace' | 'print'
  /** The menu resource that opens it; none: every signed-in person (or everybody, when public). */
  resource?: `/${string}:${string}`
  /** The menu entry that is marked while this screen is open, when it has none of its own. */
  activeMenu?: string
  /** Has an action bar of its own: the phone's tabs give way. A word: only while the address has this parameter. */
  tabsHidden?: boolean | string
}

const declared = [
  {
    path: '/login',
    title: '登录',
    public: true,
    area: 'accounts',
    frame: 'bare',
  },
  {
    path: '/register',
    title: '注册',
    public: true,
    area: 'accounts',
    frame: 'bare',
  },
  {
    path: '/forgits',
    title: '找回密码',
    public: true,
    area: 'accounts',
    frame: 'bare',
  },
  {
    path: '/change',
    title: '设置新密码',
    public: true,
    area: 'accounts',
    frame: 'bare',
  },
  {
    path: '/complete',
    title: '密码已重置',
    public: true,
    area: 'accounts',
    frame: 'bare',
  },
  {
    path: '/wechatLogin',
    title: '微信登录',
    public: true,
    area: 'accounts',
    frame: 'bare',
  },
  {
    path: '/activityPage',
    title: '活动',
    public: true,
    area: 'accounts',
    frame: 'bare',
  },
  {
    path: '/smsOutbox',
    title: '本地发件箱',
    public: true,
    area: 'accounts',
    frame: 'bare',
  },
  {
    path: '/pay',
    title: '支付宝付款',
    public: true,
    area: 'payment',
    frame: 'bare',
  },
  {
    path: '/wxPay',
    title: '微信付款',
    public: true,
    area: 'payment',
    frame: 'bare',
  },
  {
    path: '/medicareWxPay',
    title: '医保会员微信付款',
    public: true,
    area: 'payment',
    frame: 'bare',
  },
  {
    path: '/404',
    title: '没有找到页面',
    public: true,
    area: 'system',
    frame: 'bare',
  },
  {
    path: '/',
    title: '首页',
    public: false,
    area: 'system',
    frame: 'main',
  },
  {
    path: '/clinicManage',
    title: '开始',
    public: false,
    area: 'accounts',
    frame: 'main',
  },
  {
    path: '/userInfo/:type',
    title: '我的账号',
    public: false,
    area: 'accounts',
    frame: 'main',
    activeMenu: '/userInfo/me',
  },
  {
    path: '/relateClinic',
    title: '关联门诊',
    public: true,
    area: 'accounts',
    frame: 'main',
  },
  {
    path: '/userDoctor',
    title: '医生认证',
    public: false,
    area: 'accounts',
    frame: 'main',
  },
  {
    path: '/userDoctorNav',
    title: '医生认证指引',
    public: false,
    area: 'accounts',
    frame: 'main',
  },
  {
    path: '/userFactory',
    title: '我的门诊',
    public: false,
    area: 'accounts',
    frame: 'main',
  },
  {
    path: '/userFactoryNav',
    title: '创建门诊',
    public: false,
    area: 'accounts',
    frame: 'main',
  },
  {
    path: '/messages',
    title: '消息',
    public: false,
    area: 'accounts',
    frame: 'main',
  },
  {
    path: '/dashboard',
    title: '今日',
    public: false,
    area: 'appointments',
    frame: 'main',
    resource: '/dashboard:view',
  },
  {
    path: '/doctorIndex',
    title: '医生工作台',
    public: false,
    area: 'appointments',
    frame: 'main',
    resource: '/doctorIndex:view',
  },
  {
    path: '/inTreatment',
    title: '就诊中',
    public: false,
    area: 'patient',
    frame: 'main',
    resource: '/inTreatment:view',
    activeMenu: '/dashboard',
  },
  {
    path: '/allTimePatients',
    title: '患者',
    public: false,
    area: 'patient',
    frame: 'main',
    resource: '/allTimePatients:view',
  },
  {
    path: '/patientCenter',
    title: '患者档案',
    public: false,
    area: 'patient',
    frame: 'workspace',
    resource: '/patientCenter:view',
    activeMenu: '/allTimePatients',
    tabsHidden: true,
  },
  {
    path: '/patientResource',
    title: '患者资料',
    public: false,
    area: 'patient',
    frame: 'workspace',
    resource: '/patientCenter:view',
    activeMenu: '/allTimePatients',
    tabsHidden: true,
  },
  {
    path: '/myAppointmentBoard',
    title: '预约',
    public: false,
    area: 'appointments',
    frame: 'workspace',
    resource: '/myAppointmentBoard:view',
  },
  {
    path: '/myAppointmentList',
    title: '预约列表',
    public: false,
    area: 'appointments',
    frame: 'main',
    resource: '/myAppointmentList:view',
  },
  {
    path: '/myAppointmentBoard/print',
    title: '打印预约表',
    public: false,
    area: 'print',
    frame: 'print',
    resource: '/myAppointmentBoard:view',
  },
  {
    path: '/orderSet',
    title: '收费',
    public: false,
    area: 'charges',
    frame: 'workspace',
    resource: '/orderSet:view',
    tabsHidden: true,
  },
  {
    path: '/print/receipt/:id',
    title: '收费收据',
    public: false,
    area: 'print',
    frame: 'print',
    resource: '/orderSet:print',
  },
  {
    path: '/patientMedicalRecord',
    title: '病历',
    public: false,
    area: 'records',
    frame: 'workspace',
    resource: '/patientMedicalRecord:view',
    tabsHidden: 'id',
  },
  {
    path: '/patientMedicalRecord/print',
    title: '打印病历',
    public: false,
    area: 'print',
    frame: 'print',
    resource: '/patientMedicalRecord:print',
  },
  {
    path: '/vipInfoDetail',
    title: '门诊会员',
    public: false,
    area: 'membership',
    frame: 'main',
    resource: '/vipInfoDetail:view',
  },
  {
    path: '/vipChargeRecord',
    title: '缴费记录',
    public: false,
    area: 'membership',
    frame: 'main',
    resource: '/vipChargeRecord:view',
  },
  {
    path: '/orderRecord',
    title: '订单与发票',
    public: false,
    area: 'membership',
    frame: 'main',
    resource: '/orderRecord:view',
  },
  {
    path: '/medicareOrderRecord',
    title: '医保会员',
    public: false,
    area: 'medicare',
    frame: 'main',
    resource: '/medicareOrderRecord:view',
  },
  {
    path: '/myTemplete',
    title: '病历模板',
    public: false,
    area: 'records',
    frame: 'main',
    resource: '/myTemplete:view',
  },
  {
    path: '/baseEmployee',
    title: '员工',
    public: false,
    area: 'clinicManagement',
    frame: 'main',
    resource: '/baseEmployee:view',
  },
  {
    path: '/employeEaudit',
    title: '关联审核',
    public: false,
    area: 'clinicManagement',
    frame: 'main',
    resource: '/employeEaudit:view',
  },
  {
    path: '/postPermission',
    title: '岗位权限',
    public: false,
    area: 'settings',
    frame: 'main',
    resource: '/postPermission:view',
    activeMenu: '/baseEmployee',
  },
  {
    path: '/employeeSet',
    title: '本店员工设置',
    public: false,
    area: 'clinicManagement',
    frame: 'main',
    resource: '/employeeSet:view',
  },
  {
    path: '/platform/login',
    title: '平台登录',
    public: true,
    area: 'platform',
    frame: 'bare',
  },
  {
    path: '/platform/setup',
    title: '设置平台账号',
    public: true,
    area: 'platform',
    frame: 'bare',
  },
  {
    path: '/platform',
    title: '平台概览',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/doctors',
    title: '医生审核',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/doctors/:id',
    title: '医生资质',
    public: false,
    area: 'platform',
    frame: 'main',
    tabsHidden: true,
  },
  {
    path: '/platform/organisations',
    title: '机构审核',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/organisations/:id',
    title: '机构资质',
    public: false,
    area: 'platform',
    frame: 'main',
    tabsHidden: true,
  },
  {
    path: '/platform/transfers',
    title: '对公转账',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/strayed',
    title: '异常到账',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/invoices',
    title: '发票',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/clinics',
    title: '门诊',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/packages',
    title: '套餐与赠送',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/messages',
    title: '平台消息',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/accounts',
    title: '平台账号',
    public: false,
    area: 'platform',
    frame: 'main',
  },
  {
    path: '/platform/audit',
    title: '操作记录',
    public: false,
    area: 'platform',
    frame: 'main',
  },
] as const satisfies readonly ScreenRoute[]

/** The paths that exist. */
export type ScreenPath = (typeof declared)[number]['path']

/** Every screen. Data only: whoever asks whether a screen exists imports no page by it. */
export const screens: readonly (ScreenRoute & { path: ScreenPath })[] = declared
