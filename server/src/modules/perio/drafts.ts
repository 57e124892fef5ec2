import { perioProposal, type PerioProposal, type PerioStage } from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import type { PerioAnswers, PerioDiagnosis } from '@dentin/contract/perio'
import { formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { ageAt } from '../record/index.ts'
import { mustWork, writing } from './access.ts'
import { isMeasured, mustStand, worseStage } from './rules.ts'
import { chartOf, charts, counts, draftTeeth, lockDraft, mustBeOpen, type StandingDraft } from './standing.ts'
import type { PerioCells } from '@dentin/clinical/perio/index'

type Calls = typeof contract.perio

const staged = select({ stage: sql<PerioStage | null>`k.diagnosis ->> 'stage'` })
/** The worst stage diagnosed in a patient until a moment; the chart that is being corrected doesn't count. */
export async function worstStage(
  tx: TenantTx,
  { patientId, until, exceptId }: { patientId: string; until: Date; exceptId: string | null },
): Promise<PerioStage | null> {
  const rows = await tx.rows(
    staged.keptFrom`${charts(tx)} where ${tx.own('k')} and r.patient_id = ${patientId} and ${counts(tx)}
      and k.examined_at <= ${until} and k.id is distinct from ${exceptId}::uuid`,
  )
  return rows.reduce<PerioStage | null>((worst, { stage }) => worseStage(worst, stage), null)
}

/** Years on the day of the visit. */
export function ageOf(draft: { birthDay: string | null; visitTime: Date }): number | null {
  const years = ageAt(draft.birthDay, formatDate(draft.visitTime))
  // A birthday after the visit is a mistake of the file.
  return years === null || years < 0 || years > 150 ? null : years
}

/** What cells and answers of a draft come to, after a diagnosis was held against it. */
export async function judged(
  tx: TenantTx,
  draft: StandingDraft,
  of: { cells: PerioCells; answers: PerioAnswers; diagnosis: PerioDiagnosis | null },
): Promise<PerioProposal> {
  const previousStage = await worstStage(tx, {
    patientId: draft.patientId,
    until: draft.visitTime,
    exceptId: draft.correctsId,
  })
  const proposal = perioProposal(of.cells, of.answers, { age: ageOf(draft), previousStage })
  mustStand(of.diagnosis, of.answers, { proposal, previousStage })
  return proposal
}

/** Keeps what the doctor was asked, decided and plans. */
export async function decide(
  context: ClinicContext,
  input: ParsedInput<Calls['decide']>,
): Promise<HandlerOutput<Calls['decide']>> {
  const { tx } = context
  const draft = await lockDraft(context, input.id)
  await mustWork(context, writing(draft.recordStatus), draft)
  mustBeOpen({ id: draft.recordId, status: draft.recordStatus })
  const { answers, diagnosis, plan, note } = input
  if (diagnosis !== null) {
    const { cells } = chartOf(await draftTeeth(tx, draft.id))
    await judged(tx, draft, { cells, answers, diagnosis })
  }
  const row = await tx.update(
    'perio_draft',
    { id: draft.id, version: input.version },
    {
      answers: { ...answers },
      diagnosis: diagnosis && { ...diagnosis },
      plan: { ...plan },
      note,
    },
    { patientId: draft.patientId },
  )
  tx.publish('perio', draft.id)
  return { id: row.id, version: row.version }
}

/** Refuses to end an examination that somebody has typed into since the person looked. */
export function mustHaveSeen(seq: number, seen: number): void {
  if (seq !== seen) throw new AppError('PERIO_CELLS_CHANGED', { data: { seq } })
}

/** Gives an examination up; of one in which something was measured it is said why. */
export async function discard(
  context: ClinicContext,
  { id, version, seq: seen, reason }: ParsedInput<Calls['discard']>,
): Promise<null> {
  const { tx } = context
  const draft = await lockDraft(context, id)
  await mustWork(context, writing(draft.recordStatus), draft)
  const { cells, seq } = chartOf(await draftTeeth(tx, id))
  mustHaveSeen(seq, seen)
  if (isMeasured(cells) && reason === '') throw fieldError('RECORD_REASON_REQUIRED', 'reason')
  await tx.remove('perio_draft', { id, version }, { patientId: draft.patientId, ...(reason && { reason }) })
  tx.publish('perio', id)
  return null
}
