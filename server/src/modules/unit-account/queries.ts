import { unitSettlementStates } from '@dentin/contract/unit-account'
import type { Fen, LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { amounts, columns, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

const unitList = select(
  columns('pay_unit', 'u', 'id', 'name', 'contact', 'phone', 'term_days', 'needs_reference', 'enabled'),
  amounts('pay_unit', 'u', 'credit_limit', 'balance_amount'),
)
export type UnitRow = RowIn<typeof unitList>

/** Units by id, locked in the order of their ids. */
export async function lockUnits(tx: TenantTx, ids: readonly string[]): Promise<Map<string, UnitRow>> {
  const rows = await tx.rows(
    unitList.keptFrom`pay_unit u where ${tx.own('u')} and u.id = any(${ids}::uuid[]) order by u.id for no key update of u`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export async function findUnit(tx: TenantTx, id: string): Promise<UnitRow> {
  return tx.need(unitList.keptFrom`pay_unit u where ${tx.own('u')} and u.id = ${id}`)
}

/** Units that may be charged. */
export async function chargeableUnits(tx: TenantTx): Promise<UnitRow[]> {
  return tx.rows(unitList.keptFrom`pay_unit u where ${tx.own('u')} and u.enabled order by u.sort_no, u.name, u.id`)
}

/** What of a claim `c` is not settled yet. */
const OPEN = sql`c.amount - c.back_amount - c.settled_amount`

const balances = (day: LocalDate) => {
  const owed = (which: RawBuilder<unknown>) =>
    fenOf(sql`coalesce(sum(greatest(${OPEN}, 0)) filter (where ${which}), 0)`)
  const late = sql`${day}::date - c.due_on`
  return select(
    columns('pay_unit', 'u', 'id', 'name', 'contact', 'phone', 'enabled'),
    amounts('pay_unit', 'u', 'credit_limit'),
    {
      used: fenOf(sql`u.balance_amount`),
      open: fenOf(sql`coalesce(sum(${OPEN}), 0)`),
      credit: fenOf(sql`coalesce(-sum(least(${OPEN}, 0)), 0)`),
      notDue: owed(sql`${late} <= 0`),
      upTo30: owed(sql`${late} between 1 and 30`),
      upTo60: owed(sql`${late} between 31 and 60`),
      upTo90: owed(sql`${late} between 61 and 90`),
      older: owed(sql`${late} > 90`),
      count: sql<number>`count(c.id)::int`,
    },
  )
}

/** What units owe in a clinic by age: those in use, and those that still owe something or have something left. */
export async function balancesIn(tx: TenantTx, clinicId: string, day: LocalDate) {
  return tx.rows(
    balances(day).from`pay_unit u
      left join unit_claim c on ${tx.own('c')} and c.pay_unit_id = u.id and c.clinic_id = ${clinicId} and ${OPEN} <> 0
      where ${tx.own('u')} group by u.tenant_id, u.id having u.enabled or u.balance_amount <> 0 or count(c.id) > 0
      order by coalesce(sum(${OPEN}), 0) desc, u.sort_no, u.name`,
  )
}

const claimList = (day: LocalDate, seen: RawBuilder<boolean>) =>
  select(
    columns('unit_claim', 'c', 'id', 'bill_id', 'reference', 'charged_on', 'due_on'),
    amounts('unit_claim', 'c', 'amount'),
    named('bill', 'b', { billNo: 'bill_no', patientId: 'patient_id' }),
    named('patient', 'p', { patientName: 'name' }),
    {
      back: fenOf(sql`c.back_amount`),
      settled: fenOf(sql`c.settled_amount`),
      open: fenOf(OPEN),
      overdueDays: sql<number>`greatest(0, ${day}::date - c.due_on)`,
      isSeen: sql<boolean>`coalesce(${seen}, false)`,
    },
  )
export type ClaimRow = RowIn<ReturnType<typeof claimList>>

/** Claims of a unit in a clinic that are not settled, the oldest first. @param seen whose names may be read */
export async function openClaims(
  tx: TenantTx,
  of: { clinicId: string; unitId: string; day: LocalDate },
  seen: RawBuilder<boolean>,
): Promise<ClaimRow[]> {
  return tx.rows(
    claimList(of.day, seen).from`unit_claim c join bill b on ${tx.own('b')} and b.id = c.bill_id
      join patient p on ${tx.own('p')} and p.id = b.patient_id
      where ${tx.own('c')} and c.pay_unit_id = ${of.unitId} and c.clinic_id = ${of.clinicId} and ${OPEN} <> 0
      order by c.charged_on, c.created_at, c.id limit 5000`,
  )
}

const lineList = (seen: RawBuilder<boolean>) =>
  select(
    columns('ledger_entry', 'e', 'kind', 'document', 'document_no'),
    named('ledger_entry', 'e', { date: 'business_date' }),
    {
      id: sql<string>`concat_ws(' ', e.id, q.payment_id)`,
      billId: sql<string | null>`b.id`,
      billNo: sql<string>`coalesce(b.bill_no, '')`,
      patientId: sql<string | null>`b.patient_id`,
      patientName: sql<string>`coalesce(p.name, '')`,
      reference: sql<string>`coalesce(y.unit_reference, '')`,
      amount: fenOf(sql`q.amount`),
      isSeen: sql<boolean>`coalesce(${seen}, false)`,
    },
  )
export type LineRow = RowIn<ReturnType<typeof lineList>>

/** Each movement of a unit in a clinic in some days, the first first. */
export async function linesBetween(
  tx: TenantTx,
  of: { clinicId: string; unitId: string; from: LocalDate; before: LocalDate },
  seen: RawBuilder<boolean>,
): Promise<LineRow[]> {
  return tx.rows(
    lineList(seen)
      .from`(select q.entry_id, q.payment_id, (array_agg(q.bill_id))[1] as bill_id, sum(q.amount) as amount from ledger_posting q
        where ${tx.own('q')} and q.pay_unit_id = ${of.unitId} and q.clinic_id = ${of.clinicId}
          and q.business_date >= ${of.from}::date and q.business_date < ${of.before}::date
        group by q.entry_id, q.payment_id having sum(q.amount) <> 0) q
      join ledger_entry e on ${tx.own('e')} and e.id = q.entry_id
      left join bill b on ${tx.own('b')} and b.id = q.bill_id
      left join patient p on ${tx.own('p')} and p.id = b.patient_id
      left join bill_payment y on ${tx.own('y')} and y.id = q.payment_id
      order by e.moment, e.id, q.payment_id limit 5000`,
  )
}

const owedBefore = select({ amount: fenOf(sql`coalesce(sum(q.amount), 0)`) })

/** What a unit owed in a clinic when a day began. */
export async function owedAt(tx: TenantTx, clinicId: string, unitId: string, day: LocalDate): Promise<Fen> {
  const row = await tx.need(
    owedBefore.from`ledger_posting q where ${tx.own('q')} and q.pay_unit_id = ${unitId} and q.clinic_id = ${clinicId}
      and q.business_date < ${day}::date`,
  )
  return row.amount
}

const settlementList = (tx: TenantTx) =>
  select(
    columns(
      'unit_settlement',
      's',
      'id',
      'clinic_id',
      'settlement_no',
      'pay_unit_id',
      'status',
      'trade_no',
      'remark',
      'settled_at',
      'settler_name',
      'undone_at',
      'undoer_name',
      'undo_reason',
      'version',
    ),
    amounts('unit_settlement', 's', 'amount'),
    named('pay_method', 'm', { methodName: 'name' }),
    {
      count: sql<number>`(select count(*)::int from unit_settlement_line l where ${tx.own('l')} and l.settlement_id = s.id and l.amount > 0)`,
    },
  )

/** What a unit paid in a clinic, the latest first. */
export async function settlementsOf(tx: TenantTx, clinicId: string, unitId: string) {
  return tx.rows(
    settlementList(tx).from`unit_settlement s join pay_method m on ${tx.own('m')} and m.id = s.pay_method_id
      where ${tx.own('s')} and s.pay_unit_id = ${unitId} and s.clinic_id = ${clinicId}
      order by s.settled_at desc, s.id limit 500`,
  )
}

/** A settlement of a clinic, as it stands. @param lock until the transaction ends */
export async function findSettlement(tx: TenantTx, id: string, clinicId: string, lock = false) {
  return tx.need(
    settlementList(tx).from`unit_settlement s join pay_method m on ${tx.own('m')} and m.id = s.pay_method_id
      where ${tx.own('s')} and s.id = ${id} and s.clinic_id = ${clinicId} ${lock ? sql`for no key update of s` : sql``}`,
  )
}

const used = select({ isUsed: sql<boolean>`count(*) > 0` })

/** Would taking a settlement back leave a claim with less than nothing settled, or more than it was? Something since used it. */
export async function isUsedSince(tx: TenantTx, settlementId: string): Promise<boolean> {
  const row = await tx.need(
    used.from`unit_settlement_line l join unit_claim c on ${tx.own('c')} and c.id = l.claim_id
      where ${tx.own('l')} and l.settlement_id = ${settlementId}
        and (c.settled_amount - l.amount < 0 or c.settled_amount - l.amount > c.amount)`,
  )
  return row.isUsed
}

/** Did a standing settlement clear some of these claims? */
export async function settledAmong(tx: TenantTx, claimIds: readonly string[]): Promise<boolean> {
  // A settlement that is under way holds the unit: what it clears shows only after it.
  await tx.rows(
    keptSql`select u.id from pay_unit u where ${tx.own('u')} and u.id in (select c.pay_unit_id from unit_claim c
        where ${tx.own('c')} and c.id = any(${claimIds}::uuid[])) order by u.id for no key update of u`,
  )
  const row = await tx.need(
    used.from`unit_settlement_line l join unit_settlement s on ${tx.own('s')} and s.id = l.settlement_id
        and s.status in ${codes(unitSettlementStates, 'settled')}
      where ${tx.own('l')} and l.claim_id = any(${claimIds}::uuid[])`,
  )
  return row.isUsed
}
