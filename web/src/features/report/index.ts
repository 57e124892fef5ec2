export { AnalysisTop } from './deferred.ts'
export { ReportPage } from './ReportPage.tsx'
