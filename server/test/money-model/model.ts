/**
 * Money as the specification has it, in whole fen and in plain code: it imports nothing of the product, so that a fault of a rule
 * there is not repeated here. Section signs are those of the specification's page on money.
 */

type Part = 'bonus' | 'principal' | 'deposit' | 'times' | 'points' | 'unit' | 'cash'
const PARTS: readonly Part[] = ['bonus', 'principal', 'deposit', 'times', 'points', 'unit', 'cash']
/** What stands against a part: what points pay was given by the house; what a unit is to pay is a claim against it. */
const ACCOUNTS: Partial<Record<Part, string>> = { points: 'pointsGiven', unit: 'unitReceivable' }
const accountOf = (part: Part): string => ACCOUNTS[part] ?? part
/** What the house gave: it never leaves as money, and brings no points. */
const isGift = (part: Part): boolean => part === 'bonus' || part === 'points'

/** A rule refuses a command; nothing has changed. */
export class Refusal extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}

const total = (list: readonly number[]): number => list.reduce((all, each) => all + each, 0)
/** n ÷ d, half-up; both above zero. */
const half = (n: bigint, d: bigint): number => Number((2n * n + d) / (2n * d))
/** a × b ÷ c half-up. */
const ratio = (a: number, b: number, c: number): number => (c === 0 ? 0 : half(BigInt(a) * BigInt(b), BigInt(c)))

/** Each share half-up; what is over or wanting goes to the last weights, none below zero or above its weight. */
function split(sum: number, weights: readonly number[]): number[] {
  const whole = total(weights)
  if (sum === 0) return weights.map(() => 0)
  if (sum > whole) throw new Error(`split ${sum} over ${whole}`)
  const shares = weights.map((weight) => ratio(sum, weight, whole))
  let rest = sum - total(shares)
  for (let n = weights.length - 1; n >= 0 && rest !== 0; n -= 1) {
    const share = shares[n] as number
    const moved = rest > 0 ? Math.min(rest, (weights[n] as number) - share) : -Math.min(-rest, share)
    shares[n] = share + moved
    rest -= moved
  }
  return shares
}

// Days, of one's own: the number of days since 1970.
const DAY = 86_400_000
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY)
export const dateOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)
export const lastOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
export const monthBefore = (date: string): string => dateOf(dayNumber(`${date.slice(0, 7)}-01`) - 1).slice(0, 7)

export interface Line {
  price: number
  qty: number
  percent: number
  /** Some cards let their bonus not pay it. */
  excluded: boolean
  /** The price list lets no bonus pay it. */
  shut: boolean
  /** The price list says that it is done by being charged. */
  atCharge: boolean
  amount: number
  returned: number
  writtenOff: number
  returnedQty: number
  executed: number
  /** Of these, done by the charge and noted by nobody. */
  byCharge: number
  canBonus: boolean
}
interface Laid {
  part: Part
  lies: number[]
}
export interface Payment {
  method: string
  card: Card | null
  prepay: Prepay | null
  unit: Unit | null
  /** Of what a platform sold. */
  code: string | null
  /** A gateway has said that it came. */
  byGateway: boolean
  /** What it paid, and with how many points. */
  amount: number
  points: number
  moment: number
  day: string
  till: Till
  shift: number
  parts: Laid[]
  /** What of a claim against a unit the unit has paid. */
  settled: number
  /** Moved to other ways: it is no payment any more. */
  isOut: boolean
}
export interface Till {
  clinic: number
  person: number
  isOpen: boolean
  /** Counts the shifts of this till. */
  shift: number
  startedOn: string
  cash: Map<string, number>
}
export interface Rules {
  order: 1 | 2 | 3
  ratio: number
  rate: number
  /** So many points pay one yuan (0: none do), and the most of a bill that they pay, in percent. */
  perYuan: number
  pointsRatio: number
  excludes: boolean
  sharesClinics: boolean
  sharesKin: boolean
  single: number
  steps: readonly { amount: number; bonus: number; points: number }[]
}
export interface CardType {
  kind: 1 | 3
  price: number
  times: number
  rules: Rules
}
export interface Card {
  no: number
  owner: number
  clinic: number
  type: CardType
  status: number
  principal: number
  bonus: number
  points: number
  times: number
  timesAmount: number
  main: Card | null
  dayLimit: number | null
  spent: Map<string, number>
  moves: number
  recharges: CameIn[]
  /** How it was sold; null for a card of the family, or one that another was changed for. */
  sale: CameIn | null
}
/** A movement that may be taken back while it is the newest, its day and its till go on. */
interface CameIn {
  move: number
  day: string
  till: Till
  shift: number
  postings: Posting[]
  byGateway: boolean
}
interface Posting {
  account: string
  amount: number
  unit?: 0 | 1 | 2
  card?: Card
  prepay?: Prepay
  owes?: Unit
  method?: string
}
/** Money that was left before there was a bill: 1 holds something, 2 used up, 3 given back, 4 taken back because it was typed wrong. */
export interface Prepay {
  no: number
  owner: number
  clinic: number
  refundable: boolean
  status: 1 | 2 | 3 | 4
  amount: number
  balance: number
  /** Handed over by somebody else. */
  isFromOther: boolean
  byGateway: boolean
  /** What came in by each way and has not gone out by it. */
  came: Map<string, number>
  moves: number
  day: string
  till: Till
  shift: number
  postings: Posting[]
  returns: PrepayReturn[]
}
export interface PrepayReturn {
  prepay: Prepay
  amount: number
  ways: Way[]
  status: number
  by: number
  day: string
}
/** A company that pays for its people. */
export interface Unit {
  no: number
  limit: number
  enabled: boolean
  needsReference: boolean
  balance: number
  settlements: Settlement[]
}
export interface Settlement {
  unit: Unit
  clinic: number
  amount: number
  method: string
  lines: { payment: Payment; amount: number }[]
  isUndone: boolean
  till: Till
  shift: number
}
interface BillEntry {
  till: Till
  shift: number
  postings: Posting[]
}
/** 1 from a sum on, 2 a sum, 3 a percentage, 4 one unit of an item. */
export interface CouponType {
  kind: 1 | 2 | 3 | 4
  value: number
  percent: number
  most: number | null
  threshold: number
  /** Pays only lines of which some cards' bonus pays nothing. */
  onlyExcluded: boolean
  onlyClinic: number | null
  stackable: boolean
  days: number
}
/** 1 unused (it may lie on a bill), 2 used, 3 run out, 4 void. */
export interface Coupon {
  no: number
  owner: number
  type: CouponType
  status: 1 | 2 | 3 | 4
  until: string
  bill: Bill | null
  off: number[]
}
export interface Plan {
  status: 1 | 2 | 3
  total: number
  paid: number
  cancelled: number
  periods: { due: string; amount: number }[]
}
export interface Bill {
  clinic: number
  patient: number
  opened: number
  status: number
  original: number
  receivable: number
  lines: Line[]
  payments: Payment[]
  paid: number
  refunded: number
  payDay: string | null
  entries: BillEntry[]
  /** Which card got points for it, and how many. */
  pointsCard: Card | null
  points: number
  uses: Map<Card, number>
  plans: Plan[]
  refunds: Refund[]
  adjusts: Adjust[]
}
export interface Refund {
  bill: Bill
  type: number
  mode: 1 | 2
  taken: { amount: number; qty: number }[]
  returned: number
  back: number
  status: number
  by: number
  approved: boolean
  day: string
  /** By what is paid out what can't go back by the way it came. */
  other: string
  /** What the gateway would not give back and the desk gave in cash. */
  elsewhere: number[]
}
export interface Adjust {
  bill: Bill
  payment: Payment
  amount: number
  ways: { method: string; amount: number }[]
  status: number
  by: number
  day: string
}
export interface Way {
  method: string
  amount: number
  card?: Card
  byPoints?: boolean
  prepay?: Prepay
  unit?: Unit
  reference?: string
  code?: string
  byGateway?: boolean
  /** It came before, and had no place yet. */
  fromSuspense?: boolean
}
/** By which way money of a card or a prepayment came. */
type Came = Pick<Way, 'method' | 'byGateway' | 'fromSuspense'>
/** What a code is shown for. */
export type CodeFor =
  | { what: 'bill'; bill: Bill }
  | { what: 'card'; card: Card }
  | { what: 'sale'; owner: number; type: CardType; amount: number }
  | { what: 'prepay'; owner: number; refundable: boolean }
/** Money without a place: a gateway took it after its code had ended; below zero, it went out once too often. */
export interface Stray {
  clinic: number
  of: CodeFor | { what: 'refund' }
  amount: number
  state: 'open' | 'held' | 'over'
  day: string
}
/** A part of a payment that is being made: with how many uses of a times card, or points. */
interface PaidPart {
  part: Part
  amount: number
  times: number
  points: number
}
interface BackPlan {
  returned: number
  back: number
  /** By payment and part, as `partsOf` lists them. */
  ways: number[]
  lies: number[][]
}
/** There is nothing any more to which it could go back. */
const isClosed = ({ card, prepay }: Payment): boolean => (card?.status ?? 0) >= 5 || prepay?.status === 3
/** Points leave a card; below zero they come back to it. */
const pointsSpent = (card: Card, points: number): Posting[] => [
  { account: 'points', unit: 2, amount: points * 100, card },
  { account: 'pointsGiven', unit: 2, amount: -points * 100 },
]
interface PartNow extends Laid {
  payment: Payment
  row: number
  charge: number
  left: number
}

const APPROVAL_FROM = 30_000
/** The stand-in of the gateways refuses to give such sums back. */
const wouldFail = (amount: number): boolean => amount % 100 === 13
/** A way to pay that takes nothing back. */
export const ONE_WAY = 'alipay'
const STANDING = [2, 3, 4]

export class World {
  now = 0
  day = ''
  tills: Till[][] = []
  /** By day, clinic, account (money also by the way it came) and unit. */
  accounts = new Map<string, number>()
  patients: string[] = []
  bills: Bill[] = []
  cards: Card[] = []
  prepays: Prepay[] = []
  coupons: Coupon[] = []
  units: Unit[] = []
  strays: Stray[] = []
  /** Codes of platforms that have paid for something which stands. */
  codes = new Set<string>()
  /** The months of a clinic that are closed. */
  closed: Set<string>[] = [new Set(), new Set()]
  /** Days of refunds and changed ways that wait since before this sequence. */
  waiting: { clinic: number; day: string }[] = []

  constructor(readonly modes: readonly (1 | 2)[]) {
    this.tills = [0, 1].map((clinic) =>
      [0, 1].map((person) => ({ clinic, person, isOpen: false, shift: 0, startedOn: '', cash: new Map() })),
    )
  }

  // ---- §2 the ledger ----

  private till(clinic: number, person: number): Till {
    return (this.tills[clinic] as Till[])[person] as Till
  }

  private openTill(till: Till): void {
    if (till.isOpen) return
    Object.assign(till, { isOpen: true, shift: till.shift + 1, startedOn: this.day, cash: new Map() })
  }

  private book(clinic: number, { account, amount, unit = 0, method }: Posting): void {
    const key = `${this.day} ${clinic} ${account === 'cash' ? `cash.${method}` : account} ${unit}`
    this.accounts.set(key, (this.accounts.get(key) ?? 0) + amount)
  }

  /** One entry: balanced, in a till, with the balances of cards, and what clinics owe each other for a card used elsewhere. */
  private post(clinic: number, till: Till, all: readonly Posting[]): void {
    const postings = all.filter(({ amount }) => amount !== 0)
    if (postings.length === 0) return
    for (const unit of [0, 1, 2])
      if (total(postings.filter((each) => (each.unit ?? 0) === unit).map(({ amount }) => amount)) !== 0)
        throw new Error('the model does not balance')
    this.openTill(till)
    const moved = new Set<Card | Prepay>()
    for (const posting of postings) {
      const { account, amount, method, owes } = posting
      const card = posting.card ?? posting.prepay
      this.book(clinic, posting)
      if (account === 'cash') till.cash.set(method as string, (till.cash.get(method as string) ?? 0) + amount)
      if (owes) owes.balance += amount
      if (!card || !['principal', 'bonus', 'times', 'points', 'deposit'].includes(account)) continue
      moved.add(card)
      if ('came' in card) card.balance -= amount
      else if (account === 'principal') card.principal -= amount
      else if (account === 'bonus') card.bonus -= amount
      else if (account === 'points') card.points -= amount / 100
      else if (account === 'times' && posting.unit === 1) card.times -= amount / 100
      else if (account === 'times') card.timesAmount -= amount
      if (card.clinic === clinic || posting.unit) continue
      this.book(clinic, { account, amount: -amount })
      this.book(card.clinic, { account, amount })
      const against = account === 'bonus' ? 'bonusGiven' : 'interClinic'
      this.book(clinic, { account: against, amount })
      this.book(card.clinic, { account: against, amount: -amount })
    }
    for (const each of moved) {
      each.moves += 1
      if ('came' in each) each.status = each.balance > 0 ? 1 : 2
    }
  }

  // ---- §1 a bill ----

  private want = (line: Line): number => line.amount - line.returned - line.writtenOff
  settled = (bill: Bill, n: number): number =>
    total(bill.payments.flatMap(({ parts }) => parts.map(({ lies }) => lies[n] as number)))
  private open = (bill: Bill, n: number): number => this.want(bill.lines[n] as Line) - this.settled(bill, n)
  arrears = (bill: Bill): number =>
    [0, 1, 6, 9].includes(bill.status) ? 0 : total(bill.lines.map((_, n) => this.open(bill, n)))
  returned = (bill: Bill): number => total(bill.lines.map((line) => line.returned))
  writtenOff = (bill: Bill): number => total(bill.lines.map((line) => line.writtenOff))

  private restate(bill: Bill): void {
    if (this.returned(bill) === bill.receivable && bill.receivable > 0) bill.status = 5
    else if (bill.refunded > 0) bill.status = 4
    else bill.status = this.arrears(bill) > 0 ? 2 : 3
  }

  // ---- §6 coupons ----

  giveCoupon(owner: number, type: CouponType): Coupon {
    const until = dateOf(dayNumber(this.day) + type.days - 1)
    const coupon: Coupon = { no: this.coupons.length, owner, type, status: 1, until, bill: null, off: [] }
    this.coupons.push(coupon)
    return coupon
  }

  voidCoupon(coupon: Coupon): void {
    if (coupon.status !== 1 || coupon.until < this.day) throw new Refusal('COUPON_STATE')
    if (coupon.bill) throw new Refusal('COUPON_TAKEN')
    coupon.status = 4
  }

  private mayUse(coupon: Coupon, patient: number, clinic: number): void {
    if (coupon.owner !== patient) throw new Refusal('NOT_FOUND')
    if (coupon.status !== 1 || coupon.until < this.day) throw new Refusal('COUPON_STATE')
    if (coupon.bill) throw new Refusal('COUPON_TAKEN')
    if (coupon.type.onlyClinic !== null && coupon.type.onlyClinic !== clinic) throw new Refusal('COUPON_CLINIC')
  }

  /** What a coupon takes off each line; null when its lines do not come to its threshold. */
  private couponOff(
    { kind, value, percent, most, threshold, onlyExcluded }: CouponType,
    amounts: readonly number[],
    lines: readonly { qty: number; excluded: boolean }[],
  ): number[] | null {
    const may = amounts.map((amount, n) => (onlyExcluded && !lines[n]?.excluded ? 0 : amount))
    const whole = total(may)
    if (whole < threshold) return null
    if (kind === 4) {
      const units = may.map((amount, n) => half(BigInt(amount), BigInt((lines[n] as { qty: number }).qty)))
      const best = units.indexOf(Math.max(...units))
      return may.map((amount, n) => (n === best ? Math.min(units[n] as number, most ?? amount, amount) : 0))
    }
    const wanted = kind === 3 ? Math.min(whole - ratio(whole, percent, 100), most ?? whole) : value
    return split(Math.min(wanted, whole), may)
  }

  /** Coupons whose lines have all gone back are the patient's again, unless their last day has gone. */
  private freeCoupons(bill: Bill, isGone: (line: number) => boolean): void {
    for (const coupon of this.coupons) {
      if (coupon.bill !== bill || !coupon.off.every((sum, line) => sum === 0 || isGone(line))) continue
      Object.assign(coupon, { bill: null, off: [], status: coupon.until < this.day ? 3 : 1 })
    }
  }

  /** A coupon is used when its bill is charged: by then its last day must not have gone. */
  private mustBeInDate(bill: Bill): void {
    if (this.coupons.some((coupon) => coupon.bill === bill && coupon.until < this.day))
      throw new Refusal('DISCOUNT_CHANGED')
  }

  private setCoupons(bill: Bill, status: 1 | 2): void {
    for (const coupon of this.coupons) if (coupon.bill === bill) coupon.status = status
  }

  /** §6 coupons, a line's percent, the order's percent, a reduction, a rounding. */
  openBill(ask: {
    clinic: number
    patient: number
    lines: { price: number; qty: number; percent: number; excluded: boolean; shut: boolean; atCharge: boolean }[]
    percent: number
    reduction: number
    rounding: 0 | 1 | 2
    coupons: Coupon[]
  }): Bill {
    const percent = (amount: number, of: number) => ratio(amount, of, 100)
    for (const coupon of ask.coupons) this.mayUse(coupon, ask.patient, ask.clinic)
    let amounts = ask.lines.map(({ price, qty }) => price * qty)
    const taken = ask.coupons.map(({ type }) => {
      const shares = this.couponOff(type, amounts, ask.lines)
      if (shares) amounts = amounts.map((amount, n) => amount - (shares[n] as number))
      return shares
    })
    amounts = amounts.map((amount, n) =>
      percent(percent(amount, (ask.lines[n] as { percent: number }).percent), ask.percent),
    )
    const off = (sum: number) => {
      if (sum > total(amounts)) throw new Refusal('REDUCTION_TOO_LARGE')
      const shares = split(sum, amounts)
      amounts = amounts.map((amount, n) => amount - (shares[n] as number))
    }
    off(ask.reduction)
    off(ask.rounding === 0 ? 0 : total(amounts) % (ask.rounding === 1 ? 10 : 100))
    if (ask.coupons.length > 1 && ask.coupons.some(({ type }) => !type.stackable)) throw new Refusal('COUPON_STACK')
    for (const shares of taken) {
      if (!shares) throw new Refusal('COUPON_BELOW')
      if (total(shares) === 0) throw new Refusal('COUPON_SCOPE')
    }
    const bill: Bill = {
      clinic: ask.clinic,
      patient: ask.patient,
      opened: this.now,
      status: 1,
      original: total(ask.lines.map(({ price, qty }) => price * qty)),
      receivable: total(amounts),
      lines: ask.lines.map((line, n) => ({
        ...line,
        amount: amounts[n] as number,
        returned: 0,
        writtenOff: 0,
        returnedQty: 0,
        executed: 0,
        byCharge: 0,
        canBonus: !line.shut,
      })),
      payments: [],
      paid: 0,
      refunded: 0,
      payDay: null,
      entries: [],
      pointsCard: null,
      points: 0,
      uses: new Map(),
      plans: [],
      refunds: [],
      adjusts: [],
    }
    this.bills.push(bill)
    for (const [n, coupon] of ask.coupons.entries()) Object.assign(coupon, { bill, off: taken[n] })
    return bill
  }

  voidBill(bill: Bill): void {
    if (bill.status !== 1) throw new Refusal('BILL_NOT_OPEN')
    bill.status = 9
    this.freeCoupons(bill, () => true)
  }

  // ---- §5 cards pay ----

  usesLeft(card: Card): number[] {
    if (card.times === 0) return []
    const even = (sum: number, count: number) =>
      split(
        sum,
        Array.from({ length: count }, () => Math.max(1, sum)),
      )
    const last = even(card.type.price, card.type.times).slice(-card.times)
    return total(last) === card.timesAmount ? last : even(card.timesAmount, card.times)
  }

  private checkPurses(clinic: number, patient: number, ways: readonly Way[]): void {
    for (const { prepay, amount } of ways) {
      if (!prepay) continue
      if (prepay.owner !== patient) throw new Refusal('NOT_FOUND')
      if (prepay.status !== 1) throw new Refusal('PREPAY_STATE')
      if (amount > prepay.balance) throw new Refusal('PREPAY_SHORT')
    }
    const owed = new Map(this.units.map((unit) => [unit, unit.balance]))
    for (const { unit, reference, amount } of ways) {
      if (!unit) continue
      if (!unit.enabled) throw new Refusal('UNIT_STATE')
      if (unit.needsReference && !reference) throw new Refusal('BAD_INPUT')
      owed.set(unit, (owed.get(unit) ?? 0) + amount)
      if ((owed.get(unit) ?? 0) > unit.limit) throw new Refusal('UNIT_LIMIT')
    }
    for (const { card, byPoints } of ways) if (byPoints && card?.main) throw new Refusal('CARD_KIND')
    for (const { card, amount, byPoints } of ways) {
      if (!card) continue
      if (card.owner !== patient) throw new Refusal('NOT_FOUND')
      const main = card.main ?? card
      if (card.status !== 1 || main.status !== 1) throw new Refusal('CARD_STATE')
      if (main.clinic !== clinic && !main.type.rules.sharesClinics) throw new Refusal('CARD_OTHER_CLINIC')
      if (card.dayLimit !== null && !byPoints && amount > card.dayLimit - (card.spent.get(this.day) ?? 0))
        throw new Refusal('CARD_DAY_LIMIT')
    }
    for (const { code } of ways) if (code && this.codes.has(code)) throw new Refusal('VOUCHER_USED')
  }

  /** A code may pay again once everything that it paid was taken back. */
  private freeCodes(): void {
    for (const code of this.codes) {
      const left = this.bills.flatMap(({ payments }) =>
        payments.flatMap((payment) => (payment.code === code ? payment.parts.flatMap(({ lies }) => lies) : [])),
      )
      if (total(left) === 0) this.codes.delete(code)
    }
  }

  /** How the cards of some ways pay a bill: nothing moves yet. `held` is what each card has left by now. */
  private cardParts(
    bill: Bill,
    ways: readonly Way[],
    held: Map<Card, { p: number; b: number; t: number; ta: number; points: number }>,
  ) {
    const named = ways.flatMap(({ card, byPoints }) => (card && !byPoints ? [card.main ?? card] : []))
    const hold = (card: Card) => {
      const { principal: p, bonus: b, times: t, timesAmount: ta, points } = card
      const now = held.get(card) ?? { p, b, t, ta, points }
      held.set(card, now)
      return now
    }
    const bonusOn = (n: number) =>
      total(
        bill.payments.flatMap(({ parts }) =>
          parts.filter(({ part }) => part === 'bonus').map(({ lies }) => lies[n] as number),
        ),
      )
    const excluding = named.some((card) => card.type.kind === 1 && hold(card).b > 0 && card.type.rules.excludes)
    const can = bill.lines.map((line, n) => line.canBonus && !(excluding && line.excluded && bonusOn(n) === 0))
    const eligible = total(bill.lines.map((line, n) => (can[n] ? this.want(line) : 0)))
    const unpaid = total(bill.lines.map((_, n) => (can[n] ? this.open(bill, n) : 0)))
    const before = total(bill.lines.map((_, n) => bonusOn(n)))
    let given = 0
    const pointsOf = this.payByPoints(bill, ways, hold)
    const parts = ways.map(({ card: named_, amount, byPoints, prepay, unit }, row): PaidPart[] => {
      const all = { amount, times: 0, points: 0 }
      if (prepay) return [{ ...all, part: 'deposit' }]
      if (unit) return [{ ...all, part: 'unit' }]
      if (byPoints) return [{ ...all, part: 'points', points: pointsOf[row] as number }]
      if (!named_) return [{ ...all, part: 'cash' }]
      const card = named_.main ?? named_
      const has = hold(card)
      if (card.type.kind === 3) {
        const uses = this.usesLeft({ ...card, times: has.t, timesAmount: has.ta })
        let sum = 0
        const count = uses.findIndex((use) => (sum += use) === amount) + 1
        if (count === 0) throw new Refusal('CARD_SHORT')
        has.t -= count
        has.ta -= amount
        return [{ part: 'times', amount, times: count, points: 0 }]
      }
      const { order, ratio: most } = card.type.rules
      const cap = Math.max(0, Math.min(has.b, Math.floor((eligible * most) / 100) - before - given, unpaid - given))
      if (amount > has.p + cap) throw new Refusal('CARD_SHORT')
      let bonus = 0
      if (order === 3) bonus = Math.min(ratio(amount, has.b, has.p + has.b), cap)
      if (order === 2) bonus = Math.min(amount, cap)
      if (order === 1) bonus = amount - Math.min(amount, has.p)
      if (amount - bonus > has.p) bonus = amount - has.p
      has.p -= amount - bonus
      has.b -= bonus
      given += bonus
      return [
        { part: 'principal' as Part, amount: amount - bonus, times: 0, points: 0 },
        { part: 'bonus' as Part, amount: bonus, times: 0, points: 0 },
      ].filter((each) => each.amount > 0)
    })
    return { parts, can: given > 0 ? can : bill.lines.map((line) => line.canBonus) }
  }

  /** How many points each way takes from its card: whole ones, rounded up, for no more than their share of the bill. */
  private payByPoints(bill: Bill, ways: readonly Way[], hold: (card: Card) => { points: number }): number[] {
    const worth = total(bill.lines.map(this.want))
    const unpaid = total(bill.lines.map((_, n) => this.open(bill, n)))
    let lying = total(
      bill.payments.flatMap(({ parts }) => parts.flatMap(({ part, lies }) => (part === 'points' ? lies : []))),
    )
    let now = 0
    return ways.map(({ card, amount, byPoints }) => {
      if (!card || !byPoints) return 0
      const { perYuan, pointsRatio } = card.type.rules
      if (perYuan === 0) throw new Refusal('CARD_KIND')
      const has = hold(card)
      const worthOf = Math.floor((Math.max(0, has.points) * 100) / perYuan)
      const most = Math.min(worthOf, Math.floor((worth * pointsRatio) / 100) - lying, unpaid - now)
      if (amount > most) throw new Refusal('CARD_SHORT')
      const points = Math.ceil((amount * perYuan) / 100)
      has.points -= points
      lying += amount
      now += amount
      return points
    })
  }

  /** §3 lays parts on what the lines still want: bonus first, where it may lie. */
  private lay(
    parts: readonly { part: Part; amount: number; order: number }[],
    wants: number[],
    can: readonly boolean[],
  ) {
    const left = [...wants]
    const lies: number[][] = parts.map(() => [])
    const order = parts.map((_, n) => n)
    order.sort((a, b) => {
      const [x, y] = [parts[a], parts[b]] as [(typeof parts)[0], (typeof parts)[0]]
      return PARTS.indexOf(x.part) - PARTS.indexOf(y.part) || x.order - y.order
    })
    for (const n of order) {
      const { part, amount } = parts[n] as (typeof parts)[0]
      const shares = split(
        amount,
        left.map((want, line) => (part === 'bonus' && !can[line] ? 0 : want)),
      )
      for (const [line, share] of shares.entries()) left[line] = (left[line] as number) - share
      lies[n] = shares
    }
    return lies
  }

  /** Points: so many a yuan of what was paid and kept, without bonus. */
  private pointsPostings(bill: Bill, paidBy: readonly Card[], mayBegin: boolean): Posting[] {
    const able = (card: Card) => card.type.rules.rate > 0 && card.clinic === bill.clinic
    const own = this.cards
      .filter((card) => card.owner === bill.patient && card.clinic === bill.clinic && !card.main && card.status === 1)
      .sort((a, b) => a.type.kind - b.type.kind)
    const card = bill.pointsCard ?? (mayBegin ? [...paidBy, ...own].find(able) : undefined)
    if (!card) return []
    const paid = total(
      bill.payments.flatMap(({ parts }) => parts.flatMap(({ part, lies }) => (isGift(part) ? [] : lies))),
    )
    const points = Math.floor((paid * card.type.rules.rate) / 10_000) - bill.points
    if (points === 0) return []
    bill.pointsCard = card
    bill.points += points
    if (bill.points === 0) bill.pointsCard = null
    return [
      { account: 'pointsGiven', unit: 2, amount: points * 100 },
      { account: 'points', unit: 2, amount: -points * 100, card },
    ]
  }

  private pay(
    bill: Bill,
    person: number,
    ways: readonly Way[],
    laid: ReturnType<World['cardParts']>,
    claim: Posting[],
  ) {
    const till = this.till(bill.clinic, person)
    const flat = laid.parts.flatMap((parts, row) => parts.map((each) => ({ ...each, row, order: row })))
    // A bill that was reduced to nothing moves nothing: no till is opened for it, and there is no entry to take back.
    const moves = [...flat, ...claim].some(({ amount }) => amount !== 0)
    if (moves) this.openTill(till)
    const lies = this.lay(
      flat,
      bill.lines.map((_, n) => this.open(bill, n)),
      laid.can,
    )
    for (const [n, line] of bill.lines.entries()) line.canBonus = laid.can[n] as boolean
    const postings: Posting[] = [...claim]
    for (const [row, way] of ways.entries()) {
      const { method, amount, card: named, prepay, unit } = way
      const card = named ? (named.main ?? named) : null
      const parts: Laid[] = []
      let points = 0
      const purse = {
        ...(card && !way.byPoints ? { card } : {}),
        ...(prepay ? { prepay } : {}),
        ...(unit ? { owes: unit } : {}),
      }
      for (const [n, each] of flat.entries()) {
        if (each.row !== row) continue
        parts.push({ part: each.part, lies: lies[n] as number[] })
        const account = way.fromSuspense ? 'suspense' : accountOf(each.part)
        postings.push({ account, amount: each.amount, method, ...purse })
        if (card && each.points > 0) {
          points = each.points
          postings.push(...pointsSpent(card, points))
        }
        if (card && each.times > 0) {
          bill.uses.set(card, (bill.uses.get(card) ?? 0) + each.times)
          postings.push(
            { account: 'times', unit: 1, amount: each.times * 100, card },
            { account: 'timesGiven', unit: 1, amount: -each.times * 100 },
          )
        }
      }
      postings.push({ account: 'receivable', amount: -amount })
      if (named?.main) named.spent.set(this.day, (named.spent.get(this.day) ?? 0) + amount)
      if (way.code) this.codes.add(way.code)
      bill.payments.push({
        method,
        card,
        prepay: prepay ?? null,
        unit: unit ?? null,
        code: way.code ?? null,
        byGateway: way.byGateway ?? false,
        amount,
        points,
        moment: this.now,
        day: this.day,
        till,
        shift: till.shift,
        parts,
        settled: 0,
        isOut: false,
      })
    }
    bill.paid += total(ways.map(({ amount }) => amount))
    postings.push(
      ...this.pointsPostings(
        bill,
        ways.flatMap(({ card }) => (card ? [card.main ?? card] : [])),
        true,
      ),
    )
    this.post(bill.clinic, till, postings)
    if (moves) bill.entries.push({ till, shift: till.shift, postings })
  }

  private spread(ways: readonly Way[], owed: readonly number[]): Way[][] {
    const purse = ways.map((way) => ({ ...way }))
    return owed.map((due) => {
      let rest = due
      return purse.flatMap((way) => {
        const amount = Math.min(rest, way.amount)
        way.amount -= amount
        rest -= amount
        return amount > 0 ? [{ ...way, amount }] : []
      })
    })
  }

  charge(bill: Bill, ask: { person: number; ways: Way[]; leave: boolean; collect: boolean }): void {
    if (bill.status !== 1) throw new Refusal('BILL_NOT_CHARGEABLE')
    this.mustBeInDate(bill)
    const older = ask.collect ? this.owing(bill.clinic, bill.patient) : []
    const owed = [bill.receivable, ...older.map(this.arrears)]
    const paid = total(ask.ways.map(({ amount }) => amount))
    if (paid > total(owed)) throw new Refusal('PAYMENT_OVER_DUE')
    if (paid < total(owed) && (!ask.leave || ask.collect)) throw new Refusal('PAYMENT_SHORT')
    this.checkPurses(bill.clinic, bill.patient, ask.ways)
    const shares = this.spread(ask.ways, owed)
    const held = new Map()
    // All bills are weighed before one moves: a refusal of the last leaves the first as it was.
    const laid = [bill, ...older].map((each, n) => this.cardParts(each, shares[n] as Way[], held))
    bill.payDay = this.day
    bill.status = 3
    this.setCoupons(bill, 2)
    this.pay(bill, ask.person, shares[0] as Way[], laid[0] as never, [
      { account: 'receivable', amount: bill.receivable },
      { account: 'billed', amount: -bill.receivable },
    ])
    this.restate(bill)
    for (const line of bill.lines) if (line.atCharge) Object.assign(line, { executed: line.qty, byCharge: line.qty })
    for (const [n, each] of older.entries())
      this.repayOne(each, ask.person, shares[n + 1] as Way[], laid[n + 1] as never)
  }

  private repayOne(bill: Bill, person: number, ways: Way[], laid: ReturnType<World['cardParts']>): void {
    if (ways.length === 0) return
    this.pay(bill, person, ways, laid, [])
    this.movePlan(bill, 'paid', total(ways.map(({ amount }) => amount)))
    this.restate(bill)
  }

  /** Bills of a patient that owe in a clinic, the oldest first. */
  owing(clinic: number, patient: number): Bill[] {
    return this.bills.filter(
      (bill) =>
        bill.clinic === clinic && bill.patient === patient && [2, 4].includes(bill.status) && this.arrears(bill) > 0,
    )
  }

  repay(ask: { clinic: number; patient: number; person: number; bills: Bill[]; ways: Way[] }): void {
    const bills = this.owing(ask.clinic, ask.patient).filter(
      (bill) => ask.bills.length === 0 || ask.bills.includes(bill),
    )
    if (bills.length === 0) throw new Refusal('NO_ARREARS')
    const owed = bills.map(this.arrears)
    if (total(ask.ways.map(({ amount }) => amount)) > total(owed)) throw new Refusal('PAYMENT_OVER_DUE')
    this.checkPurses(ask.clinic, ask.patient, ask.ways)
    const shares = this.spread(ask.ways, owed)
    const held = new Map()
    const laid = bills.map((bill, n) => this.cardParts(bill, shares[n] as Way[], held))
    for (const [n, bill] of bills.entries()) this.repayOne(bill, ask.person, shares[n] as Way[], laid[n] as never)
  }

  // ---- §8 revoke ----

  revoke(bill: Bill): void {
    if (![2, 3].includes(bill.status)) throw new Refusal('NOTHING_TO_REVOKE')
    if (this.returned(bill) > 0) throw new Refusal('NOTHING_TO_REVOKE')
    const live = bill.payments.filter(({ isOut }) => !isOut)
    if (live.some(({ byGateway }) => byGateway)) throw new Refusal('PAID_BY_GATEWAY')
    if (bill.payDay !== this.day || live.some(({ day }) => day !== this.day)) throw new Refusal('REVOKE_NOT_TODAY')
    if (bill.lines.some(({ executed, byCharge }) => executed > byCharge)) throw new Refusal('EXECUTION_STANDS')
    if (live.some(({ card }) => card && card.status >= 5)) throw new Refusal('CARD_STATE')
    if (this.isSettled(live)) throw new Refusal('UNIT_SETTLED')
    if (live.some(({ prepay }) => prepay?.status === 3)) throw new Refusal('PREPAY_STATE')
    // Entries are taken back one by one, the newest first: its till is looked at before the plan, those of the others after it.
    const isHandedOver = (entry: BillEntry | undefined) =>
      entry !== undefined && (!entry.till.isOpen || entry.till.shift !== entry.shift)
    if (isHandedOver(bill.entries.at(-1))) throw new Refusal('SHIFT_CLOSED')
    if (bill.plans.some(({ status }) => status === 1)) throw new Refusal('INSTALMENT_RUNNING')
    if (bill.entries.some(isHandedOver)) throw new Refusal('SHIFT_CLOSED')
    for (const { till, postings } of [...bill.entries].reverse())
      this.post(
        bill.clinic,
        till,
        postings.map((posting) => ({ ...posting, amount: -posting.amount })),
      )
    for (const line of bill.lines)
      Object.assign(line, { writtenOff: 0, canBonus: !line.shut, executed: 0, byCharge: 0 })
    Object.assign(bill, { status: 1, payments: [], entries: [], paid: 0, payDay: null, points: 0, pointsCard: null })
    bill.uses.clear()
    this.freeCodes()
    this.setCoupons(bill, 1)
  }

  // ---- §4 refunds ----

  private partsOf(bill: Bill): PartNow[] {
    const moments = [...new Set(bill.payments.map(({ moment }) => moment))].sort((a, b) => a - b)
    return bill.payments.flatMap((payment, row) =>
      payment.parts
        .map((each) => ({ ...each, payment, row, charge: moments.indexOf(payment.moment), left: total(each.lies) }))
        .filter(({ left }) => left > 0),
    )
  }

  private takenOf(bill: Bill, type: number, asked: { line: number; amount: number; qty: number }[]) {
    if (type === 3) return bill.lines.map((line) => ({ amount: this.want(line), qty: line.qty - line.returnedQty }))
    const taken = bill.lines.map(() => ({ amount: 0, qty: 0 }))
    for (const { line, amount, qty } of asked) {
      const from = bill.lines[line] as Line
      if (amount > this.want(from) || qty > from.qty - from.returnedQty) throw new Refusal('REFUND_OVER')
      taken[line] = { amount, qty }
    }
    return taken
  }

  private planBack(bill: Bill, taken: readonly { amount: number }[], mode: 1 | 2): BackPlan {
    const parts = this.partsOf(bill)
    const returned = total(taken.map(({ amount }) => amount))
    const after = bill.lines.map((line, n) => this.want(line) - (taken[n] as { amount: number }).amount)
    const owed = total(bill.lines.map(this.want)) - total(parts.map(({ left }) => left))
    const bonus = total(parts.map(({ part, left }) => (part === 'bonus' ? left : 0)))
    const misfit = Math.max(0, bonus - total(after.map((want, n) => ((bill.lines[n] as Line).canBonus ? want : 0))))
    const back = Math.max(0, returned - owed, misfit)
    const touched = bill.lines.flatMap((_, n) => ((taken[n] as { amount: number }).amount > 0 ? [n] : []))
    const lastFirst = parts
      .map((_, n) => n)
      .sort((a, b) => {
        const [x, y] = [parts[a] as PartNow, parts[b] as PartNow]
        const gift = Number(y.part === 'bonus') - Number(x.part === 'bonus')
        return gift || y.charge - x.charge || PARTS.indexOf(y.part) - PARTS.indexOf(x.part) || y.row - x.row
      })
    const inLine = parts
      .map((_, n) => n)
      .sort((a, b) => {
        const [x, y] = [parts[a] as PartNow, parts[b] as PartNow]
        return PARTS.indexOf(x.part) - PARTS.indexOf(y.part) || x.charge - y.charge || x.row - y.row
      })
    const take = (sum: number, order: readonly number[]) => {
      const ways = parts.map(() => 0)
      let rest = sum
      for (const n of order) {
        ways[n] = Math.min(rest, (parts[n] as PartNow).left)
        rest -= ways[n] as number
      }
      return ways
    }
    const ways = parts.map(() => 0)
    if (mode === 1) Object.assign(ways, take(back, lastFirst))
    else if (owed === 0 && misfit === 0) {
      const lies = parts.map((part) => [...part.lies])
      for (const line of touched) {
        const weights = inLine.map((n) => (parts[n] as PartNow).lies[line] as number)
        for (const [place, share] of split((taken[line] as { amount: number }).amount, weights).entries()) {
          const n = inLine[place] as number
          ways[n] = (ways[n] as number) + share
          ;(lies[n] as number[])[line] = (weights[place] as number) - share
        }
      }
      return { returned, back, ways, lies }
    } else {
      Object.assign(
        ways,
        take(
          misfit,
          lastFirst.filter((n) => (parts[n] as PartNow).part === 'bonus'),
        ),
      )
      const on = (n: number) => total(touched.map((line) => (parts[n] as PartNow).lies[line] as number))
      const weights = inLine.map((n) => Math.max(0, on(n) - (ways[n] as number)))
      for (const [place, share] of split(back - misfit, weights).entries()) {
        const n = inLine[place] as number
        ways[n] = (ways[n] as number) + share
      }
    }
    const lay = (n: number) => total(touched.map((line) => (parts[n] as PartNow).lies[line] as number))
    const exact = touched.every((line) => after[line] === 0) && parts.every((_, n) => lay(n) === ways[n])
    const lies = exact
      ? parts.map(({ lies: were }) => were.map((share, line) => (touched.includes(line) ? 0 : share)))
      : this.lay(
          parts.map(({ part, left, charge, row }, n) => ({
            part,
            amount: left - (ways[n] as number),
            order: charge * 1000 + row,
          })),
          after,
          bill.lines.map(({ canBonus }) => canBonus),
        )
    return { returned, back, ways, lies }
  }

  /** Some of it leaves otherwise than it came: its card was closed, or its way takes nothing back. */
  private outOtherwise(bill: Bill, plan: BackPlan): boolean {
    return this.partsOf(bill).some(
      ({ payment, part }, n) =>
        (plan.ways[n] as number) > 0 &&
        ((part === 'cash' && payment.method === ONE_WAY) || (!isGift(part) && isClosed(payment))),
    )
  }

  askRefund(
    bill: Bill,
    ask: {
      person: number
      type: number
      items: { line: number; amount: number; qty: number }[]
      payNow: boolean
      other: string
    },
  ): Refund {
    if (!STANDING.includes(bill.status)) throw new Refusal('REFUND_NOT_CHARGED')
    if (bill.refunds.some(({ status }) => status < 2)) throw new Refusal('REFUND_OPEN')
    const taken = this.takenOf(bill, ask.type, ask.items)
    if (total(taken.map(({ amount }) => amount)) === 0) throw new Refusal('REFUND_NOTHING')
    const mode = this.modes[bill.clinic] as 1 | 2
    const plan = this.planBack(bill, taken, mode)
    const needed = plan.returned >= APPROVAL_FROM || this.outOtherwise(bill, plan)
    const refund: Refund = {
      bill,
      type: ask.type,
      mode,
      taken,
      returned: plan.returned,
      back: plan.back,
      status: needed ? 0 : 1,
      by: ask.person,
      approved: false,
      day: this.day,
      other: ask.other,
      elsewhere: [],
    }
    bill.refunds.push(refund)
    if (!needed && ask.payNow) this.giveBack(refund, plan, ask.person)
    return refund
  }

  decideRefund(refund: Refund, person: number, agree: boolean): void {
    if (refund.status !== 0) throw new Refusal('REFUND_STATE')
    if (refund.by === person) throw new Refusal('REFUND_SELF')
    refund.status = agree ? 1 : 3
    refund.approved = true
  }

  withdrawRefund(refund: Refund): void {
    if (refund.status > 1) throw new Refusal('REFUND_STATE')
    refund.status = 5
  }

  payRefund(refund: Refund, person: number): void {
    const { bill } = refund
    if (refund.status !== 1) throw new Refusal('REFUND_STATE')
    if (!STANDING.includes(bill.status)) throw new Refusal('REFUND_NOT_CHARGED')
    const { taken } = refund
    for (const [n, { amount, qty }] of taken.entries()) {
      const line = bill.lines[n] as Line
      if (amount > this.want(line) || qty > line.qty - line.returnedQty) throw new Refusal('REFUND_STALE')
    }
    const plan = this.planBack(bill, taken, refund.mode)
    if (plan.returned !== refund.returned || plan.back !== refund.back) throw new Refusal('REFUND_STALE')
    if (!refund.approved && this.outOtherwise(bill, plan)) throw new Refusal('REFUND_STALE')
    this.giveBack(refund, plan, person)
  }

  private giveBack(refund: Refund, plan: BackPlan, person: number): void {
    const { bill, taken } = refund
    const parts = this.partsOf(bill)
    const owedBefore = this.arrears(bill)
    const postings: Posting[] = [
      { account: 'billed', amount: plan.returned },
      { account: 'receivable', amount: plan.back - plan.returned },
    ]
    const keeps = new Set<Card>()
    for (const [n, now] of parts.entries()) {
      const back = plan.ways[n] as number
      const { payment, part } = now
      const closed = isClosed(payment)
      if (closed && !isGift(part)) postings.push({ account: 'cash', amount: -back, method: 'cash' })
      else if (closed) postings.push({ account: part === 'bonus' ? 'bonusGiven' : 'pointsGiven', amount: -back })
      else if (part === 'cash' && payment.method === ONE_WAY)
        postings.push({ account: 'cash', amount: -back, method: refund.other })
      // §4 what the gateway would not give back leaves at the desk, with somebody else's consent.
      else if (payment.byGateway && wouldFail(back)) {
        postings.push({ account: 'cash', amount: -back, method: 'cash' })
        refund.elsewhere.push(back)
      } else
        postings.push({
          account: accountOf(part),
          amount: -back,
          method: payment.method,
          ...(payment.card && part !== 'points' ? { card: payment.card } : {}),
          ...(payment.prepay ? { prepay: payment.prepay } : {}),
          ...(payment.unit ? { owes: payment.unit } : {}),
        })
      if (part === 'points' && payment.card && !closed) {
        const standing = (left: number) => ratio(payment.points, left, payment.amount)
        postings.push(...pointsSpent(payment.card, standing(now.left - back) - standing(now.left)))
      }
      if (part === 'times' && payment.card && now.left > back) keeps.add(payment.card)
      const own = payment.parts.find((each) => each.part === part) as Laid
      own.lies = plan.lies[n] as number[]
    }
    for (const [card, times] of bill.uses) {
      if (keeps.has(card) || card.status >= 5) continue
      postings.push(
        { account: 'times', unit: 1, amount: -times * 100, card },
        { account: 'timesGiven', unit: 1, amount: times * 100 },
      )
      bill.uses.delete(card)
    }
    for (const [n, { amount, qty }] of taken.entries()) {
      const line = bill.lines[n] as Line
      line.returned += amount
      line.returnedQty += qty
      // What is given back is not done: the pieces of the charge first, then those that somebody noted.
      const over = Math.max(0, line.executed - (line.qty - line.returnedQty))
      line.executed -= over
      line.byCharge -= Math.min(over, line.byCharge)
    }
    bill.refunded += plan.back
    postings.push(...this.pointsPostings(bill, [], false))
    this.post(bill.clinic, this.till(bill.clinic, person), postings)
    this.movePlan(bill, 'cancelled', owedBefore - this.arrears(bill))
    this.restate(bill)
    this.freeCodes()
    this.freeCoupons(bill, (n) => bill.lines[n]?.returnedQty === bill.lines[n]?.qty)
    refund.status = 2
  }

  // ---- changed ways, write-offs ----

  private adjustable(bill: Bill, payment: Payment): { lies: number[]; left: number } {
    const lies = bill.lines.map((_, n) => total(payment.parts.map((part) => part.lies[n] as number)))
    const left = total(lies)
    if (!bill.payments.includes(payment) || left === 0) throw new Refusal('ADJUST_NOTHING')
    if (payment.card || payment.prepay || payment.unit || payment.byGateway) throw new Refusal('ADJUST_NOT_CASH_LIKE')
    return { lies, left }
  }

  adjust(bill: Bill, ask: { person: number; payment: Payment; ways: { method: string; amount: number }[] }): Adjust {
    const { payment, ways } = ask
    const { left } = this.adjustable(bill, payment)
    if (total(ways.map(({ amount }) => amount)) !== left) throw new Refusal('ADJUST_SUM')
    if (ways.length === 1 && ways[0]?.method === payment.method) throw new Refusal('ADJUST_SAME')
    const inPlace = payment.till.isOpen && payment.till.shift === payment.shift && payment.day === this.day
    if (!inPlace && bill.adjusts.some((each) => each.payment === payment && each.status === 0))
      throw new Refusal('ADJUST_OPEN')
    const adjust: Adjust = { bill, payment, amount: left, ways, status: inPlace ? 1 : 0, by: ask.person, day: this.day }
    bill.adjusts.push(adjust)
    if (inPlace) this.writeAdjust(adjust, payment.till)
    return adjust
  }

  private writeAdjust({ bill, payment, ways }: Adjust, till: Till): void {
    const { lies, left } = this.adjustable(bill, payment)
    this.openTill(till)
    let rest = lies
    const postings: Posting[] = [{ account: 'cash', amount: -left, method: payment.method }]
    payment.parts = []
    payment.isOut = true
    for (const { method, amount } of ways) {
      const shares = split(amount, rest)
      rest = rest.map((each, n) => each - (shares[n] as number))
      postings.push({ account: 'cash', amount, method })
      bill.payments.push({
        method,
        card: null,
        prepay: null,
        unit: null,
        code: null,
        byGateway: false,
        amount,
        points: 0,
        moment: this.now,
        day: this.day,
        till,
        shift: till.shift,
        parts: [{ part: 'cash', lies: shares }],
        settled: 0,
        isOut: false,
      })
    }
    this.freeCodes()
    this.post(bill.clinic, till, postings)
    bill.entries.push({ till, shift: till.shift, postings })
  }

  decideAdjust(adjust: Adjust, person: number, agree: boolean): void {
    if (adjust.status !== 0) throw new Refusal('ADJUST_STATE')
    if (adjust.by === person) throw new Refusal('ADJUST_SELF')
    if (agree) {
      if (this.adjustable(adjust.bill, adjust.payment).left !== adjust.amount) throw new Refusal('ADJUST_NOTHING')
      this.writeAdjust(adjust, this.till(adjust.bill.clinic, adjust.by))
    }
    adjust.status = agree ? 1 : 2
  }

  withdrawAdjust(adjust: Adjust): void {
    if (adjust.status !== 0) throw new Refusal('ADJUST_STATE')
    adjust.status = 3
  }

  writeOff(bill: Bill, amount: number): void {
    const owed = this.arrears(bill)
    if (owed === 0) throw new Refusal('NO_ARREARS')
    if (amount > owed) throw new Refusal('WRITE_OFF_OVER')
    const shares = split(
      amount,
      bill.lines.map((_, n) => this.open(bill, n)),
    )
    for (const [n, share] of shares.entries()) (bill.lines[n] as Line).writtenOff += share
    const postings = [
      { account: 'writtenOff', amount },
      { account: 'receivable', amount: -amount },
    ]
    const till = this.till(bill.clinic, 1)
    this.post(bill.clinic, till, postings)
    bill.entries.push({ till, shift: till.shift, postings })
    this.movePlan(bill, 'cancelled', amount)
    this.restate(bill)
  }

  // ---- §7 instalments ----

  private movePlan(bill: Bill, what: 'paid' | 'cancelled', amount: number): void {
    const plan = bill.plans.find(({ status }) => status === 1)
    if (plan) plan[what] += amount
  }

  private agree(bill: Bill, terms: { count: number; first: string; day: number; inYuan: boolean }): Plan {
    const rest = this.arrears(bill)
    const unit = terms.inYuan ? 100 : 1
    const each = half(BigInt(rest), BigInt(terms.count * unit)) * unit
    const amounts = Array.from({ length: terms.count }, (_, n) =>
      n === terms.count - 1 ? rest - each * (terms.count - 1) : each,
    )
    if (amounts.some((amount) => amount <= 0)) throw new Refusal('INSTALMENT_TERMS')
    const [year, month] = terms.first.split('-').map(Number) as [number, number]
    const periods = amounts.map((amount, n) => {
      const y = year + Math.floor((month - 1 + n) / 12)
      const m = ((month - 1 + n) % 12) + 1
      const d = Math.min(terms.day, lastOfMonth(y, m))
      return { due: `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`, amount }
    })
    if ((periods[0] as { due: string }).due < this.day) throw new Refusal('INSTALMENT_TERMS')
    const plan: Plan = { status: 1, total: rest, paid: 0, cancelled: 0, periods }
    bill.plans.push(plan)
    return plan
  }

  createPlan(bill: Bill, terms: { count: number; first: string; day: number; inYuan: boolean }): Plan {
    if (this.arrears(bill) === 0) throw new Refusal('INSTALMENT_NOTHING_OWED')
    if (bill.plans.some(({ status }) => status === 1)) throw new Refusal('INSTALMENT_EXISTS')
    return this.agree(bill, terms)
  }

  changePlan(bill: Bill, plan: Plan, terms: { count: number; first: string; day: number; inYuan: boolean }): Plan {
    if (plan.status !== 1) throw new Refusal('INSTALMENT_STATE')
    if (this.arrears(bill) === 0) throw new Refusal('INSTALMENT_NOTHING_OWED')
    const anew = this.agree(bill, terms)
    plan.status = 2
    return anew
  }

  endPlan(plan: Plan): void {
    if (plan.status !== 1) throw new Refusal('INSTALMENT_STATE')
    plan.status = 3
  }

  /** How the periods of an agreement stand: payments fill the earliest, what the bill lost goes off the last. */
  periodsNow(plan: Plan): { due: string; open: number; paid: number; cancelled: number; state: number }[] {
    let [paid, lost] = [plan.paid, plan.cancelled]
    const rows = plan.periods.map((each) => ({ ...each, paid: 0, cancelled: 0 }))
    for (const row of [...rows].reverse()) {
      row.cancelled = Math.min(lost, row.amount)
      lost -= row.cancelled
    }
    return rows.map(({ due, amount, cancelled }) => {
      const own = Math.min(paid, amount - cancelled)
      paid -= own
      const open = amount - cancelled - own
      const state = open === 0 ? 1 : due < this.day ? 2 : own > 0 ? 3 : 0
      return { due, open, paid: own, cancelled, state }
    })
  }

  // ---- executions ----

  execute(bill: Bill, n: number, qty: number): void {
    if (!STANDING.includes(bill.status)) throw new Refusal('EXECUTION_NOT_CHARGED')
    const line = bill.lines[n] as Line
    if (qty > line.qty - line.returnedQty - line.executed) throw new Refusal('EXECUTION_OVER')
    line.executed += qty
  }

  takeBack(bill: Bill, n: number, qty: number): void {
    const line = bill.lines[n] as Line
    if (qty > line.executed) throw new Refusal('EXECUTION_OVER')
    line.byCharge -= Math.max(0, qty - (line.executed - line.byCharge))
    line.executed -= qty
  }

  // ---- §5 cards ----

  private recharged(card: Card, amount: number, way: Way): Posting[] {
    const step = card.type.rules.steps.filter((each) => each.amount <= amount).sort((a, b) => b.amount - a.amount)[0]
    const { bonus = 0, points = 0 } = step ?? {}
    return [
      { account: way.fromSuspense ? 'suspense' : 'cash', amount: way.amount, method: way.method },
      { account: 'principal', amount: -amount, card },
      { account: 'bonusGiven', amount: bonus },
      { account: 'bonus', amount: -bonus, card },
      { account: 'pointsGiven', unit: 2, amount: points * 100 },
      { account: 'points', unit: 2, amount: -points * 100, card },
    ]
  }

  openCard(ask: {
    clinic: number
    person: number
    owner: number
    type: CardType
    amount: number
    method: string
    fromSuspense?: boolean
    byGateway?: boolean
  }): Card {
    const { type, amount, method, fromSuspense = false } = ask
    const card: Card = {
      no: this.cards.length,
      owner: ask.owner,
      clinic: ask.clinic,
      type,
      status: 1,
      principal: 0,
      bonus: 0,
      points: 0,
      times: 0,
      timesAmount: 0,
      main: null,
      dayLimit: null,
      spent: new Map(),
      moves: 0,
      recharges: [],
      sale: null,
    }
    this.cards.push(card)
    const till = this.till(ask.clinic, ask.person)
    const postings: Posting[] = [
      { account: fromSuspense ? 'suspense' : 'cash', amount: type.price, method },
      { account: type.kind === 3 ? 'times' : 'otherIncome', amount: -type.price, card },
      { account: 'timesGiven', unit: 1, amount: type.times * 100 },
      { account: 'times', unit: 1, amount: -type.times * 100, card },
      ...(amount > 0 ? this.recharged(card, amount, { method, amount, fromSuspense }) : []),
    ]
    this.post(ask.clinic, till, postings)
    const byGateway = ask.byGateway ?? false
    card.sale = { move: card.moves, day: this.day, till, shift: till.shift, postings, byGateway }
    return card
  }

  private mustStore(clinic: number, card: Card): void {
    if (card.main || card.type.kind !== 1) throw new Refusal('CARD_KIND')
    if (card.clinic !== clinic) throw new Refusal('CARD_OTHER_CLINIC')
  }

  mayRecharge(card: Card, clinic: number): void {
    if (card.status >= 5) throw new Refusal('CARD_STATE')
    this.mustStore(clinic, card)
  }

  recharge(card: Card, ask: { clinic: number; person: number; amount: number } & Came): void {
    this.mayRecharge(card, ask.clinic)
    const till = this.till(ask.clinic, ask.person)
    const postings = this.recharged(card, ask.amount, ask)
    this.post(ask.clinic, till, postings)
    const byGateway = ask.byGateway ?? false
    card.recharges.push({ move: card.moves, day: this.day, till, shift: till.shift, postings, byGateway })
  }

  undo(card: Card, n: number, ask: { clinic: number }): void {
    if (card.status >= 5) throw new Refusal('CARD_STATE')
    if (card.clinic !== ask.clinic) throw new Refusal('CARD_OTHER_CLINIC')
    this.takeBackOf(card, card.recharges[n] as CameIn)
  }

  undoSale(card: Card, ask: { clinic: number }): void {
    if (card.status >= 5) throw new Refusal('CARD_STATE')
    if (card.clinic !== ask.clinic) throw new Refusal('CARD_OTHER_CLINIC')
    if (this.cards.some((sub) => sub.main === card && sub.status < 5)) throw new Refusal('CARD_MOVED_SINCE')
    if (!card.sale) throw new Refusal('CARD_KIND')
    this.takeBackOf(card, card.sale)
    card.status = 6
  }

  private takeBackOf(card: Card, was: CameIn): void {
    if (was.move !== card.moves) throw new Refusal('CARD_MOVED_SINCE')
    if (was.byGateway) throw new Refusal('PAID_BY_GATEWAY')
    if (was.postings.every(({ amount }) => amount === 0)) throw new Refusal('CARD_KIND')
    if (was.day !== this.day) throw new Refusal('REVOKE_NOT_TODAY')
    if (!was.till.isOpen || was.till.shift !== was.shift) throw new Refusal('SHIFT_CLOSED')
    this.post(
      card.clinic,
      was.till,
      was.postings.map((each) => ({ ...each, amount: -each.amount })),
    )
  }

  refundCard(
    card: Card,
    ask: { clinic: number; person: number; whole: boolean; amount: number; method: string },
  ): void {
    if (card.status >= 5) throw new Refusal('CARD_STATE')
    if (card.main) throw new Refusal('CARD_KIND')
    if (card.clinic !== ask.clinic) throw new Refusal('CARD_OTHER_CLINIC')
    const till = this.till(ask.clinic, ask.person)
    if (card.type.kind === 3) {
      if (!ask.whole) throw new Refusal('CARD_KIND')
      const used = card.type.times - card.times
      const back = Math.min(card.timesAmount, Math.max(0, card.type.price - used * card.type.rules.single))
      if (back > 0 && ask.method === ONE_WAY) throw new Refusal('PAY_METHOD_OFF')
      this.post(ask.clinic, till, [
        { account: 'times', amount: card.timesAmount, card },
        { account: 'otherIncome', amount: back - card.timesAmount },
        { account: 'times', unit: 1, amount: card.times * 100, card },
        { account: 'timesGiven', unit: 1, amount: -card.times * 100 },
        { account: 'cash', amount: -back, method: ask.method },
      ])
    } else {
      const taken = ask.whole ? card.principal : ask.amount
      if (taken > card.principal) throw new Refusal('CARD_SHORT')
      if (taken > 0 && ask.method === ONE_WAY) throw new Refusal('PAY_METHOD_OFF')
      const bonus = ask.whole || taken === card.principal ? card.bonus : ratio(card.bonus, taken, card.principal)
      this.post(ask.clinic, till, [
        { account: 'principal', amount: taken, card },
        { account: 'bonus', amount: bonus, card },
        { account: 'bonusGiven', amount: -bonus },
        { account: 'cash', amount: -taken, method: ask.method },
      ])
    }
    if (ask.whole) card.status = 5
  }

  transfer(from: Card, to: Card, ask: { clinic: number; person: number; amount: number }): void {
    if (from.status !== 1 || to.status >= 5) throw new Refusal('CARD_STATE')
    this.mustStore(ask.clinic, from)
    this.mustStore(ask.clinic, to)
    if (ask.amount > from.principal) throw new Refusal('CARD_SHORT')
    const bonus = ask.amount === from.principal ? from.bonus : ratio(from.bonus, ask.amount, from.principal)
    this.post(ask.clinic, this.till(ask.clinic, ask.person), [
      { account: 'principal', amount: ask.amount, card: from },
      { account: 'bonus', amount: bonus, card: from },
      { account: 'principal', amount: -ask.amount, card: to },
      { account: 'bonus', amount: -bonus, card: to },
    ])
  }

  step(card: Card, step: 'lose' | 'find' | 'freeze' | 'unfreeze'): void {
    const from = { lose: [1, 2], find: [3], freeze: [1], unfreeze: [2] }[step]
    if (!from.includes(card.status)) throw new Refusal('CARD_STATE')
    card.status = { lose: 3, find: 1, freeze: 2, unfreeze: 1 }[step]
  }

  addSub(main: Card, ask: { clinic: number; patient: number; dayLimit: number }): Card {
    if (main.status !== 1) throw new Refusal('CARD_STATE')
    this.mustStore(ask.clinic, main)
    if (!main.type.rules.sharesKin) throw new Refusal('CARD_NOT_SHARED')
    if (this.cards.some((card) => card.main === main && card.status < 5)) throw new Refusal('BAD_INPUT')
    const sub: Card = {
      ...main,
      no: this.cards.length,
      owner: ask.patient,
      status: 1,
      principal: 0,
      bonus: 0,
      points: 0,
      times: 0,
      timesAmount: 0,
      main,
      dayLimit: ask.dayLimit,
      spent: new Map(),
      moves: 0,
      recharges: [],
      sale: null,
    }
    this.cards.push(sub)
    return sub
  }

  cancel(card: Card): void {
    if (card.status >= 5) throw new Refusal('CARD_STATE')
    if (!card.main && card.principal + card.bonus + card.timesAmount + card.times > 0)
      throw new Refusal('CARD_NOT_EMPTY')
    card.status = 6
  }

  // ---- §4 gateways: money that came after its code was stopped has no place until somebody decides ----

  strayMoney(clinic: number, of: CodeFor, amount: number): Stray {
    this.book(clinic, { account: 'cash', amount, method: 'wechat' })
    return this.without(clinic, of, amount)
  }

  private without(clinic: number, of: Stray['of'], amount: number): Stray {
    const stray: Stray = { clinic, of, amount, state: 'open', day: this.day }
    this.strays.push(stray)
    this.book(clinic, { account: 'suspense', amount: -amount })
    return stray
  }

  /** §4 a success told after the money went back otherwise: it went out once too often, and is never a second refund. */
  succeedLate(refund: Refund): Stray {
    const amount = refund.elsewhere.shift() as number
    this.book(refund.bill.clinic, { account: 'cash', amount: -amount, method: 'wechat' })
    return this.without(refund.bill.clinic, { what: 'refund' }, -amount)
  }

  /** A code may be shown for a bill that waits, or for what is owed on one. */
  mayScanFor(clinic: number, of: CodeFor): void {
    if (of.what === 'card') this.mayRecharge(of.card, clinic)
    if (of.what !== 'bill') return
    if (of.bill.status === 1) this.mustBeInDate(of.bill)
    else if (this.arrears(of.bill) === 0) throw new Refusal('NO_ARREARS')
  }

  /** A code may be shown for a bill that waits. */
  mayScan(bill: Bill): void {
    if (bill.status !== 1) throw new Refusal('BILL_NOT_CHARGEABLE')
    this.mustBeInDate(bill)
  }

  scanRefused(bill: Bill, why: string): void {
    this.mayScan(bill)
    throw new Refusal(why)
  }

  /** @returns the card or the prepayment that it has become */
  handleStray(stray: Stray, person: number, way: 'record' | 'giveBack' | 'hold' | 'close'): Card | Prepay | null {
    const { clinic, amount } = stray
    if (stray.state === 'over' || (way === 'hold' && stray.state === 'held')) throw new Refusal('SCAN_EXCEPTION_STATE')
    // What went out once too often can't be given back.
    if (way === 'giveBack' && amount < 0) throw new Refusal('SCAN_EXCEPTION_WAY')
    let made: Card | Prepay | null = null
    if (way === 'record') made = this.recordStray(stray, person)
    if (way === 'giveBack' && wouldFail(amount)) {
      stray.state = 'open'
      return null
    }
    if (way === 'giveBack' || way === 'close') {
      this.book(clinic, { account: 'suspense', amount })
      this.book(clinic, { account: way === 'close' ? 'overShort' : 'cash', amount: -amount, method: 'wechat' })
    }
    stray.state = way === 'hold' ? 'held' : 'over'
    return made
  }

  /** It goes where it was to go, as if the desk had taken it; what went out once too often has been brought back in cash. */
  private recordStray({ clinic, of, amount }: Stray, person: number): Card | Prepay | null {
    const came = { clinic, person, amount, method: 'wechat', byGateway: true, fromSuspense: true }
    if (of.what === 'refund')
      this.post(clinic, this.till(clinic, person), [
        { account: 'cash', amount: -amount, method: 'cash' },
        { account: 'suspense', amount },
      ])
    if (of.what === 'card') this.recharge(of.card, came)
    if (of.what === 'sale') return this.openCard({ ...came, ...of })
    if (of.what === 'prepay') return this.receivePrepay({ clinic, person, ...of, ways: [came] })
    if (of.what !== 'bill') return null
    const { bill } = of
    const isWaiting = bill.status === 1
    const due = isWaiting ? bill.receivable : this.arrears(bill)
    if (due === 0) throw new Refusal('SCAN_EXCEPTION_WAY')
    if (amount > due) throw new Refusal('PAYMENT_OVER_DUE')
    if (isWaiting) this.charge(bill, { person, ways: [came], leave: true, collect: false })
    else this.repay({ clinic, patient: bill.patient, person, bills: [bill], ways: [came] })
    return null
  }

  // ---- prepayments ----

  private newPrepay(
    ask: Pick<Prepay, 'clinic' | 'owner' | 'amount' | 'refundable' | 'isFromOther' | 'byGateway' | 'till'>,
  ): Prepay {
    const prepay: Prepay = {
      ...ask,
      no: this.prepays.length,
      status: 2,
      balance: 0,
      came: new Map(),
      moves: 0,
      day: this.day,
      shift: 0,
      postings: [],
      returns: [],
    }
    this.prepays.push(prepay)
    return prepay
  }

  private cashOf(ways: readonly Way[], sign: 1 | -1): Posting[] {
    return ways.map(({ method, amount, fromSuspense }) => ({
      account: fromSuspense ? 'suspense' : 'cash',
      method,
      amount: sign * amount,
    }))
  }

  receivePrepay(ask: { clinic: number; person: number; owner: number; refundable: boolean; ways: Way[] }): Prepay {
    const { clinic, ways } = ask
    const till = this.till(clinic, ask.person)
    const amount = total(ways.map((way) => way.amount))
    const byGateway = ways.some((way) => way.byGateway)
    const { owner, refundable } = ask
    const prepay = this.newPrepay({ clinic, owner, refundable, amount, isFromOther: false, byGateway, till })
    prepay.postings = [...this.cashOf(ways, 1), { account: 'deposit', amount: -amount, prepay }]
    this.post(clinic, till, prepay.postings)
    prepay.shift = till.shift
    for (const way of ways) prepay.came.set(way.method, way.amount)
    return prepay
  }

  private openReturn = ({ returns }: Prepay): boolean => returns.some(({ status }) => status < 2)

  undoPrepay(prepay: Prepay, clinic: number): void {
    if (prepay.clinic !== clinic) throw new Refusal('PREPAY_OTHER_CLINIC')
    if (prepay.status !== 1) throw new Refusal('PREPAY_STATE')
    if (prepay.moves > 1 || prepay.isFromOther) throw new Refusal('PREPAY_MOVED_SINCE')
    if (this.openReturn(prepay)) throw new Refusal('PREPAY_RETURN_OPEN')
    if (prepay.byGateway) throw new Refusal('PAID_BY_GATEWAY')
    if (prepay.day !== this.day) throw new Refusal('REVOKE_NOT_TODAY')
    if (!prepay.till.isOpen || prepay.till.shift !== prepay.shift) throw new Refusal('SHIFT_CLOSED')
    this.post(
      clinic,
      prepay.till,
      prepay.postings.map((each) => ({ ...each, amount: -each.amount })),
    )
    prepay.status = 4
  }

  /** §4 the way it came, or ready money; from the clinic's sum on, counted over all that went back, somebody else agrees. */
  askPrepayBack(prepay: Prepay, ask: { clinic: number; person: number; ways: Way[]; payNow: boolean }): PrepayReturn {
    const amount = total(ask.ways.map((way) => way.amount))
    if (prepay.clinic !== ask.clinic) throw new Refusal('PREPAY_OTHER_CLINIC')
    if (prepay.status !== 1) throw new Refusal('PREPAY_STATE')
    if (!prepay.refundable) throw new Refusal('PREPAY_NOT_REFUNDABLE')
    if (amount > prepay.balance) throw new Refusal('PREPAY_SHORT')
    if (this.openReturn(prepay)) throw new Refusal('PREPAY_RETURN_OPEN')
    if (ask.ways.some((way) => way.method === ONE_WAY)) throw new Refusal('PAY_METHOD_OFF')
    if (ask.ways.some((way) => way.method !== 'cash' && way.amount > (prepay.came.get(way.method) ?? 0)))
      throw new Refusal('PREPAY_WAY')
    const before = total(prepay.returns.filter(({ status }) => status === 2).map((each) => each.amount))
    const needed = amount + before >= APPROVAL_FROM
    const back: PrepayReturn = {
      prepay,
      amount,
      ways: ask.ways,
      status: needed ? 0 : 1,
      by: ask.person,
      day: this.day,
    }
    prepay.returns.push(back)
    if (!needed && ask.payNow) this.payPrepayBack(back, ask.person)
    return back
  }

  decidePrepayBack(back: PrepayReturn, person: number, agree: boolean): void {
    if (back.status !== 0) throw new Refusal('PREPAY_RETURN_STATE')
    if (back.by === person) throw new Refusal('PREPAY_RETURN_SELF')
    back.status = agree ? 1 : 3
  }

  withdrawPrepayBack(back: PrepayReturn): void {
    if (back.status > 1) throw new Refusal('PREPAY_RETURN_STATE')
    back.status = 5
  }

  payPrepayBack(back: PrepayReturn, person: number): void {
    const { prepay } = back
    if (back.status !== 1) throw new Refusal('PREPAY_RETURN_STATE')
    if (prepay.status !== 1) throw new Refusal('PREPAY_STATE')
    if (back.amount > prepay.balance) throw new Refusal('PREPAY_SHORT')
    this.post(prepay.clinic, this.till(prepay.clinic, person), [
      { account: 'deposit', amount: back.amount, prepay },
      ...this.cashOf(back.ways, -1),
    ])
    for (const { method, amount } of back.ways) prepay.came.set(method, (prepay.came.get(method) ?? 0) - amount)
    if (prepay.balance === 0) prepay.status = 3
    back.status = 2
  }

  transferPrepay(from: Prepay, ask: { clinic: number; person: number; to: number; amount: number }): Prepay {
    if (from.clinic !== ask.clinic) throw new Refusal('PREPAY_OTHER_CLINIC')
    if (from.owner === ask.to) throw new Refusal('BAD_INPUT')
    if (from.status !== 1) throw new Refusal('PREPAY_STATE')
    if (ask.amount > from.balance) throw new Refusal('PREPAY_SHORT')
    if (this.openReturn(from)) throw new Refusal('PREPAY_RETURN_OPEN')
    const till = this.till(from.clinic, ask.person)
    const { clinic, refundable } = from
    const to = this.newPrepay({
      clinic,
      owner: ask.to,
      amount: ask.amount,
      refundable,
      isFromOther: true,
      byGateway: false,
      till,
    })
    this.post(from.clinic, till, [
      { account: 'deposit', amount: ask.amount, prepay: from },
      { account: 'deposit', amount: -ask.amount, prepay: to },
    ])
    return to
  }

  // ---- units: a claim is what a payment of a bill lays on one, less what went back, and what the unit paid of it ----

  private isSettled(payments: readonly Payment[]): boolean {
    return this.units.some(({ settlements }) =>
      settlements.some(({ isUndone, lines }) => !isUndone && lines.some(({ payment }) => payments.includes(payment))),
    )
  }

  claimOpen = (payment: Payment): number => total(payment.parts.flatMap(({ lies }) => lies)) - payment.settled

  /** Of a unit in a clinic, the oldest first; below zero the unit has something left with us. */
  openClaims(unit: Unit, clinic: number): Payment[] {
    return this.bills
      .filter((bill) => bill.clinic === clinic)
      .flatMap(({ payments }) => payments.filter((payment) => payment.unit === unit))
      .filter((payment) => this.claimOpen(payment) !== 0)
      .sort((a, b) => a.moment - b.moment)
  }

  settleUnit(
    unit: Unit,
    ask: { clinic: number; person: number; amount: number; method: string; chosen: Payment[] },
  ): Settlement {
    const open = this.openClaims(unit, ask.clinic)
    if (ask.chosen.some((each) => !open.includes(each))) throw new Refusal('NOT_FOUND')
    const claims = open.filter(
      (each) => ask.chosen.length === 0 || ask.chosen.includes(each) || this.claimOpen(each) < 0,
    )
    const most = total(claims.map(this.claimOpen))
    if (most <= 0) throw new Refusal('UNIT_SETTLE_NOTHING')
    if (ask.amount > most) throw new Refusal('UNIT_SETTLE_OVER')
    // What the unit has left with us is used first.
    const credits = claims.filter((each) => this.claimOpen(each) < 0)
    const lines = credits.map((payment) => ({ payment, amount: this.claimOpen(payment) }))
    let rest = ask.amount - total(lines.map(({ amount }) => amount))
    for (const payment of claims) {
      const amount = Math.min(rest, Math.max(0, this.claimOpen(payment)))
      rest -= amount
      if (amount > 0) lines.push({ payment, amount })
    }
    for (const { payment, amount } of lines) payment.settled += amount
    const till = this.till(ask.clinic, ask.person)
    this.post(ask.clinic, till, [
      { account: 'cash', amount: ask.amount, method: ask.method },
      { account: 'unitReceivable', amount: -ask.amount, owes: unit },
    ])
    const { clinic, amount, method } = ask
    const settlement = { unit, clinic, amount, method, lines, isUndone: false, till, shift: till.shift }
    unit.settlements.push(settlement)
    return settlement
  }

  undoSettlement(settlement: Settlement, person: number): void {
    if (settlement.isUndone) throw new Refusal('UNIT_SETTLEMENT_STATE')
    const { unit, clinic, amount, method, lines, till } = settlement
    const after = lines.map(({ payment, amount: cleared }) => payment.settled - cleared)
    if (after.some((settled, n) => settled < 0 || settled > (lines[n] as { payment: Payment }).payment.amount))
      throw new Refusal('UNIT_SETTLED_SINCE')
    const isOpen = till.isOpen && till.shift === settlement.shift
    for (const [n, { payment }] of lines.entries()) payment.settled = after[n] as number
    this.post(clinic, isOpen ? till : this.till(clinic, person), [
      { account: 'cash', amount: -amount, method },
      { account: 'unitReceivable', amount, owes: unit },
    ])
    settlement.isUndone = true
  }

  // ---- §8 shifts and months ----

  expected = (till: Till): number => till.cash.get('cash') ?? 0

  handOver(till: Till, difference: number, hasReason: boolean): void {
    if (difference !== 0 && !hasReason) throw new Refusal('SHIFT_DIFFERENCE')
    this.book(till.clinic, { account: 'cash', amount: difference, method: 'cash' })
    this.book(till.clinic, { account: 'overShort', amount: -difference })
    till.isOpen = false
  }

  closeMonth(clinic: number, month: string): void {
    if (month >= this.day.slice(0, 7)) throw new Refusal('MONTH_NOT_OVER')
    if ((this.closed[clinic] as Set<string>).has(month)) throw new Refusal('MONTH_CLOSED')
    const until = (day: string) => day.slice(0, 7) <= month
    const own = this.bills.filter((bill) => bill.clinic === clinic)
    const open =
      (this.tills[clinic] as Till[]).some((till) => till.isOpen && until(till.startedOn)) ||
      own.some(({ refunds }) => refunds.some(({ status, day }) => status < 2 && until(day))) ||
      own.some(({ adjusts }) => adjusts.some(({ status, day }) => status === 0 && until(day))) ||
      this.prepays.some(
        (prepay) => prepay.clinic === clinic && prepay.returns.some(({ status, day }) => status < 2 && until(day)),
      ) ||
      this.strays.some((stray) => stray.clinic === clinic && stray.state === 'open' && until(stray.day)) ||
      this.waiting.some((each) => each.clinic === clinic && until(each.day))
    if (open) throw new Refusal('MONTH_BLOCKED')
    ;(this.closed[clinic] as Set<string>).add(month)
  }

  reopenMonth(clinic: number, month: string): void {
    const closed = this.closed[clinic] as Set<string>
    if (!closed.has(month)) throw new Refusal('MONTH_NOT_CLOSED')
    if ([...closed].some((each) => each > month)) throw new Refusal('MONTH_LATER_CLOSED')
    closed.delete(month)
  }
}
