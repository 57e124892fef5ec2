import { billStates } from '@dentin/contract/core/status'
import { instalmentPlanStates } from '@dentin/contract/instalment'
import { instalmentsNow, type Fen, type InstalmentNow, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import { amounts, columns, counted, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

type Reach = RawBuilder<boolean>

/** The columns of an agreement. */
export const planColumns = [
  columns(
    'instalment_plan',
    'q',
    'id',
    'clinic_id',
    'plan_no',
    'bill_id',
    'patient_id',
    'status',
    'due_day',
    'in_yuan',
    'remark',
    'reason',
    'creator_name',
    'agreed_at',
    'ended_at',
    'end_reason',
    'version',
  ),
  amounts('instalment_plan', 'q', 'total_amount', 'paid_amount', 'cancelled_amount', 'first_amount'),
] as const
const planList = select(...planColumns)
export type PlanRow = RowIn<typeof planList>

/** The agreements of a bill, the one that holds first, then the latest. */
export async function plansOfBill(tx: TenantTx, billId: string): Promise<PlanRow[]> {
  return tx.rows(
    planList.keptFrom`instalment_plan q where ${tx.own('q')} and q.bill_id = ${billId} order by q.status, q.agreed_at desc, q.id`,
  )
}

/** One agreement whose bill lies within a reach, locked. */
export async function lockPlan(tx: TenantTx, id: string): Promise<PlanRow> {
  return tx.need(planList.keptFrom`instalment_plan q where ${tx.own('q')} and q.id = ${id} for no key update of q`)
}

const periodList = select(
  columns('instalment_period', 'd', 'plan_id', 'no', 'due_date'),
  amounts('instalment_period', 'd', 'amount'),
)

/** The parts of agreements as they stand on a day. */
export async function periodsNow(
  tx: TenantTx,
  plans: readonly PlanRow[],
  today: LocalDate,
): Promise<ReadonlyMap<string, InstalmentNow[]>> {
  const ids = plans.map(({ id }) => id)
  const rows = await tx.rows(
    periodList.keptFrom`instalment_period d where ${tx.own('d')} and d.plan_id = any(${ids}::uuid[]) order by d.plan_id, d.no`,
  )
  return new Map(
    plans.map((plan) => [
      plan.id,
      instalmentsNow(
        rows.filter(({ planId }) => planId === plan.id),
        plan.paidAmount,
        plan.cancelledAmount,
        today,
      ),
    ]),
  )
}

const callList = select(
  columns(
    'dunning_call',
    'k',
    'id',
    'kind',
    'bill_id',
    'promise_date',
    'note',
    'caller_name',
    'called_at',
    'owner_name',
    'next_step',
    'next_on',
  ),
)
export type CallRow = RowIn<typeof callList>

/** The calls about some bills, the latest first. */
export async function callsOf(tx: TenantTx, billIds: readonly string[]): Promise<CallRow[]> {
  return tx.rows(
    callList.keptFrom`dunning_call k where ${tx.own('k')} and k.bill_id = any(${billIds}::uuid[]) order by k.called_at desc, k.id desc`,
  )
}

/** Without an agreement, what was left owing counts as late after so many days. */
export const LATE_DAYS = 7

/**
 * Bills `b` of a clinic on which something is owed, with their agreement `q`, and the amounts of it that were due before and
 * what is open of them: the arithmetic of `instalmentsNow` in SQL.
 */
const owedBills = (tx: TenantTx, today: LocalDate, rest: RawBuilder<unknown>) => sql`(
    select b.id, b.clinic_id, b.patient_id, b.bill_no, b.doctor_id, b.arrears_amount, b.pay_time, q.plan_no,
      case when q.id is null then (b.pay_time at time zone 'Asia/Shanghai')::date else d.first_open end as due_date,
      case when q.id is null then
          case when (b.pay_time at time zone 'Asia/Shanghai')::date + ${sql.lit(LATE_DAYS)} <= ${today}::date then b.arrears_amount else 0 end
        else d.late end as late_amount,
      coalesce(d.not_due, 0) as not_due, coalesce(d.ages, '{}') as ages
    from bill b
    left join instalment_plan q on ${tx.own('q')} and q.bill_id = b.id and q.status in ${codes(instalmentPlanStates, 'holds')}
    left join lateral (
      select min(x.due_date) filter (where x.open > 0) as first_open,
        coalesce(sum(x.open) filter (where x.due_date < ${today}::date), 0) as late,
        coalesce(sum(x.open) filter (where x.due_date >= ${today}::date), 0) as not_due,
        array[
          coalesce(sum(x.open) filter (where ${today}::date - x.due_date between 1 and 30), 0),
          coalesce(sum(x.open) filter (where ${today}::date - x.due_date between 31 and 90), 0),
          coalesce(sum(x.open) filter (where ${today}::date - x.due_date between 91 and 180), 0),
          coalesce(sum(x.open) filter (where ${today}::date - x.due_date > 180), 0)] as ages
      from (
        select d.due_date, greatest(0, least(d.upto, q.total_amount - q.cancelled_amount)
          - greatest(least(d.upto - d.amount, q.total_amount - q.cancelled_amount), q.paid_amount)) as open
        from (select d.due_date, d.amount, sum(d.amount) over (order by d.no) as upto from instalment_period d
          where ${tx.own('d')} and d.plan_id = q.id) d
      ) x
    ) d on q.id is not null
    where ${tx.own('b')} and b.status in ${codes(billStates, 'owing')} and b.arrears_amount > 0 and ${rest}) o`

const overdueOfClinics = select({
  clinicId: sql<string>`o.clinic_id`,
  total: sql<number>`count(*)::int`,
  oldest: sql<LocalDate | null>`min(o.due_date)::text`,
  amount: fenOf(sql`sum(o.late_amount)`),
})

/** Of each of some clinics the bills of which something is late: how many, how much, and the first day on which something was due. */
export const overdueByClinic = (tx: TenantTx, clinicIds: readonly string[], today: LocalDate) =>
  tx.rows(
    overdueOfClinics.from`${owedBills(tx, today, sql`b.clinic_id = any(${clinicIds}::uuid[])`)} where o.late_amount > 0 group by o.clinic_id`,
  )

type Tab = OwedFilter['tab']

/** Has the day gone by which what is due of the bill `o` was promised to be paid last? */
const isBroken = (
  tx: TenantTx,
  today: LocalDate,
) => sql<boolean>`((o.late_amount > 0 or o.plan_no is null) and coalesce((select k.promise_date < ${today}::date from dunning_call k
    where ${tx.own('k')} and k.bill_id = o.id order by k.called_at desc, k.id desc limit 1), false))`

/**
 * How many bills of some (`b`) were promised to be paid by a day that has gone: these are for the head of the clinic. Lent to be a part of
 * a statement that asks for more.
 */
export const brokenPromises = (tx: TenantTx, today: LocalDate, where: RawBuilder<unknown>): RawBuilder<number> =>
  lent(
    sql`(select count(*)::int from ${owedBills(
      tx,
      today,
      sql`${where} and exists (select 1 from dunning_call c where ${tx.own('c')} and c.bill_id = b.id and c.promise_date < ${today}::date)`,
    )} where ${isBroken(tx, today)})`,
  )

/** Which bills a tab holds. */
const tabOf = (tx: TenantTx, tab: Tab, today: LocalDate): RawBuilder<boolean> => {
  if (tab === 'broken') return isBroken(tx, today)
  if (tab === 'overdue') return sql<boolean>`o.late_amount > 0`
  if (tab === 'soon')
    return sql<boolean>`o.late_amount = 0 and o.plan_no is not null and o.due_date between ${today}::date and ${today}::date + 7`
  return sql<boolean>`true`
}

export interface OwedFilter {
  tab: 'overdue' | 'broken' | 'soon' | 'all'
  today: LocalDate
  /** Of bills `b`. */
  where: RawBuilder<unknown>
  limit: number
  offset: number
}

const owedRow = (today: LocalDate) =>
  select(
    columns('patient', 'p', 'gender', 'birth_day', 'medical_number'),
    named('patient', 'p', { patientId: 'id', patientName: 'name' }),
    {
      billId: sql<string>`o.id`,
      billNo: sql<string>`o.bill_no`,
      mobile: sql<string>`coalesce(p.mobile, '')`,
      doctorName: sql<string>`coalesce(e.name, '')`,
      planNo: sql<string | null>`o.plan_no`,
      dueDate: sql<LocalDate>`o.due_date`,
      overdueDays: sql<number>`greatest(0, ${today}::date - o.due_date)`,
      overdueAmount: fenOf(sql`o.late_amount`),
      arrearsAmount: fenOf(sql`o.arrears_amount`),
    },
  )
export type OwedRow = RowIn<ReturnType<typeof owedRow>>

/** One page of what is owed, the latest first. */
export async function listOwed(tx: TenantTx, filter: OwedFilter): Promise<OwedRow[]> {
  return tx.rows(
    owedRow(filter.today).from`${owedBills(tx, filter.today, filter.where)}
      join patient p on ${tx.own('p')} and p.id = o.patient_id
      left join employee e on ${tx.own('e')} and e.id = o.doctor_id
      where ${tabOf(tx, filter.tab, filter.today)} order by o.due_date, o.id limit ${filter.limit} offset ${filter.offset}`,
  )
}

const sums = (tx: TenantTx, today: LocalDate) => {
  const count = (tab: Tab) => sql<number>`(count(*) filter (where ${tabOf(tx, tab, today)}))::int`
  const aged = (column: number, from: number, to: number) =>
    fenOf(
      sql`coalesce(sum(case when o.plan_no is not null then o.ages[${sql.lit(column)}]
        when ${today}::date - o.due_date between ${sql.lit(from)} and ${sql.lit(to)} then o.arrears_amount else 0 end), 0)`,
    )
  return select({
    overdue: count('overdue'),
    broken: count('broken'),
    soon: count('soon'),
    all: count('all'),
    notDue: fenOf(sql`coalesce(sum(o.not_due), 0)`),
    to30: aged(1, 0, 30),
    to90: aged(2, 31, 90),
    to180: aged(3, 91, 180),
    longer: aged(4, 181, 99_999),
  })
}

/** How many bills each tab holds, and all that is owed by its age. */
export async function owedSums(
  tx: TenantTx,
  today: LocalDate,
  where: RawBuilder<unknown>,
): Promise<{ counts: Record<Tab, number>; ages: Fen[] }> {
  const { overdue, broken, soon, all, notDue, to30, to90, to180, longer } = await tx.need(
    sums(tx, today).from`${owedBills(tx, today, where)}`,
  )
  return { counts: { overdue, broken, soon, all }, ages: [notDue, to30, to90, to180, longer] }
}

/** The bills among some (`b`) on which something is owed, by their ids. Lent to be a part of a statement that asks for more. */
export const owedIdsOf = (tx: TenantTx, where: RawBuilder<unknown>): RawBuilder<string> =>
  lent(
    sql<string>`(select b.id from bill b where ${tx.own('b')} and b.status in ${codes(billStates, 'owing')} and b.arrears_amount > 0 and ${where})`,
  )

/** How many bills a tab holds. */
export async function owedTotal(tx: TenantTx, { tab, today, where }: OwedFilter): Promise<number> {
  const { total } = await tx.need(counted.from`${owedBills(tx, today, where)} where ${tabOf(tx, tab, today)}`)
  return total
}

const billFace = select(
  columns('bill', 'b', 'id', 'clinic_id', 'bill_no', 'status', 'version'),
  amounts('bill', 'b', 'receivable_amount', 'paid_amount', 'refunded_amount', 'arrears_amount'),
  columns('patient', 'p', 'gender', 'birth_day', 'medical_number'),
  named('patient', 'p', { patientId: 'id', patientName: 'name' }),
)
export type BillFace = RowIn<typeof billFace>

const billWith = (tx: TenantTx, rest: RawBuilder<unknown>) => sql`bill b
    join patient p on ${tx.own('p')} and p.id = b.patient_id where ${tx.own('b')} and ${rest}`

/** A bill within a reach. */
export async function findOwing(tx: TenantTx, id: string, reach: Reach): Promise<BillFace> {
  return tx.need(billFace.keptFrom`${billWith(tx, sql`b.id = ${id} and ${reach}`)}`)
}

/** The same, locked until the transaction ends. */
export async function lockOwing(tx: TenantTx, id: string, reach: Reach): Promise<BillFace> {
  return tx.need(billFace.keptFrom`${billWith(tx, sql`b.id = ${id} and ${reach} for no key update of b`)}`)
}

/** One agreement. */
export async function findPlan(tx: TenantTx, id: string): Promise<PlanRow> {
  return tx.need(planList.keptFrom`instalment_plan q where ${tx.own('q')} and q.id = ${id}`)
}

const owedFace = select(
  columns('bill', 'b', 'id', 'bill_no', 'patient_id', 'clinic_id'),
  amounts('bill', 'b', 'arrears_amount'),
  { chargedOn: sql<LocalDate>`(b.pay_time at time zone 'Asia/Shanghai')::date` },
)
export type OwedBill = RowIn<typeof owedFace>

/** A patient's bills of a clinic on which something is owed, the oldest first. */
export async function owedByPatient(
  tx: TenantTx,
  { patientId, clinicId, reach }: { patientId: string; clinicId: string; reach: Reach },
): Promise<OwedBill[]> {
  return tx.rows(
    owedFace.keptFrom`bill b where ${tx.own('b')} and b.patient_id = ${patientId} and b.clinic_id = ${clinicId}
      and b.status in ${codes(billStates, 'owing')} and b.arrears_amount > 0 and ${reach} order by b.pay_time, b.id`,
  )
}

/** The agreements that hold for some bills. */
export async function plansThatHold(tx: TenantTx, billIds: readonly string[]): Promise<PlanRow[]> {
  return tx.rows(
    planList.keptFrom`instalment_plan q where ${tx.own('q')} and q.bill_id = any(${billIds}::uuid[])
      and q.status in ${codes(instalmentPlanStates, 'holds')}`,
  )
}
