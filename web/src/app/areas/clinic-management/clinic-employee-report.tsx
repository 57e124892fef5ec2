import { EmployeeActions } from '../../parts/employee-actions.tsx'
import { ReportOf } from '../../parts/report-of.tsx'

/** /clinicemployeeReport: what the people of the clinic at work did and are paid. */
export default function ClinicEmployeeReport() {
  return <ReportOf door="clinicemployeeReport" actions={<EmployeeActions />} />
}
