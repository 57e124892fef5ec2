import type { Screen } from '../screen.ts'

export const platformScreens = [
  { path: '/platform/login', title: '平台登录', public: true, frame: 'bare' },
  { path: '/platform/setup', title: '设置平台账号', public: true, frame: 'bare' },
  { path: '/platform', title: '概览', console: { group: '工作', icon: 'home', short: '概览' } },
  { path: '/platform/doctors', title: '医生审核', console: { group: '工作', icon: 'user-check', short: '医生' } },
  { path: '/platform/doctors/:id', title: '医生资质', tabsHidden: true },
  { path: '/platform/organisations', title: '机构审核', console: { group: '工作', icon: 'building', short: '机构' } },
  { path: '/platform/organisations/:id', title: '机构资质', tabsHidden: true },
  { path: '/platform/transfers', title: '对公转账', console: { group: '工作', icon: 'bank', short: '转账' } },
  { path: '/platform/strayed', title: '异常到账', console: { group: '工作', icon: 'alert', short: '异常' } },
  { path: '/platform/invoices', title: '发票', console: { group: '工作', icon: 'receipt', short: '发票' } },
  { path: '/platform/smsReviews', title: '短信审核', console: { group: '工作', icon: 'phone', short: '短信' } },
  { path: '/platform/clinics', title: '门诊', console: { group: '经营', icon: 'search', short: '门诊' } },
  { path: '/platform/packages', title: '套餐与赠送', console: { group: '经营', icon: 'crown', short: '套餐' } },
  { path: '/platform/messages', title: '平台消息', console: { group: '经营', icon: 'message', short: '消息' } },
  { path: '/platform/accounts', title: '平台账号', console: { group: '管理', icon: 'users', short: '账号' } },
  { path: '/platform/audit', title: '操作记录', console: { group: '管理', icon: 'history', short: '记录' } },
] as const satisfies readonly Screen[]
