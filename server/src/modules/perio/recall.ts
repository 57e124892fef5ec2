import { chartRisk, RECALL_MONTHS, riskAxisNames, riskNames, type RiskAxis } from '@dentin/clinical/perio/index'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { addMonths, formatDate, today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { columns, named, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { planCheckUps } from '../follow-up/index.ts'
import { ADD, mustWork } from './access.ts'
import { lockChart } from './chart-commands.ts'

type Calls = typeof contract.perio

const SOURCE = 'perio-recall'
/** How the follow-up of a chart is named by its source, as a pattern. */
export const sourceOf = (chartId: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`${SOURCE} || ':' || ${chartId} || ':%'`

const planned = select(
  named('follow_up', 'u', { followUpId: 'id', planTime: 'plan_at' }),
  columns('follow_up', 'u', 'status'),
)

/** Makes the follow-up of a chart's recall: in so many months by the risk of the six axes, or on a day. One a chart. */
export async function planRecall(
  context: ClinicContext,
  { chartId, on }: ParsedInput<Calls['recall']>,
): Promise<HandlerOutput<Calls['recall']>> {
  const { tx } = context
  const chart = await lockChart(context, chartId)
  await mustWork(context, ADD, chart)
  if (chart.removed) throw new AppError('PERIO_REMOVED')
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
      planned.keptFrom`follow_up u where ${tx.own('u')} and u.patient_id = ${chart.patientId}
        and u.source_key like ${sourceOf(sql`${chartId}::text`)} order by u.status, u.plan_at desc limit 1`,
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
  const words = risk ? `风险${riskNames[risk]}，建议每 ${months} 个月` : '日期由医生定'
  await planCheckUps(tx, {
    clinicId: chart.clinicId,
    patientId: chart.patientId,
    doctorId: chart.doctorId,
    subject: '牙周维护复查',
    content: `牙周维护（检查 ${chart.chartNo}，${formatDate(chart.examinedAt)}；${words}）：复查牙周袋、出血和菌斑，预约洁治。`,
    days: [day],
    source: `${SOURCE}:${chartId}`,
  })
  const made = await ofChart()
  if (!made) throw new AppError('FOLLOW_UP_PATIENT_GONE')
  tx.publish('perio', chartId)
  return { followUpId: made.followUpId, planTime: made.planTime, isNew: true, ...answer }
}
