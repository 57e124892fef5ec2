import { ReportOf } from '../../parts/report-of.tsx'

/** /clinicmatchingDiagnosis: diagnoses and what they call for, of the clinic at work. */
export default function ClinicmatchingDiagnosis() {
  return <ReportOf door="clinicmatchingDiagnosis" />
}
