import { instalmentPlanStates } from '@dentin/contract/instalment'
import { addDays, fenToYuan, instalmentsNow, minutesOfDay, openOf, today, yuanToFen, type LocalDate } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { isTimeFor, type TimedScene } from '../sms/index.ts'

/** Days before an instalment is due on which the patient is reminded. */
const AHEAD_DAYS = 3
/** For how many days a reminder is made up for that could not go out on its own. */
const MISSED_DAYS = 2

interface Due {
  planId: string
  patientId: string
  title: string | null
  total: string
  paid: string
  cancelled: string
  periods: { no: number; dueDate: LocalDate; amount: string }[]
}

/** Agreements that hold and have a part due between two days. */
async function dueBetween(tx: TenantTx, clinicId: string, from: LocalDate, to: LocalDate): Promise<Due[]> {
  return tx.rows<Due>(
    keptSql`select q.id as "planId", q.patient_id as "patientId", q.total_amount::text as total, q.paid_amount::text as paid,
          q.cancelled_amount::text as cancelled,
          (select i.name from bill_item i where i.tenant_id = ${tx.tenantId} and i.bill_id = q.bill_id order by i.line_no limit 1) as title,
          (select jsonb_agg(jsonb_build_object('no', d.no, 'dueDate', d.due_date, 'amount', d.amount::text) order by d.no)
            from instalment_period d where d.tenant_id = ${tx.tenantId} and d.plan_id = q.id) as periods
        from instalment_plan q
        where q.tenant_id = ${tx.tenantId} and q.clinic_id = ${clinicId} and q.status in ${codes(instalmentPlanStates, 'holds')}
          and exists (select 1 from instalment_period d where d.tenant_id = ${tx.tenantId} and d.plan_id = q.id
            and d.due_date between ${from}::date and ${to}::date)
        order by q.id limit 500`,
  )
}

/** A reminder of each part that is open and due in a span of days: once each. */
const remind = (scene: 'instalment.due' | 'instalment.overdue', span: (day: LocalDate) => [LocalDate, LocalDate]) =>
  ({
    scene,
    async due(tx, clinicId, { now, sendMin }) {
      if (sendMin === null || !isTimeFor(sendMin, minutesOfDay(now))) return []
      const day = today(now)
      const [from, to] = span(day)
      return (await dueBetween(tx, clinicId, from, to)).flatMap((plan) => {
        const parts = instalmentsNow(
          plan.periods.map((part) => ({ ...part, amount: yuanToFen(part.amount) })),
          yuanToFen(plan.paid),
          yuanToFen(plan.cancelled),
          day,
        )
        return parts
          .filter(({ dueDate, open }) => open > 0 && dueDate >= from && dueDate <= to)
          .map(({ no, dueDate, open }) => ({
            clinicId,
            patientId: plan.patientId,
            key: `${plan.planId}:${no}`,
            values: {
              项目: plan.title ?? '分期',
              时间: `${Number(dueDate.slice(5, 7))}月${Number(dueDate.slice(8))}日`,
              金额: fenToYuan(open),
              欠费: fenToYuan(openOf(parts)),
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
