import { Reminders } from '../../../features/follow-up/index.ts'
import { patientTo } from '../../parts/patient-links.ts'

/** 提醒 in the patient's file. */
export default function PatientRemindsTab({ patientId }: { patientId: string }) {
  return <Reminders patientId={patientId} patientHref={patientTo} />
}
