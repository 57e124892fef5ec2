export { AnalysisTop } from './AnalysisTop.tsx'
export { ReportPage } from './ReportPage.tsx'
