import { ReportOf } from '../../parts/report-of.tsx'

/** /clinicfirstDiagnosis: first visits of the clinic at work. */
export default function ClinicfirstDiagnosis() {
  return <ReportOf door="clinicfirstDiagnosis" />
}
