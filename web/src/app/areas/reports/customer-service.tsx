import { ReportOf } from '../../parts/report-of.tsx'

/** /customerService: 逾期提醒. */
export default function CustomerService() {
  return <ReportOf door="customerService" />
}
