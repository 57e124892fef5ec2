import type { Screen } from '../screen.ts'

export const platformScreens = [
  { path: '/platform/login', title: '平台登录', public: true, frame: 'bare' },
  { path: '/platform/setup', title: '设置平台账号', public: true, frame: 'bare' },
  { path: '/platform', title: '概览' },
  { path: '/platform/doctors', title: '医生审核' },
  { path: '/platform/doctors/:id', title: '医生资质', tabsHidden: true },
  { path: '/platform/organisations', title: '机构审核' },
  { path: '/platform/organisations/:id', title: '机构资质', tabsHidden: true },
  { path: '/platform/transfers', title: '对公转账' },
  { path: '/platform/strayed', title: '异常到账' },
  { path: '/platform/invoices', title: '发票' },
  { path: '/platform/smsReviews', title: '短信审核' },
  { path: '/platform/clinics', title: '门诊' },
  { path: '/platform/packages', title: '套餐与赠送' },
  { path: '/platform/messages', title: '平台消息' },
  { path: '/platform/accounts', title: '平台账号' },
  { path: '/platform/audit', title: '操作记录' },
] as const satisfies readonly Screen[]
