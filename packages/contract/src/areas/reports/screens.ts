import type { Screen } from '../screen.ts'

/** The reports in the order in which they are offered: whoever opens the menu's entry comes to the first that is granted. */
const reports = ['/analysisData', '/productReport', '/clinicanalysisData'] as const

export const reportsScreens = [
  {
    path: '/dataAdministration',
    title: '报表',
    menu: { group: '经营', order: 120, icon: 'chart-line' },
    leadsTo: reports,
  },
  {
    path: '/analysisData',
    title: '运营报表',
    resource: '/analysisData:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 10, label: '运营' },
  },
  {
    path: '/productReport',
    title: '项目报表',
    resource: '/productReport:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 50, label: '项目' },
  },
] as const satisfies readonly Screen[]
