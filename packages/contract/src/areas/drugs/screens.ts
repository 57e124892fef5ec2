import type { Screen } from '../screen.ts'

export const drugsScreens = [
  {
    path: '/drugAdministration',
    title: '药品资料',
    resource: '/drugAdministration:view',
    menu: { group: '接诊', order: 56, icon: 'pill' },
  },
  {
    path: '/drugdetails',
    title: '药品详情',
    resource: '/drugAdministration:view',
    activeMenu: '/drugAdministration',
    crumb: '/drugAdministration',
  },
] as const satisfies readonly Screen[]
