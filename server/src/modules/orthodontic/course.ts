import { orthoVisit, type OrthoVisitContent } from '@dentin/contract/orthodontic'
import { recordStates } from '@dentin/contract/core/status'
import { formatDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** The orthodontic texts `r` of a case, by its id and patient: of type 2, and naming it. */
export const textsOf = (tx: TenantTx, caseId: RawBuilder<unknown>, patientId: RawBuilder<unknown>) =>
  sql<boolean>`${tx.own('r')} and r.patient_id = ${patientId} and r.record_type = 2 and r.status not in ${codes(recordStates, 'deleted')}
    and coalesce(r.content #>> '{orthoVisit,caseId}', r.content #>> '{orthoExam,caseId}') = (${caseId})::text`

const text = select(
  columns('medical_record', 'r', 'id', 'record_no', 'status', 'visit_time'),
  named('employee', 'e', { doctorName: 'name' }),
  { isExam: sql<boolean>`r.content ? 'orthoExam'`, visit: sql<unknown>`r.content -> 'orthoVisit'` },
)

/** A monthly visit with the record that tells of it. */
export interface CourseVisit {
  recordId: string
  /** YYYY-MM-DD */
  day: string
  visit: OrthoVisitContent
}

/** The texts of a case, the newest first, and of its monthly visits what they say, the oldest first. */
export async function courseOf(tx: TenantTx, found: { id: string; patientId: string }) {
  const rows = await tx.rows(
    text.keptFrom`medical_record r join employee e on ${tx.own('e')} and e.id = r.doctor_id
      where ${textsOf(tx, sql`${found.id}`, sql`${found.patientId}`)} order by r.visit_time desc, r.id desc limit 300`,
  )
  return {
    records: rows.map(({ visit: _visit, ...record }) => record),
    visits: rows
      .flatMap(({ id, visitTime, visit }): CourseVisit[] =>
        visit === null ? [] : [{ recordId: id, day: formatDate(visitTime), visit: orthoVisit.parse(visit) }],
      )
      .toReversed(),
  }
}
