import { billStates } from '@dentin/contract/core/status'
import type { PayBasis } from '@dentin/contract/commission'
import type { LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, fenOf, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** Of which months and clinics movements are asked: from the first of a month up to (not with) the first of another; null: every clinic. */
export interface Months {
  from: LocalDate
  before: LocalDate
  clinicIds: readonly string[] | null
}

/** Who had a part in a line, what the line is, and what it costs the house as a whole. */
const ofLine = [
  named('bill', 'b', { billId: 'id' }),
  named('bill_item', 'i', { itemId: 'id', itemName: 'name' }),
  columns('bill_item', 'i', 'tariff_id', 'category_name', 'top_category_name'),
  {
    openerId: sql<string | null>`coalesce(i.doctor_id, b.doctor_id)`,
    consultantId: sql<string | null>`b.consultant_id`,
    performanceRule: sql<number>`coalesce(tf.performance_rule, 1)`,
    original: fenOf(sql`i.original_amount`),
    material: fenOf(sql`coalesce(tf.cost_price, 0) * i.qty`),
    lab: fenOf(sql`coalesce(tf.lab_cost, 0) * i.qty`),
  },
] as const
const lineTables = (tx: TenantTx) => sql`join bill b on ${tx.own('b')} and b.id = i.bill_id
  left join tariff tf on ${tx.own('tf')} and tf.id = i.tariff_id`
/** Whoever did most of the line; nobody noted it: whoever opened the bill. */
const executor = (tx: TenantTx) => sql<string | null>`coalesce((select x.doctor_id from bill_item_execution x
    where ${tx.own('x')} and x.bill_item_id = i.id and x.doctor_id is not null
    group by x.doctor_id having sum(x.qty) > 0 order by sum(x.qty) desc, x.doctor_id limit 1), i.doctor_id, b.doctor_id)`

/** What moved a line: of how much it is, and how much had come together before it. */
const movement = {
  key: sql<string>`m.key`,
  clinicId: sql<string>`m.clinic_id`,
  day: sql<LocalDate>`m.day`,
  amount: fenOf(sql`m.amount`),
  before: fenOf(sql`m.upto - m.amount`),
  whole: fenOf(sql`i.amount`),
}

const inClinics = ({ clinicIds }: Months, column: RawBuilder<unknown>) =>
  sql`(${clinicIds}::uuid[] is null or ${column} = any(${clinicIds}::uuid[]))`
/** Bills on whose lines something was posted in the months, by an account: what came before it lies on the same bills. */
const movedBills = (
  tx: TenantTx,
  months: Months,
  account: 'receivable' | 'billed',
) => sql`(select w.bill_id from ledger_posting w
    where ${tx.own('w')} and w.account = ${sql.lit(account)} and w.item_id is not null and w.business_date >= ${months.from}::date
      and w.business_date < ${months.before}::date and ${inClinics(months, sql`w.clinic_id`)})`

/**
 * What came in for lines, and went back: cash-like, principal, deposit and times, by the day on which the money moved. A way to pay
 * that does not count as performance is left out, and so is what a refund takes back at the clinic's expense.
 */
async function received(tx: TenantTx, months: Months) {
  return tx.rows(
    select(...ofLine, movement, {
      executorId: executor(tx),
      nurseId: sql<string | null>`b.nurse_id`,
      deskId: sql<string | null>`m.actor_id`,
      fee: fenOf(sql`m.fee`),
      payment: fenOf(sql`m.payment`),
    }).from`(
        select l.entry_id || '-' || l.no as key, l.clinic_id, l.business_date as day, l.item_id, e.actor_id, -l.amount as amount,
          sum(-l.amount) over (partition by l.item_id order by e.moment, l.entry_id, l.no) as upto, y.fee_amount as fee, y.amount as payment
        from ledger_posting l
        join ledger_entry e on ${tx.own('e')} and e.id = l.entry_id
        join bill_payment y on ${tx.own('y')} and y.id = l.payment_id and y.counts_performance
        left join refund f on ${tx.own('f')} and e.document = 'refund' and f.id = e.document_id
        where ${tx.own('l')} and l.account = 'receivable' and l.unit = 0 and l.part in ('cash', 'principal', 'deposit', 'times')
          and coalesce(f.roll_back_performance, true) and l.item_id is not null and l.bill_id in ${movedBills(tx, months, 'receivable')}) m
      join bill_item i on ${tx.own('i')} and i.id = m.item_id ${lineTables(tx)}
      where m.day >= ${months.from}::date and m.day < ${months.before}::date and ${inClinics(months, sql`m.clinic_id`)} and m.amount <> 0`,
  )
}

/** What was charged for lines, and what refunds and revokes took off, by the day on which it was booked. */
async function charged(tx: TenantTx, months: Months) {
  return tx.rows(
    select(...ofLine, movement, {
      executorId: executor(tx),
      nurseId: sql<string | null>`b.nurse_id`,
      deskId: sql<string | null>`coalesce(b.cashier_id, m.actor_id)`,
    }).from`(
        select l.entry_id || '-' || l.no as key, l.clinic_id, l.business_date as day, l.item_id, e.actor_id, -l.amount as amount,
          sum(-l.amount) over (partition by l.item_id order by e.moment, l.entry_id, l.no) as upto
        from ledger_posting l
        join ledger_entry e on ${tx.own('e')} and e.id = l.entry_id
        left join refund f on ${tx.own('f')} and e.document = 'refund' and f.id = e.document_id
        where ${tx.own('l')} and l.account = 'billed' and l.unit = 0 and coalesce(f.roll_back_performance, true)
          and l.item_id is not null and l.bill_id in ${movedBills(tx, months, 'billed')}) m
      join bill_item i on ${tx.own('i')} and i.id = m.item_id ${lineTables(tx)}
      where m.day >= ${months.from}::date and m.day < ${months.before}::date and ${inClinics(months, sql`m.clinic_id`)} and m.amount <> 0`,
  )
}

/** What was done of lines, and taken off, by the day on which it was done. */
async function done(tx: TenantTx, months: Months) {
  return tx.rows(
    select(...ofLine, movement, {
      executorId: sql<string | null>`coalesce(m.doctor_id, i.doctor_id, b.doctor_id)`,
      nurseId: sql<string | null>`m.assistant_id`,
      deskId: sql<string | null>`b.cashier_id`,
    }).from`(
        select x.id::text as key, x.clinic_id, x.done_on as day, x.bill_item_id as item_id, x.doctor_id, x.assistant_id,
          round(n.amount * x.upto / n.qty, 2) - round(n.amount * (x.upto - x.qty) / n.qty, 2) as amount, round(n.amount * x.upto / n.qty, 2) as upto
        from (select w.*, sum(w.qty) over (partition by w.bill_item_id order by w.noted_at, w.id) as upto from bill_item_execution w
          where ${tx.own('w')} and w.bill_item_id in (select v.bill_item_id from bill_item_execution v where ${tx.own('v')}
            and v.done_on >= ${months.from}::date and v.done_on < ${months.before}::date and ${inClinics(months, sql`v.clinic_id`)})) x
        join bill_item n on ${tx.own('n')} and n.id = x.bill_item_id) m
      join bill_item i on ${tx.own('i')} and i.id = m.item_id ${lineTables(tx)}
      where m.day >= ${months.from}::date and m.day < ${months.before}::date and ${inClinics(months, sql`m.clinic_id`)}
        and b.status in ${codes(billStates, 'received')} and m.amount <> 0`,
  )
}

type Received = Awaited<ReturnType<typeof received>>[number]
/** A movement of a line that may pay somebody. */
export interface Movement extends Omit<Received, 'fee' | 'payment'> {
  basis: PayBasis
  /** What its way to pay cost, of the whole payment that it is a part of; null: it is no payment. */
  payment: { amount: Received['payment']; fee: Received['fee'] } | null
}

/** Everything of the months that a rule of one of these bases may pay for. */
export async function movementsOf(tx: TenantTx, months: Months, bases: ReadonlySet<PayBasis>): Promise<Movement[]> {
  const [ofPayments, ofCharges, ofWork] = await Promise.all([
    bases.has(1) ? received(tx, months) : [],
    bases.has(2) ? charged(tx, months) : [],
    bases.has(3) ? done(tx, months) : [],
  ])
  return [
    ...ofPayments.map(({ fee, payment, ...row }) => ({ ...row, basis: 1 as const, payment: { amount: payment, fee } })),
    ...ofCharges.map((row) => ({ ...row, basis: 2 as const, payment: null })),
    ...ofWork.map((row) => ({ ...row, basis: 3 as const, payment: null })),
  ]
}
