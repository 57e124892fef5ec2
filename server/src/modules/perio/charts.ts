import type { PerioCells, PerioSummary } from '@dentin/clinical/perio/index'
import type { RecordContent } from '@dentin/contract/record'
import type { PerioAnswers, PerioDiagnosis, PerioPlan } from '@dentin/contract/perio'
import { recordStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { wordsOf } from './rules.ts'
import { charts, correctionOf, counts, isRemoved } from './standing.ts'

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

const held = select(columns('perio_chart', 'k', 'id'))
/**
 * A chart with its record, which is locked: what is done with charts of one record is done one after the other. Read by
 * another statement than the one that waits for the lock, which would still see what was there before it waited.
 */
export async function lockChart({ tx }: ClinicContext, id: string): Promise<StandingChart> {
  await tx.need(held.keptFrom`${charts(tx)} where ${tx.own('k')} and k.id = ${id} for no key update of r`)
  return tx.need(standing(tx).keptFrom`${charts(tx)} where ${tx.own('k')} and k.id = ${id}`)
}

/** Refuses the chart of a record that was deleted. */
export function mustStandInRecord({ recordStatus }: StandingChart): void {
  if (recordStates.is(recordStatus, 'deleted')) throw new AppError('RECORD_DELETED')
}

/** Refuses what was taken out of lists, with its record or alone, and what a correction stands for. */
export function mustCount(chart: StandingChart): void {
  mustStandInRecord(chart)
  if (chart.removed) throw new AppError('PERIO_REMOVED')
  if (chart.correctedById !== null)
    throw new AppError('PERIO_SUPERSEDED', { data: { correctedById: chart.correctedById } })
}

/** The charts of a record that count, the newest first. */
export const ofRecord = (tx: TenantTx, recordId: string) =>
  tx.rows(
    standing(tx).keptFrom`${charts(tx)} where ${tx.own('k')} and k.record_id = ${recordId} and ${counts(tx)}
      order by k.sealed_at desc`,
  )

/** What the section of a record says of the chart that counts; undefined: none does. */
export async function sectionOf(tx: TenantTx, recordId: string): Promise<RecordContent['perio']> {
  const [chart] = await ofRecord(tx, recordId)
  return chart && { chartId: chart.id, hash: chart.hash, words: wordsOf(chart, chart.summary) }
}
