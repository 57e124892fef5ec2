import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { fenToYuan, formatDate, uuidv7, type Fen, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import { amounts, columns, fenOf, named, perhaps, select } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { clinicTariffs, companyPrice, companyTariffs, dayOf, ownPrice } from './in-force.ts'

type Calls = typeof contract.clinic

/** A price that is to count from a day on. */
export interface NewPrice {
  tariffId: string
  /** null: the company's. */
  clinicId: string | null
  /** null: as the company. */
  price: Fen | null
}

/** Writes prices down that count from one day on; what was to count from the same day is taken back. */
export async function writePrices(tx: TenantTx, prices: readonly NewPrice[], countsFrom: LocalDate): Promise<void> {
  if (prices.length === 0) return
  const wanted = JSON.stringify(prices.map(({ tariffId, clinicId }) => ({ tariff_id: tariffId, clinic_id: clinicId })))
  if (countsFrom > dayOf(tx)) {
    const before = await tx.rows<{ id: string }>(
      sql`select p.id from tariff_price p join jsonb_to_recordset(${wanted}::jsonb) x(tariff_id uuid, clinic_id uuid)
            on x.tariff_id = p.tariff_id and x.clinic_id is not distinct from p.clinic_id
          where p.tenant_id = ${tx.tenantId} and not p.cancelled and p.counts_from = ${countsFrom}::date
          order by p.id for no key update of p`,
    )
    await tx.updateAll(
      'tariff_price',
      before.map(({ id }) => id),
      { cancelled: true },
      { reason: '同一天另有新价' },
    )
  }
  await tx.insertNew(
    'tariff_price',
    prices.map(({ tariffId, clinicId, price }) => ({
      id: uuidv7(),
      tariff_id: tariffId,
      clinic_id: clinicId,
      price: price === null ? null : fenToYuan(price),
      counts_from: countsFrom,
      by_name: tx.actor.name,
      cancelled: false,
      created_at: tx.now,
      updated_at: tx.now,
    })),
    'tariff_price_pkey',
  )
}

/** What items cost on a day, as far as it is known today: the company's price by the item's id. */
export async function companyPricesOn(
  tx: TenantTx,
  ids: readonly string[],
  day: LocalDate,
): Promise<ReadonlyMap<string, Fen>> {
  const rows = await tx.rows(
    select(columns('tariff', 't', 'id'), { price: companyPrice })
      .from`${companyTariffs(tx, day)} where ${tx.own('t')} and t.id = any(${[...ids]}::uuid[])`,
  )
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** What a clinic charges of its own on a day; null: as the company. */
export async function ownPricesOn(
  tx: TenantTx,
  clinicId: string,
  ids: readonly string[],
  day: LocalDate,
): Promise<ReadonlyMap<string, Fen | null>> {
  const rows = await tx.rows(
    select(columns('tariff', 't', 'id'), { price: ownPrice })
      .from`${clinicTariffs(tx, clinicId, day)} where ${tx.own('t')} and t.id = any(${[...ids]}::uuid[])`,
  )
  return new Map(rows.map(({ id, price }) => [id, price]))
}

/** Which prices somebody may take back. */
export interface MayCancel {
  company: boolean
  ofClinic: (clinicId: string) => boolean
}

const entry = select(
  columns('tariff_price', 'p', 'id', 'version', 'clinic_id', 'counts_from', 'cancelled', 'by_name', 'created_at'),
  perhaps(amounts('tariff_price', 'p', 'price')),
  perhaps(named('clinic', 'c', { clinicName: 'short_name' })),
)
/** With which price an item began, and who made it. */
const begun = (tx: TenantTx) =>
  select({ price: fenOf(sql`t.price`) }, columns('tariff', 't', 'created_at'), {
    who: sql<string>`coalesce((select case when a.employee_id is null then '系统' else a.actor_name end from audit a
      where ${tx.own('a')} and a.entity_id = t.id and a.action = 'create' order by a.created_at limit 1), '系统')`,
  })
const ownBegun = select(
  columns('tariff_clinic', 'o', 'clinic_id', 'created_at'),
  named('clinic', 'c', { clinicName: 'short_name' }),
  {
    price: fenOf(sql`o.price`),
  },
)

/**
 * How the price of an item came to be what it is, the last that counts first: the company's, and those of the clinics that
 * are seen. What was taken back stands there too.
 */
export async function tariffHistory(
  tx: TenantTx,
  id: string,
  seen: (clinicId: string) => boolean,
  may: MayCancel,
): Promise<HandlerOutput<Calls['tariffHistory']>> {
  const first = await tx.row(begun(tx).keptFrom`tariff t where ${tx.own('t')} and t.id = ${id}`)
  if (!first) throw new AppError('NOT_FOUND')
  const rows = await tx.rows(
    entry.keptFrom`tariff_price p left join clinic c on ${tx.own('c')} and c.id = p.clinic_id
      where ${tx.own('p')} and p.tariff_id = ${id} order by p.counts_from, p.id`,
  )
  const began = await tx.rows(
    ownBegun.keptFrom`tariff_clinic o join clinic c on ${tx.own('c')} and c.id = o.clinic_id
      where ${tx.own('o')} and o.tariff_id = ${id} and o.price is not null`,
  )
  const day = dayOf(tx)
  const last = new Map<string | null, Fen | null>([[null, first.price]])
  const beginnings = [
    { ...first, clinicId: null as string | null, clinicName: null as string | null },
    ...began.map((each) => ({ ...each, who: '' })),
  ].map(({ clinicId, clinicName, price, createdAt, who }) => {
    last.set(clinicId, price)
    return {
      id: null,
      clinicId,
      clinicName,
      at: createdAt,
      who,
      before: null,
      after: price,
      cancelled: false,
      version: null,
    }
  })
  const changes = rows.map((row) => {
    const before = last.get(row.clinicId) ?? null
    if (!row.cancelled) last.set(row.clinicId, row.price)
    const open = !row.cancelled && row.countsFrom > day
    const mayCancel = row.clinicId === null ? may.company : may.ofClinic(row.clinicId)
    return {
      id: row.id,
      clinicId: row.clinicId,
      clinicName: row.clinicName,
      countsFrom: row.countsFrom,
      at: row.createdAt,
      who: row.byName,
      before,
      after: row.price,
      cancelled: row.cancelled,
      version: open && mayCancel ? row.version : null,
    }
  })
  return [...beginnings.map((each) => ({ ...each, countsFrom: formatDate(each.at) })), ...changes]
    .filter(({ clinicId }) => clinicId === null || seen(clinicId))
    .toReversed()
    .slice(0, 200)
    .map(({ clinicId: _clinicId, ...each }) => each)
}

/** Takes a price back whose day has not come. */
export async function cancelPrice(
  tx: TenantTx,
  { id, version }: ParsedInput<Calls['cancelTariffPrice']>,
  may: MayCancel,
): Promise<{ tariffId: string; clinicId: string | null }> {
  const row = await tx.row<{ tariffId: string; clinicId: string | null; countsFrom: LocalDate; cancelled: boolean }>(
    keptSql`select tariff_id as "tariffId", clinic_id as "clinicId", counts_from as "countsFrom", cancelled from tariff_price
        where tenant_id = ${tx.tenantId} and id = ${id} for no key update`,
  )
  if (!row) throw new AppError('NOT_FOUND')
  if (!(row.clinicId === null ? may.company : may.ofClinic(row.clinicId))) throw new AppError('FORBIDDEN')
  if (row.cancelled) throw new AppError('VERSION_CONFLICT')
  if (row.countsFrom <= dayOf(tx)) throw new AppError('TARIFF_PRICE_COUNTS')
  await tx.update('tariff_price', { id, version }, { cancelled: true }, { action: 'cancel' })
  return row
}
