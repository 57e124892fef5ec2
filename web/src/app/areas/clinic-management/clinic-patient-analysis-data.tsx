import { ReportOf } from '../../parts/report-of.tsx'

/** /clinicpatientAnalysisData: the patients of the clinic at work. */
export default function ClinicpatientAnalysisData() {
  return <ReportOf door="clinicpatientAnalysisData" />
}
