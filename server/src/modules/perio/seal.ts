import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { today, uuidv7 } from '@dentin/kit'
import { columns, named, select } from '../../platform/database/select.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { writeOwnSection, type DoneAtVisit } from '../record/index.ts'
import { mustWork, SIGN } from './access.ts'
import { ofRecord } from './chart-commands.ts'
import { ageOf, judged } from './drafts.ts'
import { snapshotOf } from './queries.ts'
import { mustBeMeasured, sealOf, wordsOf, type Sealed } from './rules.ts'
import { chartOf, draftTeeth, lockDraft, mustBeOpen } from './standing.ts'

type Calls = typeof contract.perio

const doctorOf = select(named('employee', 'e', { doctorName: 'name' }))

/** Seals an examination: from now on nobody changes it. Its figures go into the record, whose signature covers its hash. */
export async function seal(
  context: ClinicContext,
  input: ParsedInput<Calls['seal']>,
): Promise<HandlerOutput<Calls['seal']>> {
  const { tx } = context
  const draft = await lockDraft(context, input.id)
  await mustWork(context, SIGN, draft)
  mustBeOpen({ id: draft.recordId, status: draft.recordStatus })
  const { cells, seq } = chartOf(await draftTeeth(tx, draft.id))
  if (seq !== input.seq) throw new AppError('PERIO_CELLS_CHANGED', { data: { seq } })
  const others = await ofRecord(tx, draft.recordId)
  if (others.some((other) => other.id !== draft.correctsId)) throw new AppError('PERIO_CHART_THERE')
  const summary = mustBeMeasured(cells)
  const proposal = await judged(tx, draft, { cells, answers: draft.answers, diagnosis: draft.diagnosis })
  const id = uuidv7()
  const sealed: Sealed = {
    id,
    recordId: draft.recordId,
    patientId: draft.patientId,
    doctorId: draft.doctorId,
    examinedAt: draft.visitTime,
    cells,
    answers: draft.answers,
    diagnosis: draft.diagnosis,
    plan: draft.plan,
    note: draft.note,
    correctsId: draft.correctsId,
    correctReason: draft.correctReason,
  }
  const hash = sealOf(sealed)
  const { doctorName } = await tx.need(doctorOf.keptFrom`employee e where ${tx.own('e')} and e.id = ${draft.doctorId}`)
  const chartNo = await tx.nextNumber('YZ', draft.clinicId, today(tx.now))
  await tx.need(
    keptSql`insert into perio_chart
        (tenant_id, id, clinic_id, chart_no, patient_id, record_id, doctor_id, doctor_name, examined_at, age, cells, summary, answers,
         proposal, diagnosis, plan, note, corrects_id, correct_reason, hash, sealed_by, sealed_name, sealed_at)
      values (${tx.tenantId}, ${id}, ${draft.clinicId}, ${chartNo}, ${draft.patientId}, ${draft.recordId}, ${draft.doctorId},
        ${doctorName}, ${draft.visitTime}, ${ageOf(draft)}, ${JSON.stringify(cells)}::jsonb, ${JSON.stringify(summary)}::jsonb,
        ${JSON.stringify(draft.answers)}::jsonb, ${JSON.stringify(proposal)}::jsonb,
        ${draft.diagnosis && JSON.stringify(draft.diagnosis)}::jsonb, ${JSON.stringify(draft.plan)}::jsonb, ${draft.note},
        ${draft.correctsId}, ${draft.correctReason}, ${hash}, ${context.employeeId}, ${context.actorName}, ${tx.now}) returning id`,
  )
  await tx.remove(
    'perio_draft',
    { id: draft.id, version: input.version },
    { action: 'seal', patientId: draft.patientId },
  )
  const recordVersion = await writeOwnSection(context, draft.recordId, 'perio', {
    chartId: id,
    hash,
    words: wordsOf(sealed, summary),
  })
  tx.publish('perio', draft.id)
  tx.publish('patient', draft.patientId)
  return { snapshot: await snapshotOf(context, id), recordVersion }
}

const unsealed = select(columns('perio_draft', 'f', 'id'))
/** A record is not signed while its examination, or a correction of it, is not sealed: it would be signed without. */
export async function signed(tx: TenantTx, recordId: string, _done: DoneAtVisit): Promise<void> {
  const draft = await tx.row(unsealed.keptFrom`perio_draft f where ${tx.own('f')} and f.record_id = ${recordId}`)
  if (draft) throw new AppError('PERIO_DRAFT_UNSEALED')
}
