import { ReportOf } from '../../parts/report-of.tsx'

/** /accountStatement: 收款流水. */
export default function AccountStatement() {
  return <ReportOf door="accountStatement" />
}
