import { fen, fenToYuan, formatDate, yuanToFen, type Fen } from '@dentin/kit'
import { goodsRows } from '../../../src/modules/clinic/starting-sets/tariffs.ts'
import type { Clinic, Company, Staff } from '../organisation.ts'
import type { Listener } from '../story.ts'
import type { Row, World } from '../world.ts'

const DAY_MS = 86_400_000
/** So often somebody of a company bought something on the way out. */
const MOST = 40

/** Goods in the price list, and what patients bought of them after they had paid for their visit. */
export const retail: Listener = {
  module: 'billing',
  part: 'retail',
  dice: 'own',
  hear: ({ world, companies }) => ({
    addedSince: () => {
      for (const company of companies) new Shop(world, company).sell()
    },
  }),
}

type Goods = Extract<ReturnType<typeof goodsRows> extends Generator<infer T> ? T : never, { table: 'tariff' }>['row']

class Shop {
  constructor(
    readonly world: World,
    readonly company: Company,
  ) {}

  sell(): void {
    const goods = this.#goods()
    const { world, company } = this
    if (goods.length === 0) return
    const visits = world.rows('bill').flatMap((bill) => {
      const clinic = company.clinics.find(({ id }) => id === bill.clinic_id)
      const cashier = clinic?.reception.find(({ id }) => id === bill.cashier_id)
      if (bill.tenant_id !== company.tenantId || bill.status !== 3 || bill.bill_type !== 1 || !clinic || !cashier)
        return []
      const days = (world.now.getTime() - (bill.pay_time as Date).getTime()) / DAY_MS
      return days < 8 || days > 150 ? [] : [{ bill, clinic, cashier }]
    })
    for (const { bill, clinic, cashier } of world.r.shuffle(visits).slice(0, MOST)) {
      const wanted = world.r.shuffle([...goods]).slice(0, world.r.int(1, 3))
      this.#bill(clinic, cashier, bill, wanted)
    }
  }

  #goods(): Goods[] {
    const { world, company } = this
    const [clinic] = company.clinics
    if (!clinic || company.tariffs.size === 0) return []
    const at = new Date(world.now.getTime() - 187 * DAY_MS)
    const made: Goods[] = []
    const tenant_id = company.tenantId
    for (const each of goodsRows(() => world.r.uuid(at), at)) {
      if (each.table === 'tariff_category') {
        world.create('tariff_category', { tenant_id, ...each.row }, clinic.director, at)
        continue
      }
      const price = Number(each.row.price)
      world.create(
        'tariff',
        {
          tenant_id,
          ...each.row,
          min_price: (price * 0.8).toFixed(2),
          cost_price: (price * 0.55).toFixed(2),
          invoice_item: 9,
          short_name: '',
          lab_cost: null,
          member_price: null,
          price_min: null,
          price_max: null,
          medicare_code: '',
          national_code: '',
          performance_rule: 0,
          execute_rule: 1,
          can_bonus: true,
        },
        clinic.director,
        at,
      )
      made.push(each.row)
    }
    return made
  }

  /** What somebody bought a few minutes after the visit was paid. */
  #bill(clinic: Clinic, by: Staff, visit: Row<'bill'>, wanted: readonly Goods[]): void {
    const { world, company } = this
    const tenant_id = company.tenantId
    const at = new Date((visit.pay_time as Date).getTime() + 3 * 60_000)
    const lines = wanted.map((row) => ({ row, qty: row.unit === '支' ? world.r.int(1, 3) : 1 }))
    const worth = ({ row, qty }: (typeof lines)[number]): Fen => fen(yuanToFen(row.price) * qty)
    const total = fenToYuan(fen(lines.reduce((all, line) => all + worth(line), 0)))
    const patient_id = visit.patient_id as string
    const doc = world.create(
      'bill',
      {
        tenant_id,
        id: world.r.uuid(at),
        clinic_id: clinic.id,
        bill_no: world.numberOn({ tenant_id, clinic_id: clinic.id }, 'SF', at),
        bill_type: 2,
        patient_id,
        registration_id: null,
        treatment_id: null,
        record_id: null,
        doctor_id: null,
        nurse_id: null,
        consultant_id: null,
        sales_id: by.id,
        status: 1,
        original_amount: total,
        discount_amount: '0.00',
        rounding_amount: '0.00',
        receivable_amount: total,
        paid_amount: '0.00',
        arrears_amount: '0.00',
        discount_percent: 100,
        card_choice: 2,
        discount_card_id: null,
        reduction_amount: '0.00',
        rounding_rule: 0,
        discount_reason: '',
        opener_id: by.id,
        opener_name: by.name,
        cashier_id: null,
        open_time: at,
        submit_time: at,
        pay_time: null,
        arrears_reason: null,
        created_at: at,
        updated_at: at,
      },
      by,
      at,
      patient_id,
    )
    world.step('bill', doc.row, null, 1, by, at)
    for (const [n, line] of lines.entries())
      world.put('bill_item', {
        tenant_id,
        id: world.r.uuid(at),
        clinic_id: clinic.id,
        bill_id: doc.row.id,
        line_no: n + 1,
        item_type: 2,
        tariff_id: line.row.id,
        name: line.row.name,
        category_name: '口腔护理',
        top_category_name: '零售商品',
        teeth: '',
        unit: line.row.unit,
        qty: line.qty,
        price: line.row.price,
        original_amount: fenToYuan(worth(line)),
        can_discount: true,
        can_bonus: true,
        discount_percent: 100,
        discount_amount: '0.00',
        package_id: null,
        package_no: null,
        package_name: null,
        package_price: null,
        package_off: '0.00',
        member_discount_off: '0.00',
        coupon_off: '0.00',
        order_percent_off: '0.00',
        rounding_off: '0.00',
        discount_note: '',
        amount: fenToYuan(worth(line)),
        doctor_id: null,
        plan_line_id: null,
      })
    const paid = new Date(at.getTime() + 60_000)
    world.put('bill_payment', {
      tenant_id,
      clinic_id: clinic.id,
      bill_id: doc.row.id,
      patient_id,
      pay_no: world.numberOn({ tenant_id, clinic_id: clinic.id }, 'ZF', paid),
      amount: total,
      pay_time: paid,
      pay_date: formatDate(paid),
      cashier_id: by.id,
      cashier_name: by.name,
      pay_unit_id: null,
      unit_reference: '',
      id: world.r.uuid(paid),
      pay_method_id: company.methods.get(world.r.pick(['wechat', 'wechat', 'alipay'])) as string,
      tendered_amount: null,
      change_amount: '0.00',
      trade_no: null,
      kind: 1,
      revokes_id: null,
    })
    world.change(doc, { status: 3, paid_amount: total, cashier_id: by.id, pay_time: paid }, by, paid)
    world.step('bill', doc.row, 1, 3, by, paid)
    const figures = world.rows('patient_stat').find((row) => row.patient_id === patient_id)
    if (figures) figures.consume_total = fenToYuan(fen(yuanToFen(String(figures.consume_total)) + yuanToFen(total)))
  }
}
