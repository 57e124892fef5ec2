import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { sql } from 'kysely'
import { containing } from '../../../platform/database/like.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { amounts, columns, fenIf, perhaps, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { putStartingTariffs } from '../starting-sets/index.ts'
import { tellClinics } from '../settings/tariff-categories.ts'
import { companyPrice, companyTariffs, deviates, nextPrice, saidByClinics } from './in-force.ts'

type Calls = typeof contract.clinic
type Found = ParsedInput<Calls['tariffList']>
export type Sought = Pick<Found, 'keyword' | 'categoryId'>

/** What is asked of all price lists: by category of either level, or by name, pinyin, initials or code. */
export const sought = ({ keyword, categoryId }: Sought) => {
  const pattern = containing(keyword.toLowerCase())
  const category = categoryId ?? null
  return sql`(${category}::uuid is null or t.category_id = ${category}::uuid or g.parent_id = ${category}::uuid)
    and (${keyword} = '' or t.search like ${pattern} or lower(t.code) like ${pattern})`
}
/** The category above that of an item. */
export const topOf = (tx: TenantTx) => sql`left join tariff_category top on ${tx.own('top')} and top.id = g.parent_id`
export const inOrder = sql`coalesce(top.sort_no, g.sort_no), coalesce(top.name, g.name), g.sort_no, g.name, t.sort_no, t.code`
export const categoryName = sql<string>`case when top.name is null then g.name else top.name || ' / ' || g.name end`
/** What comes after the present price, of a lateral table `next`. */
export const coming = {
  nextPrice: fenIf(true, sql`next.price`),
  nextFrom: sql<string | null>`next.counts_from::text`,
} as const

const ofCompany = (seesCost: boolean) =>
  [
    columns('tariff', 't', 'id', 'code', 'name', 'short_name', 'pinyin', 'category_id', 'unit', 'duration_min'),
    columns(
      'tariff',
      't',
      'tooth_required',
      'tooth_count_priced',
      'can_discount',
      'can_bonus',
      'is_goods',
      'is_surgery',
      'is_implant',
      'course',
      'enabled',
      'sort_no',
    ),
    columns(
      'tariff',
      't',
      'medicare_code',
      'national_code',
      'invoice_item',
      'execute_rule',
      'performance_rule',
      'version',
    ),
    perhaps(amounts('tariff', 't', 'member_price', 'min_price', 'price_min', 'price_max')),
    {
      price: companyPrice,
      costPrice: fenIf(seesCost, sql`t.cost_price`),
      labCost: fenIf(seesCost, sql`t.lab_cost`),
      categoryName,
    },
  ] as const

/** The items that are looked for, each with all its fields, in the order of the screen. */
export async function tariffsFor(tx: TenantTx, ask: Sought & Pick<Found, 'state'>, seesCost: boolean) {
  return tx.rows(
    select(...ofCompany(seesCost)).from`${companyTariffs(tx)} ${topOf(tx)}
        where ${tx.own('t')} and (${ask.state} = 'all' or t.enabled = (${ask.state} = 'on')) and ${sought(ask)} order by ${inOrder}`,
  )
}
/** An item of the company's price list with all its fields. */
export type CompanyTariff = Awaited<ReturnType<typeof tariffsFor>>[number]

/** A page of the company's price list, switched-off items too. */
export async function tariffList(
  tx: TenantTx,
  ask: Found,
  seesCost: boolean,
): Promise<HandlerOutput<Calls['tariffList']>> {
  const page = select(...ofCompany(seesCost), coming, {
    clinics: sql<number>`coalesce(d.clinics, 0)`,
    total: sql<number>`count(*) over ()::int`,
  })
  const rows = await tx.rows(
    page.from`${companyTariffs(tx)} ${topOf(tx)}
        left join lateral ${nextPrice(tx, sql`p.clinic_id is null`)} next on true
        left join (select c.tariff_id, count(*)::int as clinics from ${saidByClinics(tx)} c where ${deviates} group by 1) d on d.tariff_id = t.id
        where ${tx.own('t')} and (${ask.state} = 'all' or t.enabled = (${ask.state} = 'on')) and ${sought(ask)}
        order by ${inOrder} limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  const { listed } = await tx.need(select({ listed: sql<number>`count(*)::int` }).from`tariff t where ${tx.own('t')}`)
  return {
    list: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
    pageNum: ask.pageNum,
    pageSize: ask.pageSize,
    listed,
  }
}

/** Puts the items of one category in order. */
export async function sortTariffs(tx: TenantTx, ids: readonly string[]): Promise<null> {
  const rows = await tx.rows<{ id: string; categoryId: string }>(
    sql`select t.id, t.category_id as "categoryId" from tariff t where ${tx.own('t')} and t.category_id in (
          select x.category_id from tariff x where ${tx.own('x')} and x.id = any(${[...ids]}::uuid[]))
        order by t.sort_no, t.code for no key update of t`,
  )
  const moved = ids.map((id) => rows.find((row) => row.id === id))
  if (moved.some((row) => row?.categoryId !== moved[0]?.categoryId || !row)) throw new AppError('NOT_FOUND')
  await tx.reorder('tariff', [...ids, ...rows.map(({ id }) => id).filter((id) => !ids.includes(id))])
  await tellClinics(tx, null)
  return null
}

/** Puts the reference prices into a price list in which nothing stands. */
export async function addStartingTariffs(tx: TenantTx): Promise<{ count: number }> {
  // Two who press at once put them in once.
  await tx.rows(keptSql`select 1 from company where tenant_id = ${tx.tenantId} for update`)
  const there = await tx.row(
    keptSql`select 1 from tariff t where t.tenant_id = ${tx.tenantId}
        union all select 1 from tariff_category g where g.tenant_id = ${tx.tenantId} limit 1`,
  )
  if (there) throw new AppError('TARIFFS_THERE')
  const count = await putStartingTariffs(tx)
  await tellClinics(tx, null)
  return { count }
}
