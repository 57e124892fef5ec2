import { ReportOf } from '../../parts/report-of.tsx'

/** /patientAnalysisData: 患者分析. */
export default function PatientAnalysisData() {
  return <ReportOf door="patientAnalysisData" />
}
