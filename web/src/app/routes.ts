import type { ComponentType } from 'react'

/** One screen of the product. `npm run routes` prints this list. */
export interface ScreenRoute {
  path: string
  title: string
  /** Reachable without a token. */
  public: boolean
  area: 'accounts' | 'patient' | 'appointments' | 'records' | 'charges' | 'settings' | 'system' | 'print'
  /** bare: fills the window. main: inside the main layout. workspace: main layout with the narrow rail. print: a page to print. */
  frame: 'bare' | 'main' | 'workspace' | 'print'
  /** The menu resource that opens it; none: every signed-in person (or everybody, when public). */
  resource?: `/${string}:${string}`
  /** The menu entry that is marked while this screen is open, when it has none of its own. */
  activeMenu?: string
  /** Has an action bar of its own: the phone's tabs give way. */
  tabsHidden?: boolean
  load: () => Promise<{ default: ComponentType }>
}

/** Every screen. Each is its own chunk. */
export const screens: readonly ScreenRoute[] = [
  {
    path: '/login',
    title: '登录',
    public: true,
    area: 'accounts',
    frame: 'bare',
    load: () => import('./pages/login.tsx'),
  },
  {
    path: '/404',
    title: '没有找到页面',
    public: true,
    area: 'system',
    frame: 'bare',
    load: () => import('./pages/not-found.tsx'),
  },
  {
    path: '/',
    title: '首页',
    public: false,
    area: 'system',
    frame: 'main',
    load: () => import('./pages/home.tsx'),
  },
  {
    path: '/clinicManage',
    title: '开始',
    public: false,
    area: 'accounts',
    frame: 'main',
    load: () => import('./pages/clinic-manage.tsx'),
  },
  {
    path: '/userInfo/:type',
    title: '我的账号',
    public: false,
    area: 'accounts',
    frame: 'main',
    activeMenu: '/userInfo/me',
    load: () => import('./pages/user-info.tsx'),
  },
  {
    path: '/messages',
    title: '消息',
    public: false,
    area: 'accounts',
    frame: 'main',
    load: () => import('./pages/messages.tsx'),
  },
  {
    path: '/dashboard',
    title: '今日',
    public: false,
    area: 'appointments',
    frame: 'main',
    resource: '/dashboard:view',
    load: () => import('./pages/dashboard.tsx'),
  },
  {
    path: '/doctorIndex',
    title: '医生工作台',
    public: false,
    area: 'appointments',
    frame: 'main',
    resource: '/doctorIndex:view',
    load: () => import('./pages/doctor-index.tsx'),
  },
  {
    path: '/inTreatment',
    title: '就诊中',
    public: false,
    area: 'patient',
    frame: 'main',
    resource: '/inTreatment:view',
    activeMenu: '/dashboard',
    load: () => import('./pages/in-treatment.tsx'),
  },
  {
    path: '/allTimePatients',
    title: '患者',
    public: false,
    area: 'patient',
    frame: 'main',
    resource: '/allTimePatients:view',
    load: () => import('./pages/all-time-patients.tsx'),
  },
  {
    path: '/patientCenter',
    title: '患者档案',
    public: false,
    area: 'patient',
    frame: 'workspace',
    resource: '/patientCenter:view',
    activeMenu: '/allTimePatients',
    load: () => import('./pages/patient-center.tsx'),
  },
  {
    path: '/patientResource',
    title: '患者资料',
    public: false,
    area: 'patient',
    frame: 'workspace',
    resource: '/patientCenter:view',
    activeMenu: '/allTimePatients',
    load: () => import('./pages/patient-resource.tsx'),
  },
  {
    path: '/myAppointmentBoard',
    title: '预约',
    public: false,
    area: 'appointments',
    frame: 'workspace',
    resource: '/myAppointmentBoard:view',
    load: () => import('./pages/my-appointment-board.tsx'),
  },
  {
    path: '/myAppointmentList',
    title: '预约列表',
    public: false,
    area: 'appointments',
    frame: 'main',
    resource: '/myAppointmentList:view',
    load: () => import('./pages/my-appointment-list.tsx'),
  },
  {
    path: '/myAppointmentBoard/print',
    title: '打印预约表',
    public: false,
    area: 'print',
    frame: 'print',
    resource: '/myAppointmentBoard:view',
    load: () => import('./pages/my-appointment-print.tsx'),
  },
  {
    path: '/orderSet',
    title: '收费',
    public: false,
    area: 'charges',
    frame: 'workspace',
    resource: '/orderSet:view',
    tabsHidden: true,
    load: () => import('./pages/order-set.tsx'),
  },
  {
    path: '/print/receipt/:id',
    title: '收费收据',
    public: false,
    area: 'print',
    frame: 'print',
    resource: '/orderSet:print',
    load: () => import('./pages/print-receipt.tsx'),
  },
  {
    path: '/patientMedicalRecord',
    title: '病历',
    public: false,
    area: 'records',
    frame: 'workspace',
    resource: '/patientMedicalRecord:view',
    load: () => import('./pages/patient-medical-record.tsx'),
  },
  {
    path: '/patientMedicalRecord/print',
    title: '打印病历',
    public: false,
    area: 'print',
    frame: 'print',
    resource: '/patientMedicalRecord:print',
    load: () => import('./pages/patient-medical-record-print.tsx'),
  },
  {
    path: '/myTemplete',
    title: '病历模板',
    public: false,
    area: 'records',
    frame: 'main',
    resource: '/myTemplete:view',
    load: () => import('./pages/my-templete.tsx'),
  },
]
