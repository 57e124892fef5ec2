import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { recordStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { isSealed, writeOwnSection } from '../record/index.ts'
import { DELETE, mustWork, writing } from './access.ts'
import { beginDraft, draftOfPatient, draftThere } from './beginning.ts'
import { lockChart, mustCount, mustStandInRecord, ofRecord, sectionOf } from './charts.ts'
import { takeBackRecall } from './recall.ts'
import { mustBeOpen } from './standing.ts'

type Calls = typeof contract.perio

/** Begins the correction of a chart, with what it says; its record has to be open, so that the signature covers it anew. */
export async function correct(
  context: ClinicContext,
  { id, reason }: ParsedInput<Calls['correct']>,
): Promise<HandlerOutput<Calls['correct']>> {
  const chart = await lockChart(context, id)
  await mustWork(context, writing(chart.recordStatus), chart)
  mustCount(chart)
  mustBeOpen({ id: chart.recordId, status: chart.recordStatus })
  const there = await draftOfPatient(context, chart.patientId)
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

/** Brings the section of a record that is open to the chart that counts; a signed one says what was signed. */
async function settleRecord(context: ClinicContext, record: { id: string; status: number }): Promise<void> {
  if (!recordStates.may('edit', record.status)) return
  await writeOwnSection(context, record.id, 'perio', await sectionOf(context.tx, record.id))
}

const underway = select(columns('perio_draft', 'f', 'id'))

/** Takes a chart out of lists, comparison and trends; the record that was signed with it keeps it. */
export async function remove(
  context: ClinicContext,
  { id, reason }: ParsedInput<Calls['remove']>,
): Promise<HandlerOutput<Calls['remove']>> {
  const { tx } = context
  const chart = await lockChart(context, id)
  await mustWork(context, DELETE, chart)
  mustCount(chart)
  if (await isSealed(tx, chart.recordId)) throw new AppError('RECORD_SEALED')
  const draft = await tx.row(underway.keptFrom`perio_draft f where ${tx.own('f')} and f.corrects_id = ${id}`)
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
  await takeBackRecall(tx, chart, '牙周检查已删除')
  tx.publish('perio', id)
  tx.publish('patient', chart.patientId)
  return { id }
}

const removal = select(columns('perio_chart_removal', 'm', 'id'))

const said = select({ chartId: sql<string | null>`r.content #>> '{perio,chartId}'` })

/**
 * Brings a chart back that was taken out. A record has one chart that counts: where another has come, or is being made, this
 * one stays out. One whose signed record no longer says it waits for the record's amendment: nobody has signed for it.
 */
export async function restore(
  context: ClinicContext,
  { id }: ParsedInput<Calls['restore']>,
): Promise<HandlerOutput<Calls['restore']>> {
  const { tx } = context
  const chart = await lockChart(context, id)
  await mustWork(context, DELETE, chart)
  mustStandInRecord(chart)
  const standsOut = await tx.row(
    removal.keptFrom`perio_chart_removal m where ${tx.own('m')} and m.chart_id = ${id} and m.restored_at is null for no key update`,
  )
  if (!standsOut) throw new AppError('STATUS_CHANGED')
  const draft = await tx.row(underway.keptFrom`perio_draft f where ${tx.own('f')} and f.record_id = ${chart.recordId}`)
  if (draft)
    throw new AppError('PERIO_DRAFT_UNSEALED', { message: '这份病历正在做另一次牙周检查，请先保存或放弃那一次再恢复' })
  const others = await ofRecord(tx, chart.recordId)
  if (others.some((other) => other.id !== chart.correctsId && other.correctsId !== id))
    throw new AppError('PERIO_CHART_THERE', { message: '这份病历已有另一次牙周检查，不能再恢复' })
  const text = await tx.need(said.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${chart.recordId}`)
  if (!recordStates.may('edit', chart.recordStatus) && text.chartId !== id)
    throw new AppError('PERIO_RECORD_SIGNED', {
      message: '病历签名时已不带这次检查，请先修订病历再恢复',
      data: { recordId: chart.recordId },
    })
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
