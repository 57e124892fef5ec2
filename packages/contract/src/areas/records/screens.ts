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
    path: '/patientMedicalRecord/perio-print',
    title: '打印牙周检查',
    area: 'print',
    frame: 'print',
    resource: '/patientMedicalRecord:print',
  },
  {
    path: '/patientMedicalRecord/perio-screen',
    title: '牙周检查副屏',
    area: 'print',
    frame: 'print',
    resource: '/patientMedicalRecord:view',
  },
  {
    path: '/orthodontics',
    title: '正畸病例',
    frame: 'workspace',
    resource: '/patientMedicalRecord:view',
    menu: { group: '接诊', order: 52, icon: 'link' },
  },
  {
    path: '/orthodontics/before-after',
    title: '打印前后对照',
    area: 'print',
    frame: 'print',
    resource: '/patientMedicalRecord:print',
  },
  {
    path: '/myTemplete',
    title: '我的模板',
    resource: '/myTemplete:view',
    menu: { group: '接诊', order: 51, icon: 'file-edit', parent: '/patientMedicalRecord' },
    crumb: '/patientMedicalRecord',
    card: { section: '我自己', order: 3, hint: '自己的和收藏的模板、词条' },
  },
  {
    path: '/medicalRecordTempSet',
    title: '病历模板',
    area: 'settings',
    resource: '/medicalRecordTempSet:view',
    menu: { group: '经营', order: 213, icon: 'file-edit', parent: '/allSetting' },
    crumb: '/allSetting',
    card: { section: '全机构', order: 6, hint: '门诊和连锁的模板、词条与分类' },
  },
] as const satisfies readonly Screen[]
