import { ReportOf } from '../../parts/report-of.tsx'

/** /matchingDiagnosis: 诊断匹配. */
export default function MatchingDiagnosis() {
  return <ReportOf door="matchingDiagnosis" />
}
