import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { outcomeOfItem } from '@dentin/clinical/plan-marks'
import { planStates } from '@dentin/contract/treatment-plan'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { recordForPlan } from '../record/index.ts'
import { readable } from './access.ts'
import { savePlan } from './commands.ts'
import { itemFor } from './rules.ts'

type Calls = typeof contract.treatmentPlan

const ofRecord = select(columns('treatment_plan', 't', 'id', 'plan_no', 'title', 'status'))

/** The plans that were made of a record, those that were refused or ran out too. */
export const plansOfRecord = (
  context: ClinicContext,
  { id }: ParsedInput<Calls['ofRecord']>,
): Promise<HandlerOutput<Calls['ofRecord']>> =>
  context.tx.rows(
    ofRecord.keptFrom`treatment_plan t where ${context.tx.own('t')} and t.record_id = ${id} and ${readable(context)} order by t.created_at, t.id`,
  )

const known = select(columns('tariff', 'i', 'id', 'name'))
const live = select(columns('treatment_plan', 't', 'id'))

/** What a draft is made of. */
export interface RowsOfPlan {
  requestId: string
  recordId: string
  patientId: string
  doctorId: string
  title: string
  rows: readonly { teeth: string; content: string }[]
}

/** Makes a draft of rows that a record plans: each an item of the price list at its teeth. One plan a record, which is locked. */
export async function planOfRows(
  context: ClinicContext,
  { requestId, recordId, patientId, doctorId, title, rows }: RowsOfPlan,
): Promise<HandlerOutput<Calls['fromRecord']>> {
  const { tx, clinicId } = context
  const there = await tx.row(
    live.keptFrom`treatment_plan t where ${tx.own('t')} and t.record_id = ${recordId} and t.status not in ${codes(planStates, 'refused', 'expired')}
      order by t.created_at limit 1`,
  )
  if (there) throw new AppError('PLAN_OF_RECORD', { data: { id: there.id } })
  const names = await tx.rows(known.keptFrom`tariff i where ${tx.own('i')} order by i.sort_no, i.id`)
  const priced = await tariffsByIds(
    tx,
    clinicId,
    names.map(({ id }) => id),
  )
  const items = names.filter(({ id }) => priced.get(id)?.enabled)
  const found = rows.map((row) => {
    const item = itemFor(row.content, items)
    const lacksTeeth = row.teeth === '' && item !== null && priced.get(item.id)?.toothRequired === true
    return { ...row, item: lacksTeeth ? null : item }
  })
  const lines = found.flatMap(({ teeth, item }) =>
    item ? [{ tariffId: item.id, teeth, outcome: outcomeOfItem(item.name), qty: 1, phase: 1 }] : [],
  )
  const unmatched = found.filter(({ item }) => item === null).map(({ content }) => content)
  if (lines.length === 0) throw new AppError('PLAN_NO_ITEMS')
  const made = await savePlan(context, {
    requestId,
    patientId,
    doctorId,
    recordId,
    title: title.slice(0, 60),
    discountPercent: 100,
    discountReason: '',
    options: [{ name: '方案一', pros: [], cons: [], phases: [{ name: '治疗', month: '', visits: 1 }], lines }],
  })
  return { ...made, unmatched }
}

/** Makes a draft of what a record plans. A second press waits for the first, and finds its plan. */
export async function planFromRecord(
  context: ClinicContext,
  { recordId, requestId }: ParsedInput<Calls['fromRecord']>,
): Promise<HandlerOutput<Calls['fromRecord']>> {
  const record = await recordForPlan(context, recordId)
  const title = record.diagnosisText ? `${record.diagnosisText}治疗` : '治疗计划'
  return planOfRows(context, { ...record, requestId, recordId, title })
}
