import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { fenToYuan, uuidv7, yuanToFen, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { amountIf, fenIfAny } from '../../../platform/database/amount.ts'
import { containing } from '../../../platform/database/like.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { isWithin, tariffSearch } from '../rules.ts'
import { putStartingTariffs } from '../starting-sets/index.ts'
import { yuanIfAny } from './amounts.ts'
import { categories, tellClinics } from './tariff-categories.ts'

type Calls = typeof contract.clinic
type Found = ParsedInput<Calls['tariffList']>

/** What is asked of both lists: by category of either level, by state, by name, pinyin, initials or code. */
const asked = ({ keyword, categoryId }: Found) => {
  const pattern = containing(keyword.toLowerCase())
  return sql`(${categoryId ?? null}::uuid is null or t.category_id = ${categoryId ?? null}::uuid or g.parent_id = ${categoryId ?? null}::uuid)
    and (${keyword} = '' or t.search like ${pattern} or lower(t.code) like ${pattern})`
}
const inOrder = sql`coalesce(top.sort_no, g.sort_no), coalesce(top.name, g.name), g.sort_no, g.name, t.sort_no, t.code`
const categoryName = sql`case when top.name is null then g.name else top.name || ' / ' || g.name end as "categoryName"`

/** A page of the company's price list, switched-off items too. */
export async function tariffList(
  tx: TenantTx,
  ask: Found,
  seesCost: boolean,
): Promise<HandlerOutput<Calls['tariffList']>> {
  const rows = await tx.rows<{
    id: string
    code: string
    name: string
    categoryId: string
    categoryName: string
    unit: string
    price: string
    minPrice: string | null
    maxPrice: string | null
    costPrice: string | null
    durationMin: number | null
    toothRequired: boolean
    toothCountPriced: boolean
    canDiscount: boolean
    sortNo: number
    enabled: boolean
    clinics: number
    version: number
    total: number
  }>(
    sql`select t.id, t.code, t.name, t.category_id as "categoryId", ${categoryName}, t.unit, t.price::text as price,
          t.min_price::text as "minPrice", t.max_price::text as "maxPrice", ${amountIf(seesCost, sql`t.cost_price`)} as "costPrice",
          t.duration_min as "durationMin", t.tooth_required as "toothRequired", t.tooth_count_priced as "toothCountPriced",
          t.can_discount as "canDiscount", t.sort_no as "sortNo", t.enabled, t.version, count(*) over ()::int as total,
          (select count(*)::int from tariff_clinic own where own.tenant_id = ${tx.tenantId} and own.tariff_id = t.id
            and (own.price is not null or not own.enabled)) as clinics
        from tariff t
        join tariff_category g on g.tenant_id = ${tx.tenantId} and g.id = t.category_id
        left join tariff_category top on top.tenant_id = ${tx.tenantId} and top.id = g.parent_id
        where t.tenant_id = ${tx.tenantId} and (${ask.state} = 'all' or t.enabled = (${ask.state} = 'on')) and ${asked(ask)}
        order by ${inOrder} limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  const { listed } = await tx.need<{ listed: number }>(
    sql`select count(*)::int as listed from tariff where tenant_id = ${tx.tenantId}`,
  )
  return {
    list: rows.map(({ total: _total, ...row }) => ({
      ...row,
      price: yuanToFen(row.price),
      minPrice: fenIfAny(row.minPrice),
      maxPrice: fenIfAny(row.maxPrice),
      costPrice: fenIfAny(row.costPrice),
    })),
    total: rows[0]?.total ?? 0,
    pageNum: ask.pageNum,
    pageSize: ask.pageSize,
    listed,
  }
}

/** Saves an item of the company's list. A price that clinics set for themselves has to stay within the new borders. */
export async function saveTariff(
  { tx, clinicId }: { tx: TenantTx; clinicId: string },
  input: ParsedInput<Calls['saveTariff']>,
  seesCost: boolean,
) {
  const borders = { minPrice: input.minPrice ?? null, maxPrice: input.maxPrice ?? null }
  if (!isWithin(input.price, borders)) throw fieldError('TARIFF_RANGE', 'price', '价格应在最低价与最高价之间')
  const category = (await categories.list({ tx, clinicId })).find(({ id }) => id === input.categoryId)
  if (!category) throw fieldError('NOT_FOUND', 'categoryId', '没有这个分类')
  const present = input.id
    ? await tx.row<{ categoryId: string }>(
        keptSql`select category_id as "categoryId" from tariff where tenant_id = ${tx.tenantId} and id = ${input.id} for no key update`,
      )
    : null
  if (input.id && !present) throw new AppError('NOT_FOUND')
  if (category.parentId === null && present?.categoryId !== category.id)
    throw fieldError('TARIFF_LEVELS', 'categoryId', '请选择二级分类')
  if (input.id) await mustFitClinics(tx, input.id, borders)
  const change = {
    category_id: category.id,
    code: input.code,
    name: input.name,
    search: tariffSearch(input.code, input.name),
    unit: input.unit,
    price: fenToYuan(input.price),
    min_price: yuanIfAny(borders.minPrice),
    max_price: yuanIfAny(borders.maxPrice),
    ...(seesCost && input.costPrice !== undefined ? { cost_price: yuanIfAny(input.costPrice) } : {}),
    duration_min: input.durationMin ?? null,
    tooth_required: input.toothRequired,
    tooth_count_priced: input.toothCountPriced,
    can_discount: input.canDiscount,
    sort_no: input.sortNo,
    enabled: input.enabled,
  }
  const id = input.id ?? uuidv7()
  if (!input.id) await tx.insert('tariff', { id, ...change, created_at: tx.now, updated_at: tx.now })
  else if (input.version === undefined) throw new AppError('VERSION_CONFLICT')
  else await tx.update('tariff', { id, version: input.version }, change)
  await tellClinics(tx, id)
  return { id }
}

async function mustFitClinics(
  tx: TenantTx,
  tariffId: string,
  borders: { minPrice: Fen | null; maxPrice: Fen | null },
): Promise<void> {
  const own = await tx.rows<{ clinicName: string; price: string }>(
    keptSql`select c.short_name as "clinicName", own.price::text as price from tariff_clinic own
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = own.clinic_id
        where own.tenant_id = ${tx.tenantId} and own.tariff_id = ${tariffId} and own.price is not null order by c.sort_no`,
  )
  const outside = own.find(({ price }) => !isWithin(yuanToFen(price), borders))
  if (!outside) return
  const low = borders.minPrice !== null && yuanToFen(outside.price) < borders.minPrice
  throw fieldError(
    'TARIFF_RANGE',
    low ? 'minPrice' : 'maxPrice',
    `${outside.clinicName}的本店价是 ${outside.price} 元，先改那里`,
  )
}

/** Prices of an item, the latest first: as they were written down by every change. */
export async function tariffHistory(
  tx: TenantTx,
  clinicId: string,
  id: string,
): Promise<HandlerOutput<Calls['tariffHistory']>> {
  const known = await tx.row(keptSql`select 1 from tariff where tenant_id = ${tx.tenantId} and id = ${id}`)
  if (!known) throw new AppError('NOT_FOUND')
  const rows = await tx.rows<{
    at: Date
    who: string
    clinicName: string | null
    before: string | null
    after: string | null
  }>(
    sql`select a.created_at as at, case when a.employee_id is null then '系统' else a.actor_name end as who, c.short_name as "clinicName",
          a.before->>'price' as before, a.after->>'price' as after
        from audit a
        left join tariff_clinic own on own.tenant_id = ${tx.tenantId} and own.id = a.entity_id
        left join clinic c on c.tenant_id = ${tx.tenantId} and c.id = own.clinic_id
        where a.tenant_id = ${tx.tenantId} and a.entity in ('tariff', 'tariff_clinic')
          and a.entity_id in (select ${id}::uuid union all select mine.id from tariff_clinic mine
            where mine.tenant_id = ${tx.tenantId} and mine.tariff_id = ${id} and mine.clinic_id = ${clinicId})
          and (a.before->>'price')::numeric is distinct from (a.after->>'price')::numeric
        order by a.created_at desc limit 100`,
  )
  return rows.map((row) => ({ ...row, before: fenIfAny(row.before), after: fenIfAny(row.after) }))
}

/** Puts the reference prices into a price list in which nothing stands. */
export async function addStartingTariffs(tx: TenantTx): Promise<{ count: number }> {
  // Two who press at once put them in once.
  await tx.rows(sql`select 1 from company where tenant_id = ${tx.tenantId} for update`)
  const there = await tx.row(
    sql`select 1 from tariff t where t.tenant_id = ${tx.tenantId}
        union all select 1 from tariff_category g where g.tenant_id = ${tx.tenantId} limit 1`,
  )
  if (there) throw new AppError('TARIFFS_THERE')
  const count = await putStartingTariffs(tx)
  await tellClinics(tx, null)
  return { count }
}

/** A page of what the company lists, with what a clinic does otherwise. */
export async function clinicTariffList(
  tx: TenantTx,
  clinicId: string,
  ask: Found,
): Promise<HandlerOutput<Calls['clinicTariffList']>> {
  const rows = await tx.rows<{
    id: string
    code: string
    name: string
    categoryId: string
    categoryName: string
    unit: string
    companyPrice: string
    price: string | null
    minPrice: string | null
    maxPrice: string | null
    enabled: boolean
    version: number | null
    total: number
  }>(
    sql`select t.id, t.code, t.name, t.category_id as "categoryId", ${categoryName}, t.unit, t.price::text as "companyPrice",
          own.price::text as price, t.min_price::text as "minPrice", t.max_price::text as "maxPrice",
          coalesce(own.enabled, true) as enabled, own.version, count(*) over ()::int as total
        from tariff t
        join tariff_category g on g.tenant_id = ${tx.tenantId} and g.id = t.category_id
        left join tariff_category top on top.tenant_id = ${tx.tenantId} and top.id = g.parent_id
        left join tariff_clinic own on own.tenant_id = ${tx.tenantId} and own.clinic_id = ${clinicId} and own.tariff_id = t.id
        where t.tenant_id = ${tx.tenantId} and t.enabled
          and (${ask.state} = 'all' or coalesce(own.enabled, true) = (${ask.state} = 'on')) and ${asked(ask)}
        order by ${inOrder} limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  return {
    list: rows.map(({ total: _total, ...row }) => ({
      ...row,
      companyPrice: yuanToFen(row.companyPrice),
      price: fenIfAny(row.price),
      minPrice: fenIfAny(row.minPrice),
      maxPrice: fenIfAny(row.maxPrice),
    })),
    total: rows[0]?.total ?? 0,
    pageNum: ask.pageNum,
    pageSize: ask.pageSize,
  }
}

/** A clinic's own price of an item, and whether it does it at all. */
export async function saveClinicTariff(
  tx: TenantTx,
  clinicId: string,
  input: ParsedInput<Calls['saveClinicTariff']>,
): Promise<{ version: number }> {
  // The company's row is held, so that its borders don't move between looking and writing.
  const item = await tx.row<{ minPrice: string | null; maxPrice: string | null }>(
    keptSql`select min_price::text as "minPrice", max_price::text as "maxPrice" from tariff
        where tenant_id = ${tx.tenantId} and id = ${input.tariffId} and enabled for share`,
  )
  if (!item) throw new AppError('NOT_FOUND')
  const borders = { minPrice: fenIfAny(item.minPrice), maxPrice: fenIfAny(item.maxPrice) }
  if (input.price != null && !isWithin(input.price, borders))
    throw fieldError('TARIFF_RANGE', 'price', `本店价应在机构给的区间内：${bordersInWords(item)}`)
  const present = await tx.row<{ id: string; version: number }>(
    keptSql`select id, version from tariff_clinic
        where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and tariff_id = ${input.tariffId}`,
  )
  if ((input.version ?? null) !== (present?.version ?? null)) throw new AppError('VERSION_CONFLICT')
  const change = { price: yuanIfAny(input.price), enabled: input.enabled }
  const { version } = present
    ? await tx.update('tariff_clinic', present, change)
    : await tx.insert('tariff_clinic', {
        id: uuidv7(),
        clinic_id: clinicId,
        tariff_id: input.tariffId,
        ...change,
        created_at: tx.now,
        updated_at: tx.now,
      })
  tx.publish('tariff', input.tariffId, clinicId)
  return { version }
}

const bordersInWords = ({ minPrice, maxPrice }: { minPrice: string | null; maxPrice: string | null }): string =>
  [minPrice && `最低 ${minPrice} 元`, maxPrice && `最高 ${maxPrice} 元`].filter(Boolean).join('，')
