import type { TenantTx } from '../../platform/database/tx.ts'
import { columns, select } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { RecordContent } from '@dentin/contract/record'
import type { DoneAtVisit, OwnSections, RecordInHand } from '../record/index.ts'
import { draftOfPatient, draftThere } from './beginning.ts'
import { sectionOf } from './charts.ts'
import { takeBackRecall } from './recall.ts'
import { PERIODONTAL } from './standing.ts'

const draftOfRecord = select(columns('perio_draft', 'f', 'id', 'aside_id'))
const draftIn = (tx: TenantTx, recordId: string) =>
  tx.row(draftOfRecord.keptFrom`perio_draft f where ${tx.own('f')} and f.record_id = ${recordId}`)

/** A record is not signed while its examination, or a correction of it, is not sealed: it would be signed without. */
export async function signed(tx: TenantTx, recordId: string, _done: DoneAtVisit): Promise<void> {
  if (await draftIn(tx, recordId)) throw new AppError('PERIO_DRAFT_UNSEALED')
}

/** A text that is opened again says the chart that counts: one that was removed since is not signed anew. */
export async function ownSections(
  tx: TenantTx,
  { id, recordType }: RecordInHand,
  { perio }: RecordContent,
): Promise<OwnSections | undefined> {
  if (recordType !== PERIODONTAL) return undefined
  const now = await sectionOf(tx, id)
  // The words stay those that were signed.
  return { perio: now?.chartId === perio?.chartId ? perio : now }
}

const made = select(columns('perio_chart', 'k', 'id'))
const chartsIn = (tx: TenantTx, recordId: string) =>
  tx.rows(made.keptFrom`perio_chart k where ${tx.own('k')} and k.record_id = ${recordId} order by k.id`)

/** A deleted record takes its examination out of the way, cells and all, and what was planned by its charts back. */
export async function removed({ tx }: ClinicContext, { id, patientId, recordType }: RecordInHand): Promise<void> {
  if (recordType !== PERIODONTAL) return
  const draft = await draftIn(tx, id)
  if (draft) await tx.update('perio_draft', { id: draft.id }, { aside_id: id }, { action: 'set-aside', patientId })
  if (draft) tx.publish('perio', draft.id)
  for (const chart of await chartsIn(tx, id)) await takeBackRecall(tx, { id: chart.id, patientId }, '病历已删除')
}

/** A record that comes back has its examination again, unless another of the patient is being made by now. */
export async function restored(context: ClinicContext, { id, patientId, recordType }: RecordInHand): Promise<void> {
  const { tx } = context
  if (recordType !== PERIODONTAL) return
  const draft = await draftIn(tx, id)
  if (draft?.asideId == null) return
  const other = await tx.acrossClinics(() => draftOfPatient(context, patientId))
  if (other) throw draftThere(other, '这份病历里有没完成的牙周检查，恢复前请先保存或放弃这位患者正在做的另一份')
  await tx.update('perio_draft', { id: draft.id }, { aside_id: null }, { action: 'take-up', patientId })
  tx.publish('perio', draft.id)
}
