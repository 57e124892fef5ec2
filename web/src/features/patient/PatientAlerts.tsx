import { Tag } from '../../ui/index.ts'
import { allergyWords } from './words.ts'

interface Alarming {
  patientType: number
  allergyFlag: number | null
  allergyHistory: string
  systemicDiseases: readonly string[]
}

/** Whether anything of a patient has to stand in red. */
export function hasAlerts(patient: Alarming): boolean {
  return patient.patientType === 6 || patient.allergyFlag === 1 || patient.systemicDiseases.length > 0
}

/** Allergy, illnesses and the black list as red tags. */
export function PatientAlerts({ patient }: { patient: Alarming }) {
  return (
    <>
      {patient.patientType === 6 && (
        <Tag tone="danger" icon="ban">
          黑名单
        </Tag>
      )}
      {patient.allergyFlag === 1 && (
        <Tag tone="danger" icon="alert" title={patient.allergyHistory}>
          {allergyWords(patient.allergyHistory)}
        </Tag>
      )}
      {patient.systemicDiseases.map((disease) => (
        <Tag key={disease} tone="danger" icon="heart-pulse">
          {disease}
        </Tag>
      ))}
    </>
  )
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
