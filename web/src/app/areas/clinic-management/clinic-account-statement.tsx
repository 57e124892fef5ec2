import { ReportOf } from '../../parts/report-of.tsx'

/** /clinicaccountStatement: the takings of the clinic at work, movement by movement. */
export default function ClinicAccountStatement() {
  return <ReportOf door="clinicaccountStatement" />
}
