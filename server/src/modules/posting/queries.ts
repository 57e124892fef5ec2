import { refundStates } from '@dentin/contract/refund'
import { entryKinds } from '@dentin/contract/ledger-words'
import { tracedFigures, type TracedFigure } from '@dentin/contract/traced-figures'
import { addMonths, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, fenOf, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** What the entry of a posting is about: of one that takes another back, what the other was about. */
const kindIn = (tx: TenantTx): RawBuilder<number> =>
  sql<number>`(select coalesce(r.kind, x.kind) from ledger_entry x left join ledger_entry r on ${tx.own('r')} and r.id = x.reverses_id
    where ${tx.own('x')} and x.id = p.entry_id)`
/** Where a month's figure looks beyond a posting: the transaction, the month, and the one way or category, by name. */
interface Within {
  tx: TenantTx
  from: LocalDate | null
  name: string | null
}
const CASH = sql<boolean>`p.account in ('cash', 'clearing') and p.kind <> 17`

/**
 * Money of entries that brought (1) or gave back (-1) some to the clinic, as `app.month_book` counts them: what came and was taken
 * back within the month is neither.
 */
const moneyThat = (way: 1 | -1, { tx, from }: Within): RawBuilder<boolean> =>
  sql`(${CASH} and ${sql.lit(way)} * (select sum(x.amount) from ledger_posting x where ${tx.own('x')} and x.entry_id = p.entry_id
      and x.clinic_id = p.clinic_id and x.unit = 0 and x.account in ('cash', 'clearing')) > 0
    and not exists (select 1 from ledger_entry x join ledger_entry r on ${tx.own('r')} and r.id = x.reverses_id
      where ${tx.own('x')} and x.id = p.entry_id and r.business_date >= ${from}::date)
    and not exists (select 1 from ledger_entry x where ${tx.own('x')} and x.reverses_id = p.entry_id
      and x.business_date < (${from}::date + interval '1 month')::date))`

/** Which postings `p` a figure is the sum of, as `app.post_entry` counts them. */
const sums: Readonly<
  Record<TracedFigure, { sign: 1 | -1; of: (kind: RawBuilder<number>, at: Within) => RawBuilder<boolean> }>
> = {
  'bill.receivable': { sign: -1, of: () => sql`p.account = 'billed' and p.kind <> 4` },
  'bill.returned': { sign: 1, of: () => sql`p.account = 'billed' and p.kind = 4` },
  'bill.writtenOff': { sign: 1, of: () => sql`p.account = 'writtenOff'` },
  'bill.paid': { sign: -1, of: () => sql`p.account = 'receivable' and p.payment_id is not null and p.kind <> 4` },
  'bill.refunded': { sign: 1, of: () => sql`p.account = 'receivable' and p.payment_id is not null and p.kind = 4` },
  'bill.arrears': { sign: 1, of: () => sql`p.account = 'receivable'` },
  'patient.arrears': { sign: 1, of: () => sql`p.account = 'receivable'` },
  'patient.consumption': { sign: -1, of: () => sql`p.account = 'receivable' and p.payment_id is not null` },
  'card.principal': { sign: -1, of: () => sql`p.account = 'principal'` },
  'card.bonus': { sign: -1, of: () => sql`p.account = 'bonus'` },
  'card.points': { sign: -1, of: () => sql`p.account = 'points' and p.unit = 2` },
  'card.times': { sign: -1, of: () => sql`p.account = 'times' and p.unit = 1` },
  'prepay.balance': { sign: -1, of: () => sql`p.account = 'deposit'` },
  'unit.open': { sign: 1, of: () => sql`p.account = 'unitReceivable'` },
  'members.principal': { sign: -1, of: () => sql`p.account = 'principal'` },
  'members.bonus': { sign: -1, of: () => sql`p.account = 'bonus'` },
  'prepays.balance': { sign: -1, of: () => sql`p.account = 'deposit'` },
  'owed.arrears': { sign: 1, of: () => sql`p.account = 'receivable'` },
  'units.open': { sign: 1, of: () => sql`p.account = 'unitReceivable'` },
  'refunds.paid': { sign: 1, of: () => sql`p.account = 'receivable' and p.payment_id is not null` },
  'refund.paid': { sign: 1, of: () => sql`p.account = 'receivable' and p.payment_id is not null` },
  'exception.amount': { sign: -1, of: () => sql`p.account = 'suspense'` },
  'shift.method': { sign: 1, of: () => sql`p.account = 'cash' and p.kind <> 17` },
  'month.takings': { sign: 1, of: () => CASH },
  'month.received': { sign: 1, of: (_kind, at) => moneyThat(1, at) },
  'month.paidBack': { sign: -1, of: (_kind, at) => moneyThat(-1, at) },
  'month.method': {
    sign: 1,
    of: (_kind, { tx, name }) =>
      sql`${CASH} and exists (select 1 from pay_method y where ${tx.own('y')} and y.id = p.pay_method_id and y.name = ${name})`,
  },
  'month.category': {
    sign: -1,
    of: (_kind, { tx, name }) => sql`p.account = 'receivable' and p.part in ('cash', 'principal', 'deposit', 'times')
      and coalesce((select y.category_name from bill_item y where ${tx.own('y')} and y.id = p.item_id), '其他') = ${name}`,
  },
  'month.stored': {
    sign: 1,
    of: (kind) => sql`p.account in ('cash', 'clearing', 'suspense') and ${kind} between 7 and 16`,
  },
  'month.used': {
    sign: 1,
    of: (kind) => sql`p.account in ('principal', 'deposit', 'times') and ${kind} between 1 and 6`,
  },
  'month.otherIncome': { sign: -1, of: () => sql`p.account = 'otherIncome'` },
  'month.revenue': {
    sign: -1,
    of: (
      kind,
    ) => sql`((p.account = 'receivable' and p.part in ('cash', 'principal', 'deposit', 'times')) or p.account = 'otherIncome'
      or (p.account = 'unitReceivable' and ${kind} = 19))`,
  },
  'month.added': { sign: 1, of: (kind) => sql`p.account = 'receivable' and ${kind} = 1` },
  'month.repaid': { sign: 1, of: (kind) => sql`p.account = 'receivable' and ${kind} = 2` },
  'month.returned': { sign: 1, of: (kind) => sql`p.account = 'receivable' and ${kind} = 4` },
  'month.writtenOff': { sign: 1, of: (kind) => sql`p.account = 'receivable' and ${kind} = 6` },
  'month.recharged': { sign: -1, of: (kind) => sql`p.account = 'principal' and ${kind} in (7, 8)` },
  'month.cardUsed': { sign: -1, of: (kind) => sql`p.account = 'principal' and ${kind} in (1, 2, 5)` },
  'month.cardBack': { sign: -1, of: (kind) => sql`p.account = 'principal' and ${kind} = 4` },
  'month.cardRefunded': { sign: -1, of: (kind) => sql`p.account = 'principal' and ${kind} = 9` },
  'month.cardMoved': {
    sign: -1,
    of: (kind) => sql`p.account = 'principal' and ${kind} not in (1, 2, 4, 5, 7, 8, 9)`,
  },
  'month.depositIn': { sign: -1, of: (kind) => sql`p.account = 'deposit' and ${kind} = 13` },
  'month.depositUsed': { sign: -1, of: (kind) => sql`p.account = 'deposit' and ${kind} between 1 and 6` },
  'month.depositOut': { sign: -1, of: (kind) => sql`p.account = 'deposit' and ${kind} = 14` },
  'month.depositMoved': { sign: -1, of: (kind) => sql`p.account = 'deposit' and ${kind} in (15, 16)` },
  'month.unitCharged': { sign: 1, of: (kind) => sql`p.account = 'unitReceivable' and ${kind} in (1, 2, 5)` },
  'month.unitBack': { sign: 1, of: (kind) => sql`p.account = 'unitReceivable' and ${kind} = 4` },
  'month.unitSettled': { sign: 1, of: (kind) => sql`p.account = 'unitReceivable' and ${kind} = 19` },
  'month.withoutPlace': {
    sign: -1,
    of: (kind) => sql`((p.account in ('suspense', 'overShort') and ${kind} not between 7 and 17)
      or (p.account = 'otherIncome' and p.kind = ${entryKinds.reward}))`,
  },
  'month.receivableOpening': { sign: 1, of: () => sql`p.account = 'receivable'` },
  'month.receivableClosing': { sign: 1, of: () => sql`p.account = 'receivable'` },
  'month.principalOpening': { sign: -1, of: () => sql`p.account = 'principal'` },
  'month.principalClosing': { sign: -1, of: () => sql`p.account = 'principal'` },
  'month.depositOpening': { sign: -1, of: () => sql`p.account = 'deposit'` },
  'month.depositClosing': { sign: -1, of: () => sql`p.account = 'deposit'` },
  'month.unitOpening': { sign: 1, of: () => sql`p.account = 'unitReceivable'` },
  'month.unitClosing': { sign: 1, of: () => sql`p.account = 'unitReceivable'` },
  'month.overShort': { sign: -1, of: () => sql`p.account = 'overShort'` },
}

/** The column by which a figure's postings name whose it is. */
const dimensions = {
  bill: 'p.bill_id',
  card: 'p.card_id',
  prepay: 'p.prepay_id',
  owed: 'p.bill_id',
  members: 'p.card_id',
  prepays: 'p.prepay_id',
} as const

/** Whose figure it is. */
export type Whose = { figure: TracedFigure } & (
  | { of: 'bill' | 'card' | 'prepay' | 'refund' | 'exception'; id: string }
  /** What a unit owes to one clinic. */
  | { of: 'unit'; id: string; clinicId: string }
  /** `clinicIds`: the clinics whose sums are shown (null: every one's). */
  | { of: 'patient'; id: string; clinicIds: readonly string[] | null }
  | { of: 'shift'; id: string; payMethodId: string | null }
  /** The rows of a list. */
  | { of: 'members' | 'prepays' | 'owed'; listed: RawBuilder<string> }
  /** What all units owe to one clinic. */
  | { of: 'units'; clinicId: string }
  /** Refunds of a patient in one clinic, of bills `b` within reach. */
  | { of: 'refunds'; id: string; clinicId: string; reach: RawBuilder<unknown> }
  /** A month of a clinic, by its first day. */
  | { of: 'month'; clinicId: string; from: LocalDate; name: string | null }
)

/** The days whose postings a month's figure is the sum of. */
function spanOf({ figure, from }: { figure: TracedFigure; from: LocalDate }): RawBuilder<boolean> {
  const { span }: { of: string; span?: 'before' | 'through' } = tracedFigures[figure]
  const before = span === 'before' ? from : addMonths(from, 1)
  return span
    ? sql`p.business_date < ${before}::date`
    : sql`p.business_date >= ${from}::date and p.business_date < ${before}::date`
}

function whoseOf(tx: TenantTx, whose: Whose): RawBuilder<unknown> {
  switch (whose.of) {
    case 'patient':
      return sql`p.bill_id in (select b.id from bill b where ${tx.own('b')} and b.patient_id = ${whose.id})
          and (${whose.clinicIds}::uuid[] is null or p.clinic_id = any(${whose.clinicIds}::uuid[]))`
    case 'unit':
      return sql`p.pay_unit_id = ${whose.id} and p.clinic_id = ${whose.clinicId}`
    case 'units':
      return sql`p.clinic_id = ${whose.clinicId}`
    case 'refunds':
      return sql`p.entry_id in (select x.id from ledger_entry x join refund r on ${tx.own('r')} and r.id = x.document_id
            and r.patient_id = ${whose.id} and r.clinic_id = ${whose.clinicId} and r.status in ${codes(refundStates, 'paid')}
          join bill b on ${tx.own('b')} and b.id = r.bill_id and ${whose.reach}
          where ${tx.own('x')})`
    case 'members':
    case 'prepays':
    case 'owed':
      return sql`${sql.ref(dimensions[whose.of])} in ${whose.listed}`
    case 'refund':
      return sql`p.entry_id in (select x.id from ledger_entry x where ${tx.own('x')} and x.document_id = ${whose.id})`
    // What raised it alone: what people did about it since goes the other way.
    case 'exception':
      return sql`p.entry_id in (select x.id from ledger_entry x join pay_exception g on ${tx.own('g')} and g.id = ${whose.id}
          where ${tx.own('x')} and x.document_id in (g.id, g.gateway_refund_id) and sign(g.amount) = -sign(p.amount))`
    case 'shift':
      return sql`p.entry_id in (select x.id from ledger_entry x where ${tx.own('x')} and x.shift_id = ${whose.id})
          and (${whose.payMethodId}::uuid is null or p.pay_method_id = ${whose.payMethodId}::uuid)`
    case 'month':
      return sql`p.clinic_id = ${whose.clinicId} and p.unit = 0 and ${spanOf(whose)}`
    default:
      return sql`${sql.ref(dimensions[whose.of])} = ${whose.id}`
  }
}

const postingsOf = (tx: TenantTx, whose: Whose): RawBuilder<unknown> =>
  sql`${tx.own('p')} and ${whoseOf(tx, whose)} and ${sums[whose.figure].of(kindIn(tx), {
    tx,
    from: whose.of === 'month' ? whose.from : null,
    name: whose.of === 'month' ? whose.name : null,
  })}`

const signed = (figure: TracedFigure) => sql`${sql.lit(sums[figure].sign)} * p.amount`

const row = (figure: TracedFigure) =>
  select(
    columns('ledger_posting', 'p', 'entry_id', 'no', 'bill_id'),
    columns('ledger_entry', 'e', 'kind', 'document_no', 'moment', 'actor_name', 'is_carried'),
    named('clinic', 'k', { clinicName: 'name' }),
    perhaps(columns('bill', 'b', 'bill_no')),
    perhaps(named('bill_item', 'i', { itemName: 'name' })),
    perhaps(named('pay_method', 'm', { wayName: 'name' })),
    {
      amount: fenOf(signed(figure)),
      after: fenOf(sql`sum(${signed(figure)}) over (order by e.moment, e.id, p.no)`),
    },
  )

/** A page of the postings of a figure, the newest first. */
export async function pageOfPostings(
  tx: TenantTx,
  whose: Whose,
  page: { limit: number; offset: number },
): Promise<RowIn<ReturnType<typeof row>>[]> {
  return tx.rows(
    row(whose.figure).from`ledger_posting p
      join ledger_entry e on ${tx.own('e')} and e.id = p.entry_id
      join clinic k on ${tx.own('k')} and k.id = p.clinic_id
      left join bill b on ${tx.own('b')} and b.id = p.bill_id
      left join bill_item i on ${tx.own('i')} and i.id = p.item_id
      left join pay_method m on ${tx.own('m')} and m.id = p.pay_method_id
      where ${postingsOf(tx, whose)}
      order by e.moment desc, e.id desc, p.no desc limit ${page.limit} offset ${page.offset}`,
  )
}

const whole = (figure: TracedFigure) =>
  select({ sum: fenOf(sql`coalesce(sum(${signed(figure)}), 0)`), count: sql<number>`count(*)::int` })

/** What the postings of a figure come to, and how many they are. */
export async function sumOfPostings(tx: TenantTx, whose: Whose): Promise<RowIn<ReturnType<typeof whole>>> {
  return tx.need(whole(whose.figure).from`ledger_posting p where ${postingsOf(tx, whose)}`)
}

const ofCard = select(columns('member_card', 'c', 'patient_id'))
const ofPrepay = select(columns('prepay', 'q', 'patient_id'))

const ofUnit = select(columns('pay_unit', 'u', 'id'))

/** @throws AppError NOT_FOUND unless it is a unit of the company */
export async function mustBeUnit(tx: TenantTx, id: string): Promise<void> {
  await tx.need(ofUnit.keptFrom`pay_unit u where ${tx.own('u')} and u.id = ${id}`)
}

const ofRefund = select(columns('refund', 'r', 'bill_id'))

/** Which bill a refund is of. */
export const billOfRefund = async (tx: TenantTx, id: string): Promise<string> =>
  (await tx.need(ofRefund.keptFrom`refund r where ${tx.own('r')} and r.id = ${id}`)).billId

const ofException = select(columns('pay_exception', 'g', 'id'))

/** @throws AppError NOT_FOUND unless it is an exception of the clinic */
export async function mustBeException(tx: TenantTx, id: string, clinicId: string): Promise<void> {
  await tx.need(
    ofException.keptFrom`pay_exception g where ${tx.own('g')} and g.id = ${id} and g.clinic_id = ${clinicId}`,
  )
}

/** Whose a card or a prepayment is. */
export async function ownerOf(tx: TenantTx, what: 'card' | 'prepay', id: string): Promise<string> {
  const found =
    what === 'card'
      ? await tx.need(ofCard.keptFrom`member_card c where ${tx.own('c')} and c.id = ${id}`)
      : await tx.need(ofPrepay.keptFrom`prepay q where ${tx.own('q')} and q.id = ${id}`)
  return found.patientId
}
