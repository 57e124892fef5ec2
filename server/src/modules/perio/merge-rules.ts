import { columns, named, select } from '../../platform/database/select.ts'
import { followsPatient, staysWithFile, type Following, type ObstacleSource, type Staying } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. Charts follow their records. */
export const mergeRules: readonly Following[] = [
  followsPatient('perio_draft', { partOf: { medical_record: 'record_id' }, topic: 'perio' }),
]

/** What stays where it is. */
export const stays: readonly Staying[] = [
  staysWithFile('perio_chart', 'patient_id', 'a chart is never changed: whose file it was; it follows its record'),
]

const open = select(
  columns('perio_draft', 'f', 'patient_id'),
  columns('medical_record', 'r', 'record_no'),
  named('patient', 'p', { name: 'name' }),
)

/** A patient has one examination that is not finished: of two files that have one each, one has to be sealed or given up. */
export const mergeObstacles: ObstacleSource = async (tx, patientIds) => {
  const rows = await tx.rows(
    open.keptFrom`perio_draft f join patient p on ${tx.own('p')} and p.id = f.patient_id
      join medical_record r on ${tx.own('r')} and r.id = f.record_id
      where ${tx.own('f')} and f.patient_id = any(${patientIds}::uuid[]) and f.aside_id is null order by r.record_no`,
  )
  if (rows.length < 2) return []
  return rows.map(({ patientId, recordNo, name }) => ({
    patientId,
    text: `${name}的牙周检查（病历 ${recordNo}）还没有完成，两份档案只能留一份没完成的，请先保存或放弃一份`,
  }))
}
