import { fenToYuan, percentOf, yuanToFen, type Fen } from '@dentin/kit'
import type { Clinic, Company } from '../../organisation.ts'
import { tariffOf } from '../../organisation.ts'
import type { Person, World } from '../../world.ts'

/** What an item is called on an invoice, by the group it stands in; the rest is treatment. */
const invoiceItems: Readonly<Record<string, number>> = {
  诊查: 1,
  影像: 2,
  牙周手术: 5,
  种植外科: 5,
  拔牙: 5,
}
/** Groups whose items are made by a laboratory, and what of the price it takes. */
const labShare: Readonly<Record<string, number>> = { 固定修复: 22, 桩核: 12, 活动修复: 30, 种植修复: 20, 保持: 25 }
const shortNames: Readonly<Record<string, string>> = {
  YZ01: '洁治',
  XF01: '氧化锆冠',
  XF02: '铸瓷冠',
  GG08: '热牙胶（磨牙）',
  ZZ01: '种植体',
}
/** Prices for members, in percent. */
const forMembers: Readonly<Record<string, number>> = { YZ01: 90, YZ03: 90, MB01: 85, MB02: 85, XF01: 95, XF02: 95 }

/** What clinics of the chain charge otherwise: which clinic, item, price in yuan (null: as the company again), days from today. */
const otherwise: readonly (readonly [clinic: number, code: string, yuan: number | null, day: number])[] = [
  [0, 'XF04', 3800, -40],
  [1, 'CT01', 290, -180],
  [1, 'CT02', 380, -180],
  [1, 'YZ01', 250, -300],
  [1, 'YZ01', 268, -35],
  [1, 'XF01', 2480, -120],
  [1, 'MB01', 1480, -20],
  [1, 'MB01', null, 8],
  [2, 'XF01', 2880, -150],
  [2, 'GG08', 1080, -150],
  [2, 'YZ03', 198, -60],
  [2, 'HD03', 4200, -90],
  [2, 'HD03', null, -15],
]
/** What clinics don't do. */
const notOffered: readonly (readonly [clinic: number, code: string])[] = [
  [1, 'ZZ02'],
  [1, 'ZZ03'],
  [2, 'ZJ03'],
]
/** What the company has changed, and will. */
const ofCompany: readonly (readonly [code: string, yuan: number, day: number])[] = [
  ['YZ01', 260, -200],
  ['YZ01', 280, -60],
  ['XF02', 3480, 12],
]

/** The price list with all that may be said of an item; clinics that go their own way, a price to come, and what was before. */
export function makeTariffs(world: World, companies: readonly Company[]): void {
  for (const company of companies) fillIn(world, company)
  const [chain] = companies
  if (!chain) return
  const office = world
    .rows('employee')
    .find(({ tenant_id: tenant, name }) => tenant === chain.tenantId && name === '沈望舒')
  const head: Person = { id: office?.id ?? null, accountId: office?.account_id ?? null, name: office?.name ?? '系统' }
  for (const [code, yuan, day] of ofCompany) writePrice(world, chain, head, code, null, yuan, day)
  for (const [n, code] of [...otherwise.map(([n, code]) => [n, code] as const), ...notOffered])
    sayOtherwise(world, chain, n, code)
  for (const [n, code, yuan, day] of otherwise) {
    const clinic = chain.clinics[n]
    if (clinic) writePrice(world, chain, clinic.director, code, clinic, yuan, day)
  }
}

/** How far below and above its price clinics may go with an item that takes discounts. */
const RANGE = { below: 85, above: 120 } as const
/** What ways to pay cost, in ten-thousandths. */
export const FEES: Readonly<Record<string, number>> = { wechat: 60, alipay: 60, bank_card: 50 }

function fillIn(world: World, { tenantId, tariffs }: Company): void {
  const yuan = (price: Fen, percent: number) => fenToYuan(percentOf(price, percent))
  const groups = new Map([...tariffs.values()].map(({ id, group }) => [id, group]))
  for (const row of world.rows('tariff').filter((each) => each.tenant_id === tenantId)) {
    const group = groups.get(row.id) ?? ''
    const price = yuanToFen(String(row.price))
    const share = labShare[group]
    const member = forMembers[row.code]
    world.note(row, {
      invoice_item: invoiceItems[group] ?? 4,
      short_name: shortNames[row.code] ?? '',
      lab_cost: share === undefined ? null : yuan(price, share),
      member_price: member === undefined ? null : yuan(price, member),
      price_min: row.can_discount ? yuan(price, RANGE.below) : null,
      price_max: row.can_discount ? yuan(price, RANGE.above) : null,
      medicare_code: '',
      national_code: '',
      // What a specialist does in the chair is the specialist's.
      performance_rule: group === '诊查' || group === '影像' ? 1 : 2,
      execute_rule: group === '矫治' ? 3 : 1,
      can_bonus: tariffs.get(row.code)?.canBonus ?? true,
    })
  }
  for (const row of world.rows('pay_method').filter((each) => each.tenant_id === tenantId))
    world.note(row, { fee_rate: FEES[row.code] ?? 0, allow_refund: true })
}

/** The row by which a clinic says something of an item, once. */
function sayOtherwise(world: World, chain: Company, n: number, code: string): void {
  const clinic = chain.clinics[n]
  const { id } = tariffOf(chain.tariffs, code)
  if (!clinic || world.rows('tariff_clinic').some((row) => row.clinic_id === clinic.id && row.tariff_id === id)) return
  const first = Math.min(-10, ...otherwise.filter(([m, other]) => m === n && other === code).map(([, , , day]) => day))
  const at = world.at(first, 1080)
  world.create(
    'tariff_clinic',
    {
      tenant_id: chain.tenantId,
      id: world.r.uuid(at),
      clinic_id: clinic.id,
      tariff_id: id,
      price: null,
      price_min: null,
      price_max: null,
      enabled: !notOffered.some(([m, other]) => m === n && other === code),
      created_at: at,
      updated_at: at,
    },
    clinic.director,
    at,
  )
}

/** One change of a price; what is to come was written down a few days ago. */
function writePrice(
  world: World,
  chain: Company,
  by: Person,
  code: string,
  clinic: Clinic | null,
  yuan: number | null,
  day: number,
): void {
  const at = world.at(Math.min(day - 1, -3), 1090)
  world.create(
    'tariff_price',
    {
      tenant_id: chain.tenantId,
      id: world.r.uuid(at),
      tariff_id: tariffOf(chain.tariffs, code).id,
      clinic_id: clinic?.id ?? null,
      price: yuan === null ? null : `${yuan}.00`,
      counts_from: world.date(day),
      by_name: by.name,
      cancelled: false,
      created_at: at,
      updated_at: at,
    },
    by,
    at,
  )
}
