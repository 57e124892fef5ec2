import { recordStates } from '@dentin/contract/core/status'
import type { RecordContent } from '@dentin/contract'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { readable } from './access.ts'
import type { DoneAtVisit } from './extension-points.ts'
import { planLinesIn, readContent } from './rules.ts'

const written = select(
  columns('medical_record', 'r', 'doctor_id', 'patient_id', 'clinic_id', 'visit_time', 'registration_id'),
  {
    content: sql<unknown>`r.content`,
  },
)

/** What a consent takes from a record of this patient. @throws AppError NOT_FOUND for another's, or a deleted one */
export async function recordForConsent(
  tx: TenantTx,
  id: string,
  patientId: string,
): Promise<{ doctorId: string; content: RecordContent }> {
  const row = await tx.need(
    written.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${id} and r.patient_id = ${patientId}
      and r.status not in ${codes(recordStates, 'deleted')}`,
  )
  return { doctorId: row.doctorId, content: readContent(row.content) }
}

/** Items of the price list in the treatments of a text. */
export const tariffsIn = ({ treatments }: RecordContent): string[] =>
  treatments.flatMap(({ tariffs }) => tariffs.map(({ tariffId }) => tariffId))

/** Those, and what its plans come to: whatever a reader wants the name of. */
export const tariffsNamedIn = (content: RecordContent): string[] => [
  ...tariffsIn(content),
  ...content.plans.flatMap(({ tariffIds }) => tariffIds ?? []),
]

/** What was done at the visit of a record that the person may read. */
export async function recordForLacking(context: ClinicContext, id: string): Promise<DoneAtVisit> {
  const { tx } = context
  const { content, ...visit } = await tx.need(
    written.from`medical_record r where ${tx.own('r')} and r.id = ${id} and ${readable(context)}`,
  )
  const text = readContent(content)
  return { ...visit, tariffIds: tariffsIn(text), planLineIds: planLinesIn(text) }
}
