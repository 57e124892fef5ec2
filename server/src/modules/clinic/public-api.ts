import type { DictType } from '@dentin/contract'
import { yuanToFen, type Fen, type LocalDate, type WeekHours } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { lent } from '../../platform/database/lent.ts'
import { amountIf, fenIfAny } from '../../platform/database/amount.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldsHere } from './appoint-items.ts'
import { readSettings, type ClinicSettings } from './rules.ts'

/** How a clinic works, with the defaults for what it has not changed. */
export async function clinicSettings(tx: TenantTx, clinicId: string): Promise<ClinicSettings> {
  const { settings, hours } = await tx.need<{ settings: Record<string, unknown>; hours: WeekHours }>(
    keptSql`select settings, hours from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId}`,
  )
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
      where y.tenant_id = ${tx.tenantId} and y.date between ${from}::date and ${to}::date) o on o.date = c.date
    where o.kind is distinct from 0)`)
}

/** A price-list item with the price that holds in a clinic. */
export interface TariffBrief {
  id: string
  categoryId: string
  categoryName: string
  code: string
  name: string
  unit: string
  price: Fen
  minPrice: Fen | null
  /** What the item costs the house; null for whoever may not see it, and where nobody wrote it down. */
  costPrice: Fen | null
  toothRequired: boolean
  toothCountPriced: boolean
  canDiscount: boolean
  enabled: boolean
}

interface TariffRow extends Omit<TariffBrief, 'price' | 'minPrice' | 'costPrice'> {
  price: string
  minPrice: string | null
  costPrice: string | null
}

/** Price-list items by id, switched-off ones too. An id that does not exist is not in the map. */
export async function tariffsByIds(
  tx: TenantTx,
  clinicId: string,
  ids: readonly string[],
  seesCost = false,
): Promise<Map<string, TariffBrief>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.rows<TariffRow>(
    keptSql`select t.id, t.category_id as "categoryId", g.name as "categoryName", t.code, t.name, t.unit,
          coalesce(own.price, t.price)::text as price, t.min_price::text as "minPrice",
          ${amountIf(seesCost, sql`t.cost_price`)} as "costPrice", t.tooth_required as "toothRequired",
          t.tooth_count_priced as "toothCountPriced", t.can_discount as "canDiscount",
          t.enabled and coalesce(own.enabled, true) as enabled
        from tariff t
        join tariff_category g on g.tenant_id = ${tx.tenantId} and g.id = t.category_id
        left join tariff_clinic own on own.tenant_id = ${tx.tenantId} and own.clinic_id = ${clinicId} and own.tariff_id = t.id
        where t.tenant_id = ${tx.tenantId} and t.id = any(${wanted}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, tariffOf(row)]))
}

/** Money of a price-list row from text to fen. */
export function tariffOf(row: TariffRow): TariffBrief {
  return {
    ...row,
    price: yuanToFen(row.price),
    minPrice: fenIfAny(row.minPrice),
    costPrice: fenIfAny(row.costPrice),
  }
}

/** A way to pay. type: 1 cash-like, 2 prepaid, 3 discount, 4 medical insurance, 5 on account. */
export interface PayMethod {
  id: string
  code: string
  name: string
  type: number
  needTradeNo: boolean
  enabled: boolean
}

/** Every way to pay of the company, switched-off ones too, in the order of the screen. */
export async function payMethods(tx: TenantTx): Promise<PayMethod[]> {
  return tx.rows<PayMethod>(
    sql`select id, code, name, type, need_trade_no as "needTradeNo", enabled from pay_method
        where tenant_id = ${tx.tenantId} order by sort_no, code`,
  )
}

/** A kind of appointment. */
export interface AppointItem {
  id: string
  name: string
  durationMin: number
  colour: string
  firstVisitOnly: boolean
  enabled: boolean
}

/**
 * The kinds of appointment as a clinic has them: the company's with what the clinic does otherwise. A table for the `from`
 * of a query, with id, the columns of `appointItemFields`, dept_id, sort_no and enabled.
 */
export function appointItemsOf(tx: TenantTx, clinicId: string): RawBuilder<unknown> {
  return lent(sql`(select i.id, ${fieldsHere}, o.dept_id, i.sort_no, i.enabled and coalesce(o.offered, true) as enabled
    from appoint_item i
    left join clinic_appoint_item o on o.tenant_id = ${tx.tenantId} and o.clinic_id = ${clinicId} and o.item_id = i.id
    where i.tenant_id = ${tx.tenantId})`)
}

/** Kinds of appointment by id, switched-off ones too. */
export async function appointItemsByIds(tx: TenantTx, ids: readonly string[]): Promise<Map<string, AppointItem>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.rows<AppointItem>(
    keptSql`select id, name, duration_min as "durationMin", colour, first_visit_only as "firstVisitOnly", enabled from appoint_item
        where tenant_id = ${tx.tenantId} and id = any(${wanted}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** An entry of a dictionary that may be chosen now, by its code; null when there is none or it is switched off. */
export async function dictWord(tx: TenantTx, type: DictType, code: string | number): Promise<string | null> {
  const row = await tx.row<{ item: string }>(
    sql`select item from dict_item where tenant_id = ${tx.tenantId} and type_code = ${type} and item_code = ${String(code)} and enabled`,
  )
  return row?.item ?? null
}
