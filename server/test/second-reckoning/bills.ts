import {
  chargeDay,
  dayOf,
  fen,
  isCharged,
  known,
  once,
  rows,
  sourceOf,
  within,
  type Reckoning,
  type Reckonings,
} from './kit.ts'
import type { RowOf, World } from './world.ts'

type Bill = RowOf<'bill'>
type Item = RowOf<'bill_item'>

/** The last day on which something was paid for a bill. */
const lastPaid = once((world: World) => {
  const found = new Map<string, string>()
  for (const { bill_id, pay_date, amount } of world.bill_payment)
    if (amount > 0 && pay_date > (found.get(bill_id) ?? '')) found.set(bill_id, pay_date)
  return found
})

/** Drafts, and what the desk sent back to be written anew, are no bills yet. */
const isWritten = ({ status }: Bill) => status !== 0 && status !== 8

/** By which of its days a bill is looked for: which, and whether it is one at all. */
const days: Readonly<Record<string, (world: World, bill: Bill) => string | null>> = {
  BC: (_world, bill) => (isCharged(bill) ? chargeDay(bill) : null),
  BO: (_world, bill) => (isWritten(bill) ? dayOf(bill.open_time) : null),
  // Paid off: nothing is owed any more.
  BP: (world, bill) =>
    isCharged(bill) && fen(bill.arrears_amount) === 0 ? (lastPaid(world).get(bill.id) ?? null) : null,
}

/** A void bill, and one whose charge was revoked for good, claim nothing. */
const claims = ({ status }: Bill) => ![0, 7, 8, 9].includes(status)

const sumOver = (items: readonly Item[], of: (item: Item) => number) => items.reduce((sum, item) => sum + of(item), 0)

/** The sums of a bill, by number: of its lines where they say it. */
const sums: readonly ((bill: Bill, items: readonly Item[], world: World) => number)[] = [
  () => 1,
  (_, items) => sumOver(items, (item) => fen(item.original_amount)),
  (_, items) => sumOver(items, (item) => fen(item.discount_amount)),
  (_, items) => sumOver(items, (item) => fen(item.package_off)),
  (_, items) => sumOver(items, (item) => fen(item.member_price_off) + fen(item.member_discount_off)),
  (_, items) => sumOver(items, (item) => fen(item.line_percent_off) + fen(item.order_percent_off)),
  (_, items) => sumOver(items, (item) => fen(item.coupon_off)),
  (_, items) => sumOver(items, (item) => fen(item.reduction_off) + fen(item.rounding_off)),
  (_, items) => sumOver(items, (item) => fen(item.original_amount) - fen(item.discount_amount)),
  (_, items) => sumOver(items, (item) => fen(item.returned_amount)),
  (_, items) => sumOver(items, (item) => fen(item.written_off_amount)),
  (bill, _, world) => paidAndBack(world, bill).paid,
  (bill, _, world) => paidAndBack(world, bill).back,
  (bill, items, world) => {
    if (!isCharged(bill)) return 0
    const left = sumOver(
      items,
      (item) =>
        fen(item.original_amount) -
        fen(item.discount_amount) -
        fen(item.returned_amount) -
        fen(item.written_off_amount),
    )
    const { paid, back } = paidAndBack(world, bill)
    return left - (paid - back)
  },
]

/** What was paid for a bill, and what of it went back, by its payments. */
function paidAndBack(world: World, { id }: Bill): { paid: number; back: number } {
  return payments(world).get(id) ?? { paid: 0, back: 0 }
}
const payments = once((world: World) => {
  const found = new Map<string, { paid: number; back: number }>()
  for (const { bill_id, amount, kind, refund_id } of world.bill_payment) {
    const each = found.get(bill_id) ?? { paid: 0, back: 0 }
    found.set(bill_id, each)
    // A refund goes back; a payment that is revoked was never paid.
    if (kind === 4 || refund_id !== null) each.back -= fen(amount)
    else each.paid += fen(amount)
  }
  return found
})

const figure = (prefix: string, number: number): Reckoning =>
  rows((world, span) =>
    world.bill.flatMap((bill) => {
      const day = days[prefix]?.(world, bill) ?? null
      if (day === null || !within(span, day) || (number > 0 && !claims(bill))) return []
      const { itemsOfBill, deptOf } = known(world)
      return [
        {
          value: sums[number]?.(bill, itemsOfBill.get(bill.id) ?? [], world) ?? 0,
          day,
          clinic: bill.clinic_id,
          doctor: bill.doctor_id,
          dept: deptOf(bill.doctor_id, bill.clinic_id),
          source: sourceOf(world, bill.patient_id),
          patient: bill.patient_id,
          bill: bill.id,
          billType: String(bill.bill_type),
        },
      ]
    }),
  )

export const billReckonings: Reckonings = Object.fromEntries(
  Object.keys(days).flatMap((prefix) =>
    sums.map((_, number) => [`${prefix}${number}`, figure(prefix, number)] as const),
  ),
)
