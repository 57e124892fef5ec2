import { ReportOf } from '../../parts/report-of.tsx'

/** /clinictreatmentRecord: treatments of the clinic at work. */
export default function ClinictreatmentRecord() {
  return <ReportOf door="clinictreatmentRecord" />
}
