import { instalmentPlanStates } from '@dentin/contract/instalment'
import {
  addDays,
  daysBetween,
  fen,
  fenToYuan,
  nextDue,
  planInstalments,
  ZERO,
  type Fen,
  type Instalment,
} from '@dentin/kit'
import type { Clinic, Staff } from '../organisation.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import type { Book } from './book.ts'
import type { Payments, Standing } from './payments.ts'
import { Quota } from './quota.ts'
import type { Sink } from './sink.ts'
import { dayIn } from './day-in.ts'

const { code } = instalmentPlanStates
/** Bills from this sum on are agreed to be paid in parts. */
const LARGE = 200_000

/** An agreement while the months go by. */
interface Plan {
  id: string
  by: Staff
  at: Date
  /** The one that it replaces. */
  former: Plan | null
  total: Fen
  /** Paid of the bill before it. */
  before: Fen
  terms: { count: number; day: number; inYuan: boolean }
  periods: readonly Instalment[]
  paid: Fen
}

/** Agreements of the large chain on what a larger bill leaves owing: most are kept, some stop, some are agreed anew or ended. */
export class Plans {
  readonly quota: Quota

  constructor(
    readonly world: World,
    readonly r: Random,
    readonly sink: Sink,
    readonly book: Book,
    readonly payments: Payments,
    readonly numberOf: Payments['numberOf'],
    size: { plans: number; clinics: number; past: number },
    /** Steps are kept from this moment on. */
    readonly stepsSince: number,
  ) {
    this.quota = new Quota(size.plans, size)
  }

  /** Whether the next larger bill is to be paid in parts. */
  wants(clinic: Clinic, due: Fen, day: number): boolean {
    return due >= LARGE && this.quota.lacks(clinic, day)
  }

  /** Agrees on parts for what a bill owes, and lets the months go by until today. */
  agree(on: Standing, by: Staff, charged: Date): void {
    const { r } = this
    this.quota.count(on.clinic)
    const plan = this.#plan(on, by, new Date(charged.getTime() + 120_000), null)
    const fate = r.weighted([
      ['kept', 66],
      ['stopped', 20],
      ['anew', 9],
      ['ended', 5],
    ])
    const turn = fate === 'kept' ? plan.periods.length : r.int(1, plan.periods.length - 1)
    const turned = this.#keep(on, plan, turn)
    if (turned === null || fate === 'kept' || fate === 'stopped') return this.#write(on, plan, code.holds)
    if (fate === 'ended') return this.#write(on, plan, code.ended, turned, '患者约定改为一次付清')
    this.#write(on, plan, code.replaced, turned, '患者要求延长')
    const later = this.#plan(on, by, turned, plan)
    this.#keep(on, later, later.periods.length)
    this.#write(on, later, code.holds)
  }

  #plan(on: Standing, by: Staff, at: Date, former: Plan | null): Plan {
    const { r } = this
    const day = r.pick([1, 5, 10, 15, 20, 25, 28, 31])
    const terms = { rest: on.owed, count: r.pick([3, 4, 6, 6, 9, 12]), day, inYuan: r.chance(0.4) }
    const date = dayIn(at)
    return {
      id: r.uuid(at),
      by,
      at,
      former,
      total: on.owed,
      before: on.paid,
      terms,
      periods: planInstalments({ ...terms, firstDue: nextDue(addDays(date, 12), day) }),
      paid: ZERO,
    }
  }

  /** Pays part after part until today. @returns when the next would be paid; null when that is yet to come */
  #keep(on: Standing, plan: Plan, count: number): Date | null {
    const { r, world } = this
    for (const [n, { dueDate, amount }] of plan.periods.entries()) {
      const day = daysBetween(world.today, dueDate) + r.int(-4, 6)
      if (day >= 0) return null
      const at = world.at(day, r.int(540, 1060))
      if (n === count) return at
      const by = r.pick(on.clinic.reception)
      const postings = this.payments.pay(on, { kind: 2, at, by }, amount)
      const document = { kind: 'bill', id: on.bill.id, no: on.bill.bill_no } as const
      this.book.enter({ kind: 'repay', clinic: on.clinic, document, billId: on.bill.id, at, by }, postings)
      plan.paid = fen(plan.paid + amount)
    }
    return null
  }

  #write({ bill, clinic }: Standing, plan: Plan, status: number, endedAt: Date | null = null, endReason = ''): void {
    const { sink, r } = this
    const { by, at, former } = plan
    const row = {
      tenant_id: bill.tenant_id,
      id: plan.id,
      clinic_id: bill.clinic_id,
      plan_no: this.numberOf(clinic, 'FQ', at),
      bill_id: bill.id,
      patient_id: bill.patient_id,
      status,
      total_amount: fenToYuan(plan.total),
      paid_amount: fenToYuan(plan.paid),
      cancelled_amount: '0.00',
      first_amount: fenToYuan(plan.before),
      due_day: plan.terms.day,
      in_yuan: plan.terms.inYuan,
      remark: '',
      replaces_id: former?.id ?? null,
      reason: former ? '患者要求延长' : '',
      creator_id: by.id,
      creator_name: by.name,
      agreed_at: at,
      ended_at: endedAt,
      end_reason: endedAt && endReason,
      created_at: at,
      updated_at: endedAt ?? at,
      version: 1,
    }
    sink.audited('instalment_plan', row, by, at, bill.patient_id)
    if (row.updated_at.getTime() >= this.stepsSince)
      sink.step('instalment_plan', row, status, by, r.uuid(row.updated_at), row.updated_at)
    for (const { no, dueDate, amount } of plan.periods)
      sink.put('instalment_period', {
        tenant_id: row.tenant_id,
        id: r.uuid(at),
        clinic_id: row.clinic_id,
        plan_id: plan.id,
        no,
        due_date: dueDate,
        amount: fenToYuan(amount),
      })
  }
}
