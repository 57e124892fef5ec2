import {
  fen,
  fenToYuan,
  splitByWeight,
  sum,
  ZERO,
  type Fen,
  type Laid,
  type PaidPart,
  type PartKind,
} from '@dentin/kit'
import { FEES } from '../listeners/clinic/tariffs.ts'
import type { Clinic, Company, Staff, Tariff } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { Posting } from './book.ts'
import type { Card } from './cards.ts'
import type { Sink } from './sink.ts'
import { dayIn } from './day-in.ts'

const WAYS = [
  ['wechat', 48],
  ['alipay', 25],
  ['bank_card', 16],
  ['cash', 11],
] as const
type Way = (typeof WAYS)[number][0]

/** A line of a bill, and what refunds took off it. */
export interface Line {
  tariff: Tariff
  qty: number
  teeth: string
  id: string
  amount: Fen
  /** Not paid yet. */
  left: Fen
  returned: Fen
  returnedQty: number
}
/** A part of a payment as it stands on a bill. */
export interface Part extends PaidPart {
  payment: { id: string; part: PartKind }
  payMethodId: string
  card: Card | null
  /** When its payment was made. */
  at: Date
}
/** What is known of a bill while its money moves. */
export interface Standing {
  bill: Bill
  clinic: Clinic
  lines: readonly Line[]
  parts: Part[]
  /** How each part lies on each line. */
  laid: Laid
  /** What is owed, was paid and went back by now. */
  owed: Fen
  paid: Fen
  refunded: Fen
}
interface Bill {
  tenant_id: string
  id: string
  clinic_id: string
  bill_no: string
  patient_id: string
}
/** A movement of money at the desk: which, when and by whom. */
interface Moved {
  kind: 1 | 2 | 4
  at: Date
  by: Staff
}
interface Row {
  amount: Fen
  principal: Fen
  bonus: Fen
  cardId: string | null
  payMethodId: string
  notes?: Fen | null
  tradeNo?: string | null
  refund?: { id: string; returns: string }
}

/** The payments of bills, and how they lie on the lines. */
export class Payments {
  readonly #codes: ReadonlyMap<string, string>

  constructor(
    readonly company: Company,
    readonly r: Random,
    readonly sink: Sink,
    readonly numberOf: (clinic: Clinic, prefix: string, at: Date) => string,
  ) {
    this.#codes = new Map([...company.methods].map(([code, id]) => [id, code]))
  }

  /** Whether something of a payment is kept in the drawer. */
  isCash({ payMethodId }: Part): boolean {
    return this.#codes.get(payMethodId) === 'cash'
  }

  /** Takes money by one way, of larger sums now and then by two. */
  pay(on: Standing, moved: Moved, amount: Fen): Posting[] {
    const { r } = this
    const way = r.weighted(WAYS)
    const other = amount > 50_000 && r.chance(0.12) ? r.weighted(WAYS) : way
    const first = other === way ? amount : fen(Math.floor((amount * r.pick([0.3, 0.5, 0.6])) / 5_000) * 5_000)
    return [
      ...this.#take(on, moved, way, [['cash', first]]),
      ...this.#take(on, moved, other, [['cash', fen(amount - first)]]),
    ]
  }

  /** Takes money off a card. */
  payByCard(on: Standing, moved: Moved, card: Card, { principal, bonus }: { principal: Fen; bonus: Fen }): Posting[] {
    const parts = [['bonus', bonus] as const, ['principal', principal] as const]
    return this.#take(on, moved, 'card_principal', parts, card)
  }

  /** One payment, in its parts, laid on the lines as they are still unpaid. */
  #take(
    on: Standing,
    moved: Moved,
    code: Way | 'card_principal',
    worths: readonly (readonly ['cash' | 'principal' | 'bonus', Fen])[],
    card: Card | null = null,
  ): Posting[] {
    const { r } = this
    let amount = ZERO
    const of = { principal: ZERO, bonus: ZERO, cash: ZERO }
    for (const [part, worth] of worths) {
      of[part] = worth
      amount = fen(amount + worth)
    }
    if (amount === 0) return []
    const payMethodId = this.company.methods.get(code) as string
    const id = this.#row(on, moved, {
      ...of,
      amount,
      cardId: card?.row.id ?? null,
      payMethodId,
      notes: code === 'cash' ? fen(Math.ceil(amount / 10_000) * 10_000) : null,
      tradeNo: code === 'bank_card' ? `${r.int(100000, 999999)}${r.int(100000, 999999)}` : null,
    })
    const row = on.parts.length
    const last = on.parts.at(-1)
    const charge = moved.kind === 1 ? 0 : (last?.charge ?? 0) + (last?.at === moved.at ? 0 : 1)
    const postings: Posting[] = []
    for (const [part, worth] of worths) {
      if (worth === 0) continue
      const payment = { id, part }
      const shares = splitByWeight(
        worth,
        on.lines.map(({ left, tariff }) => (part === 'bonus' && !tariff.canBonus ? ZERO : left)),
      )
      postings.push({ account: part, amount: worth, payment, payMethodId, ...(card && { cardId: card.row.id }) })
      for (const [n, line] of on.lines.entries()) {
        const share = shares[n] ?? ZERO
        line.left = fen(line.left - share)
        postings.push({ account: 'receivable', amount: fen(-share), itemId: line.id, payment, payMethodId })
      }
      on.parts.push({ kind: part, left: worth, charge, row, payment, payMethodId, card, at: moved.at })
      on.laid.push(shares)
    }
    on.paid = fen(on.paid + amount)
    on.owed = fen(on.owed - amount)
    return postings
  }

  /** Gives back what a refund says of each part, one row for each payment. */
  giveBack(on: Standing, moved: Moved, refundId: string, ways: readonly Fen[]): void {
    for (const id of new Set(on.parts.map(({ payment }) => payment.id))) {
      const mine = on.parts.flatMap((part, n) => (part.payment.id === id ? [{ part, back: ways[n] ?? ZERO }] : []))
      const back = (kind?: PartKind) =>
        sum(mine.filter(({ part }) => !kind || part.kind === kind).map((each) => each.back))
      const { payMethodId, card } = (mine[0] as { part: Part }).part
      if (back() === 0) continue
      this.#row(on, moved, {
        amount: fen(-back()),
        principal: back('principal'),
        bonus: back('bonus'),
        cardId: card?.row.id ?? null,
        payMethodId,
        refund: { id: refundId, returns: id },
      })
    }
  }

  #row({ bill, clinic }: Standing, { kind, at, by }: Moved, row: Row): string {
    const id = this.r.uuid(at)
    const notes = row.notes ?? null
    this.sink.put('bill_payment', {
      tenant_id: bill.tenant_id,
      id,
      clinic_id: bill.clinic_id,
      bill_id: bill.id,
      patient_id: bill.patient_id,
      pay_no: this.numberOf(clinic, 'ZF', at),
      pay_method_id: row.payMethodId,
      fee_rate: FEES[this.#codes.get(row.payMethodId) ?? ''] ?? 0,
      amount: fenToYuan(row.amount),
      principal_part: fenToYuan(row.principal),
      bonus_part: fenToYuan(row.bonus),
      card_id: row.cardId,
      tendered_amount: notes === null ? null : fenToYuan(notes),
      change_amount: fenToYuan(notes === null ? ZERO : fen(notes - row.amount)),
      trade_no: row.tradeNo ?? null,
      kind,
      refund_id: row.refund?.id ?? null,
      returns_id: row.refund?.returns ?? null,
      pay_time: at,
      pay_date: dayIn(at),
      cashier_id: by.id,
      cashier_name: by.name,
    })
    return id
  }
}
