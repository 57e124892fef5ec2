import { EmployeeActions } from '../../parts/employee-actions.tsx'
import { ReportOf } from '../../parts/report-of.tsx'

/** /employeeReport: 员工业绩. */
export default function EmployeeReport() {
  return <ReportOf door="employeeReport" actions={<EmployeeActions />} />
}
