import {
  chartRisk,
  RECALL_MONTHS,
  riskAxisNames,
  riskNames,
  type Risk,
  type RiskAxis,
} from '@dentin/clinical/perio/index'
import { followUpStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { addMonths, formatDate, today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { dropCheckUps, moveCheckUps, planCheckUps } from '../follow-up/index.ts'
import { ADD, mustWork } from './access.ts'
import { lockChart, mustCount, type StandingChart } from './charts.ts'

type Calls = typeof contract.perio

const SOURCE = 'perio-recall'
const sourceOf = (chartId: string): string => `${SOURCE}:${chartId}`
/** The follow-ups `alias` that were planned for the recall of a chart of this patient. */
const isRecall = (alias: string, patientId: RawBuilder<unknown>, chartId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const of = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`${of('patient_id')} = ${patientId} and ${of('source_key')} like ${SOURCE} || ':' || ${chartId} || ':%'`
}
/** Of those the ones that stand, or were done. */
export const standingRecall = (
  alias: string,
  patientId: RawBuilder<unknown>,
  chartId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`${isRecall(alias, patientId, chartId)}
  and ${sql.ref(`${alias}.status`)} not in ${codes(followUpStates, 'cancelled')}`

/** What a recall says whoever calls the patient. */
function wordsOf(chart: Pick<StandingChart, 'chartNo' | 'examinedAt'>, risk: Risk | undefined): string {
  const words = risk ? `风险${riskNames[risk]}，建议每 ${RECALL_MONTHS[risk]} 个月` : '日期由医生定'
  return `牙周维护（检查 ${chart.chartNo}，${formatDate(chart.examinedAt)}；${words}）：复查牙周袋、出血和菌斑，预约洁治。`
}

/** Takes the open recall of a chart back that no longer counts. */
export const takeBackRecall = (
  tx: TenantTx,
  { id, patientId }: { id: string; patientId: string },
  reason: string,
): Promise<void> => dropCheckUps(tx, patientId, sourceOf(id), reason, { begun: true })

/** The recall of a chart is that of its correction from now on: there is one, not two. */
export const handRecallTo = (
  tx: TenantTx,
  {
    correctsId,
    ...chart
  }: Parameters<typeof chartRisk>[0] &
    Pick<StandingChart, 'id' | 'patientId' | 'chartNo' | 'examinedAt'> & { correctsId: string },
): Promise<void> =>
  moveCheckUps(tx, chart.patientId, sourceOf(correctsId), {
    source: sourceOf(chart.id),
    content: wordsOf(chart, chartRisk(chart).risk),
  })

const planned = select(named('follow_up', 'u', { followUpId: 'id', planTime: 'plan_at' }))
const former = select({ count: sql<number>`count(*)::int` })

/** Makes the follow-up of a chart's recall: in so many months by the risk of the six axes, or on a day. One a chart stands. */
export async function planRecall(
  context: ClinicContext,
  { chartId, on }: ParsedInput<Calls['recall']>,
): Promise<HandlerOutput<Calls['recall']>> {
  const { tx } = context
  const chart = await lockChart(context, chartId)
  await mustWork(context, ADD, chart)
  mustCount(chart)
  const { scores, risk } = chartRisk(chart)
  const months = risk ? RECALL_MONTHS[risk] : null
  const axes = Object.keys(riskAxisNames) as RiskAxis[]
  const answer = {
    scores: Object.fromEntries(axes.map((axis) => [axis, scores[axis] ?? null])) as HandlerOutput<
      Calls['recall']
    >['scores'],
    risk: risk ?? null,
    months,
  }
  const ofChart = () =>
    tx.row(
      planned.keptFrom`follow_up u where ${tx.own('u')} and ${standingRecall('u', sql`${chart.patientId}`, sql`${chartId}::text`)}
        order by u.plan_at desc limit 1`,
    )
  const there = await ofChart()
  if (there) return { followUpId: there.followUpId, planTime: there.planTime, isNew: false, ...answer }
  if (on === null && months === null) {
    const lacking = axes.filter((axis) => scores[axis] === undefined).map((axis) => riskAxisNames[axis])
    const message = `风险评估还缺${lacking.join('、')}，请补全，或选择复查日期`
    throw new AppError('PERIO_RISK_OPEN', { message, data: { lacking }, fields: [{ field: 'on', message }] })
  }
  const day = on ?? addMonths(formatDate(chart.examinedAt), months ?? 0)
  if (day <= today(tx.now)) throw fieldError('PERIO_RECALL_PAST', 'on')
  // One that somebody cancelled keeps its day: the next one counts on.
  const { count } = await tx.need(
    former.keptFrom`follow_up u where ${tx.own('u')} and ${isRecall('u', sql`${chart.patientId}`, sql`${chartId}::text`)}`,
  )
  await planCheckUps(tx, {
    clinicId: chart.clinicId,
    patientId: chart.patientId,
    doctorId: chart.doctorId,
    subject: '牙周维护复查',
    content: wordsOf(chart, risk),
    days: [day],
    source: `${sourceOf(chartId)}${count > 0 ? `:${count}` : ''}`,
  })
  const made = await ofChart()
  if (!made) throw new AppError('FOLLOW_UP_PATIENT_GONE')
  tx.publish('perio', chartId)
  return { followUpId: made.followUpId, planTime: made.planTime, isNew: true, ...answer }
}
