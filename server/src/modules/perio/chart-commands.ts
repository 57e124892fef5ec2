import type { PerioCells, PerioSummary } from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import type { PerioAnswers, PerioDiagnosis, PerioPlan } from '@dentin/contract/perio'
import { recordStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { writeOwnSection } from '../record/index.ts'
import { ADD, DELETE, mustWork } from './access.ts'
import { beginDraft, draftOfPatient, draftThere } from './beginning.ts'
import { wordsOf } from './rules.ts'
import { charts, correctionOf, counts, isRemoved, mustBeOpen } from './standing.ts'

type Calls = typeof contract.perio

const standing = (tx: TenantTx) =>
  select(
    columns('perio_chart', 'k', 'id', 'chart_no', 'record_id', 'examined_at', 'hash', 'note', 'corrects_id'),
    columns('medical_record', 'r', 'clinic_id', 'patient_id', 'doctor_id'),
    named('medical_record', 'r', { recordStatus: 'status' }),
    {
      cells: sql<PerioCells>`k.cells`,
      summary: sql<PerioSummary>`k.summary`,
      answers: sql<PerioAnswers>`k.answers`,
      diagnosis: sql<PerioDiagnosis | null>`k.diagnosis`,
      plan: sql<PerioPlan>`k.plan`,
      age: sql<number | null>`k.age`,
      removed: isRemoved(tx, sql`k.id`),
      correctedById: sql<string | null>`(${correctionOf(tx)})`,
    },
  )
export type StandingChart = RowIn<ReturnType<typeof standing>>

/** A chart with its record, which is locked: what is done with charts of one record is done one after the other. */
export const lockChart = ({ tx }: ClinicContext, id: string): Promise<StandingChart> =>
  tx.need(standing(tx).keptFrom`${charts(tx)} where ${tx.own('k')} and k.id = ${id} for no key update of r`)

/** Refuses what was taken out of lists, and what a correction stands for. */
export function mustCount(chart: StandingChart): void {
  if (chart.removed) throw new AppError('PERIO_REMOVED')
  if (chart.correctedById !== null)
    throw new AppError('PERIO_SUPERSEDED', { data: { correctedById: chart.correctedById } })
}

/** Begins the correction of a chart, with what it says; its record has to be open, so that the signature covers it anew. */
export async function correct(
  context: ClinicContext,
  { id, reason }: ParsedInput<Calls['correct']>,
): Promise<HandlerOutput<Calls['correct']>> {
  const { tx } = context
  const chart = await lockChart(context, id)
  await mustWork(context, ADD, chart)
  mustCount(chart)
  mustBeOpen({ id: chart.recordId, status: chart.recordStatus })
  const there = await draftOfPatient(tx, chart.patientId)
  if (there?.correctsId === id) return { id: there.id, recordId: there.recordId }
  if (there) throw draftThere(there)
  const { cells, answers, plan } = chart
  const of = { recordId: chart.recordId, patientId: chart.patientId, visitTime: chart.examinedAt }
  const draftId = await beginDraft(context, of, {
    cells,
    answers,
    plan,
    diagnosis: chart.diagnosis,
    note: chart.note,
    corrects: { id, reason },
  })
  if (draftId === null) throw new AppError('PERIO_DRAFT_THERE')
  return { id: draftId, recordId: chart.recordId }
}

/** The charts of a record that count, the newest first. */
export const ofRecord = (tx: TenantTx, recordId: string) =>
  tx.rows(
    standing(tx).keptFrom`${charts(tx)} where ${tx.own('k')} and k.record_id = ${recordId} and ${counts(tx)}
      order by k.sealed_at desc`,
  )

/** Brings the section of a record that is open to the chart that counts; a signed one says what was signed. */
async function settleRecord(context: ClinicContext, record: { id: string; status: number }): Promise<void> {
  if (!recordStates.may('edit', record.status)) return
  const [chart] = await ofRecord(context.tx, record.id)
  await writeOwnSection(
    context,
    record.id,
    'perio',
    chart && { chartId: chart.id, hash: chart.hash, words: wordsOf(chart, chart.summary) },
  )
}

const correcting = select(columns('perio_draft', 'f', 'id'))

/** Takes a chart out of lists, comparison and trends; the record that was signed with it keeps it. */
export async function remove(
  context: ClinicContext,
  { id, reason }: ParsedInput<Calls['remove']>,
): Promise<HandlerOutput<Calls['remove']>> {
  const { tx } = context
  const chart = await lockChart(context, id)
  await mustWork(context, DELETE, chart)
  mustCount(chart)
  const draft = await tx.row(correcting.keptFrom`perio_draft f where ${tx.own('f')} and f.corrects_id = ${id}`)
  if (draft) throw new AppError('PERIO_DRAFT_UNSEALED', { message: '正在更正这次检查，请先保存或放弃更正' })
  await tx.insert(
    'perio_chart_removal',
    {
      id: uuidv7(),
      clinic_id: chart.clinicId,
      chart_id: id,
      reason,
      removed_by: context.employeeId,
      removed_name: context.actorName,
      removed_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: chart.patientId, reason },
  )
  await settleRecord(context, { id: chart.recordId, status: chart.recordStatus })
  tx.publish('perio', id)
  tx.publish('patient', chart.patientId)
  return { id }
}

const removal = select(columns('perio_chart_removal', 'm', 'id'))

/** Brings a chart back that was taken out. A record has one chart that counts: where another has come, this one stays out. */
export async function restore(
  context: ClinicContext,
  { id }: ParsedInput<Calls['restore']>,
): Promise<HandlerOutput<Calls['restore']>> {
  const { tx } = context
  const chart = await lockChart(context, id)
  await mustWork(context, DELETE, chart)
  const standsOut = await tx.row(
    removal.keptFrom`perio_chart_removal m where ${tx.own('m')} and m.chart_id = ${id} and m.restored_at is null for no key update`,
  )
  if (!standsOut) throw new AppError('STATUS_CHANGED')
  const others = await ofRecord(tx, chart.recordId)
  if (others.some((other) => other.id !== chart.correctsId && other.correctsId !== id))
    throw new AppError('PERIO_CHART_THERE', { message: '这份病历已有另一次牙周检查，不能再恢复' })
  await tx.update(
    'perio_chart_removal',
    { id: standsOut.id },
    { restored_at: tx.now, restored_name: context.actorName },
    { action: 'restore', patientId: chart.patientId },
  )
  await settleRecord(context, { id: chart.recordId, status: chart.recordStatus })
  tx.publish('perio', id)
  tx.publish('patient', chart.patientId)
  return { id }
}
