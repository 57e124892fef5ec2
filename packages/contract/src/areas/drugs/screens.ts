import type { Screen } from '../screen.ts'

export const drugsScreens = [
  {
    path: '/prescription',
    title: '处方',
    resource: '/prescription:view',
    menu: { group: '接诊', order: 53, icon: 'file-plus' },
    tabsHidden: 'id',
  },
  {
    path: '/prescription/print',
    title: '打印处方',
    area: 'print',
    frame: 'print',
    resource: '/prescription:view',
  },
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
