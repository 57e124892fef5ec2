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
  {
    path: '/doctorPatientCommunication',
    title: '医患沟通',
    resource: '/doctorPatientCommunication:view',
    menu: { group: '接诊', order: 58, icon: 'image', short: '沟通' },
  },
  {
    path: '/doctorCaseDetail',
    title: '案例演示',
    frame: 'workspace',
    resource: '/doctorPatientCommunication:view',
    crumb: '/doctorPatientCommunication',
    activeMenu: '/doctorPatientCommunication',
    tabsHidden: 'id',
  },
  {
    path: '/doctorCaseEdit',
    title: '编辑案例',
    frame: 'workspace',
    resource: '/caseList:edit',
    crumb: '/doctorPatientCommunication',
    activeMenu: '/doctorPatientCommunication',
    tabsHidden: true,
  },
  {
    path: '/caseList',
    title: '我的案例',
    resource: '/caseList:view',
    menu: { group: '接诊', order: 59, icon: 'image', parent: '/doctorPatientCommunication' },
    crumb: '/doctorPatientCommunication',
  },
  {
    path: '/caseDetail',
    title: '案例',
    frame: 'workspace',
    resource: '/caseList:view',
    crumb: '/caseList',
    activeMenu: '/doctorPatientCommunication',
    tabsHidden: 'id',
  },
  {
    path: '/caseEdit',
    title: '写案例',
    frame: 'workspace',
    resource: '/caseList:edit',
    crumb: '/caseList',
    activeMenu: '/doctorPatientCommunication',
    tabsHidden: true,
  },
  { path: '/consentSign', title: '签署同意书', public: true, frame: 'bare' },
] as const satisfies readonly Screen[]
