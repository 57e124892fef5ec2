import { fen, fenToYuan, formatDate, yuanToFen, ZERO, type Fen } from '@dentin/kit'
import type { Visit } from '../../events.ts'
import type { Staff } from '../../organisation.ts'
import type { Scene } from '../../story.ts'
import type { Doc, Row } from '../../world.ts'

const arrearsReasons = ['分期付款', '现金不足', '约定下次付清'] as const

/** A bill of somebody. */
interface Owed {
  visit: Visit
  bill: Doc<'bill'>
}
/** 1 a charge, 2 arrears that are paid later. */
type Kind = 1 | 2
interface Payment {
  id: string
  amount: Fen
  method: string
}

/** Takes money for bills. */
export class Till {
  constructor(readonly scene: Scene) {}

  charge(visit: Visit, bill: Doc<'bill'>, at: Date, minute: number, cashier: Staff): void {
    const { world } = this.scene
    const { r } = world
    const { run, day } = visit
    const of: Owed = { visit, bill }
    const due = yuanToFen(bill.row.receivable_amount as string)
    const large = due > 300_000
    let owes = run.owes
    if (owes === 0 && !run.noDiscount && due >= 60_000 && r.chance(large ? 0.16 : 0.02))
      owes = fen(Math.round((due * r.pick([0.2, 0.3, 0.5])) / 10_000) * 10_000)
    if (owes >= due) owes = ZERO
    const paid = fen(due - owes)
    if (day < 0 && owes === 0 && r.chance(0.004)) this.#chargeByMistake(of, paid, minute, cashier)
    if (paid > 0) this.#pay(of, paid, null, 1, at, cashier)
    this.#settle(of, owes > 0 ? 2 : 3, paid, owes, at, cashier, {
      cashier_id: cashier.id,
      pay_time: at,
      ...(owes > 0 ? { arrears_reason: r.pick(arrearsReasons) } : {}),
    })
    this.scene.tell('paid', { visit, at, cashier })
    if (owes > 0 && run.owes === 0 && r.chance(0.7)) this.#payLater(of, due, owes)
  }

  /** Charged by the wrong method and taken back. */
  #chargeByMistake(of: Owed, paid: Fen, minute: number, cashier: Staff): void {
    const { world } = this.scene
    const { bill, visit } = of
    const wrong = world.at(visit.day, minute - 2)
    const first = this.#pay(of, paid, 'alipay', 1, wrong, cashier)
    this.#settle(of, 3, paid, ZERO, wrong, cashier, { cashier_id: cashier.id, pay_time: wrong })
    const taken = world.at(visit.day, minute - 1)
    const reason = '收款方式错误'
    for (const payment of first) this.#revoke(of, payment, taken, cashier)
    world.change(bill, { status: 1, paid_amount: '0.00', arrears_amount: '0.00', pay_time: null }, cashier, taken, {
      action: 'revoke',
      reason,
    })
    world.step('bill', bill.row, 3, 7, cashier, taken, reason)
    world.step('bill', bill.row, 7, 1, cashier, taken, reason)
  }

  /** What is owed is brought on some day since. */
  #payLater(of: Owed, due: Fen, owes: Fen): void {
    const { world, onDay } = this.scene
    const { r } = world
    const { clinic, day } = of.visit
    const back = day + r.int(6, 45)
    if (back >= 0) return
    onDay(back, () => {
      const at = world.at(back, r.int(540, 1060))
      const by = r.pick(clinic.reception)
      this.#pay(of, owes, null, 2, at, by)
      this.#settle(of, 3, due, ZERO, at, by, {})
    })
  }

  #settle(
    { bill }: Owed,
    status: number,
    paid: Fen,
    arrears: Fen,
    at: Date,
    by: Staff,
    extra: Partial<Row<'bill'>>,
  ): void {
    const { world } = this.scene
    const from = bill.row.status as number
    world.change(bill, { status, paid_amount: fenToYuan(paid), arrears_amount: fenToYuan(arrears), ...extra }, by, at)
    world.step('bill', bill.row, from, status, by, at)
  }

  /** Takes money by one way, or chance decides (sometimes two). Gives the ledger rows. */
  #pay(of: Owed, amount: Fen, way: string | null, kind: Kind, at: Date, by: Staff): Payment[] {
    const { r } = this.scene.world
    const pick = () =>
      r.weighted([
        ['wechat', 46],
        ['alipay', 24],
        ['bank_card', 14],
        ['cash', 9],
        ['medicare_account', 7],
      ])
    const ways = [way ?? pick()]
    if (!way && amount > 50_000 && r.chance(0.12)) {
      const second = pick()
      if (second !== ways[0]) ways.push(second)
    }
    const first = ways.length === 2 ? fen(Math.floor((amount * r.pick([0.3, 0.5, 0.6])) / 5_000) * 5_000) : amount
    return [first, fen(amount - first)]
      .slice(0, ways.length)
      .filter((part) => part > 0)
      .map((part, n) => this.#take(of, part, ways[n] as string, kind, at, by))
  }

  #take(of: Owed, amount: Fen, way: string, kind: Kind, at: Date, by: Staff): Payment {
    const { r } = this.scene.world
    const method = of.visit.clinic.company.methods.get(way) as string
    const id = r.uuid(at)
    const notes = way === 'cash' ? Math.ceil(amount / 10_000) * 10_000 : amount
    this.#enter(of, amount, at, by, {
      id,
      pay_method_id: method,
      tendered_amount: way === 'cash' ? fenToYuan(fen(notes)) : null,
      change_amount: fenToYuan(fen(notes - amount)),
      trade_no: way === 'bank_card' ? String(r.int(100000, 999999)) + String(r.int(100000, 999999)) : null,
      kind,
      revokes_id: null,
    })
    return { id, amount, method }
  }

  #revoke(of: Owed, payment: Payment, at: Date, by: Staff): void {
    this.#enter(of, fen(-payment.amount), at, by, {
      id: this.scene.world.r.uuid(at),
      pay_method_id: payment.method,
      tendered_amount: null,
      change_amount: '0.00',
      trade_no: null,
      kind: 3,
      revokes_id: payment.id,
    })
  }

  /** One line of the ledger. */
  #enter(
    { visit, bill }: Owed,
    amount: Fen,
    at: Date,
    by: Staff,
    how: Pick<
      Row<'bill_payment'>,
      'id' | 'pay_method_id' | 'tendered_amount' | 'change_amount' | 'trade_no' | 'kind' | 'revokes_id'
    >,
  ): void {
    this.scene.world.put('bill_payment', {
      tenant_id: visit.clinic.company.tenantId,
      clinic_id: visit.clinic.id,
      bill_id: bill.row.id,
      patient_id: bill.row.patient_id,
      pay_no: '',
      amount: fenToYuan(amount),
      pay_time: at,
      pay_date: formatDate(at),
      cashier_id: by.id,
      cashier_name: by.name,
      pay_unit_id: null,
      unit_reference: '',
      ...how,
    })
    this.scene.tell('moneyMoved', { patient: visit.patient, amount })
  }
}
