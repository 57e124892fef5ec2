export {
  AnalysisTop,
  DrillDrawer,
  Earnings,
  EmployeeTop,
  ExpectedCareDrawer,
  FirstVisitDialog,
  MoneyTop,
  PatientTop,
  ReportSheet,
  RewardDialog,
} from './deferred.ts'
export { usePeople, type DrillAsk, type OpenCell, type ReportAsk } from './hooks.ts'
export { ProductTop } from './deferred.ts'
export { ReportPage } from './ReportPage.tsx'
