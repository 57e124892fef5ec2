import type { Screen } from '../screen.ts'

export const smsScreens = [
  {
    path: '/SMSmanagement',
    title: '短信',
    resource: '/SMSmanagement:view',
    menu: { group: '经营', order: 150, icon: 'message' },
    tab: { row: 'sms', order: 1, label: '概览' },
    card: { section: '全机构', order: 8, hint: '签名、模板、自动发送' },
  },
  {
    path: '/SMSmanagement/sendRecord',
    title: '发送记录',
    resource: '/SMSmanagement:view',
    menu: { group: '经营', order: 151, icon: 'list', parent: '/SMSmanagement' },
    tab: { row: 'sms', order: 2 },
  },
  {
    path: '/SMSmanagement/autoSend',
    title: '自动发送',
    resource: '/SMSmanagement:view',
    menu: { group: '经营', order: 152, icon: 'clock', parent: '/SMSmanagement' },
    tab: { row: 'sms', order: 3 },
  },
  {
    path: '/SMSmanagement/templateRecord',
    title: '短信模板',
    resource: '/SMSmanagement:view',
    menu: { group: '经营', order: 153, icon: 'file-edit', parent: '/SMSmanagement' },
    tab: { row: 'sms', order: 4 },
  },
  {
    path: '/SMSmanagement/signatureSetting',
    title: '短信签名',
    resource: '/SMSmanagement:view',
    menu: { group: '经营', order: 154, icon: 'shield-check', parent: '/SMSmanagement' },
    tab: { row: 'sms', order: 5 },
  },
  {
    path: '/SMSmanagement/recharge',
    title: '短信充值',
    resource: '/SMSmanagement:view',
    menu: { group: '经营', order: 155, icon: 'plus', parent: '/SMSmanagement' },
    tab: { row: 'sms', order: 6 },
  },
  {
    path: '/SMSmanagement/rechargeList',
    title: '充值记录',
    resource: '/SMSmanagement:view',
    menu: { group: '经营', order: 156, icon: 'receipt', parent: '/SMSmanagement' },
    tab: { row: 'sms', order: 7 },
  },
] as const satisfies readonly Screen[]
