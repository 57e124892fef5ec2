import type { Screen } from '../screen.ts'

export const recordsScreens = [
  {
    path: '/patientMedicalRecord',
    title: '病历',
    frame: 'workspace',
    resource: '/patientMedicalRecord:view',
    menu: { group: '接诊', order: 50, icon: 'file' },
    tabsHidden: 'id',
  },
  {
    path: '/patientMedicalRecord/print',
    title: '打印病历',
    area: 'print',
    frame: 'print',
    resource: '/patientMedicalRecord:print',
  },
  {
    path: '/myTemplete',
    title: '病历模板',
    resource: '/myTemplete:view',
    menu: { group: '接诊', order: 51, icon: 'file-edit', parent: '/patientMedicalRecord' },
    crumb: '/patientMedicalRecord',
    card: { section: '全机构', order: 6, hint: '写病历时插入的模板' },
  },
] as const satisfies readonly Screen[]
