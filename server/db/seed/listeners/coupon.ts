import { payMethodRows } from '../../../src/modules/clinic/defaults.ts'
import { DEMO_COUPONS, type DemoCoupon } from './coupon/types.ts'
import { addDays, formatDate, yuanToFen, fenToYuan } from '@dentin/kit'
import type { Company, Staff } from '../organisation.ts'
import type { Listener, Scene } from '../story.ts'
import type { Patient } from '../story/patients.ts'
import type { Row, World } from '../world.ts'

const DAY_MS = 86_400_000
/** So many patients of a company were given coupons, and so many bills have one, or a member's percentage. */
const GIVEN = 90
const WITH_COUPON = 12
const WITH_CARD = 25
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A visit at which somebody could have been given a coupon. */
interface Chance {
  patient: Patient
  clinicId: string
  at: Date
  by: Staff
}

/**
 * Types of coupons, and coupons in every state. A few bills of the story were discounted by a coupon or by the patient's card
 * instead of by hand: what they come to stays as it was.
 */
export const coupon: Listener = {
  module: 'coupon',
  dice: 'own',
  hear: (scene) => {
    const chances = new Map<Company, Chance[]>()
    return {
      charged({ visit, at, cashier }) {
        const { company } = visit.clinic
        const list = chances.get(company) ?? []
        chances.set(company, list)
        list.push({ patient: visit.patient, clinicId: visit.clinic.id, at, by: cashier })
      },
      addedSince: () => {
        for (const [company, found] of chances) new Gifts(scene.world, scene, company).give(found)
      },
    }
  },
}

type Bill = Row<'bill'>

class Gifts {
  readonly #types = new Map<string, { type: DemoCoupon; id: string }>()

  constructor(
    readonly world: World,
    readonly scene: Scene,
    readonly company: Company,
  ) {}

  give(chances: readonly Chance[]): void {
    const [clinic] = this.company.clinics
    if (!clinic) return
    this.#payByPoints(clinic.director)
    this.#makeTypes(clinic.director)
    this.#byCard()
    this.#byCoupon(chances)
    const { r } = this.world
    const had = new Set<string>()
    for (const chance of r.shuffle(chances)) {
      if (had.size >= GIVEN) break
      if (had.has(chance.patient.id) || formatDate(chance.at) >= formatDate(this.world.now)) continue
      if (chance.patient.doc.row.status !== 0) continue
      had.add(chance.patient.id)
      const { type, id } = r.pick([...this.#types.values()])
      const ends = r.next()
      const over = addDays(formatDate(chance.at), type.days - 1) < formatDate(this.world.now)
      this.#coupon(chance, type, id, over ? 3 : ends < 0.08 ? 4 : 1)
    }
  }

  /** The way to pay that stands for points. */
  #payByPoints(by: Staff): void {
    const { world } = this
    const at = new Date(world.now.getTime() - 190 * DAY_MS)
    for (const row of payMethodRows(
      () => world.r.uuid(at),
      at,
      (code) => code === 'points',
    ))
      world.create('pay_method', { tenant_id: this.company.tenantId, fee_rate: 0, allow_refund: true, ...row }, by, at)
  }

  #makeTypes(by: Staff): void {
    const at = new Date(this.world.now.getTime() - 190 * DAY_MS)
    for (const [n, type] of DEMO_COUPONS.entries()) {
      const id = this.world.r.uuid(at)
      this.#types.set(type.name, { type, id })
      const codes = type.tariffs ?? []
      this.world.create(
        'coupon_type',
        {
          tenant_id: this.company.tenantId,
          id,
          name: type.name,
          kind: type.kind,
          value: type.value ?? null,
          percent: type.percent ?? null,
          most: type.most ?? null,
          threshold: type.threshold ?? '0.00',
          category_ids: '[]',
          tariff_ids: JSON.stringify(this.#tariffIds(codes)),
          clinic_ids: '[]',
          valid_type: 2,
          valid_until: null,
          valid_days: type.days,
          stackable: type.stackable ?? false,
          total_qty: type.total ?? null,
          sort_no: n + 1,
          created_at: at,
          updated_at: at,
        },
        by,
        at,
      )
    }
  }

  #tariffIds(codes: readonly string[]): string[] {
    return codes.flatMap((code) => this.company.tariffs.get(code)?.id ?? [])
  }

  /** Discounts that stand on charged bills, one line of which takes part. */
  #discounted(percent: number): { bill: Bill; item: Row<'bill_item'> }[] {
    const items = new Map<string, Row<'bill_item'>[]>()
    for (const row of this.world.rows('bill_item')) {
      if (row.tenant_id !== this.company.tenantId) continue
      const list = items.get(row.bill_id as string) ?? []
      items.set(row.bill_id as string, list)
      list.push(row)
    }
    return this.world.rows('bill').flatMap((bill) => {
      if (bill.tenant_id !== this.company.tenantId || bill.status !== 3 || bill.discount_percent !== percent) return []
      const off = (items.get(bill.id as string) ?? []).filter((row) => Number(row.order_percent_off) > 0)
      return off.length === 1 ? [{ bill, item: off[0] as Row<'bill_item'> }] : []
    })
  }

  /** Members whose percentage is that of the bill. */
  #byCard(): void {
    const cards = this.world.rows('member_card').filter((row) => row.tenant_id === this.company.tenantId)
    let done = 0
    for (const percent of [90, 95, 88])
      for (const { bill, item } of this.#discounted(percent)) {
        const card = cards.find(
          (row) =>
            row.patient_id === bill.patient_id &&
            (row.opened_at as Date) <= (bill.open_time as Date) &&
            row.open_clinic_id === bill.clinic_id &&
            (JSON.parse(row.rules as string) as { discountRules: { percent: number }[] }).discountRules[0]?.percent ===
              percent,
        )
        if (!card || done >= WITH_CARD) continue
        done += 1
        this.#retell(bill, { card_choice: 1, discount_card_id: card.id as string })
        Object.assign(item, { member_discount_off: item.order_percent_off, order_percent_off: '0.00' })
      }
  }

  #byCoupon(chances: readonly Chance[]): void {
    const { type, id } = this.#types.get('满意回访 9.5 折') as { type: DemoCoupon; id: string }
    let done = 0
    for (const { bill, item } of this.#discounted(95)) {
      const chance = chances.find(
        ({ patient, at }) =>
          patient.id === bill.patient_id && at.getTime() < (bill.open_time as Date).getTime() - DAY_MS,
      )
      if (!chance || done >= WITH_COUPON || chance.patient.doc.row.status !== 0) continue
      if (addDays(formatDate(chance.at), type.days - 1) < formatDate(bill.open_time as Date)) continue
      done += 1
      this.#retell(bill, {})
      Object.assign(item, { coupon_off: item.order_percent_off, order_percent_off: '0.00' })
      this.#coupon(chance, type, id, 2, { bill, amount: item.coupon_off as string })
    }
  }

  /** What the bill says of itself, from when it was opened. */
  #retell(bill: Bill, more: object): void {
    this.world.note(bill, { discount_percent: 100, discount_reason: '', ...more })
  }

  #coupon(
    { patient, clinicId, at, by }: Chance,
    type: DemoCoupon,
    typeId: string,
    status: 1 | 2 | 3 | 4,
    used?: { bill: Bill; amount: string },
  ): void {
    const { world } = this
    const { r } = world
    const id = r.uuid(at)
    const tenant_id = this.company.tenantId
    const yuan = (text: string) => fenToYuan(yuanToFen(text))
    const doc = world.create(
      'coupon',
      {
        tenant_id,
        id,
        code: Array.from({ length: 12 }, () => r.pick([...SIGNS])).join(''),
        type_id: typeId,
        name: type.name,
        rules: JSON.stringify({
          kind: type.kind,
          value: type.value ?? null,
          percent: type.percent ?? null,
          most: type.most ?? null,
          threshold: yuan(type.threshold ?? '0.00'),
          categoryIds: [],
          tariffIds: this.#tariffIds(type.tariffs ?? []),
          clinicIds: [],
          stackable: type.stackable ?? false,
        }),
        patient_id: patient.id,
        status: 1,
        source: r.chance(0.7) ? 2 : 1,
        issued_clinic_id: clinicId,
        issued_at: at,
        issuer_id: by.id,
        issuer_name: by.name,
        remark: '',
        valid_until: addDays(formatDate(at), type.days - 1),
        bill_id: null,
        bill_place: null,
        bill_no: '',
        used_amount: '0.00',
        used_at: null,
        void_reason: null,
        created_at: at,
        updated_at: at,
      },
      by,
      at,
      patient.id,
    )
    const row = { tenant_id, clinic_id: clinicId, id }
    world.step('coupon', row, null, 1, by, at)
    if (status === 1) return
    const then = used
      ? (used.bill.pay_time as Date)
      : status === 3
        ? endOf(doc.row.valid_until as string)
        : new Date(at.getTime() + DAY_MS)
    const change =
      used !== undefined
        ? {
            bill_id: used.bill.id as string,
            bill_no: used.bill.bill_no as string,
            bill_place: 1,
            used_amount: used.amount,
            used_at: then,
          }
        : status === 4
          ? { void_reason: '发错了' }
          : {}
    world.change(doc, { status, ...change }, by, then)
    world.step('coupon', row, 1, status, by, then, status === 4 ? '发错了' : undefined)
  }
}

/** The night after a day, when the clock lets coupons run out. */
const endOf = (day: string): Date => new Date(`${addDays(day, 1)}T00:20:00+08:00`)
