import {
  computeBill,
  fen,
  fenToYuan,
  formatDate,
  splitByWeight,
  sum,
  ZERO,
  type BillTerms,
  type Fen,
} from '@dentin/kit'
import type { VisitText } from '../catalogue/courses.ts'
import { tariffOf, type Clinic, type Company, type Doctor, type Staff, type Tariff } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { Book, type Posting } from './book.ts'
import { Cards, type Card } from './cards.ts'
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

interface Line {
  tariff: Tariff
  qty: number
  teeth: string
  id: string
  amount: Fen
  left: Fen
}

/** Steps of bills are kept this far back, as those of appointments are. */
const STEPS_SINCE = -60
const WAYS = [
  ['wechat', 48],
  ['alipay', 25],
  ['bank_card', 16],
  ['cash', 11],
] as const
type Way = (typeof WAYS)[number][0]
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
  readonly book: Book
  readonly cards: Cards
  bills = 0
  lines = 0

  constructor(
    readonly world: World,
    readonly company: Company,
    readonly sink: Sink,
    readonly numberOf: (clinic: Clinic, prefix: string, at: Date) => string,
    size: { cards: number; past: number },
  ) {
    this.#r = world.r.of('money')
    this.book = new Book(
      company.tenantId,
      company.methods.get('cash') as string,
      world.r.of('money', 'book'),
      sink,
      numberOf,
    )
    this.cards = new Cards(world, company, sink, this.book, numberOf, size)
  }

  /** The bill of a visit, paid at once, in part, or in part later. */
  charge(person: Charged, visit: ChargedVisit): void {
    const { sink } = this
    const r = this.#r
    const { clinic, doctor, desk, day, ended, charged } = visit
    const { tenantId } = this.company
    const lines = this.#linesOf(visit)
    const [percent, roundingRule] = r.weighted([
      [[100, 0] as const, 78],
      [[95, 2] as const, 8],
      [[90, 2] as const, 10],
      [[85, 2] as const, 4],
    ])
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
    const where = { clinic, desk, at: charged }
    const card = (person.card ??= this.cards.sell(person.id, day, where))
    const held = card ? this.cards.use(card, due, where) : { principal: ZERO, bonus: ZERO }
    const kept = !card && r.chance(due > 300_000 ? 0.16 : 0.02) ? r.pick([0.2, 0.3, 0.5]) : 0
    const owes = fen(Math.min(Math.round((due * kept) / 10_000) * 10_000, due - 1))
    const back = owes > 0 && r.chance(0.7) ? day + r.int(6, 45) : 0
    const arrears = back < 0 ? ZERO : owes
    const bill = {
      tenant_id: tenantId,
      id: r.uuid(ended),
      clinic_id: clinic.id,
      bill_no: this.numberOf(clinic, 'SF', ended),
      bill_type: 1,
      patient_id: person.id,
      registration_id: visit.registrationId,
      treatment_id: visit.treatmentId,
      record_id: visit.record?.id ?? null,
      doctor_id: doctor.id,
      status: arrears > 0 ? 2 : 3,
      original_amount: fenToYuan(sums.original),
      discount_amount: fenToYuan(sums.discount),
      rounding_amount: fenToYuan(sums.rounding),
      receivable_amount: fenToYuan(due),
      paid_amount: fenToYuan(fen(due - arrears)),
      arrears_amount: fenToYuan(arrears),
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
      arrears_reason: owes > 0 ? r.pick(arrearsReasons) : null,
      created_at: ended,
      updated_at: charged,
      version: 1,
    }
    sink.audited('bill', bill, doctor, ended, person.id)
    if (day >= STEPS_SINCE)
      sink.put('status_log', {
        tenant_id: tenantId,
        id: r.uuid(charged),
        clinic_id: clinic.id,
        biz_type: 'bill',
        biz_id: bill.id,
        from_status: 1,
        to_status: bill.status,
        employee_id: desk.id,
        actor_name: desk.name,
        reason: null,
        created_at: charged,
      })
    const postings: Posting[] = [
      { account: 'receivable', amount: due },
      ...lines.map((line): Posting => ({ account: 'billed', amount: fen(-line.amount), itemId: line.id })),
    ]
    const now: Taken = { clinic, bill, kind: 1, at: charged, by: desk }
    if (card && held.principal + held.bonus > 0)
      postings.push(
        ...this.#take(
          now,
          lines,
          'card_principal',
          [
            ['bonus', held.bonus],
            ['principal', held.principal],
          ],
          card,
        ),
      )
    postings.push(...this.#pay(now, lines, fen(due - owes - held.principal - held.bonus)))
    const entryId = this.book.enter({ kind: 'charge', clinic, bill, at: charged, by: desk }, postings)
    if (card && held.principal + held.bonus > 0) this.cards.paid(card, held, bill, entryId, where)
    if (back < 0) {
      const by = r.pick(clinic.reception)
      const at = this.world.at(back, r.int(540, 1060))
      const later = this.#pay({ clinic, bill, kind: 2, at, by }, lines, owes)
      this.book.enter({ kind: 'repay', clinic, bill, at, by }, later)
    }
    for (const [n, line] of lines.entries()) this.#line(bill, doctor, n, line, sums.lines[n] as Sums)
    person.consumed = fen(person.consumed + due - arrears)
    person.owed = fen(person.owed + arrears)
    this.bills += 1
    this.lines += lines.length
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
    }))
  }

  #line(bill: Bill, doctor: Doctor, n: number, { tariff, qty, teeth, id, amount, left }: Line, sums: Sums): void {
    this.sink.put('bill_item', {
      tenant_id: bill.tenant_id,
      id,
      clinic_id: bill.clinic_id,
      bill_id: bill.id,
      line_no: n + 1,
      item_type: 1,
      tariff_id: tariff.id,
      name: tariff.name,
      category_name: tariff.group,
      teeth: tariff.toothRequired ? teeth : '',
      unit: tariff.unit,
      qty,
      price: fenToYuan(tariff.price),
      original_amount: fenToYuan(sums.original),
      can_discount: tariff.canDiscount,
      discount_percent: 100,
      discount_amount: fenToYuan(sums.discount),
      order_percent_off: fenToYuan(sums.steps.orderPercent),
      rounding_off: fenToYuan(sums.steps.rounding),
      amount: fenToYuan(amount),
      settled_amount: fenToYuan(fen(amount - left)),
      doctor_id: doctor.id,
    })
  }

  /** Takes money by one way, of larger sums now and then by two. */
  #pay(taken: Taken, lines: readonly Line[], amount: Fen): Posting[] {
    const r = this.#r
    const way = r.weighted(WAYS)
    const other = amount > 50_000 && r.chance(0.12) ? r.weighted(WAYS) : way
    const first = other === way ? amount : fen(Math.floor((amount * r.pick([0.3, 0.5, 0.6])) / 5_000) * 5_000)
    return [
      ...this.#take(taken, lines, way, [['cash', first]]),
      ...this.#take(taken, lines, other, [['cash', fen(amount - first)]]),
    ]
  }

  /** One payment, in its parts, laid on the lines as they are still unpaid. */
  #take(
    { clinic, bill, kind, at, by }: Taken,
    lines: readonly Line[],
    code: Way | 'card_principal',
    parts: readonly ['cash' | 'principal' | 'bonus', Fen][],
    card: Card | null = null,
  ): Posting[] {
    const amount = sum(parts.map(([, part]) => part))
    if (amount === 0) return []
    const r = this.#r
    const id = r.uuid(at)
    const payMethodId = this.company.methods.get(code) as string
    const notes = code === 'cash' ? fen(Math.ceil(amount / 10_000) * 10_000) : null
    const of = (name: 'principal' | 'bonus') => fenToYuan(parts.find(([part]) => part === name)?.[1] ?? ZERO)
    this.sink.put('bill_payment', {
      tenant_id: bill.tenant_id,
      id,
      clinic_id: clinic.id,
      bill_id: bill.id,
      patient_id: bill.patient_id,
      pay_no: this.numberOf(clinic, 'ZF', at),
      pay_method_id: payMethodId,
      amount: fenToYuan(amount),
      principal_part: of('principal'),
      bonus_part: of('bonus'),
      card_id: card?.row.id ?? null,
      tendered_amount: notes === null ? null : fenToYuan(notes),
      change_amount: fenToYuan(notes === null ? ZERO : fen(notes - amount)),
      trade_no: code === 'bank_card' ? `${r.int(100000, 999999)}${r.int(100000, 999999)}` : null,
      kind,
      pay_time: at,
      pay_date: formatDate(at),
      cashier_id: by.id,
      cashier_name: by.name,
    })
    return parts.flatMap(([part, worth]) => {
      const laid = { payment: { id, part }, payMethodId, ...(card && { cardId: card.row.id }) }
      const shares = splitByWeight(
        worth,
        lines.map(({ left }) => left),
      )
      return [
        { account: part, amount: worth, ...laid },
        ...lines.map((line, n): Posting => {
          const share = shares[n] ?? ZERO
          line.left = fen(line.left - share)
          return { account: 'receivable', amount: fen(-share), itemId: line.id, payment: laid.payment, payMethodId }
        }),
      ]
    })
  }
}

/** Whose money is taken for what, when and by whom. */
interface Taken {
  clinic: Clinic
  bill: Bill
  kind: 1 | 2
  at: Date
  by: Staff
}
interface Bill {
  tenant_id: string
  id: string
  clinic_id: string
  bill_no: string
  patient_id: string
}
type Sums = ReturnType<typeof computeBill>['lines'][number]
