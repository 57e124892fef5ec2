import { Alerts, Tag, type Alert } from '../../ui/index.ts'
import { pregnancyText } from '../../domain/pregnancy.ts'
import { presentDay } from '../../lib/present.ts'
import { allergyWords } from './words.ts'

interface Alarming {
  patientType: number
  allergyFlag: number | null
  allergyHistory: string
  systemicDiseases: readonly string[]
  pregnantSince?: string | null
  alertNote?: string
}

/** What of a patient has to stand in red: the black list, allergy, illnesses, the note that everybody is to read. */
export function alertsOf(patient: Alarming): Alert[] {
  const pregnancy = pregnancyText(patient.pregnantSince ?? null, presentDay())
  const red = (kind: Alert['kind'], text: string): Alert => ({ kind, level: 'red', text })
  return [
    ...(patient.patientType === 6 ? [red('blacklist', '黑名单')] : []),
    ...(patient.allergyFlag === 1
      ? [{ ...red('allergy', allergyWords(patient.allergyHistory)), title: patient.allergyHistory }]
      : []),
    ...patient.systemicDiseases.map((disease) => red('disease', disease)),
    ...(pregnancy ? [red('disease', pregnancy)] : []),
    ...(patient.alertNote ? [red('note', patient.alertNote)] : []),
  ]
}

/** Whether anything of a patient has to stand in red. */
export const hasAlerts = (patient: Alarming): boolean => alertsOf(patient).length > 0

/** The same beside a name. */
export function PatientAlerts({ patient }: { patient: Alarming }) {
  return <Alerts alerts={alertsOf(patient)} />
}

/** VIP, member and staff, as a quiet tag behind the name; ordinary people have none. */
export function PatientTypeTag({ type }: { type: number }) {
  if (type === 3)
    return (
      <Tag tone="member" icon="crown">
        VIP
      </Tag>
    )
  if (type === 2) return <Tag tone="member">会员</Tag>
  if (type === 4) return <Tag>员工/家属</Tag>
  if (type === 5) return <Tag>团检</Tag>
  return null
}
