import { ReportOf } from '../../parts/report-of.tsx'

/** /clinicbillRecord: bills of the clinic at work. */
export default function ClinicbillRecord() {
  return <ReportOf door="clinicbillRecord" />
}
