import { instalmentPlanStates } from '@dentin/contract/instalment'
import { addDays, fenToYuan, instalmentsNow, minutesOfDay, openOf, today, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { isTimeFor, type TimedScene } from '../sms/index.ts'

/** Days before an instalment is due on which the patient is reminded. */
const AHEAD_DAYS = 3
/** For how many days a reminder is made up for that could not go out on its own. */
const MISSED_DAYS = 2

const duePlan = [
  columns('instalment_plan', 'q', 'patient_id'),
  named('instalment_plan', 'q', { planId: 'id' }),
  amounts('instalment_plan', 'q', 'paid_amount', 'cancelled_amount'),
] as const
const dueTitle = (tx: TenantTx) => ({
  title: sql<
    string | null
  >`(select i.name from bill_item i where ${tx.own('i')} and i.bill_id = q.bill_id order by i.line_no limit 1)`,
})
const parts = select(
  columns('instalment_period', 'd', 'plan_id', 'no', 'due_date'),
  amounts('instalment_period', 'd', 'amount'),
)

/** Agreements that hold and have a part due between two days, with all of their parts. */
async function dueBetween(tx: TenantTx, clinicId: string, from: LocalDate, to: LocalDate) {
  const plans = await tx.rows(
    select(...duePlan, dueTitle(tx)).keptFrom`instalment_plan q
        where ${tx.own('q')} and q.clinic_id = ${clinicId} and q.status in ${codes(instalmentPlanStates, 'holds')}
          and exists (select 1 from instalment_period d where ${tx.own('d')} and d.plan_id = q.id
            and d.due_date between ${from}::date and ${to}::date)
        order by q.id limit 500`,
  )
  const ids = plans.map(({ planId }) => planId)
  const rows = await tx.rows(
    parts.keptFrom`instalment_period d where ${tx.own('d')} and d.plan_id = any(${ids}::uuid[]) order by d.plan_id, d.no`,
  )
  return plans.map((plan) => ({ ...plan, periods: rows.filter(({ planId }) => planId === plan.planId) }))
}

/** A reminder of each part that is open and due in a span of days: once each. */
const remind = (scene: 'instalment.due' | 'instalment.overdue', span: (day: LocalDate) => [LocalDate, LocalDate]) =>
  ({
    scene,
    async due(tx, clinicId, { now: moment, sendMin }) {
      if (sendMin === null || !isTimeFor(sendMin, minutesOfDay(moment))) return []
      const day = today(moment)
      const [from, to] = span(day)
      return (await dueBetween(tx, clinicId, from, to)).flatMap((plan) => {
        const now = instalmentsNow(plan.periods, plan.paidAmount, plan.cancelledAmount, day)
        return now
          .filter(({ dueDate, open }) => open > 0 && dueDate >= from && dueDate <= to)
          .map(({ no, dueDate, open }) => ({
            clinicId,
            patientId: plan.patientId,
            key: `${plan.planId}:${no}`,
            values: {
              项目: plan.title ?? '分期',
              时间: `${Number(dueDate.slice(5, 7))}月${Number(dueDate.slice(8))}日`,
              金额: fenToYuan(open),
              欠费: fenToYuan(openOf(now)),
            },
            treatType: null,
          }))
      })
    },
  }) satisfies TimedScene

export const scenes: readonly TimedScene[] = [
  remind('instalment.due', (day) => [addDays(day, AHEAD_DAYS - MISSED_DAYS), addDays(day, AHEAD_DAYS)]),
  remind('instalment.overdue', (day) => [addDays(day, -1 - MISSED_DAYS), addDays(day, -1)]),
]
