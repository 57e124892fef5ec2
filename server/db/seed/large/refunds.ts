import { refundStates } from '@dentin/contract/refund'
import { fen, fenToYuan, planRefund, subtract, sum, ZERO, type Fen, type RefundPlan } from '@dentin/kit'
import type { Staff } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import type { Book, Posting } from './book.ts'
import type { Cards } from './cards.ts'
import type { Line, Payments, Standing } from './payments.ts'
import { Quota } from './quota.ts'
import type { Sink } from './sink.ts'
import { dayIn } from './day-in.ts'

const { code } = refundStates
/** What is given back, as the screens name it: lines, the difference of a price, everything, what was charged by mistake. */
const types = { items: 1, difference: 2, whole: 3, mistake: 4 } as const
type Type = (typeof types)[keyof typeof types]
const reasons: Readonly<Record<Type, readonly string[]>> = {
  [types.items]: ['治疗方案变更', '患者放弃治疗', '项目未做'],
  [types.difference]: ['价格协商', '活动价补差', '材料换成便宜的'],
  [types.whole]: ['患者放弃治疗', '转院治疗', '收费有误，重新收'],
  [types.mistake]: ['多收了一项', '项目选错'],
}
const refusals = ['项目已经做完，不能退', '请先与患者沟通', '金额与约定不符'] as const
/** From this sum on somebody else has to agree, as the clinics have it when they set nothing. */
const APPROVED_FROM = 30_000
/** The last payment goes back first, as the clinics have it when they set nothing. */
const LAST_FIRST = 1

interface Visit {
  day: number
  desk: Staff
  charged: Date
}
/** What is taken off one line. */
interface Taken {
  amount: Fen
  qty: number
}

/** Refunds of the large chain: most are paid out, some of the last days wait, some were refused or taken back. */
export class Refunds {
  readonly quota: Quota
  readonly #waitingSince: string

  constructor(
    readonly world: World,
    readonly r: Random,
    readonly cards: Cards,
    readonly sink: Sink,
    readonly book: Book,
    readonly payments: Payments,
    readonly numberOf: Payments['numberOf'],
    size: { refunds: number; clinics: number; past: number },
    /** Steps are kept from this moment on. */
    readonly stepsSince: number,
  ) {
    this.quota = new Quota(size.refunds, size)
    // A month with a refund that waits is not closed.
    this.#waitingSince = `${world.today.slice(0, 8)}01`
  }

  /** Asks for a refund of a bill that was charged, as long as there are fewer than there should be by now. */
  perhaps(on: Standing, visit: Visit): void {
    const { r, world } = this
    if (!this.quota.lacks(on.clinic, visit.day) || on.paid === 0 || !r.chance(0.3)) return
    // What came from a drawer or a card goes back the same day: the drawer has it, and the card has not moved since.
    const isSameDay =
      visit.day > -25 || r.chance(0.5) || on.parts.some((part) => part.card || this.payments.isCash(part))
    const at = isSameDay
      ? new Date(visit.charged.getTime() + r.int(8, 90) * 60_000)
      : world.at(visit.day + r.int(1, 20), r.int(540, 1060))
    if (at.getTime() >= world.now.getTime() - 60_000) return
    const by = isSameDay ? visit.desk : r.pick(on.clinic.reception)
    const [type, taken] = this.#asked(on)
    const lines = on.lines.map((line, n) => ({
      want: fen(line.amount - line.returned),
      canBonus: line.tariff.canBonus,
      taken: taken[n]?.amount ?? ZERO,
    }))
    const plan = planRefund({ mode: LAST_FIRST, lines, parts: on.parts, laid: on.laid })
    if (plan.returned === 0) return
    this.quota.count(on.clinic)
    const needed = plan.returned >= APPROVED_FROM
    const waits = dayIn(at) >= this.#waitingSince && visit.day > -12 && r.chance(0.4)
    const status = waits
      ? needed
        ? code.asked
        : code.agreed
      : r.weighted([
          [code.paid, 93],
          [needed ? code.refused : code.withdrawn, 4],
          [code.withdrawn, 3],
        ])
    const row = this.#row(on, { type, status, at, by, needed, plan })
    for (const [n, { amount, qty }] of taken.entries())
      if (amount > 0)
        this.sink.put('refund_item', {
          tenant_id: row.tenant_id,
          id: r.uuid(row.applied_at),
          clinic_id: row.clinic_id,
          refund_id: row.id,
          bill_item_id: (on.lines[n] as Line).id,
          qty,
          amount: fenToYuan(amount),
        })
    if (status === code.paid) this.#payOut(on, row, taken, plan, { at, by })
  }

  /** Which lines lose what. */
  #asked({ lines }: Standing): [Type, Taken[]] {
    const { r } = this
    const type = r.weighted([
      [types.items, 48],
      [types.difference, 18],
      [types.whole, 22],
      [types.mistake, 12],
    ])
    const whole = ({ amount, qty }: Line): Taken => ({ amount, qty })
    if (type === types.whole) return [type, lines.map(whole)]
    const chosen = r.int(0, lines.length - 1)
    const { amount, qty } = lines[chosen] as Line
    const of = (): Taken => {
      if (type === types.difference)
        return { amount: fen(Math.max(100, Math.round((amount * r.int(5, 30)) / 10_000) * 100)), qty: 0 }
      if (qty === 1 || !r.chance(0.7)) return { amount, qty }
      const some = r.int(1, qty - 1)
      return { amount: fen(Math.floor((amount * some) / qty)), qty: some }
    }
    const taken = of()
    return [type, lines.map((_, n) => (n === chosen && taken.amount <= amount ? taken : { amount: ZERO, qty: 0 }))]
  }

  #row(
    { bill, clinic }: Standing,
    of: { type: Type; status: number; at: Date; by: Staff; needed: boolean; plan: RefundPlan },
  ) {
    const { r, sink } = this
    const { type, status, at, by, plan } = of
    const minutes = (n: number) => new Date(at.getTime() - n * 60_000)
    const isPaid = status === code.paid
    const isDecided = of.needed && (isPaid || status === code.refused)
    const appliedAt = minutes(of.needed ? 6 : 1)
    const reason = r.pick(reasons[type])
    const row = {
      tenant_id: bill.tenant_id,
      id: r.uuid(appliedAt),
      clinic_id: bill.clinic_id,
      refund_no: this.numberOf(clinic, 'TF', appliedAt),
      bill_id: bill.id,
      patient_id: bill.patient_id,
      type,
      mode: LAST_FIRST,
      status,
      item_amount: fenToYuan(plan.returned),
      arrears_amount: fenToYuan(plan.arrears),
      refund_amount: fenToYuan(plan.refunded),
      reason,
      remark: '',
      applicant_id: by.id,
      applicant_name: by.name,
      applied_at: appliedAt,
      approver_id: isDecided ? clinic.director.id : null,
      approver_name: isDecided ? clinic.director.name : null,
      decided_at: isDecided ? minutes(2) : null,
      decision_reason: status === code.refused ? r.pick(refusals) : null,
      payer_id: isPaid ? by.id : null,
      payer_name: isPaid ? by.name : null,
      refunded_at: isPaid ? at : null,
      refund_date: isPaid ? dayIn(at) : null,
      created_at: appliedAt,
      updated_at: isPaid ? at : isDecided ? minutes(2) : appliedAt,
      version: 1,
    }
    sink.audited('refund', row, by, appliedAt, bill.patient_id)
    if (at.getTime() >= this.stepsSince) sink.step('refund', row, status, by, r.uuid(at), row.updated_at, reason)
    return row
  }

  /** Books what goes back, as the product does: the lines, the ways, and how the rest lies then. */
  #payOut(
    on: Standing,
    refund: { id: string; refund_no: string },
    taken: readonly Taken[],
    plan: RefundPlan,
    { at, by }: { at: Date; by: Staff },
  ): void {
    const { bill, clinic, lines, parts, laid } = on
    this.payments.giveBack(on, { kind: 4, at, by }, refund.id, plan.ways)
    const postings: Posting[] = lines.flatMap(({ id }, n): Posting[] => {
      const { amount } = taken[n] as Taken
      return [
        { account: 'billed', amount, itemId: id },
        { account: 'receivable', amount: subtract(ZERO, amount), itemId: id },
      ]
    })
    for (const [n, { kind, payment, payMethodId, card }] of parts.entries()) {
      const back = plan.ways[n] ?? ZERO
      postings.push({
        account: kind,
        amount: subtract(ZERO, back),
        payment,
        payMethodId,
        ...(card && { cardId: card.row.id }),
      })
      for (const [line, { id }] of lines.entries())
        postings.push({
          account: 'receivable',
          amount: subtract(laid[n]?.[line] ?? ZERO, plan.laid[n]?.[line] ?? ZERO),
          itemId: id,
          payment,
          payMethodId,
        })
      parts[n] = { ...(parts[n] as Standing['parts'][number]), left: subtract((parts[n] as { left: Fen }).left, back) }
    }
    const document = { kind: 'refund', id: refund.id, no: refund.refund_no } as const
    const entryId = this.book.enter({ kind: 'refund', clinic, document, billId: bill.id, at, by }, postings)
    const card = parts.find((part) => part.card)?.card
    const ofCard = (kind: 'principal' | 'bonus') =>
      sum(parts.map((part, n) => (part.kind === kind ? (plan.ways[n] ?? ZERO) : ZERO)))
    const held = { principal: ofCard('principal'), bonus: ofCard('bonus') }
    if (card && held.principal + held.bonus > 0)
      this.cards.givenBack(card, held, { id: bill.id, refundNo: refund.refund_no }, entryId, { clinic, desk: by, at })
    on.laid = plan.laid
    on.owed = subtract(on.owed, plan.arrears)
    on.refunded = plan.refunded
    for (const [n, line] of lines.entries()) {
      const { amount, qty } = taken[n] as Taken
      line.returned = fen(line.returned + amount)
      line.returnedQty += qty
    }
  }
}
