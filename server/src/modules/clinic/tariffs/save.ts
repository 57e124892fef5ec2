import { errorTable, type contract, type ErrorName, type ParsedInput } from '@dentin/contract'
import { tariffFields, tariffKeys } from '@dentin/contract/tariff-fields'
import { fenToYuan, formatDateTime, uuidv7, type Fen, type LocalDate } from '@dentin/kit'
import { sql, type Insertable } from 'kysely'
import type { DB } from '../../../platform/database/builder.ts'
import { amounts, columns, fenIf, fenOf, perhaps, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { outsideInWords, pinyinCode, priceProblem, tariffSearch } from '../rules.ts'
import { yuanIfAny } from '../settings/amounts.ts'
import { categories, tellClinics } from '../settings/tariff-categories.ts'
import { dayOf, saidByClinics } from './in-force.ts'
import { companyPricesOn, writePrices, type NewPrice } from './prices.ts'

/** An item as it is to be saved. */
export type TariffRow = ParsedInput<typeof contract.clinic.saveTariffs>['rows'][number]

/** What is wrong with a row: where in the list it stands, which field, what it means and why. */
export interface RowProblem {
  at: number
  field: keyof TariffRow
  refusal: ErrorName
  message: string
}

const present = select(
  columns('tariff', 't', 'id', 'code', 'category_id', 'version'),
  perhaps(amounts('tariff', 't', 'price_min', 'price_max')),
)

/** What everything that is saved is held against; what is about to be saved is locked. */
async function known(tx: TenantTx, clinicId: string, rows: readonly TariffRow[], saving: boolean) {
  const ids = rows.flatMap(({ id }) => id ?? [])
  const found = await tx.rows(
    present.from`tariff t where ${tx.own('t')} and t.id = any(${ids}::uuid[]) order by t.id ${saving ? sql`for no key update of t` : sql``}`,
  )
  const codes = await tx.rows(
    select(columns('tariff', 't', 'id', 'code'))
      .from`tariff t where ${tx.own('t')} and t.code = any(${rows.map(({ code }) => code)}::text[])`,
  )
  return {
    items: new Map(found.map((row) => [row.id, row])),
    codes: new Map(codes.map(({ id, code }) => [code, id])),
    categories: new Map((await categories.list({ tx, clinicId })).map((each) => [each.id, each])),
    prices: await companyPricesOn(tx, ids, dayOf(tx)),
  }
}
type Known = Awaited<ReturnType<typeof known>>

/** The price and the borders of a row, nothing where nothing is said. */
const pricesOf = ({ price, minPrice, priceMin, priceMax, memberPrice }: TariffRow) => ({
  price,
  minPrice: minPrice ?? null,
  priceMin: priceMin ?? null,
  priceMax: priceMax ?? null,
  memberPrice: memberPrice ?? null,
})

/** What is wrong with rows by themselves and by what there is; whoever was overtaken is not asked here. */
function problemsOf(
  tx: TenantTx,
  rows: readonly TariffRow[],
  { items, codes, categories: groups, prices }: Known,
): RowProblem[] {
  const day = dayOf(tx)
  const places = new Map<string, number>()
  return rows.flatMap((row, at) => {
    const problems: RowProblem[] = []
    const wrong = (refusal: ErrorName, field: keyof TariffRow, message: string = errorTable[refusal].message) =>
      problems.push({ at, field, refusal, message })
    const item = row.id ? items.get(row.id) : undefined
    if (row.id && !item) wrong('NOT_FOUND', 'name', '这个收费项目已被删除')
    const category = groups.get(row.categoryId)
    if (!category) wrong('NOT_FOUND', 'categoryId', '没有这个分类')
    else if (category.parentId === null && item?.categoryId !== category.id)
      wrong('TARIFF_LEVELS', 'categoryId', '请选择二级分类')
    const holder = codes.get(row.code)
    // Two rows that swap their codes would meet half way: the second is refused as well.
    if ((holder !== undefined && holder !== row.id) || places.has(row.code)) wrong('TARIFF_CODE_TAKEN', 'code')
    places.set(row.code, at)
    const price = priceProblem(pricesOf(row))
    if (price) wrong('TARIFF_RANGE', price.field, price.message)
    const from = row.effectiveFrom ?? day
    const changes = row.id ? prices.get(row.id) !== row.price : true
    if (changes && from < day) wrong('TARIFF_DATE', 'effectiveFrom')
    if (!row.id && from > day) wrong('TARIFF_DATE', 'effectiveFrom', '新项目的价格当天生效；还不开展的，先停用')
    return problems
  })
}

const standing = select({
  tariffId: sql<string>`x.tariff_id`,
  price: fenOf(sql`x.price`),
  priceMin: fenIf(true, sql`x.price_min`),
  priceMax: fenIf(true, sql`x.price_max`),
  countsFrom: sql<string | null>`x.counts_from::text`,
  clinicName: sql<string | null>`c.short_name`,
})

/** Prices of clinics, and prices that are to count from a day on, which would lie outside of new borders. */
async function problemsOfBorders(tx: TenantTx, rows: readonly TariffRow[], { items }: Known): Promise<RowProblem[]> {
  const moved = rows.flatMap((row, at) => {
    const item = row.id ? items.get(row.id) : undefined
    const { priceMin, priceMax } = pricesOf(row)
    const stay = item?.priceMin === priceMin && item.priceMax === priceMax
    return item && !stay ? [{ at, id: item.id, priceMin, priceMax }] : []
  })
  if (moved.length === 0) return []
  const ids = moved.map(({ id }) => id)
  const found = await tx.rows(
    standing.from`(
        select s.tariff_id, s.clinic_id, s.price, s.price_min, s.price_max, null::date as counts_from
          from ${saidByClinics(tx)} s where s.price is not null
        union all
        select p.tariff_id, p.clinic_id, p.price, o.price_min, o.price_max, p.counts_from from tariff_price p
          left join tariff_clinic o on ${tx.own('o')} and o.tariff_id = p.tariff_id and o.clinic_id = p.clinic_id
          where ${tx.own('p')} and p.price is not null and not p.cancelled and p.counts_from > ${dayOf(tx)}::date) x
      left join clinic c on ${tx.own('c')} and c.id = x.clinic_id
      where x.tariff_id = any(${ids}::uuid[]) order by c.sort_no, x.counts_from nulls first`,
  )
  return moved.flatMap(({ at, id, ...borders }): RowProblem[] => {
    for (const { tariffId, price, clinicName, countsFrom, ...own } of found) {
      const within = { priceMin: own.priceMin ?? borders.priceMin, priceMax: own.priceMax ?? borders.priceMax }
      if (tariffId !== id || outsideInWords(price, within) === null) continue
      const isLow = within.priceMin !== null && price < within.priceMin
      const whose = clinicName === null ? '机构价' : `${clinicName}的本店价`
      const message = `${whose}${countsFrom ? `从 ${countsFrom} 起` : ''}是 ${fenToYuan(price)} 元，先改那里`
      return [{ at, refusal: 'TARIFF_RANGE', field: isLow ? 'priceMin' : 'priceMax', message }]
    }
    return []
  })
}

/** Rows that somebody else has changed since they were read: who, and when. */
async function overtaken(tx: TenantTx, rows: readonly TariffRow[], { items }: Known): Promise<RowProblem[]> {
  const late = rows.flatMap((row, at) => {
    const item = row.id ? items.get(row.id) : undefined
    return item && item.version !== row.version ? [{ at, id: item.id, name: row.name }] : []
  })
  if (late.length === 0) return []
  const last = await tx.rows(
    select(columns('audit', 'a', 'entity_id', 'actor_name', 'created_at')).from`(
        select distinct on (x.entity_id) x.entity_id, x.actor_name, x.created_at from audit x
        where ${tx.own('x')} and x.entity_id = any(${late.map(({ id }) => id)}::uuid[]) order by x.entity_id, x.created_at desc, x.id desc) a`,
  )
  return late.map(({ at, id, name }) => {
    const by = last.find(({ entityId }) => entityId === id)
    const who = by ? `被${by.actorName}于 ${formatDateTime(by.createdAt).slice(5, 16)} 改过` : '被他人改过'
    return { at, field: 'version', refusal: 'VERSION_CONFLICT', message: `${name}已${who}` }
  })
}

/** Everything that keeps rows from being saved; rows that somebody else has changed come first and alone. */
export async function wrongRows(
  tx: TenantTx,
  clinicId: string,
  rows: readonly TariffRow[],
  saving: boolean,
): Promise<RowProblem[]> {
  const there = await known(tx, clinicId, rows, saving)
  const late = await overtaken(tx, rows, there)
  if (late.length > 0) return late
  return [...problemsOf(tx, rows, there), ...(await problemsOfBorders(tx, rows, there))].sort((a, b) => a.at - b.at)
}

/** The columns of an item as its fields fill them; what the house pays only by whoever may see it. */
function columnsOf(row: TariffRow, seesCost: boolean) {
  const kept = tariffKeys.flatMap((key) => {
    const { column, kind } = tariffFields[key]
    const hidden = 'cost' in tariffFields[key] && (!seesCost || row[key] === undefined)
    if (column === null || hidden) return []
    const value = row[key] ?? null
    return [[column, kind === 'money' ? yuanIfAny(value as Fen | null) : value] as const]
  })
  const pinyin = row.pinyin || pinyinCode(row.name)
  const search = tariffSearch(row.code, row.name, row.shortName, pinyin)
  return { ...Object.fromEntries(kept), pinyin, search } as Omit<
    Insertable<DB['tariff']>,
    'id' | 'tenant_id' | 'price' | 'created_at' | 'updated_at'
  >
}

/**
 * Saves items of the company's list, all or none. A changed price counts from its day on; a price that clinics set for
 * themselves has to stay within the new borders.
 * @param field what a field of a row is called to whoever asked
 */
export async function saveTariffs(
  { tx, clinicId }: { tx: TenantTx; clinicId: string },
  rows: readonly TariffRow[],
  seesCost: boolean,
  field: (at: number, key: keyof TariffRow) => string,
): Promise<string[]> {
  const [first, ...more] = await wrongRows(tx, clinicId, rows, true)
  if (first) {
    const fields = [first, ...more].map(({ at, field: key, message }) => ({ field: field(at, key), message }))
    const message = more.length === 0 ? first.message : `有 ${fields.length} 处需要改正：${first.message}`
    throw new AppError(first.refusal, { message, fields })
  }
  const before = await companyPricesOn(
    tx,
    rows.flatMap(({ id }) => id ?? []),
    dayOf(tx),
  )
  const ids: string[] = []
  const changed = new Map<LocalDate, NewPrice[]>()
  const last = new Map<string, number>()
  for (const row of rows) {
    const columns = columnsOf(row, seesCost)
    const id = row.id ?? uuidv7()
    if (row.id) await tx.update('tariff', { id, version: row.version ?? 0 }, columns)
    else {
      const place = last.get(row.categoryId) ?? (await lastIn(tx, row.categoryId))
      last.set(row.categoryId, place + 1)
      const made = { price: fenToYuan(row.price), sort_no: place + 1, created_at: tx.now, updated_at: tx.now }
      await tx.insert('tariff', { id, ...columns, ...made })
    }
    ids.push(id)
    if (row.id && before.get(row.id) !== row.price) {
      const from = row.effectiveFrom ?? dayOf(tx)
      changed.set(from, [...(changed.get(from) ?? []), { tariffId: row.id, clinicId: null, price: row.price }])
    }
  }
  for (const [from, prices] of changed) await writePrices(tx, prices, from)
  await tellClinics(tx, ids.length === 1 ? (ids[0] ?? null) : null)
  return ids
}

async function lastIn(tx: TenantTx, categoryId: string): Promise<number> {
  const { last } = await tx.need(
    select({ last: sql<number>`coalesce(max(t.sort_no), 0)` })
      .from`tariff t where ${tx.own('t')} and t.category_id = ${categoryId}`,
  )
  return last
}
