import { ReportOf } from '../../parts/report-of.tsx'

/** /billRecord: 账单记录. */
export default function BillRecord() {
  return <ReportOf door="billRecord" />
}
