import { billStates } from '@dentin/contract/core/status'
import { computeBill, fen, fenToYuan, sum, ZERO, type BillTerms, type Fen } from '@dentin/kit'
import type { VisitText } from '../catalogue/courses.ts'
import { tariffOf, type Clinic, type Company, type Doctor, type Staff } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { Book, type Posting } from './book.ts'
import { Cards, type Card } from './cards.ts'
import { Payments, type Line, type Standing } from './payments.ts'
import { Plans } from './plans.ts'
import { Refunds } from './refunds.ts'
import type { Sink } from './sink.ts'

/** Whose bills are made, and what they come to. */
export interface Charged {
  id: string
  card: Card | null
  consumed: Fen
  owed: Fen
}
/** A visit that is over and was charged. */
export interface ChargedVisit {
  clinic: Clinic
  doctor: Doctor
  desk: Staff
  day: number
  title: string
  registrationId: string
  treatmentId: string
  /** The record that was written of it, with what it says was done. */
  record: { id: string; text: VisitText } | null
  ended: Date
  charged: Date
}

/** Steps of bills are kept this far back, as those of appointments are. */
const STEPS_SINCE = -60
const arrearsReasons = ['分期付款', '现金不足', '约定下次付清'] as const
/** What a visit of this kind is charged for, where no record says it. */
const USUAL: Readonly<Record<string, readonly (readonly (readonly [code: string, qty: number])[])[]>> = {
  根管治疗: [
    [
      ['GG04', 1],
      ['GG05', 1],
      ['GG10', 1],
      ['YX01', 1],
    ],
    [
      ['GG08', 1],
      ['GG10', 1],
      ['YX01', 1],
    ],
    [
      ['GG03', 1],
      ['GG05', 1],
      ['WK02', 1],
    ],
  ],
  补牙: [
    [
      ['CT01', 1],
      ['WK01', 1],
    ],
    [
      ['CT02', 1],
      ['CT07', 1],
      ['WK01', 1],
    ],
    [
      ['CT05', 2],
      ['CT09', 2],
    ],
    [
      ['CT01', 2],
      ['YX01', 1],
    ],
  ],
  复查: [
    [
      ['JC01', 1],
      ['YX01', 1],
    ],
    [
      ['JC01', 1],
      ['JC03', 1],
      ['YX01', 1],
    ],
  ],
  检查: [
    [
      ['JC01', 1],
      ['YX02', 1],
    ],
    [
      ['JC02', 1],
      ['YX01', 2],
      ['JC03', 1],
    ],
  ],
  正畸复诊: [
    [
      ['ZJ05', 1],
      ['ZJ09', 1],
    ],
    [
      ['ZJ05', 1],
      ['ZJ07', 1],
      ['YZ08', 1],
    ],
  ],
  正畸咨询: [
    [
      ['JC01', 1],
      ['YX02', 1],
      ['YX03', 1],
      ['YX06', 1],
    ],
  ],
  种植咨询: [
    [
      ['JC01', 1],
      ['YX04', 1],
      ['JC05', 1],
    ],
  ],
  种植手术: [
    [
      ['ZZ01', 1],
      ['ZZ02', 1],
      ['WK02', 1],
      ['WK07', 1],
    ],
  ],
  拔牙: [
    [
      ['BY02', 1],
      ['WK01', 1],
      ['WK06', 1],
    ],
    [
      ['BY04', 1],
      ['BY05', 1],
      ['WK02', 1],
      ['WK06', 1],
    ],
  ],
  洁治: [
    [
      ['YZ01', 1],
      ['YZ02', 1],
    ],
    [
      ['YZ01', 1],
      ['YZ02', 1],
      ['YZ03', 1],
      ['YZ08', 1],
    ],
  ],
  牙周治疗: [
    [
      ['YZ04', 2],
      ['YZ05', 2],
      ['WK01', 1],
    ],
    [
      ['YZ06', 1],
      ['YZ08', 1],
    ],
  ],
  '取模/扫描': [
    [
      ['JC05', 1],
      ['XF06', 1],
    ],
  ],
  戴牙: [
    [
      ['XF01', 1],
      ['XF08', 1],
    ],
    [
      ['XF03', 1],
      ['XF08', 1],
      ['YX01', 1],
    ],
  ],
  '儿童涂氟/窝沟封闭': [
    [
      ['ET01', 1],
      ['JC01', 1],
    ],
    [
      ['ET02', 2],
      ['JC01', 1],
    ],
  ],
}

/** Charges the visits of the large chain: bills, lines, payments, the ledger and the tills of each day. */
export class Money {
  /** Dice of its own: a chain without money has the same visits. */
  readonly #r: Random
  readonly #payments: Payments
  readonly #stepsSince: number
  readonly book: Book
  readonly cards: Cards
  readonly refunds: Refunds
  readonly plans: Plans
  bills = 0
  lines = 0

  constructor(
    readonly world: World,
    readonly company: Company,
    readonly sink: Sink,
    readonly numberOf: (clinic: Clinic, prefix: string, at: Date) => string,
    size: { clinics: number; cards: number; refunds: number; plans: number; past: number },
  ) {
    const dice = (name: string) => world.r.of('money', name)
    this.#r = world.r.of('money')
    this.#stepsSince = world.at(STEPS_SINCE, 0).getTime()
    this.book = new Book(company.tenantId, company.methods.get('cash') as string, dice('book'), sink, numberOf)
    this.cards = new Cards(world, company, sink, this.book, numberOf, size)
    this.#payments = new Payments(company, this.#r, sink, numberOf)
    const parts = [sink, this.book, this.#payments, numberOf, size, this.#stepsSince] as const
    this.refunds = new Refunds(world, dice('refunds'), this.cards, ...parts)
    this.plans = new Plans(world, dice('plans'), ...parts)
  }

  /** The bill of a visit, paid at once, in part, in part later or in instalments; now and then something goes back. */
  charge(person: Charged, visit: ChargedVisit): void {
    const r = this.#r
    const { clinic, doctor, desk, day, ended, charged } = visit
    const lines = this.#linesOf(visit)
    const [percent, roundingRule] = r.weighted(DISCOUNTS)
    const isDiscounted = percent < 100 && lines.some(({ tariff }) => tariff.canDiscount)
    const terms: BillTerms = {
      discountPercent: isDiscounted ? percent : 100,
      reduction: ZERO,
      roundingRule: isDiscounted ? roundingRule : 0,
    }
    const sums = computeBill(
      lines.map(({ tariff, qty }) => ({
        price: tariff.price,
        qty,
        canDiscount: tariff.canDiscount,
        discountPercent: 100,
      })),
      terms,
    )
    for (const [n, line] of lines.entries()) line.amount = line.left = sums.lines[n]?.amount ?? ZERO
    const due = sums.receivable
    const bill = {
      tenant_id: this.company.tenantId,
      id: r.uuid(ended),
      clinic_id: clinic.id,
      bill_no: this.numberOf(clinic, 'SF', ended),
      patient_id: person.id,
    }
    const on: Standing = { bill, clinic, lines, parts: [], laid: [], owed: due, paid: ZERO, refunded: ZERO }
    const owes = this.#chargeNow(person, visit, on)
    const later = r.chance(0.7) ? day + r.int(6, 45) : 0
    if (on.owed > 0 && this.plans.wants(clinic, due, day)) this.plans.agree(on, desk, charged)
    else if (on.owed > 0 && later < 0) this.#repay(on, later)
    else this.refunds.perhaps(on, visit)
    const returned = sum(lines.map((line) => line.returned))
    const row = {
      ...bill,
      bill_type: 1,
      registration_id: visit.registrationId,
      treatment_id: visit.treatmentId,
      record_id: visit.record?.id ?? null,
      doctor_id: doctor.id,
      status: statusOf(on, returned, due),
      original_amount: fenToYuan(sums.original),
      discount_amount: fenToYuan(sums.discount),
      rounding_amount: fenToYuan(sums.rounding),
      receivable_amount: fenToYuan(due),
      paid_amount: fenToYuan(on.paid),
      arrears_amount: fenToYuan(on.owed),
      returned_amount: fenToYuan(returned),
      refunded_amount: fenToYuan(on.refunded),
      discount_percent: terms.discountPercent,
      card_choice: 2,
      reduction_amount: '0.00',
      rounding_rule: terms.roundingRule,
      discount_reason: isDiscounted ? r.pick(['老客户', '节日活动', '多颗同做', '员工亲属']) : '',
      opener_id: doctor.id,
      opener_name: doctor.name,
      cashier_id: desk.id,
      open_time: ended,
      submit_time: ended,
      pay_time: charged,
      arrears_reason: owes ? r.pick(arrearsReasons) : null,
      created_at: ended,
      updated_at: charged,
      version: 1,
    }
    this.sink.audited('bill', row, doctor, ended, person.id)
    if (day >= STEPS_SINCE) this.sink.step('bill', row, row.status, desk, r.uuid(charged), charged)
    for (const [n, line] of lines.entries()) this.#line(on, doctor, n, line, sums.lines[n] as Sums)
    person.consumed = fen(person.consumed + on.paid - on.refunded)
    person.owed = fen(person.owed + on.owed)
    this.bills += 1
    this.lines += lines.length
  }

  /** What is paid as the bill is charged. @returns whether something is left owing then */
  #chargeNow(person: Charged, { clinic, desk, day, charged }: ChargedVisit, on: Standing): boolean {
    const r = this.#r
    const { bill, lines } = on
    const due = on.owed
    const where = { clinic, desk, at: charged }
    const card = (person.card ??= this.cards.sell(person.id, day, where))
    const eligible = sum(lines.flatMap(({ tariff, amount }) => (tariff.canBonus ? [amount] : [])))
    const held = card ? this.cards.use(card, due, eligible, where) : { principal: ZERO, bonus: ZERO }
    const isParted = !card && this.plans.wants(clinic, due, day)
    const kept = isParted
      ? r.pick([0.5, 0.6, 0.7])
      : !card && r.chance(due > 300_000 ? 0.16 : 0.02)
        ? r.pick([0.2, 0.3, 0.5])
        : 0
    const owes = fen(Math.min(Math.round((due * kept) / 10_000) * 10_000, due - 1))
    const moved = { kind: 1, at: charged, by: desk } as const
    const postings: Posting[] = [
      { account: 'receivable', amount: due },
      ...lines.map((line): Posting => ({ account: 'billed', amount: fen(-line.amount), itemId: line.id })),
    ]
    if (card) postings.push(...this.#payments.payByCard(on, moved, card, held))
    postings.push(...this.#payments.pay(on, moved, fen(on.owed - owes)))
    const document = { kind: 'bill', id: bill.id, no: bill.bill_no } as const
    const entryId = this.book.enter(
      { kind: 'charge', clinic, document, billId: bill.id, at: charged, by: desk },
      postings,
    )
    if (card && held.principal + held.bonus > 0) this.cards.paid(card, held, bill, entryId, where)
    return owes > 0
  }

  #repay(on: Standing, day: number): void {
    const { bill, clinic } = on
    const by = this.#r.pick(clinic.reception)
    const at = this.world.at(day, this.#r.int(540, 1060))
    const document = { kind: 'bill', id: bill.id, no: bill.bill_no } as const
    const postings = this.#payments.pay(on, { kind: 2, at, by }, on.owed)
    this.book.enter({ kind: 'repay', clinic, document, billId: bill.id, at, by }, postings)
  }

  #linesOf({ record, title, ended }: ChargedVisit): Line[] {
    const r = this.#r
    const written = (record?.text.treatments ?? []).flatMap(({ items, teeth }) =>
      items.map(([code, qty]) => ({ code, qty, teeth })),
    )
    const usual = () =>
      r
        .pick(USUAL[title] ?? [[['JC01', 1] as const, ['YX01', 1] as const]])
        .map(([code, qty]) => ({ code, qty, teeth: '' }))
    return (written.length > 0 ? written : usual()).map(({ code, qty, teeth }) => ({
      tariff: tariffOf(this.company.tariffs, code),
      qty,
      teeth,
      id: r.uuid(ended),
      amount: ZERO,
      left: ZERO,
      returned: ZERO,
      returnedQty: 0,
    }))
  }

  #line({ bill, laid }: Standing, doctor: Doctor, n: number, line: Line, sums: Sums): void {
    const { tariff, qty, teeth } = line
    this.sink.put('bill_item', {
      tenant_id: bill.tenant_id,
      id: line.id,
      clinic_id: bill.clinic_id,
      bill_id: bill.id,
      line_no: n + 1,
      item_type: 1,
      tariff_id: tariff.id,
      name: tariff.name,
      category_name: tariff.group,
      top_category_name: tariff.top,
      teeth: tariff.toothRequired ? teeth : '',
      unit: tariff.unit,
      qty,
      price: fenToYuan(tariff.price),
      original_amount: fenToYuan(sums.original),
      can_discount: tariff.canDiscount,
      can_bonus: tariff.canBonus,
      discount_percent: 100,
      discount_amount: fenToYuan(sums.discount),
      order_percent_off: fenToYuan(sums.steps.orderPercent),
      rounding_off: fenToYuan(sums.steps.rounding),
      amount: fenToYuan(line.amount),
      returned_qty: line.returnedQty,
      returned_amount: fenToYuan(line.returned),
      settled_amount: fenToYuan(sum(laid.map((part) => part[n] ?? ZERO))),
      doctor_id: doctor.id,
    })
  }
}

/** Percent off and how the sum is rounded, by how often. */
const DISCOUNTS: readonly (readonly [readonly [percent: number, rule: BillTerms['roundingRule']], number])[] = [
  [[100, 0], 78],
  [[95, 2], 8],
  [[90, 2], 10],
  [[85, 2], 4],
]

/** The state of a charged bill, as its amounts have it. */
function statusOf({ owed, refunded }: Standing, returned: Fen, due: Fen): number {
  const { code } = billStates
  if (returned > 0 && returned === due) return code.refunded
  if (refunded > 0) return code.partRefunded
  return owed > 0 ? code.partPaid : code.paid
}

type Sums = ReturnType<typeof computeBill>['lines'][number]
