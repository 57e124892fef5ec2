import type { Screen } from '../screen.ts'

/** The reports of the clinic's business and of its money, in the order in which they are offered. */
const operations = [
  '/analysisData',
  '/employeeReport',
  '/productReport',
  '/patientAnalysisData',
  '/membershipCardSurvey',
] as const
const finance = [
  '/incomeSummary',
  '/accountStatement',
  '/collectionBalanceSheet',
  '/patientBalanceRecord',
  '/customerService',
] as const
const ofClinic = [
  '/clinicanalysisData',
  '/clinicemployeeReport',
  '/clinicaccountStatement',
  '/clinicpatientAnalysisData',
] as const
/** The records of single things, and those of the clinic at work. */
const records = [
  '/firstDiagnosjuiis',
  '/billRecord',
  '/treatmentRecord',
  '/memberCardRecord',
  '/matchingDiagnosis',
  '/clinicfirstDiagnosis',
  '/clinicbillRecord',
  '/clinictreatmentRecord',
  '/clinicmatchingDiagnosis',
  '/clinicreferralRecord',
  '/referralRecord',
] as const

/** The same reports behind three doors: whoever opens one comes to the first that is granted. */
export const reportsScreens = [
  {
    path: '/homeCockpit',
    title: '驾驶舱',
    resource: '/homeCockpit:view',
    menu: { group: '经营', order: 118, icon: 'gauge' },
  },
  {
    path: '/dataAdministration',
    title: '报表',
    menu: { group: '经营', order: 120, icon: 'chart-line' },
    leadsTo: [...operations, ...finance, ...ofClinic],
  },
  {
    path: '/operationReport',
    title: '经营报表',
    activeMenu: '/dataAdministration',
    leadsTo: [...operations, '/clinicanalysisData', '/clinicemployeeReport', '/clinicpatientAnalysisData'],
  },
  {
    path: '/financialManagement',
    title: '财务报表',
    activeMenu: '/dataAdministration',
    leadsTo: [...finance, '/clinicaccountStatement'],
  },
  {
    path: '/analysisData',
    title: '运营报表',
    resource: '/analysisData:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 10, label: '运营' },
  },
  {
    path: '/employeeReport',
    title: '员工业绩',
    resource: '/employeeReport:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 20, label: '员工' },
  },
  {
    path: '/employeeReport/person',
    title: '个人业绩',
    resource: '/employeeReport:view',
    activeMenu: '/dataAdministration',
    crumb: '/employeeReport',
  },
  {
    path: '/employeeReport/rules',
    title: '提成规则',
    resource: '/employeeReport:rules',
    activeMenu: '/dataAdministration',
    crumb: '/employeeReport',
  },
  { path: '/print/commission/:id', title: '提成单', area: 'print', frame: 'print', resource: '/employeeReport:view' },
  { path: '/print/report/:door', title: '打印报表', area: 'print', frame: 'print' },
  {
    path: '/productReport',
    title: '项目报表',
    resource: '/productReport:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 50, label: '项目' },
  },
  {
    path: '/incomeSummary',
    title: '分类收入',
    resource: '/incomeSummary:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 60 },
  },
  {
    path: '/accountStatement',
    title: '收款流水',
    resource: '/accountStatement:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 65 },
  },
  {
    path: '/collectionBalanceSheet',
    title: '应收余额',
    resource: '/collectionBalanceSheet:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 70 },
  },
  {
    path: '/patientBalanceRecord',
    title: '会员余额',
    resource: '/patientBalanceRecord:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 75 },
  },
  {
    path: '/customerService',
    title: '逾期提醒',
    resource: '/customerService:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 80 },
  },
  {
    path: '/patientAnalysisData',
    title: '患者分析',
    resource: '/patientAnalysisData:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 30, label: '患者' },
  },
  {
    path: '/membershipCardSurvey',
    title: '会员卡概况',
    resource: '/membershipCardSurvey:view',
    activeMenu: '/dataAdministration',
    tab: { row: 'reports', order: 40, label: '会员卡' },
  },
  {
    path: '/dataRecord',
    title: '数据记录',
    menu: { group: '经营', order: 140, icon: 'list' },
    leadsTo: records,
  },
  {
    path: '/firstDiagnosjuiis',
    title: '首诊记录',
    resource: '/firstDiagnosjuiis:view',
    activeMenu: '/dataRecord',
    tab: { row: 'dataRecords', order: 10, label: '首诊' },
  },
  {
    path: '/billRecord',
    title: '账单记录',
    resource: '/billRecord:view',
    activeMenu: '/dataRecord',
    tab: { row: 'dataRecords', order: 20, label: '账单' },
  },
  {
    path: '/treatmentRecord',
    title: '治疗记录',
    resource: '/treatmentRecord:view',
    activeMenu: '/dataRecord',
    tab: { row: 'dataRecords', order: 30, label: '治疗' },
  },
  {
    path: '/memberCardRecord',
    title: '会员卡记录',
    resource: '/memberCardRecord:view',
    activeMenu: '/dataRecord',
    tab: { row: 'dataRecords', order: 40, label: '会员卡' },
  },
  {
    path: '/matchingDiagnosis',
    title: '诊断匹配',
    resource: '/matchingDiagnosis:view',
    activeMenu: '/dataRecord',
    tab: { row: 'dataRecords', order: 50 },
  },
] as const satisfies readonly Screen[]
