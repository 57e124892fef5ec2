import type { Screen } from '../screen.ts'

export const appointmentsScreens = [
  { path: '/dashboard', title: '今日', resource: '/dashboard:view', menu: { group: '接诊', order: 10, icon: 'today' } },
  {
    path: '/doctorIndex',
    title: '医生工作台',
    resource: '/doctorIndex:view',
    menu: { group: '接诊', order: 20, icon: 'tooth' },
  },
  {
    path: '/appiontMentInfo',
    title: '预约信息',
    frame: 'workspace',
    resource: '/patientCenter:view',
    activeMenu: '/allTimePatients',
    tabsHidden: true,
  },
  {
    path: '/myAppointmentBoard',
    title: '预约',
    frame: 'workspace',
    resource: '/myAppointmentBoard:view',
    menu: { group: '接诊', order: 30, icon: 'calendar' },
  },
  {
    path: '/myAppointmentList',
    title: '预约列表',
    resource: '/myAppointmentList:view',
    menu: { group: '接诊', order: 31, icon: 'list', parent: '/myAppointmentBoard' },
  },
  {
    path: '/followManagementList',
    title: '随访',
    resource: '/followManagementList:view',
    menu: { group: '接诊', order: 45, icon: 'phone-call' },
  },
  {
    path: '/myAppointmentNetwork',
    title: '网上预约',
    resource: '/myAppointmentNetwork:view',
    menu: { group: '接诊', order: 32, icon: 'qr', parent: '/myAppointmentBoard' },
  },
  {
    path: '/myAppointmentManagement',
    title: '预约管理',
    activeMenu: '/myAppointmentBoard',
    leadsTo: ['/myAppointmentBoard', '/myAppointmentList', '/myAppointmentNetwork'],
  },
  {
    path: '/myAppointmentBoard/print',
    title: '打印预约表',
    area: 'print',
    frame: 'print',
    resource: '/myAppointmentBoard:view',
  },
  {
    path: '/mySchedule',
    title: '我的排班',
    resource: '/mySchedule:view',
    menu: { group: '接诊', order: 36, icon: 'calendar', parent: '/orgSchedule' },
    tab: { row: 'schedule', order: 2 },
  },
] as const satisfies readonly Screen[]
