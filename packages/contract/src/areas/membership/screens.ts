import type { Screen } from '../screen.ts'

export const membershipScreens = [
  {
    path: '/vipInfoDetail',
    title: '门诊会员',
    resource: '/vipInfoDetail:view',
    menu: { group: '经营', order: 190, icon: 'crown' },
    tab: { row: 'membership', order: 1, label: '会员信息' },
  },
  {
    path: '/vipChargeRecord',
    title: '缴费记录',
    resource: '/vipChargeRecord:view',
    menu: { group: '经营', order: 191, icon: 'list', parent: '/vipInfoDetail' },
    tab: { row: 'membership', order: 2 },
  },
  {
    path: '/orderRecord',
    title: '订单与发票',
    resource: '/orderRecord:view',
    menu: { group: '经营', order: 192, icon: 'receipt', parent: '/vipInfoDetail' },
    tab: { row: 'membership', order: 3 },
  },
] as const satisfies readonly Screen[]
