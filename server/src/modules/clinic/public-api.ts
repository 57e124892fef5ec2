import type { DictType } from '@dentin/contract'
import { fen, type Fen, type LocalDate, type WeekHours } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { lent } from '../../platform/database/lent.ts'
import { amounts, columns, fenIf, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldsHere } from './appoint-items.ts'
import { readSettings, type ClinicSettings } from './rules.ts'
import { clinicTariffs, priceHere } from './tariffs/in-force.ts'

const stored = select({ settings: sql<Record<string, unknown>>`c.settings`, hours: sql<WeekHours>`c.hours` })

/** How a clinic works, with the defaults for what it has not changed. */
export async function clinicSettings(tx: TenantTx, clinicId: string): Promise<ClinicSettings> {
  const { settings, hours } = await tx.need(stored.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)
  return { hours, ...readSettings(settings) }
}

/**
 * The holidays and the days worked in exchange for them, as the company has them: the public calendar with its own changes.
 * A table for the `from` of a query, with date, name and is_workday.
 */
export function holidaysOf(tx: TenantTx, from: LocalDate, to: LocalDate): RawBuilder<unknown> {
  return lent(sql`(select coalesce(o.date, c.date) as date, coalesce(o.name, c.name) as name, coalesce(o.kind = 2, c.is_workday) as is_workday
    from (select x.date, x.name, x.is_workday from holiday x where x.date between ${from}::date and ${to}::date) c
    full join (select y.date, y.name, y.kind from company_holiday y
      where ${tx.own('y')} and y.date between ${from}::date and ${to}::date) o on o.date = c.date
    where o.kind is distinct from 0)`)
}

const ofTariff = [
  columns(
    'tariff',
    't',
    'id',
    'category_id',
    'code',
    'name',
    'unit',
    'tooth_required',
    'tooth_count_priced',
    'can_discount',
    'can_bonus',
    'execute_rule',
    'is_goods',
    'is_surgery',
    'is_implant',
    'course',
    'duration_min',
  ),
  named('tariff_category', 'g', { categoryName: 'name' }),
  amounts('tariff', 't', 'min_price', 'member_price'),
  { price: priceHere, enabled: sql<boolean>`t.enabled and coalesce(own.enabled, true)` },
] as const
/** Price-list items of `clinicTariffs`. */
export const tariffWith = (seesCost: boolean) =>
  // What the item costs the house: null for whoever may not see it, and where nobody wrote it down.
  [...ofTariff, { costPrice: fenIf(seesCost, sql`t.cost_price`) }] as const
const tariffs = (tx: TenantTx, seesCost: boolean) =>
  select(...tariffWith(seesCost), {
    /** The category above its own; its own where there is none. */
    topCategoryName: sql<string>`coalesce((select up.name from tariff_category up where ${tx.own('up')} and up.id = g.parent_id), g.name)`,
  })
/** A price-list item with the price that holds in a clinic today. */
export type TariffBrief = RowIn<ReturnType<typeof tariffs>>

/** Price-list items by id, switched-off ones too. An id that does not exist is not in the map. */
export async function tariffsByIds(
  tx: TenantTx,
  clinicId: string,
  ids: readonly string[],
  seesCost = false,
  /** On which day; left out: today. */
  day?: LocalDate,
): Promise<Map<string, TariffBrief>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.rows(
    tariffs(tx, seesCost).keptFrom`${clinicTariffs(tx, clinicId, day)}
        where ${tx.own('t')} and t.id = any(${wanted}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What the company's own diagnoses with these codes say, switched-off ones too: code → entry. */
export async function ownDiagnosisOf(
  tx: TenantTx,
  codes: readonly string[],
): Promise<
  Map<string, { code: string; toothRequired: boolean; ageFrom: number | null; ageTo: number | null; enabled: boolean }>
> {
  if (codes.length === 0) return new Map()
  const rows = await tx.rows(
    select(columns('own_diagnosis', 'd', 'code', 'tooth_required', 'age_from', 'age_to', 'enabled'))
      .keptFrom`own_diagnosis d
        where ${tx.own('d')} and d.code = any(${[...new Set(codes)]}::text[])`,
  )
  return new Map(rows.map((row) => [row.code, row]))
}

/** The price-list items in use that have these codes: code → id. */
export async function tariffIdsByCodes(tx: TenantTx, codes: readonly string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const rows = await tx.rows(
    select(columns('tariff', 't', 'id', 'code')).keptFrom`tariff t
        where ${tx.own('t')} and t.enabled and t.code = any(${[...new Set(codes)]}::text[])`,
  )
  return new Map(rows.map(({ id, code }) => [code, id]))
}

const packageRow = select(
  columns('tariff_package', 'k', 'id', 'name', 'items', 'remark', 'enabled'),
  amounts('tariff_package', 'k', 'price'),
)
/** A package with what is in it. */
export interface TariffPackage {
  id: string
  name: string
  price: Fen
  remark: string
  enabled: boolean
  items: readonly { tariffId: string; qty: number }[]
}
const asPackage = (row: RowIn<typeof packageRow>): TariffPackage => ({
  ...row,
  items: row.items as unknown as TariffPackage['items'],
})

/** Packages by id, switched-off ones too. */
export async function packagesByIds(tx: TenantTx, ids: readonly string[]): Promise<Map<string, TariffPackage>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(
    packageRow.keptFrom`tariff_package k where ${tx.own('k')} and k.id = any(${[...new Set(ids)]}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, asPackage(row)]))
}

/** Packages as a clinic sells them: with its prices, cheaper than their items, and none of these switched off. */
export async function offeredPackages(tx: TenantTx, clinicId: string) {
  const rows = (
    await tx.rows(packageRow.from`tariff_package k where ${tx.own('k')} and k.enabled order by k.sort_no, k.name`)
  ).map(asPackage)
  const tariffs = await tariffsByIds(
    tx,
    clinicId,
    rows.flatMap(({ items }) => items.map(({ tariffId }) => tariffId)),
  )
  return rows.flatMap(({ items, enabled: _enabled, ...row }) => {
    const lines = items.flatMap(({ tariffId, qty }) => {
      const tariff = tariffs.get(tariffId)
      if (!tariff?.enabled) return []
      const { name, categoryName, unit, price, toothRequired } = tariff
      return [{ tariffId, qty, name, categoryName, unit, price, toothRequired }]
    })
    const listPrice = fen(lines.reduce((all, { price, qty }) => all + price * qty, 0))
    return lines.length === items.length && row.price < listPrice ? [{ ...row, listPrice, items: lines }] : []
  })
}

const payMethodList = select(
  columns(
    'pay_method',
    'm',
    'id',
    'code',
    'name',
    'type',
    'fee_rate',
    'need_trade_no',
    'allow_refund',
    'count_performance',
    'enabled',
  ),
)
/** A way to pay. type: 1 cash-like, 2 prepaid, 3 discount, 4 medical insurance, 5 on account, 6 vouchers of platforms. */
export type PayMethod = RowIn<typeof payMethodList>

/** Every way to pay of the company, switched-off ones too, in the order of the screen. */
export async function payMethods(tx: TenantTx): Promise<PayMethod[]> {
  return tx.rows(payMethodList.keptFrom`pay_method m where ${tx.own('m')} order by m.sort_no, m.code`)
}

const itemList = select(
  columns('appoint_item', 'i', 'id', 'name', 'duration_min', 'colour', 'first_visit_only', 'enabled'),
)
/** A kind of appointment. */
export type AppointItem = RowIn<typeof itemList>

/**
 * The kinds of appointment as a clinic has them: the company's with what the clinic does otherwise. A table for the `from`
 * of a query, with id, the columns of `appointItemFields`, dept_id, sort_no and enabled.
 */
export function appointItemsOf(tx: TenantTx, clinicId: string): RawBuilder<unknown> {
  return lent(sql`(select i.id, ${fieldsHere}, o.dept_id, i.sort_no, i.enabled and coalesce(o.offered, true) as enabled
    from appoint_item i
    left join clinic_appoint_item o on ${tx.own('o')} and o.clinic_id = ${clinicId} and o.item_id = i.id
    where ${tx.own('i')})`)
}

/** Kinds of appointment by id, switched-off ones too. */
export async function appointItemsByIds(tx: TenantTx, ids: readonly string[]): Promise<Map<string, AppointItem>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.rows(itemList.keptFrom`appoint_item i where ${tx.own('i')} and i.id = any(${wanted}::uuid[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

const word = select(columns('dict_item', 'd', 'item'))

/** An entry of a dictionary that may be chosen now, by its code; null when there is none or it is switched off. */
export async function dictWord(tx: TenantTx, type: DictType, code: string | number): Promise<string | null> {
  const row = await tx.row(
    word.from`dict_item d where ${tx.own('d')} and d.type_code = ${type} and d.item_code = ${String(code)} and d.enabled`,
  )
  return row?.item ?? null
}
