import { addDays, dayRange, fenToYuan, formatDateTime, yuanToFen } from '@dentin/kit'
import {
  addYears,
  closesAt,
  extended,
  orderNumber,
  orderTitle,
  TRIAL_DAYS,
} from '../../../src/modules/membership/rules.ts'
import type { Company } from '../organisation.ts'
import { system, type Doc, type Person, type World } from '../world.ts'
import type { Listener } from '../story.ts'

const MEDICAL_PACKAGES = [
  { count: 1, price: '600.00', list: '0.00', tip: '' },
  { count: 3, price: '1680.00', list: '1800.00', tip: '每年省40元' },
] as const
const VIP_PACKAGES: Readonly<Record<number, { id: string; price: string }>> = {
  1: { id: '01980016-0000-7000-8000-000000000001', price: '365.00' },
  5: { id: '01980016-0000-7000-8000-000000000005', price: '1595.00' },
}
const provider: Person = { id: null, accountId: null, name: '平台运营' }

interface Invoice {
  invoiceType: 0 | 1
  title: string
  taxNo: string
  regAddress?: string
  regPhone?: string
  bankName?: string
  bankAccount?: string
  issued: boolean
}
interface Purchase {
  years: 1 | 5
  payType: 0 | 1 | 2
  /** Days before the end of what was before. */
  early: number
  invoice?: Invoice
}
interface Plan {
  /** The end of the gift days, counted from today. */
  trialEnds: (world: World) => string
  buys: readonly Purchase[]
  /** A transfer that is waited for. */
  waits?: { years: 1 | 5; day: number }
}

const yearsAgo = (date: string, years: number) => addYears(date, -years)

/** Of the four clinics one ends in ten days, one in years, one still has its gift days, one has just run out. */
const plans: readonly Plan[] = [
  {
    trialEnds: (world) => yearsAgo(world.date(10), 1),
    buys: [
      {
        years: 1,
        payType: 1,
        early: 6,
        invoice: { invoiceType: 0, title: '杭州牙本口腔门诊部有限公司', taxNo: '91330106MA2K4D7X3C', issued: true },
      },
    ],
  },
  {
    trialEnds: (world) => yearsAgo(world.date(1240), 5),
    buys: [
      {
        years: 5,
        payType: 2,
        early: 20,
        invoice: {
          invoiceType: 1,
          title: '杭州牙本口腔门诊部有限公司',
          taxNo: '91330106MA2K4D7X3C',
          regAddress: '杭州市西湖区望湖路 118 号',
          regPhone: '0571-88112046',
          bankName: '工商银行杭州西湖支行',
          bankAccount: '1202 0262 0990 0118 046',
          issued: false,
        },
      },
    ],
  },
  { trialEnds: (world) => world.date(41), buys: [] },
  {
    trialEnds: (world) => yearsAgo(world.date(-20), 1),
    buys: [{ years: 1, payType: 0, early: 2 }],
    waits: { years: 5, day: -1 },
  },
]

export const membership: Listener = {
  module: 'membership',
  dice: 'story',
  hear: ({ world, companies }) => ({ presentReached: () => makeMemberships(world, companies) }),
}

/** What the demo's clinics have bought and been given, and what the provider sees of it. */
function makeMemberships(world: World, companies: readonly Company[]): void {
  MEDICAL_PACKAGES.forEach(({ count, price, list, tip }, n) => {
    const at = world.at(-60, 600)
    world.put('vip_package', {
      id: world.r.uuid(at),
      kind: 'medical',
      count,
      price,
      discount_price: '0.00',
      list_price: list,
      tip,
      sort_no: (n + 1) * 10,
      updated_at: at,
    })
  })
  companies
    .flatMap((company) => company.clinics)
    .forEach((clinic, n) => {
      const plan = plans[n]
      if (plan) new Membership(world, clinic.company.tenantId, clinic.id).live(plan)
    })
}

class Membership {
  readonly #buyer: Person
  #end: string | null = null
  #seq = 0
  #term: Doc<'vip_term'> | null = null

  constructor(
    readonly world: World,
    readonly tenantId: string,
    readonly clinicId: string,
  ) {
    const posts = world.rows('post').filter((post) => post.tenant_id === tenantId && post.is_admin === true)
    const held = world
      .rows('employee_post')
      .find((each) => each.clinic_id === clinicId && posts.some((post) => post.id === each.post_id))
    const employee = world.rows('employee').find((each) => each.id === held?.employee_id)
    this.#buyer = employee
      ? { id: employee.id, accountId: employee.account_id ?? null, name: employee.name }
      : { id: null, accountId: null, name: '管理员' }
  }

  live(plan: Plan): void {
    const trialEnd = plan.trialEnds(this.world)
    this.#extend(at(addDays(trialEnd, -TRIAL_DAYS), 540), system, {
      source: 'trial',
      years: 0,
      days: TRIAL_DAYS,
      reason: '新门诊赠送',
    })
    for (const purchase of plan.buys) this.#buy(purchase)
    if (plan.waits) this.#order(plan.waits.years, 2, this.world.at(plan.waits.day, 615))
    this.world.put('vip_standing', {
      clinic_id: this.clinicId,
      kind: 'vip',
      tenant_id: this.tenantId,
      end_date: this.#end as string,
      paid: plan.buys.length > 0,
    })
  }

  #buy(purchase: Purchase): void {
    const { world } = this
    const ordered = at(addDays(this.#end as string, -purchase.early), 630)
    const { doc, desk } = this.#order(purchase.years, purchase.payType, ordered)
    const paidAt = new Date(ordered.getTime() + (purchase.payType === 2 ? 26 * 3_600_000 : 95_000))
    const by = purchase.payType === 2 ? provider : system
    const before = doc.row.status
    world.change(
      doc,
      { status: 1, paid_at: paidAt, trade_id: `demo-${doc.row.order_no}`, pay_type: purchase.payType },
      by,
      paidAt,
      { action: 'pay' },
    )
    world.step('vip_order', doc.row, before, 1, by, paidAt)
    Object.assign(desk, { status: 1, paid_at: paidAt })
    this.#extend(paidAt, by, { source: 'order', years: purchase.years, days: 0, reason: '' }, doc.row.id)
    if (purchase.invoice) this.#invoice(purchase.invoice, doc.row, desk, paidAt)
  }

  #order(years: 1 | 5, payType: 0 | 1 | 2, ordered: Date) {
    const { world } = this
    const status = payType === 2 ? 4 : 0
    const { id: settingId, price } = VIP_PACKAGES[years] as { id: string; price: string }
    const common = {
      tenant_id: this.tenantId,
      clinic_id: this.clinicId,
      kind: 'vip',
      order_no: orderNumber('vip', formatDateTime(ordered), world.r.int(0, 999_999)),
      title: orderTitle('vip', years),
      total_amount: fenToYuan(yuanToFen(price)),
      pay_type: payType,
      status,
      closes_at: closesAt(payType, ordered),
      paid_at: null,
      buyer_name: this.#buyer.name,
    }
    const doc = world.create(
      'vip_order',
      {
        ...common,
        id: world.r.uuid(ordered),
        setting_id: settingId,
        count: years,
        order_channel: payType === 2 ? 0 : 1,
        invoice_type: null,
        trade_id: null,
        buyer_id: this.#buyer.id,
        created_at: ordered,
        updated_at: ordered,
      },
      this.#buyer,
      ordered,
    )
    world.step('vip_order', doc.row, null, status, this.#buyer, ordered)
    const desk = {
      ...common,
      order_id: doc.row.id,
      ordered_at: ordered,
      invoice_id: null,
      invoice_type: null,
      invoice_title: null,
      invoice_status: null,
      invoice_at: null,
    }
    world.put('vip_desk', desk)
    return { doc, desk }
  }

  #invoice(wanted: Invoice, order: { id: string; total_amount: string | number }, desk: object, paidAt: Date): void {
    const { world } = this
    const asked = wanted.issued ? new Date(paidAt.getTime() + 3_600_000) : world.at(-3, 975)
    const doc = world.create(
      'vip_invoice',
      {
        tenant_id: this.tenantId,
        id: world.r.uuid(asked),
        clinic_id: this.clinicId,
        kind: 'vip',
        order_id: order.id,
        invoice_type: wanted.invoiceType,
        title_type: 1,
        invoice_title: wanted.title,
        tax_no: wanted.taxNo,
        reg_address: wanted.regAddress ?? '',
        reg_phone: wanted.regPhone ?? '',
        bank_name: wanted.bankName ?? '',
        bank_account: wanted.bankAccount ?? '',
        receiver_email: 'caiwu@yaben.example',
        amount: order.total_amount,
        status: 0,
        refuse_reason: '',
        created_at: asked,
        updated_at: asked,
      },
      this.#buyer,
      asked,
    )
    world.step('vip_invoice', doc.row, null, 0, this.#buyer, asked)
    if (wanted.issued) {
      const issued = new Date(asked.getTime() + 50 * 3_600_000)
      world.change(doc, { status: 1 }, provider, issued)
      world.step('vip_invoice', doc.row, 0, 1, provider, issued)
    }
    Object.assign(desk, {
      invoice_id: doc.row.id,
      invoice_type: wanted.invoiceType,
      invoice_title: wanted.title,
      invoice_status: doc.row.status,
      invoice_at: asked,
    })
  }

  #extend(
    on: Date,
    by: Person,
    what: { source: 'trial' | 'order'; years: number; days: number; reason: string },
    orderId: string | null = null,
  ): void {
    const { world } = this
    const before = this.#end
    const { startsOn, endDate } = extended(before, what, formatDateTime(on).slice(0, 10))
    world.put('vip_extension', {
      tenant_id: this.tenantId,
      id: world.r.uuid(on),
      clinic_id: this.clinicId,
      kind: 'vip',
      source: what.source,
      order_id: orderId,
      years: what.years,
      days: what.days,
      end_before: before,
      starts_on: startsOn,
      end_date: endDate,
      seq: (this.#seq += 1),
      reason: what.reason,
      actor_name: by.name,
      created_at: on,
    })
    this.#end = endDate
    const paid = what.source === 'order'
    if (this.#term) world.change(this.#term, { end_date: endDate, paid }, by, on)
    else
      this.#term = world.create(
        'vip_term',
        {
          tenant_id: this.tenantId,
          id: world.r.uuid(on),
          clinic_id: this.clinicId,
          kind: 'vip',
          end_date: endDate,
          paid,
          created_at: on,
          updated_at: on,
        },
        by,
        on,
      )
  }
}

const at = (date: string, minutes: number): Date => new Date(dayRange(date).from.getTime() + minutes * 60_000)
