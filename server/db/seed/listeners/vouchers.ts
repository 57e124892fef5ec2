import { yuanToFen } from '@dentin/kit'
import { payMethodRows } from '../../../src/modules/clinic/defaults.ts'
import type { Clinic, Company } from '../organisation.ts'
import type { Listener } from '../story.ts'
import type { Row, World } from '../world.ts'

const DAY_MS = 86_400_000
/** So many bills of a company were paid with what somebody had bought on a platform. */
const MOST = 28
const FEES: Readonly<Record<string, number>> = { meituan: 300, douyin: 250 }

/** Bills of small sums that were paid with a platform's voucher instead of a phone. */
export const vouchers: Listener = {
  module: 'billing',
  part: 'vouchers',
  dice: 'own',
  hear: ({ world, companies }) => ({
    addedSince: () => {
      for (const company of companies) pay(world, company)
    },
  }),
}

function pay(world: World, company: Company): void {
  const [first] = company.clinics
  if (!first) return
  const since = new Date(world.now.getTime() - 188 * DAY_MS)
  const ways = payMethodRows(
    () => world.r.uuid(since),
    since,
    (code) => code in FEES,
  )
  for (const way of ways) {
    company.methods.set(way.code, way.id)
    world.create(
      'pay_method',
      { tenant_id: company.tenantId, fee_rate: FEES[way.code] ?? 0, allow_refund: true, ...way },
      first.director,
      since,
    )
  }
  for (const [n, { payment, bill, clinic }] of payable(world, company).entries()) {
    // Two of three were bought where most are.
    const way = ways[n % 3 === 2 ? 1 : 0] as (typeof ways)[number]
    const code = `${world.r.int(100_000, 999_999)}${world.r.int(100_000, 999_999)}`
    Object.assign(payment, { pay_method_id: way.id, tendered_amount: null, change_amount: '0.00', trade_no: code })
    world.put('voucher_use', {
      tenant_id: company.tenantId,
      code,
      pay_method_id: way.id,
      bill_id: bill.id,
      bill_no: bill.bill_no,
      clinic_name: clinic.name,
      user_name: String(payment.cashier_name),
      used_at: payment.pay_time as Date,
    })
  }
}

/** Bills of up to 600 yuan that were paid at once by phone, not lately: the tills of these days are counted in the story. */
function payable(
  world: World,
  company: Company,
): { payment: Row<'bill_payment'>; bill: Row<'bill'>; clinic: Clinic }[] {
  const ofBill = new Map<string, Row<'bill_payment'>[]>()
  for (const row of world.rows('bill_payment')) {
    if (row.tenant_id !== company.tenantId) continue
    ofBill.set(row.bill_id as string, [...(ofBill.get(row.bill_id as string) ?? []), row])
  }
  const phone = new Set([company.methods.get('wechat'), company.methods.get('alipay')])
  const found = world.rows('bill').flatMap((bill) => {
    if (bill.tenant_id !== company.tenantId || bill.status !== 3 || bill.bill_type !== 1) return []
    const [payment, second] = ofBill.get(bill.id as string) ?? []
    const clinic = company.clinics.find(({ id }) => id === bill.clinic_id)
    if (!payment || second || payment.kind !== 1 || !phone.has(payment.pay_method_id as string) || !clinic) return []
    const days = (world.now.getTime() - (payment.pay_time as Date).getTime()) / DAY_MS
    const amount = yuanToFen(payment.amount as string)
    return amount < 5_000 || amount > 60_000 || days < 8 || days > 150 ? [] : [{ payment, bill, clinic }]
  })
  return world.r.shuffle(found).slice(0, MOST)
}
