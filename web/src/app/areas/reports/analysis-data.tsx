import { ReportOf } from '../../parts/report-of.tsx'

/** /analysisData: 运营报表. */
export default function AnalysisData() {
  return <ReportOf door="analysisData" />
}
