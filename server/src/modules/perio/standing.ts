import type { PerioCells } from '@dentin/clinical/perio/index'
import type { PerioAnswers, PerioDiagnosis, PerioPlan } from '@dentin/contract/perio'
import { recordStates } from '@dentin/contract/core/status'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

/** Number of periodontal records among the kinds. */
export const PERIODONTAL = 3

const recordOfDraft = select(columns('medical_record', 'r', 'id', 'clinic_id', 'patient_id', 'doctor_id', 'status'), {
  visitTime: sql<Date>`r.visit_time`,
})
type RecordRow = RowIn<typeof recordOfDraft>

/** A periodontal record, locked. */
export const lockPerioRecord = ({ tx }: Pick<ClinicContext, 'tx'>, id: string): Promise<RecordRow> =>
  tx.need(
    recordOfDraft.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${id} and r.record_type = ${PERIODONTAL} for no key update`,
  )

/** Refuses where the text of the record is locked, or the record deleted. */
export function mustBeOpen(record: { id: string; status: number }): void {
  if (recordStates.is(record.status, 'deleted')) throw new AppError('RECORD_DELETED')
  if (!recordStates.may('edit', record.status))
    throw new AppError('PERIO_RECORD_SIGNED', { data: { recordId: record.id } })
}

const standingDraft = select(
  columns('perio_draft', 'f', 'id', 'version', 'clinic_id', 'patient_id', 'record_id', 'corrects_id', 'correct_reason'),
  columns('perio_draft', 'f', 'note'),
  {
    answers: sql<PerioAnswers>`f.answers`,
    diagnosis: sql<PerioDiagnosis | null>`f.diagnosis`,
    plan: sql<PerioPlan>`f.plan`,
  },
  named('medical_record', 'r', { recordStatus: 'status', doctorId: 'doctor_id', visitTime: 'visit_time' }),
  columns('patient', 'p', 'birth_day'),
)
/** A draft with the record it goes into. */
export type StandingDraft = RowIn<typeof standingDraft>

/** From a draft `f` to its record `r` and patient `p`. */
const withRecord = (tx: TenantTx) => sql`perio_draft f
  join medical_record r on ${tx.own('r')} and r.id = f.record_id
  join patient p on ${tx.own('p')} and p.id = f.patient_id`

/** A draft while its cells are written: others write cells too, nobody seals or discards it meanwhile. */
export const shareDraft = ({ tx }: ClinicContext, id: string): Promise<StandingDraft> =>
  tx.need(standingDraft.keptFrom`${withRecord(tx)} where ${tx.own('f')} and f.id = ${id} for key share of f`)

/** A draft that nobody else writes to until the end of the transaction. */
export const lockDraft = ({ tx }: ClinicContext, id: string): Promise<StandingDraft> =>
  tx.need(standingDraft.keptFrom`${withRecord(tx)} where ${tx.own('f')} and f.id = ${id} for update of f`)

const toothRow = select(columns('perio_draft_tooth', 't', 'id', 'tooth', 'version'), {
  cells: sql<PerioCells[string]>`t.cells`,
})
/** A tooth of a draft. */
export type DraftTooth = RowIn<typeof toothRow>

/** The teeth of a draft. */
export const draftTeeth = (tx: TenantTx, draftId: string): Promise<DraftTooth[]> =>
  tx.rows(toothRow.keptFrom`perio_draft_tooth t where ${tx.own('t')} and t.draft_id = ${draftId} order by t.tooth`)

const changes = select({ seq: sql<number>`coalesce(sum(t.version - 1), 0)::int` })
/** How many changes the cells of a draft have taken. */
export const seqOf = async (tx: TenantTx, draftId: string): Promise<number> =>
  (await tx.need(changes.keptFrom`perio_draft_tooth t where ${tx.own('t')} and t.draft_id = ${draftId}`)).seq

/** Some teeth of a draft, locked in the order in which everybody locks them. */
export const lockTeeth = (tx: TenantTx, draftId: string, teeth: readonly string[]): Promise<DraftTooth[]> =>
  tx.rows(
    toothRow.keptFrom`perio_draft_tooth t where ${tx.own('t')} and t.draft_id = ${draftId} and t.tooth = any(${teeth}::text[])
      order by t.tooth for no key update`,
  )

/** The chart that teeth come to, and how many changes it has taken. */
export function chartOf(teeth: readonly DraftTooth[]): { cells: PerioCells; seq: number } {
  return {
    cells: Object.fromEntries(
      teeth.flatMap(({ tooth, cells }) => (Object.keys(cells).length > 0 ? [[tooth, cells]] : [])),
    ),
    seq: teeth.reduce((sum, { version }) => sum + version - 1, 0),
  }
}

/** Whether the chart `k` was taken out of lists and has not come back. */
export const isRemoved = (tx: TenantTx, chartId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from perio_chart_removal m where ${tx.own('m')} and m.chart_id = ${chartId} and m.restored_at is null)`

/** The chart that corrects `k` and is not removed, as a statement that gives one id. */
export const correctionOf = (tx: TenantTx): RawBuilder<unknown> => sql`select x.id from perio_chart x
  where ${tx.own('x')} and x.corrects_id = k.id and not ${isRemoved(tx, sql`x.id`)} order by x.sealed_at desc limit 1`

/** The charts `k` that count: not removed, not corrected, of a record `r` that is not deleted. */
export const counts = (tx: TenantTx): RawBuilder<boolean> => sql<boolean>`not ${isRemoved(tx, sql`k.id`)}
  and not exists (${correctionOf(tx)}) and r.status not in ${codes(recordStates, 'deleted')}`

/** From a chart `k` to the record `r` it was signed with, which says whose it is today. */
export const charts = (tx: TenantTx): RawBuilder<unknown> =>
  sql`perio_chart k join medical_record r on ${tx.own('r')} and r.id = k.record_id`
