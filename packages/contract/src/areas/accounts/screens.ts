import type { Screen } from '../screen.ts'

export const accountsScreens = [
  { path: '/', title: '首页', area: 'system' },
  { path: '/clinicManage', title: '开始' },
  { path: '/userInfo/:type', title: '我的账号', activeMenu: '/userInfo/me' },
  { path: '/relateClinic', title: '关联门诊', public: true },
  { path: '/userDoctor', title: '医生认证', crumb: '/userDoctorNav' },
  { path: '/userDoctorNav', title: '医生认证指引' },
  { path: '/userFactory', title: '我的门诊' },
  { path: '/userFactoryNav', title: '创建门诊' },
  { path: '/messages', title: '消息' },
  { path: '/myExports', title: '我的导出' },
] as const satisfies readonly Screen[]
