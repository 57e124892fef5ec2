import { ReportOf } from '../../parts/report-of.tsx'

/** /patientBalanceRecord: 会员余额. */
export default function PatientBalanceRecord() {
  return <ReportOf door="patientBalanceRecord" />
}
