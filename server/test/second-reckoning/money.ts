import {
  by,
  chargeDay,
  dayOf,
  fen,
  isCharged,
  known,
  once,
  partOf,
  rate,
  rows,
  ruleOn,
  sourceOf,
  sumOf,
  within,
  type Fact,
  type Reckonings,
} from './kit.ts'
import type { RowOf, World } from './world.ts'

type Posting = RowOf<'ledger_posting'>
type Entry = RowOf<'ledger_entry'>
/** What an entry is about (money.md §2): numbers in the database. */
const CHARGE = 1
const REPAY = 2
const REFUND = 4
const WRITE_OFF = 6
const UNIT_SETTLEMENT = 19

interface Way {
  payMethodId: string
  amount: string
}
const waysOf = (ways: unknown) => ways as Way[]

/** What an entry is about; of one that takes another back, what the other was about. */
export function aboutOf(world: World, entryId: string): number {
  const { entries } = known(world)
  const entry = entries.get(entryId) as Entry
  return (entry.reverses_id === null ? entry : (entries.get(entry.reverses_id) as Entry)).kind
}

/** What a line of a bill says of a row that is of it. */
function ofLine(world: World, billId: string, itemId: string | null, clinicId: string) {
  const { bills, items, deptOf } = known(world)
  const bill = bills.get(billId)
  const item = items.get(itemId ?? '')
  const doctor = item?.doctor_id ?? bill?.doctor_id ?? null
  return {
    doctor,
    consultant: bill?.consultant_id ?? null,
    dept: deptOf(doctor, clinicId),
    source: sourceOf(world, bill?.patient_id),
    patient: bill?.patient_id ?? null,
    bill: billId,
    topCategory: item?.top_category_name ?? null,
    category: item?.category_name ?? null,
    item: item?.name ?? null,
  }
}
/** Who moved it, in which till, by which entry. */
const moved = (world: World, entryId: string | null) => {
  const entry = known(world).entries.get(entryId ?? '')
  return { desk: entry?.actor_id ?? null, shift: entry?.shift_id ?? null, movement: entry?.id ?? null }
}

/** What was charged and paid of bills, in yuan, on each line. */
const linePostings = once((world: World) =>
  world.ledger_posting.filter(
    ({ unit, bill_id, account }) =>
      unit === 0 && bill_id !== null && ['receivable', 'billed', 'writtenOff'].includes(account),
  ),
)
const ofPosting = (world: World, posting: Posting, value: number): Fact => ({
  value,
  day: posting.business_date,
  clinic: posting.clinic_id,
  ...ofLine(world, posting.bill_id as string, posting.item_id, posting.clinic_id),
  method: known(world).payments.get(posting.payment_id ?? '')?.pay_method_id ?? posting.pay_method_id,
  ...moved(world, posting.entry_id),
})

/** Money that went through a cash-like way: what its paper says it is of. */
interface Money extends Fact {
  /** Went out of the house again. */
  isRefund: boolean
}

/** Cash-like ways of paying: money at the desk, online, vouchers that a platform settles (money.md §1). */
const CASH_LIKE = [1, 4, 6]

/** What a closed card or prepayment had paid, when it leaves in cash (money.md §4: Where to); undefined: it is nothing such. */
function leftInCash(world: World, row: RowOf<'bill_payment'>): 'principal' | 'deposit' | 'times' | undefined {
  const { methods, cards, payments } = known(world)
  const came = payments.get(row.returns_id ?? '')
  if (!came || !CASH_LIKE.includes(methods.get(row.pay_method_id)?.type ?? 0)) return undefined
  if (came.prepay_id !== null) return 'deposit'
  const card = cards.get(came.card_id ?? '')
  return card && (card.kind === 3 ? 'times' : 'principal')
}

/** What a payment is by its paper, part by part: bonus and principal of a card, a prepayment, uses, points, a unit's, or money. */
function partsOnPaper(world: World, row: RowOf<'bill_payment'>): Readonly<Record<string, number>> {
  const { methods, cards } = known(world)
  const method = methods.get(row.pay_method_id)
  const amount = fen(row.amount)
  const sign = amount < 0 ? -1 : 1
  const card = cards.get(row.card_id ?? '')
  if (method?.code === 'points') return { points: amount }
  if (row.prepay_id !== null) return { deposit: amount }
  if (card?.kind === 3) return { times: amount }
  if (card) return { principal: sign * fen(row.principal_part), bonus: sign * fen(row.bonus_part) }
  const left = leftInCash(world, row)
  if (left) return { [left]: amount }
  return CASH_LIKE.includes(method?.type ?? 0) ? { cash: amount } : { unit: amount }
}

/** Where papers and postings say different things: of each payment and day, part by part, what was paid and what went back. */
export const misfits = once((world: World) => {
  const sums = new Map<string, number>()
  const add = (key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
  for (const row of world.bill_payment)
    // What goes back, or is taken back, lies where the payment lay.
    for (const [part, amount] of Object.entries(partsOnPaper(world, row)))
      add([row.returns_id ?? row.revokes_id ?? row.id, row.clinic_id, row.pay_date, part].join(' '), amount)
  for (const { account, payment_id, clinic_id, business_date, part, amount, unit } of world.ledger_posting)
    if (account === 'receivable' && payment_id !== null && unit === 0)
      add([payment_id, clinic_id, business_date, part].join(' '), fen(amount))
  return [...sums].flatMap(([key, left]) => (left === 0 ? [] : [`${key}: ${left} more on paper than on lines`]))
})

/** Movements of cards on their papers, each with what came in or went out as money, and what of it was no recharge. */
const cardPapers = once((world: World) => {
  const logs = new Map(world.card_log.map((row) => [row.id, row]))
  return world.card_log.flatMap((row) => {
    const told = row.reverses_id === null ? row : logs.get(row.reverses_id)
    if (!told) return []
    const sign = (row === told ? 1 : -1) * (told.type === 5 ? -1 : 1)
    const ways = waysOf(told.ways).map(({ payMethodId, amount }) => ({ payMethodId, amount: sign * fen(amount) }))
    const paid = ways.reduce((sum, { amount }) => sum + amount, 0)
    const stored = fen(row.principal_delta) + fen(row.times_amount_delta)
    return [{ row, type: told.type, ways, stored, earned: ways.length > 0 || told.type === 5 ? paid - stored : 0 }]
  })
})
const ofCard = (world: World, row: RowOf<'card_log'>, value: number) => {
  const card = known(world).cards.get(row.card_id)
  return {
    value,
    day: dayOf(row.created_at),
    clinic: row.moved_clinic_id,
    source: sourceOf(world, card?.patient_id),
    patient: card?.patient_id ?? null,
    card: row.card_id,
    cardType: card?.type_id ?? null,
    ...moved(world, row.entry_id),
  }
}
/** A card is sold, recharged, changed for another. */
const SOLD = [1, 2, 11]

/** The entry that took money from the suspense account when somebody said what it was for. */
const recordedBy = (world: World, { clinic_id, amount, handled_at }: RowOf<'pay_exception'>): string | null =>
  world.ledger_posting.find(
    (posting) =>
      posting.account === 'suspense' &&
      posting.clinic_id === clinic_id &&
      fen(posting.amount) === fen(amount) &&
      known(world).entries.get(posting.entry_id)?.moment === handled_at,
  )?.entry_id ?? null

/** C1: what came in and went out as money, by the papers that say so. */
const takings = once((world: World): readonly Money[] => {
  const { prepays } = known(world)
  const entryOf = new Map(world.ledger_entry.map((row) => [row.document_id, row.id]))
  const found: Money[] = []
  // Of bills what lies on lines as money: `misfits` holds it against the papers, payment by payment and day by day.
  for (const posting of linePostings(world))
    if (posting.account === 'receivable' && posting.payment_id !== null && posting.part === 'cash')
      found.push({
        ...ofPosting(world, posting, -fen(posting.amount)),
        isRefund: aboutOf(world, posting.entry_id) === REFUND,
      })
  for (const row of world.bill_payment) {
    const left = leftInCash(world, row)
    if (left)
      found.push({
        ...ofLine(world, row.bill_id, null, row.clinic_id),
        value: fen(row.amount),
        day: row.pay_date,
        clinic: row.clinic_id,
        method: row.pay_method_id,
        topCategory: left === 'deposit' ? '~prepay' : '~card',
        ...moved(world, entryOf.get(row.refund_id ?? '') ?? null),
        isRefund: true,
      })
  }
  for (const { row, type, ways, earned } of cardPapers(world)) {
    // What a card costs stands apart from what was stored on it, and is said by the first way of paying.
    const fee = SOLD.includes(type) && ways.length > 0 ? earned : 0
    for (const [n, { payMethodId, amount }] of ways.entries())
      found.push({
        ...ofCard(world, row, amount - (n === 0 ? fee : 0)),
        method: payMethodId,
        topCategory: '~card',
        isRefund: type === 5,
      })
    if (fee !== 0)
      found.push({
        ...ofCard(world, row, fee),
        method: ways[0]?.payMethodId ?? null,
        topCategory: '~fee',
        isRefund: false,
      })
  }
  const prepaid = (
    id: string,
    entryId: string | undefined,
    clinic: string,
    at: string,
    way: Way,
    sign: 1 | -1,
  ): Money => {
    const { patient_id } = prepays.get(id) as RowOf<'prepay'>
    return {
      value: sign * fen(way.amount),
      day: dayOf(at),
      clinic,
      source: sourceOf(world, patient_id),
      patient: patient_id,
      method: way.payMethodId,
      topCategory: '~prepay',
      ...moved(world, entryId ?? null),
      isRefund: sign < 0,
    }
  }
  for (const row of world.prepay)
    if (row.status !== 4)
      for (const way of waysOf(row.ways))
        found.push(prepaid(row.id, entryOf.get(row.id), row.open_clinic_id, row.received_at, way, 1))
  for (const row of world.prepay_return)
    if (row.status === 2)
      for (const way of waysOf(row.ways))
        found.push(prepaid(row.prepay_id, entryOf.get(row.id), row.clinic_id, row.paid_at as string, way, -1))
  for (const settled of unitSettlements(world)) found.push({ ...settled, isRefund: false })
  for (const paid of rewardsInYuan(world)) found.push({ ...paid, isRefund: false })
  for (const row of world.pay_exception) {
    if (row.type === 4) continue
    const waits = (value: number, at: string, entryId: string | null): Money => ({
      ...moved(world, entryId),
      value,
      day: dayOf(at),
      clinic: row.clinic_id,
      method: row.pay_method_id,
      topCategory: '~waiting',
      isRefund: false,
    })
    found.push(waits(fen(row.amount), row.found_at, null))
    // What records it is of whoever does that, in their till: what it pays is there too.
    if (row.status !== 1) continue
    const entryId = recordedBy(world, row)
    const recorded = waits(-fen(row.amount), row.handled_at as string, entryId)
    // What went out once too often may be brought back in another way than it went.
    const back = world.ledger_posting.find((posting) => posting.entry_id === entryId && posting.account === 'cash')
    found.push(fen(row.amount) < 0 && back ? { ...recorded, method: back.pay_method_id } : recorded)
  }
  // What went back when its exception had been settled otherwise is an exception of its own.
  const tooMuch = new Set(
    world.pay_exception.flatMap(({ type, gateway_refund_id: id }) => (type === 2 && id ? [id] : [])),
  )
  for (const row of world.gateway_refund)
    if (row.exception_id !== null && row.status === 2 && !tooMuch.has(row.id))
      found.push({
        value: -fen(row.amount),
        day: dayOf(row.done_at as string),
        clinic: row.clinic_id,
        method: row.pay_method_id,
        topCategory: '~waiting',
        isRefund: false,
      })
  return found
})

/** Yuan that were given for having introduced somebody, and came back: they left the till, and lower what was earned. */
const rewardsInYuan = once((world: World): readonly Fact[] =>
  world.introduction_reward_move.flatMap((row) =>
    row.pay_method_id === null
      ? []
      : [
          {
            value: -fen(row.amount),
            day: row.business_date,
            clinic: row.clinic_id,
            method: row.pay_method_id,
            topCategory: '~reward',
            ...moved(world, row.entry_id),
          },
        ],
  ),
)

/** Units that paid what was charged to them, and what was taken back of it. */
const unitSettlements = once((world: World): readonly Fact[] => {
  const entries = by(
    world.ledger_entry.filter(({ kind }) => kind === UNIT_SETTLEMENT || kind === 3),
    ({ document_id }) => document_id,
  )
  return world.unit_settlement.flatMap((row) => {
    const of = (value: number, at: string, isUndone: boolean): Fact => ({
      value,
      day: dayOf(at),
      clinic: row.clinic_id,
      method: row.pay_method_id,
      topCategory: '~unit',
      ...moved(world, entries.get(row.id)?.find(({ reverses_id }) => (reverses_id !== null) === isUndone)?.id ?? null),
    })
    return [
      of(fen(row.amount), row.settled_at, false),
      ...(row.status === 2 ? [of(-fen(row.amount), row.undone_at as string, true)] : []),
    ]
  })
})

/** Payments as they lie on lines, of some parts. */
const paid = (...parts: string[]) =>
  rows((world, span) =>
    linePostings(world).flatMap((posting) =>
      within(span, posting.business_date) &&
      posting.account === 'receivable' &&
      posting.payment_id !== null &&
      parts.includes(posting.part ?? '')
        ? [ofPosting(world, posting, -fen(posting.amount))]
        : [],
    ),
  )

/** Is a part of a payment revenue? Bonus where the company says so, points never. */
export const isRevenue = (world: World, part: string | null, day: string): boolean =>
  ['cash', 'principal', 'deposit', 'times'].includes(part ?? '') ||
  (part === 'bonus' && ruleOn(world, 'bonusCounts', false, day))

/** R1: what lies on lines as revenue, fees of cards, what was kept of cards that were given back, units that paid. */
const revenue = once((world: World): readonly Fact[] => [
  ...linePostings(world).flatMap((posting) =>
    posting.account === 'receivable' &&
    posting.payment_id !== null &&
    isRevenue(world, posting.part, posting.business_date)
      ? [ofPosting(world, posting, -fen(posting.amount))]
      : [],
  ),
  // A fee is of the way in which it was paid; what is kept of a card is paid in no way.
  ...cardPapers(world).flatMap(({ row, type, ways, earned }) =>
    earned === 0
      ? []
      : SOLD.includes(type)
        ? [{ ...ofCard(world, row, earned), method: ways[0]?.payMethodId ?? null, topCategory: '~fee' }]
        : [{ ...ofCard(world, row, earned), topCategory: '~makeUp' }],
  ),
  ...unitSettlements(world),
  // A reward is paid in no way that revenue has.
  ...rewardsInYuan(world).map((row) => ({ ...row, method: null })),
])

/** What was stored on cards, or given with it, when they were sold and recharged. */
const storedOnCards = (of: (row: RowOf<'card_log'>) => number) =>
  rows((world) =>
    cardPapers(world).flatMap(({ row, type }) =>
      SOLD.includes(type) && of(row) !== 0 ? [{ ...ofCard(world, row, of(row)), topCategory: '~card' }] : [],
    ),
  )

/** Lines of charged bills, by the day of the charge. */
const chargedLines = (of: (item: RowOf<'bill_item'>) => number, more: (line: Fact) => Partial<Fact> = () => ({})) =>
  rows((world, span) => {
    const { itemsOfBill } = known(world)
    return world.bill.flatMap((bill) => {
      const day = chargeDay(bill)
      if (!isCharged(bill) || day === null || !within(span, day)) return []
      return (itemsOfBill.get(bill.id) ?? []).map((item) => {
        const line = {
          ...ofLine(world, bill.id, item.id, bill.clinic_id),
          value: of(item),
          day,
          clinic: bill.clinic_id,
          desk: bill.cashier_id,
        }
        return { ...line, ...more(line) }
      })
    })
  })

/** Postings on what is owed that are about one thing: by how much they raise it. */
const owed = (about: number, sign: 1 | -1) =>
  rows((world, span) =>
    linePostings(world).flatMap((posting) => {
      const { account, payment_id, entry_id, amount, business_date } = posting
      if (!within(span, business_date)) return []
      if (account === 'receivable' && payment_id === null) return []
      if (aboutOf(world, entry_id) !== about) return []
      return [ofPosting(world, posting, sign * (account === 'receivable' ? fen(amount) : -fen(amount)))]
    }),
  )
/** What was claimed, or taken off again, by what it was about. */
const claimed = (about: number, sign: 1 | -1) =>
  rows((world, span) =>
    linePostings(world).flatMap((posting) =>
      within(span, posting.business_date) && posting.account === 'billed' && aboutOf(world, posting.entry_id) === about
        ? [ofPosting(world, posting, sign * fen(posting.amount))]
        : [],
    ),
  )

export const moneyReckonings: Reckonings = {
  B1: chargedLines(({ original_amount }) => fen(original_amount)),
  B2: chargedLines(({ discount_amount }) => fen(discount_amount)),
  B3: rate('B2', 'B1', 10_000),
  // O − D = R.
  B4: chargedLines((item) => fen(item.original_amount) - fen(item.discount_amount)),
  B7: chargedLines(({ qty }) => qty),
  B10: partOf('B4'),
  B11: chargedLines(
    () => 1,
    ({ doctor }) => ({ once: doctor ?? null }),
  ),
  B8: claimed(CHARGE, -1),
  B9: claimed(REFUND, 1),
  C1: rows(takings),
  C2: rows((world) => takings(world).flatMap((row) => (row.isRefund ? [{ ...row, value: -row.value }] : []))),
  C3: storedOnCards((row) => fen(row.principal_delta) + fen(row.times_amount_delta)),
  C5: paid('principal', 'bonus', 'deposit', 'times', 'points'),
  C6: sumOf('C1 + C2'),
  U1: paid('principal'),
  U2: paid('bonus'),
  U3: paid('deposit'),
  U4: paid('times'),
  R1: rows(revenue),
  R2: rate('R1', 'V7', 1),
  R3: rate('C1', 'V7', 1),
  A2: owed(CHARGE, 1),
  A3: owed(REPAY, -1),
  A4: owed(REFUND, -1),
  A5: owed(WRITE_OFF, -1),
}
