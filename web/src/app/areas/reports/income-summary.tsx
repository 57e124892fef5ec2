import { ReportOf } from '../../parts/report-of.tsx'

/** /incomeSummary: 分类收入. */
export default function IncomeSummary() {
  return <ReportOf door="incomeSummary" />
}
