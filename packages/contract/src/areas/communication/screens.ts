import type { Screen } from '../screen.ts'

const resource = '/anestheticCount:view'
const crumb = '/anestheticCount'

export const communicationScreens = [
  {
    path: '/anestheticCount',
    title: '麻药计算',
    resource,
    menu: { group: '接诊', order: 55, icon: 'syringe' },
  },
  { path: '/countDetail', title: '单药最大量', resource, crumb, activeMenu: crumb },
  { path: '/countDetail2', title: '混合用药余量', resource, crumb, activeMenu: crumb },
  { path: '/countDetail3', title: '儿童用量', resource, crumb, activeMenu: crumb },
  { path: '/countDetail4', title: '肾上腺素限量', resource, crumb, activeMenu: crumb },
  {
    path: '/patientConsent',
    title: '同意书',
    frame: 'workspace',
    resource: '/patientConsent:view',
    activeMenu: '/patientMedicalRecord',
    tabsHidden: 'id',
  },
  {
    path: '/patientConsent/print',
    title: '打印同意书',
    area: 'print',
    frame: 'print',
    resource: '/patientConsent:view',
  },
  { path: '/consentSign', title: '签署同意书', public: true, frame: 'bare' },
] as const satisfies readonly Screen[]
