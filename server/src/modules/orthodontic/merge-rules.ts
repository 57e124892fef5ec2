import { orthoStates } from '@dentin/contract/orthodontic'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import { followsPatient, type Following, type ObstacleSource } from '../patient/index.ts'

/** What becomes of its rows when two files of one person become one. */
export const mergeRules: readonly Following[] = [
  followsPatient('ortho_case', { name: '正畸病例', number: 'case_no', topic: 'orthodontic' }),
]

const open = select(columns('ortho_case', 'k', 'case_no', 'patient_id'), named('patient', 'p', { name: 'name' }))

/** A patient has one open case: of two files that have one each, one has to be ended first. */
export const mergeObstacles: ObstacleSource = async (tx, patientIds) => {
  const rows = await tx.rows(
    open.keptFrom`ortho_case k join patient p on ${tx.own('p')} and p.id = k.patient_id
      where ${tx.own('k')} and k.patient_id = any(${patientIds}::uuid[]) and k.status in ${codes(orthoStates, 'open')} order by k.case_no`,
  )
  if (new Set(rows.map(({ patientId }) => patientId)).size < 2) return []
  return rows.map(({ patientId, caseNo, name }) => ({
    patientId,
    text: `${name}的正畸病例 ${caseNo} 还在进行，两份档案只能留一个进行中的，请先结束或中止一个`,
  }))
}
