import { ReportOf } from '../../parts/report-of.tsx'

/** /clinicanalysisData: the operations report of the clinic at work. */
export default function ClinicAnalysisData() {
  return <ReportOf door="clinicanalysisData" />
}
