import { ReportOf } from '../../parts/report-of.tsx'

/** /firstDiagnosjuiis: 首诊记录. */
export default function FirstDiagnosjuiis() {
  return <ReportOf door="firstDiagnosjuiis" />
}
