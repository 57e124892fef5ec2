import { ReportOf } from '../../parts/report-of.tsx'

/** /treatmentRecord: 治疗记录. */
export default function TreatmentRecord() {
  return <ReportOf door="treatmentRecord" />
}
