import { shiftStates } from '@dentin/contract/shift'
import { dayRange, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, counted, fenOf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

const ofShift = columns(
  'cash_shift',
  's',
  'id',
  'clinic_id',
  'shift_no',
  'cashier_id',
  'cashier_name',
  'status',
  'started_at',
  'ended_at',
  'difference_reason',
  'reviewer_name',
  'reviewed_at',
  'remark',
  'notes',
  'version',
)
const sums = amounts('cash_shift', 's', 'expected_cash', 'counted_cash', 'difference_amount', 'float_amount')
const withTotal = (tx: TenantTx) =>
  select(ofShift, sums, {
    total:
      fenOf(sql`coalesce((select sum(p.amount) from ledger_entry e join ledger_posting p on ${tx.own('p')} and p.entry_id = e.id
      where ${tx.own('e')} and e.shift_id = s.id and e.document <> 'shift' and p.account = 'cash'), 0)`),
  })
export type ShiftRow = RowIn<ReturnType<typeof withTotal>>

/** Whose shifts: of one cashier, or (null) everybody's. */
type Cashier = string | null
const ofCashier = (cashierId: Cashier): RawBuilder<boolean> =>
  cashierId === null ? sql<boolean>`true` : sql<boolean>`s.cashier_id = ${cashierId}`

/** One shift of a clinic. */
export async function findShift(tx: TenantTx, id: string, clinicId: string, cashierId: Cashier): Promise<ShiftRow> {
  return tx.need(
    withTotal(tx)
      .keptFrom`cash_shift s where ${tx.own('s')} and s.id = ${id} and s.clinic_id = ${clinicId} and ${ofCashier(cashierId)}`,
  )
}

/** The same, locked: nothing is posted into it meanwhile. */
export async function lockShift(tx: TenantTx, id: string, clinicId: string, cashierId: Cashier): Promise<ShiftRow> {
  return tx.need(
    withTotal(tx)
      .keptFrom`cash_shift s where ${tx.own('s')} and s.id = ${id} and s.clinic_id = ${clinicId} and ${ofCashier(cashierId)}
      for no key update of s`,
  )
}

/** A cashier's open shift in a clinic. */
export async function openShiftOf(tx: TenantTx, clinicId: string, cashierId: string): Promise<ShiftRow | undefined> {
  return tx.row(
    withTotal(tx)
      .keptFrom`cash_shift s where ${tx.own('s')} and s.clinic_id = ${clinicId} and s.cashier_id = ${cashierId}
      and s.status in ${codes(shiftStates, 'open')}`,
  )
}

/** One page of a clinic's shifts, the latest first. */
export async function listShifts(
  tx: TenantTx,
  filter: {
    clinicId: string
    cashierId: Cashier
    from?: LocalDate | undefined
    to?: LocalDate | undefined
    open: boolean
    limit: number
    offset: number
  },
): Promise<{ list: ShiftRow[]; total: number }> {
  const where = sql`${tx.own('s')} and s.clinic_id = ${filter.clinicId} and ${ofCashier(filter.cashierId)}
    and ${filter.from ? sql`s.started_at >= ${dayRange(filter.from).from}` : sql`true`}
    and ${filter.to ? sql`s.started_at < ${dayRange(filter.to).to}` : sql`true`}
    and ${filter.open ? sql`s.status in ${codes(shiftStates, 'open')}` : sql`true`}`
  const list = await tx.rows(
    withTotal(tx)
      .from`cash_shift s where ${where} order by s.started_at desc, s.id limit ${filter.limit} offset ${filter.offset}`,
  )
  const { total } = await tx.need(counted.from`cash_shift s where ${where}`)
  return { list, total }
}

const byMethod = select(columns('pay_method', 'm', 'name', 'code'), named('pay_method', 'm', { payMethodId: 'id' }), {
  received: fenOf(sql`coalesce(sum(p.amount) filter (where p.amount > 0), 0)`),
  returned: fenOf(sql`coalesce(-sum(p.amount) filter (where p.amount < 0), 0)`),
  total: fenOf(sql`sum(p.amount)`),
  count: sql<number>`count(*)::int`,
})

/** What moved in a shift by each cash-like way. */
export async function methodsOfShift(tx: TenantTx, shiftId: string): Promise<RowIn<typeof byMethod>[]> {
  return tx.rows(
    byMethod.keptFrom`ledger_entry e join ledger_posting p on ${tx.own('p')} and p.entry_id = e.id and p.account = 'cash'
      join pay_method m on ${tx.own('m')} and m.id = p.pay_method_id
      where ${tx.own('e')} and e.shift_id = ${shiftId} and e.document <> 'shift'
      group by m.id, m.name, m.code, m.sort_no order by m.sort_no, m.id`,
  )
}

const moved = select(
  columns('ledger_entry', 'e', 'kind', 'document', 'document_id', 'document_no', 'moment', 'actor_name'),
  named('ledger_entry', 'e', { entryId: 'id' }),
  columns('pay_method', 'm', 'name', 'code'),
  { amount: fenOf(sql`sum(p.amount)`) },
)

/** Each movement of a shift, the first first. */
export async function movementsOfShift(tx: TenantTx, shiftId: string): Promise<RowIn<typeof moved>[]> {
  return tx.rows(
    moved.keptFrom`ledger_entry e join ledger_posting p on ${tx.own('p')} and p.entry_id = e.id and p.account = 'cash'
      join pay_method m on ${tx.own('m')} and m.id = p.pay_method_id
      where ${tx.own('e')} and e.shift_id = ${shiftId}
      group by e.id, e.kind, e.document, e.document_id, e.document_no, e.moment, e.actor_name, m.name, m.code
      order by e.moment, e.id limit 2000`,
  )
}

const cashMethod = select(columns('pay_method', 'm', 'id'))

/** Ready money among the ways to pay. */
export async function cashMethodOf(tx: TenantTx): Promise<string> {
  return (await tx.need(cashMethod.keptFrom`pay_method m where ${tx.own('m')} and m.code = 'cash'`)).id
}

const counts = (tx: TenantTx) =>
  select({
    receivedCount: sql<number>`count(*) filter (where e.kind in (1, 2, 7, 8, 13, 19) and not exists (
    select 1 from ledger_entry r where ${tx.own('r')} and r.reverses_id = e.id))::int`,
    returnedCount: sql<number>`count(*) filter (where e.kind in (3, 4, 9, 14) or (e.kind = 23 and exists (select 1 from ledger_posting p
      where ${tx.own('p')} and p.entry_id = e.id and p.account = 'cash' and p.amount < 0)))::int`,
  })

/** How often money came in and was kept, and how often it went back. */
export async function countsOfShift(tx: TenantTx, shiftId: string): Promise<RowIn<ReturnType<typeof counts>>> {
  return tx.need(counts(tx).keptFrom`ledger_entry e where ${tx.own('e')} and e.shift_id = ${shiftId}`)
}

/** Ready money that should be in the till. */
export const expectedCash = (methods: readonly { code: string; total: Fen }[]): Fen =>
  methods.find(({ code }) => code === 'cash')?.total ?? (0 as Fen)

/** Whether something of a document was posted into a shift that was handed over since. */
export async function isHandedOver(tx: TenantTx, documentId: string): Promise<boolean> {
  const row = await tx.row(
    select({ id: sql<string>`e.id` }).keptFrom`ledger_entry e join cash_shift s on ${tx.own('s')} and s.id = e.shift_id
      where ${tx.own('e')} and e.document_id = ${documentId} and s.status not in ${codes(shiftStates, 'open')} limit 1`,
  )
  return row !== undefined
}

const head = select(columns('clinic', 'c', 'id', 'name', 'address', 'phone'))

/** The letterhead of a clinic. */
export async function clinicHead(tx: TenantTx, clinicId: string): Promise<RowIn<typeof head>> {
  return tx.need(head.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)
}

const tillOf = select(columns('ledger_entry', 'e', 'shift_id'), {
  isOpen: sql<boolean>`coalesce(s.status in ${codes(shiftStates, 'open')}, false)`,
})

/** The till into which a payment was taken, and whether it is still open. */
export async function tillOfPayment(
  tx: TenantTx,
  billId: string,
  paymentId: string,
): Promise<{ shiftId: string | null; isOpen: boolean }> {
  const row = await tx.row(
    tillOf.keptFrom`ledger_posting p join ledger_entry e on ${tx.own('e')} and e.id = p.entry_id
      left join cash_shift s on ${tx.own('s')} and s.id = e.shift_id
      where ${tx.own('p')} and p.bill_id = ${billId} and p.payment_id = ${paymentId} and p.account <> 'receivable' and p.amount > 0 order by e.moment limit 1`,
  )
  return row ?? { shiftId: null, isOpen: false }
}
