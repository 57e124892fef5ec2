import type { Screen } from '../screen.ts'

export const medicareScreens = [
  {
    path: '/medicareOrderRecord',
    title: '医保会员',
    resource: '/medicareOrderRecord:view',
    menu: { group: '经营', order: 193, icon: 'shield-check', parent: '/vipInfoDetail' },
    tab: { row: 'membership', order: 4 },
  },
] as const satisfies readonly Screen[]
