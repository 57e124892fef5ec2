import { computeBill, fenToYuan, ZERO, type BillTerms, type DiscountSteps, type Fen } from '@dentin/kit'
import type { VisitText } from '../../catalogue/courses.ts'
import type { Visit } from '../../events.ts'
import { tariffOf, type Tariff } from '../../organisation.ts'
import type { Doc, World } from '../../world.ts'

const discountReasons = ['老客户', '节日活动', '多颗同做', '员工亲属', '服务补偿'] as const

interface Line {
  tariff: Tariff
  qty: number
  teeth: string
}

/** The bill of a visit, waiting to be paid. */
export function openBill(world: World, visit: Visit, text: VisitText, at: Date): Doc<'bill'> {
  const { r } = world
  const { run, clinic, patient, doctor, ids } = visit
  const { tenantId, tariffs } = clinic.company
  const lines = text.treatments.flatMap((each) =>
    each.items.map(([code, qty]): Line => ({ tariff: tariffOf(tariffs, code), qty, teeth: each.teeth })),
  )
  const percent =
    run.noDiscount || run.owes > 0
      ? 100
      : r.weighted([
          [100, 74],
          [95, 8],
          [90, 12],
          [88, 3],
          [85, 3],
        ])
  const inputs = lines.map(({ tariff, qty }) => ({
    price: tariff.price,
    qty,
    canDiscount: tariff.canDiscount,
    discountPercent: 100,
  }))
  const discounted = percent < 100 && inputs.some((line) => line.canDiscount)
  const terms: BillTerms = {
    discountPercent: discounted ? percent : 100,
    reduction: ZERO,
    roundingRule: discounted ? 2 : 0,
  }
  const amounts = computeBill(inputs, terms)
  const bill = world.create(
    'bill',
    {
      tenant_id: tenantId,
      id: r.uuid(at),
      clinic_id: clinic.id,
      bill_no: '',
      bill_type: 1,
      patient_id: patient.id,
      registration_id: ids.registration,
      treatment_id: ids.treatment,
      record_id: ids.record,
      doctor_id: doctor.id,
      nurse_id: null,
      consultant_id: visit.booking?.consultantId ?? null,
      sales_id: null,
      status: 1,
      original_amount: fenToYuan(amounts.original),
      discount_amount: fenToYuan(amounts.discount),
      rounding_amount: fenToYuan(amounts.rounding),
      receivable_amount: fenToYuan(amounts.receivable),
      paid_amount: '0.00',
      arrears_amount: '0.00',
      discount_percent: terms.discountPercent,
      card_choice: 2,
      discount_card_id: null,
      reduction_amount: '0.00',
      rounding_rule: terms.roundingRule,
      discount_reason: discounted ? r.pick(discountReasons) : '',
      opener_id: doctor.id,
      opener_name: doctor.name,
      cashier_id: null,
      open_time: at,
      submit_time: at,
      pay_time: null,
      arrears_reason: null,
      created_at: at,
      updated_at: at,
    },
    doctor,
    at,
    patient.id,
  )
  world.step('bill', bill.row, null, 1, doctor, at)
  lines.forEach((line, n) => addLine(world, visit, bill.row.id, n + 1, line, amounts.lines[n] as LineAmounts, at))
  return bill
}

interface LineAmounts {
  original: Fen
  discount: Fen
  amount: Fen
  steps: DiscountSteps
}

function addLine(
  world: World,
  { clinic, doctor, planLines }: Visit,
  billId: string,
  lineNo: number,
  { tariff, qty, teeth }: Line,
  amounts: LineAmounts,
  at: Date,
): void {
  world.put('bill_item', {
    tenant_id: clinic.company.tenantId,
    id: world.r.uuid(at),
    clinic_id: clinic.id,
    bill_id: billId,
    line_no: lineNo,
    item_type: 1,
    tariff_id: tariff.id,
    name: tariff.name,
    category_name: tariff.group,
    top_category_name: tariff.top,
    teeth: tariff.toothRequired ? teeth : '',
    unit: tariff.unit,
    qty,
    price: fenToYuan(tariff.price),
    original_amount: fenToYuan(amounts.original),
    can_discount: tariff.canDiscount,
    can_bonus: tariff.canBonus,
    discount_percent: 100,
    discount_amount: fenToYuan(amounts.discount),
    // A few bills have these instead of what was given by hand (listeners/coupon.ts).
    package_id: null,
    package_no: null,
    package_name: null,
    package_price: null,
    package_off: '0.00',
    member_discount_off: '0.00',
    coupon_off: '0.00',
    order_percent_off: fenToYuan(amounts.steps.orderPercent),
    rounding_off: fenToYuan(amounts.steps.rounding),
    discount_note: '',
    amount: fenToYuan(amounts.amount),
    doctor_id: doctor.id,
    plan_line_id: planLines?.get(tariff.code) ?? null,
  })
}
