export { AnalysisTop, Earnings, EmployeeTop, MoneyTop } from './deferred.ts'
export type { OpenCell, ReportAsk } from './hooks.ts'
export { ReportPage } from './ReportPage.tsx'
