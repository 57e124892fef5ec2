import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7, type Fen, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { amounts, columns, fenIf, named, perhaps, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { outsideInWords, type PriceBorders } from '../rules.ts'
import { yuanIfAny } from '../settings/amounts.ts'
import {
  clinicTariffs,
  companyPrice,
  companyTariffs,
  dayOf,
  deviates,
  nextPrice,
  ownPrice,
  saidByClinics,
} from './in-force.ts'
import { categoryName, coming, inOrder, sought, topOf } from './list.ts'
import { ownPricesOn, writePrices, type NewPrice } from './prices.ts'

type Calls = typeof contract.clinic

const facts = [
  columns('tariff', 't', 'id', 'code', 'name', 'category_id', 'unit'),
  { categoryName, companyPrice },
] as const
const borders = {
  priceMin: fenIf(true, sql`coalesce(own.price_min, t.price_min)`),
  priceMax: fenIf(true, sql`coalesce(own.price_max, t.price_max)`),
} as const

const ofClinic = select(...facts, borders, coming, {
  price: ownPrice,
  changes: sql<boolean>`next.counts_from is not null`,
  enabled: sql<boolean>`coalesce(own.enabled, true)`,
  version: sql<number | null>`own.version`,
  total: sql<number>`count(*) over ()::int`,
})

/** A page of what the company lists, with what a clinic does otherwise. */
export async function clinicTariffList(
  tx: TenantTx,
  clinicId: string,
  ask: ParsedInput<Calls['clinicTariffList']>,
): Promise<HandlerOutput<Calls['clinicTariffList']>> {
  const rows = await tx.rows(
    ofClinic.from`${clinicTariffs(tx, clinicId)} ${topOf(tx)}
        left join lateral ${nextPrice(tx, sql`p.clinic_id = ${clinicId}`)} next on true
        where ${tx.own('t')} and t.enabled
          and (${ask.state} = 'all' or coalesce(own.enabled, true) = (${ask.state} = 'on')) and ${sought(ask)}
        order by ${inOrder} limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  return {
    list: rows.map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
    pageNum: ask.pageNum,
    pageSize: ask.pageSize,
  }
}

/** What a clinic is to charge for an item, and whether it does it at all. */
export interface OwnTariff {
  tariffId: string
  version?: number | null | undefined
  price?: Fen | null | undefined
  enabled: boolean
}

const held = select(columns('tariff', 't', 'id', 'name'), borders, {
  ownId: sql<string | null>`own.id`,
  version: sql<number | null>`own.version`,
  enabled: sql<boolean>`coalesce(own.enabled, true)`,
})

/** The items with what the clinic says of them; the company's rows are held, so that borders stay until it is written. */
async function heldItems(tx: TenantTx, clinicId: string, ids: readonly string[]) {
  const rows = await tx.rows(
    held.from`tariff t left join tariff_clinic own on ${tx.own('own')} and own.clinic_id = ${clinicId} and own.tariff_id = t.id
        where ${tx.own('t')} and t.id = any(${[...ids]}::uuid[]) and t.enabled order by t.id for share of t`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

export function mustNotBePast(tx: TenantTx, from: LocalDate | null | undefined): LocalDate {
  const day = dayOf(tx)
  if (from && from < day) throw fieldError('TARIFF_DATE', 'from')
  return from ?? day
}

/**
 * Saves what a clinic charges and offers: all items or none.
 * @param ranges borders for this clinic alone, where the head office says so
 * @param field what a field of an item is called to whoever asked
 */
export async function saveOwnTariffs(
  tx: TenantTx,
  clinicId: string,
  input: { rows: readonly OwnTariff[]; from: LocalDate | null | undefined; ranges?: PriceBorders },
  field: (at: number, key: keyof OwnTariff) => string,
): Promise<{ version: number }[]> {
  const { rows, ranges } = input
  const from = mustNotBePast(tx, input.from)
  const ids = rows.map(({ tariffId }) => tariffId)
  const items = await heldItems(tx, clinicId, ids)
  const late = rows.flatMap((row, at) => {
    const item = items.get(row.tariffId)
    if (!item) throw new AppError('NOT_FOUND')
    return (row.version ?? null) === item.version
      ? []
      : [{ field: field(at, 'version'), message: `${item.name}已被他人修改` }]
  })
  if (late.length > 0) throw new AppError('VERSION_CONFLICT', { fields: late })
  const outside = rows.flatMap(({ tariffId, price }, at) => {
    const item = items.get(tariffId)
    const within = {
      priceMin: ranges?.priceMin ?? item?.priceMin ?? null,
      priceMax: ranges?.priceMax ?? item?.priceMax ?? null,
    }
    const message = price == null ? null : outsideInWords(price, within)
    return message === null
      ? []
      : [{ field: field(at, 'price'), message: rows.length === 1 ? message : `${item?.name}${message}` }]
  })
  if (outside.length > 0) throw new AppError('TARIFF_RANGE', { message: outside[0]?.message ?? '', fields: outside })
  const before = await ownPricesOn(tx, clinicId, ids, from)
  const saved: { version: number }[] = []
  for (const row of rows) {
    const item = items.get(row.tariffId)
    const change = {
      enabled: row.enabled,
      ...(ranges && { price_min: yuanIfAny(ranges.priceMin), price_max: yuanIfAny(ranges.priceMax) }),
    }
    saved.push(
      item?.ownId
        ? await tx.update('tariff_clinic', { id: item.ownId, version: item.version ?? 0 }, change)
        : await tx.insert('tariff_clinic', {
            id: uuidv7(),
            clinic_id: clinicId,
            tariff_id: row.tariffId,
            ...change,
            created_at: tx.now,
            updated_at: tx.now,
          }),
    )
  }
  const changed = rows.flatMap(({ tariffId, price }): NewPrice[] =>
    (price ?? null) === (before.get(tariffId) ?? null) ? [] : [{ tariffId, clinicId, price: price ?? null }],
  )
  await writePrices(tx, changed, from)
  tx.publish('tariff', rows.length === 1 ? (rows[0]?.tariffId ?? null) : null, clinicId)
  return saved
}

const other = select(...facts, borders, {
  mine: ownPrice,
  mineEnabled: sql<boolean>`coalesce(own.enabled, true)`,
  theirs: fenIf(true, sql`c.price`),
  theirsEnabled: sql<boolean>`coalesce(c.enabled, true)`,
  version: sql<number | null>`own.version`,
})

/** What another clinic has otherwise than this one. */
export async function clinicTariffsOf(
  tx: TenantTx,
  clinicId: string,
  fromClinicId: string,
): Promise<HandlerOutput<Calls['clinicTariffsOf']>> {
  const known = await tx.row(
    select(columns('clinic', 'c', 'id')).keptFrom`clinic c where ${tx.own('c')} and c.id = ${fromClinicId}`,
  )
  if (!known) throw new AppError('NOT_FOUND')
  const rows = await tx.rows(
    other.from`${clinicTariffs(tx, clinicId)} ${topOf(tx)}
        left join ${saidByClinics(tx)} c on c.clinic_id = ${fromClinicId} and c.tariff_id = t.id
        where ${tx.own('t')} and t.enabled order by ${inOrder}`,
  )
  return rows.filter(({ mine, theirs, mineEnabled, theirsEnabled }) => mine !== theirs || mineEnabled !== theirsEnabled)
}

const matrixItem = select(...facts, coming, perhaps(amounts('tariff', 't', 'price_min', 'price_max')), {
  total: sql<number>`count(*) over ()::int`,
})
const matrixCell = select({
  tariffId: sql<string>`c.tariff_id`,
  clinicId: sql<string>`c.clinic_id`,
  price: fenIf(true, sql`c.price`),
  nextPrice: fenIf(true, sql`c.next_price`),
  nextFrom: sql<string | null>`c.next_from::text`,
  changes: sql<boolean>`c.next_from is not null`,
  enabled: sql<boolean>`c.enabled`,
  version: sql<number | null>`c.version`,
  priceMin: fenIf(true, sql`c.price_min`),
  priceMax: fenIf(true, sql`c.price_max`),
})

/** Items in use × clinics: what the company charges, and who does otherwise. */
export async function tariffMatrix(
  tx: TenantTx,
  ask: ParsedInput<Calls['tariffMatrix']>,
): Promise<HandlerOutput<Calls['tariffMatrix']>> {
  const only = ask.deviating
    ? sql`and t.id in (select c.tariff_id from ${saidByClinics(tx)} c where ${deviates})`
    : sql``
  const [items, clinics] = await Promise.all([
    tx.rows(
      matrixItem.from`${companyTariffs(tx)} ${topOf(tx)}
        left join lateral ${nextPrice(tx, sql`p.clinic_id is null`)} next on true
        where ${tx.own('t')} and t.enabled and ${sought(ask)} ${only}
        order by ${inOrder} limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
    ),
    tx.rows(
      select(named('clinic', 'k', { id: 'id', name: 'short_name' }), { deviating: sql<number>`coalesce(d.items, 0)` })
        .from`clinic k left join (select c.clinic_id, count(*)::int as items from ${saidByClinics(tx)} c
            join tariff t on ${tx.own('t')} and t.id = c.tariff_id and t.enabled where ${deviates} group by 1) d on d.clinic_id = k.id
          where ${tx.own('k')} and k.enabled order by k.sort_no, k.name`,
    ),
  ])
  const cells = await tx.rows(
    matrixCell.from`${saidByClinics(tx)} c where c.tariff_id = any(${items.map(({ id }) => id)}::uuid[])`,
  )
  const cellsOf = new Map<string, (typeof cells)[number][]>()
  for (const cell of cells) cellsOf.set(cell.tariffId, [...(cellsOf.get(cell.tariffId) ?? []), cell])
  return {
    list: items.map(({ total: _total, ...item }) => ({
      ...item,
      cells: (cellsOf.get(item.id) ?? []).map(({ tariffId: _tariffId, ...cell }) => cell),
    })),
    total: items[0]?.total ?? 0,
    pageNum: ask.pageNum,
    pageSize: ask.pageSize,
    clinics,
  }
}
