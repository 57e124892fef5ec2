import { fen, fenToYuan, formatDate, sum, yuanToFen, type Fen } from '@dentin/kit'
import { payMethodRows } from '../../../src/modules/clinic/defaults.ts'
import type { Clinic, Company, Staff } from '../organisation.ts'
import type { Listener, Scene } from '../story.ts'
import type { Row, World } from '../world.ts'

const DAY_MS = 86_400_000
/** So many bills of a company were paid by units. */
const MOST = 36

/** Companies and schools that pay for their people. */
const UNITS = [
  { name: '启明软件有限公司', contact: '周敏', phone: '0571-88601200', limit: '30000.00', term: 30, reference: true },
  { name: '海潮物流集团', contact: '陶建国', phone: '0571-86120035', limit: '20000.00', term: 45, reference: false },
  { name: '望湖实验小学', contact: '许老师', phone: '0571-87654010', limit: '8000.00', term: 30, reference: false },
] as const

/** A bill that was paid in full by one way. */
interface Paid {
  payment: Row<'bill_payment'>
  clinic: Clinic
  cashier: Staff
  at: Date
  amount: Fen
}

/** Bills of the story that a unit paid instead of the patient; the older ones were settled, some in part. */
export const unitAccount: Listener = {
  module: 'unit-account',
  dice: 'own',
  hear: (scene) => {
    const charges = new Map<string, { clinic: Clinic; cashier: Staff; at: Date }>()
    return {
      charged({ visit, at, cashier }) {
        charges.set(`${visit.patient.id} ${at.getTime()}`, { clinic: visit.clinic, cashier, at })
      },
      addedSince: () => {
        for (const company of scene.companies) new Accounts(scene, company).open(charges)
      },
    }
  },
}

class Accounts {
  readonly #world: World

  constructor(
    readonly scene: Scene,
    readonly company: Company,
  ) {
    this.#world = scene.world
  }

  open(charges: ReadonlyMap<string, { clinic: Clinic; cashier: Staff; at: Date }>): void {
    const [clinic] = this.company.clinics
    if (!clinic) return
    const method = this.#method(clinic.director)
    const units = this.#units(clinic.director)
    const paid = this.#bills(charges)
    if (paid.length === 0) return
    const { r } = this.#world
    const claims = new Map<string, Paid[]>()
    for (const [n, one] of paid.entries()) {
      const unit = UNITS[n % UNITS.length] as (typeof UNITS)[number]
      const id = units.get(unit.name) as string
      const list = claims.get(id) ?? []
      // No unit owes more than it may.
      if (sum([...list.map(({ amount }) => amount), one.amount]) > yuanToFen(unit.limit)) continue
      claims.set(id, [...list, one])
      Object.assign(one.payment, {
        pay_method_id: method,
        pay_unit_id: id,
        unit_reference: unit.reference ? `工号 ${r.int(1000, 9999)}` : '',
        tendered_amount: null,
        change_amount: '0.00',
        trade_no: null,
      })
    }
    for (const [unitId, list] of claims) this.#settle(unitId, list)
  }

  /** The way to pay that stands for units. */
  #method(by: Staff): string {
    const at = new Date(this.#world.now.getTime() - 190 * DAY_MS)
    const [row] = payMethodRows(
      () => this.#world.r.uuid(at),
      at,
      (code) => code === 'unit',
    )
    if (!row) throw new Error('no way to pay for units')
    this.#world.create(
      'pay_method',
      { tenant_id: this.company.tenantId, fee_rate: 0, allow_refund: true, ...row },
      by,
      at,
    )
    return row.id
  }

  #units(by: Staff): Map<string, string> {
    const at = new Date(this.#world.now.getTime() - 189 * DAY_MS)
    return new Map(
      UNITS.map((unit, n) => {
        const id = this.#world.r.uuid(at)
        const row = {
          tenant_id: this.company.tenantId,
          id,
          name: unit.name,
          contact: unit.contact,
          phone: unit.phone,
          credit_limit: unit.limit,
          term_days: unit.term,
          needs_reference: unit.reference,
          remark: n === 0 ? '每月 10 日前寄对账单' : '',
          sort_no: n + 1,
          created_at: at,
          updated_at: at,
        }
        this.#world.create('pay_unit', row, by, at)
        return [unit.name, id]
      }),
    )
  }

  /** Bills of middling sums that were paid at once by one way, not lately: the tills of these days are counted in the story. */
  #bills(charges: ReadonlyMap<string, { clinic: Clinic; cashier: Staff; at: Date }>): Paid[] {
    const world = this.#world
    const ofBill = new Map<string, Row<'bill_payment'>[]>()
    for (const row of world.rows('bill_payment')) {
      if (row.tenant_id !== this.company.tenantId) continue
      const list = ofBill.get(row.bill_id as string) ?? []
      ofBill.set(row.bill_id as string, list)
      list.push(row)
    }
    const cash = new Set([this.company.methods.get('wechat'), this.company.methods.get('alipay')])
    const found: Paid[] = []
    for (const bill of world.rows('bill')) {
      if (bill.tenant_id !== this.company.tenantId || bill.status !== 3 || bill.bill_type !== 1) continue
      const [payment, second] = ofBill.get(bill.id as string) ?? []
      if (!payment || second || payment.kind !== 1 || !cash.has(payment.pay_method_id as string)) continue
      const amount = yuanToFen(payment.amount as string)
      if (amount < 10_000 || amount > 150_000 || payment.amount !== bill.receivable_amount) continue
      const at = payment.pay_time as Date
      const charge = charges.get(`${bill.patient_id as string} ${at.getTime()}`)
      const days = (world.now.getTime() - at.getTime()) / DAY_MS
      if (!charge || days < 8 || days > 150) continue
      found.push({ payment, ...charge, amount })
    }
    return world.r
      .shuffle(found)
      .slice(0, MOST)
      .toSorted((x, y) => x.at.getTime() - y.at.getTime())
  }

  /** What is older than two months was paid clinic by clinic, the last of it in part. */
  #settle(unitId: string, list: readonly Paid[]): void {
    const { now } = this.#world
    for (const clinic of this.company.clinics) {
      const old = list.filter((one) => one.clinic === clinic && now.getTime() - one.at.getTime() > 60 * DAY_MS)
      const [last] = old.slice(-1)
      if (!last) continue
      const lines = old.map(({ payment, amount }) => ({
        claimId: payment.id as string,
        amount: payment === last.payment && old.length > 1 ? fen(Math.round(amount / 20_000) * 10_000) : amount,
      }))
      this.#paid(
        unitId,
        clinic,
        new Date(last.at.getTime() + 20 * DAY_MS),
        lines.filter(({ amount }) => amount > 0),
      )
    }
  }

  #paid(unitId: string, clinic: Clinic, at: Date, lines: readonly { claimId: string; amount: Fen }[]): void {
    const world = this.#world
    const [by] = clinic.reception
    if (!by) return
    const tenant_id = this.company.tenantId
    const id = world.r.uuid(at)
    const date = formatDate(at)
    const method = this.company.methods.get('transfer') as string
    const total = fenToYuan(sum(lines.map(({ amount }) => amount)))
    const settlement_no = world.numberOn({ tenant_id, clinic_id: clinic.id }, 'DJ', at)
    world.create(
      'unit_settlement',
      {
        tenant_id,
        id,
        clinic_id: clinic.id,
        settlement_no,
        pay_unit_id: unitId,
        amount: total,
        status: 1,
        pay_method_id: method,
        trade_no: String(world.r.int(100_000_000, 999_999_999)),
        remark: `${Number(date.slice(5, 7))} 月转账`,
        settled_at: at,
        settler_id: by.id,
        settler_name: by.name,
        created_at: at,
        updated_at: at,
      },
      by,
      at,
    )
    world.step('unit_settlement', { tenant_id, clinic_id: clinic.id, id }, null, 1, by, at)
    for (const { claimId, amount } of lines)
      world.put('unit_settlement_line', {
        tenant_id,
        id: world.r.uuid(at),
        clinic_id: clinic.id,
        settlement_id: id,
        claim_id: claimId,
        amount: fenToYuan(amount),
      })
    const entryId = world.r.uuid(at)
    world.put('ledger_entry', {
      tenant_id,
      id: entryId,
      clinic_id: clinic.id,
      kind: 19,
      document: 'unitSettlement',
      document_id: id,
      document_no: settlement_no,
      business_date: date,
      moment: at,
      actor_id: by.id,
      actor_name: by.name,
      is_carried: true,
    })
    for (const [n, [account, amount, of]] of (
      [
        ['cash', total, { pay_method_id: method, pay_unit_id: null }],
        ['unitReceivable', `-${total}`, { pay_method_id: null, pay_unit_id: unitId }],
      ] as const
    ).entries())
      world.put('ledger_posting', {
        tenant_id,
        entry_id: entryId,
        no: n + 1,
        clinic_id: clinic.id,
        kind: 19,
        business_date: date,
        account,
        amount,
        prepay_id: null,
        ...of,
      })
  }
}
