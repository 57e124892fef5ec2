import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { outcomeOfItem } from '@dentin/clinical/plan-marks'
import { countTeeth, parseTeeth } from '@dentin/clinical/teeth'
import { planStates } from '@dentin/contract/treatment-plan'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { recordForPlan, type RecordForPlan } from '../record/index.ts'
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

/** An item of the clinic's price list that a plan may have. */
export interface PlanItem {
  id: string
  name: string
  toothRequired: boolean
  /** It is paid by the tooth. */
  toothCountPriced: boolean
}
/** The items that the clinic offers, in the order of its price list. */
export async function planItems({ tx, clinicId }: ClinicContext): Promise<PlanItem[]> {
  const names = await tx.rows(known.keptFrom`tariff i where ${tx.own('i')} order by i.sort_no, i.id`)
  const priced = await tariffsByIds(
    tx,
    clinicId,
    names.map(({ id }) => id),
  )
  return names.flatMap(({ id, name }) => {
    const tariff = priced.get(id)
    const { toothRequired, toothCountPriced } = tariff ?? { toothRequired: false, toothCountPriced: false }
    return tariff?.enabled ? [{ id, name, toothRequired, toothCountPriced }] : []
  })
}

/** A draft of what a record plans. */
interface PlanOfRecord {
  requestId: string
  recordId: string
  patientId: string
  doctorId: string
  title: string
  lines: readonly { item: PlanItem; teeth: string; qty: number }[]
}
/** Makes a draft of lines that a record plans; the record is locked: one plan a record. */
export async function planOfLines(
  context: ClinicContext,
  { requestId, recordId, patientId, doctorId, title, lines }: PlanOfRecord,
): Promise<{ id: string; version: number; status: number }> {
  const { tx } = context
  const there = await tx.row(
    live.keptFrom`treatment_plan t where ${tx.own('t')} and t.record_id = ${recordId} and t.status not in ${codes(planStates, 'refused', 'expired')}
      order by t.created_at limit 1`,
  )
  if (there) throw new AppError('PLAN_OF_RECORD', { data: { id: there.id } })
  if (lines.length === 0) throw new AppError('PLAN_NO_ITEMS')
  return savePlan(context, {
    requestId,
    patientId,
    doctorId,
    recordId,
    title: title.slice(0, 60),
    discountPercent: 100,
    discountReason: '',
    options: [
      {
        name: '方案一',
        pros: [],
        cons: [],
        phases: [{ name: '治疗', month: '', visits: 1 }],
        lines: lines.map(({ item, teeth, qty }) => ({
          tariffId: item.id,
          teeth,
          outcome: outcomeOfItem(item.name),
          qty,
          phase: 1,
        })),
      },
    ],
  })
}

/** What a row of a record comes to: the items that its doctor chose, else the one that its words most likely mean. */
function itemsOfRow(
  { teeth, content, tariffIds = [] }: RecordForPlan['rows'][number],
  items: readonly PlanItem[],
): { lines: PlanOfRecord['lines']; unmatched: string[] } {
  const chosen = tariffIds.flatMap((id) => items.find((item) => item.id === id) ?? [])
  const guessed = tariffIds.length === 0 ? itemFor(content, items) : null
  const found = [...chosen, ...(guessed ? [guessed] : [])].filter((item) => teeth !== '' || !item.toothRequired)
  const isWhole = found.length > 0 && found.length >= tariffIds.length
  return {
    lines: found.map((item) => ({
      item,
      teeth,
      qty: chosen.includes(item) && item.toothCountPriced ? Math.max(1, countTeeth(parseTeeth(teeth))) : 1,
    })),
    unmatched: isWhole ? [] : [content || '计划'],
  }
}

/** Makes a draft of what a record plans: each row its items of the price list at its teeth. A second press waits for the first. */
export async function planFromRecord(
  context: ClinicContext,
  { recordId, requestId }: ParsedInput<Calls['fromRecord']>,
): Promise<HandlerOutput<Calls['fromRecord']>> {
  const record = await recordForPlan(context, recordId)
  const items = await planItems(context)
  const found = record.rows.map((row) => itemsOfRow(row, items))
  const lines = found.flatMap((row) => row.lines)
  const unmatched = found.flatMap((row) => row.unmatched)
  const title = record.diagnosisText ? `${record.diagnosisText}治疗` : '治疗计划'
  return { ...(await planOfLines(context, { ...record, requestId, recordId, title, lines })), unmatched }
}
