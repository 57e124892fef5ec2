import { couponStates } from '@dentin/contract/coupon'
import { today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, counted, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { foundBy } from '../patient/index.ts'

/** In what state a coupon is today: one that was not used and whose last day has gone has run out. */
const stateNow = (tx: TenantTx): RawBuilder<number> =>
  sql<number>`case when c.status = ${couponStates.code.unused} and c.valid_until < ${today(tx.now)}::date
    then ${couponStates.code.runOut} else c.status end`

const coupons = (tx: TenantTx) =>
  select(
    columns(
      'coupon',
      'c',
      'id',
      'code',
      'name',
      'type_id',
      'rules',
      'patient_id',
      'source',
      'issued_at',
      'issuer_name',
      'issued_clinic_id',
      'valid_until',
      'bill_id',
      'bill_no',
      'used_at',
      'used_lines',
      'void_reason',
      'remark',
      'version',
    ),
    amounts('coupon', 'c', 'used_amount'),
    { status: stateNow(tx) },
    named('clinic', 'k', { clinicName: 'name' }),
    named('patient', 'p', {
      patientName: 'name',
      gender: 'gender',
      birthDay: 'birth_day',
      medicalNumber: 'medical_number',
    }),
  )
const couponsWith = (tx: TenantTx, rest: RawBuilder<unknown>) =>
  sql`coupon c join clinic k on ${tx.own('k')} and k.id = c.issued_clinic_id
    join patient p on ${tx.own('p')} and p.id = c.patient_id where ${tx.own('c')} and ${rest}`

/** A coupon with whose it is. */
export type CouponRow = RowIn<ReturnType<typeof coupons>>

/** A coupon, locked until the transaction ends. */
export async function lockCoupon(tx: TenantTx, id: string): Promise<CouponRow> {
  return tx.need(coupons(tx).keptFrom`${couponsWith(tx, sql`c.id = ${id} for no key update of c`)}`)
}

/** Coupons by their ids, locked in the order of their ids. */
export async function lockCoupons(tx: TenantTx, ids: readonly string[]): Promise<Map<string, CouponRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows(
    coupons(tx).keptFrom`${couponsWith(tx, sql`c.id = any(${ids}::uuid[]) order by c.id for no key update of c`)}`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The coupons of a patient, those that can be used first, then by when they run out. */
export async function couponsOfPatient(tx: TenantTx, patientId: string): Promise<CouponRow[]> {
  return tx.rows(
    coupons(tx).keptFrom`${couponsWith(
      tx,
      sql`c.patient_id = ${patientId} order by ${stateNow(tx)}, c.valid_until, c.issued_at, c.id limit 200`,
    )}`,
  )
}

/** The coupons that lie on a bill, in the order in which they are used. */
export async function couponsOnBill(tx: TenantTx, billId: string): Promise<CouponRow[]> {
  return tx.rows(coupons(tx).keptFrom`${couponsWith(tx, sql`c.bill_id = ${billId} order by c.bill_place, c.id`)}`)
}

/** Coupons whose last day has gone; one that lies on a bill is told there, and runs out when it is taken off it. */
export async function couponsToRunOut(tx: TenantTx, limit: number): Promise<CouponRow[]> {
  return tx.rows(
    coupons(tx).from`${couponsWith(
      tx,
      sql`c.status = ${couponStates.code.unused} and c.valid_until < ${today(tx.now)}::date
        and c.bill_id is null order by c.id limit ${limit} for no key update of c`,
    )}`,
  )
}

export interface CouponFilter {
  keyword: string
  typeId: string | null
  status: number | null
  reach: RawBuilder<boolean>
  digits: boolean
}

/** One page of the coupons that were given, the newest first. */
export async function listCoupons(tx: TenantTx, filter: CouponFilter, page: { limit: number; offset: number }) {
  const { keyword, typeId, status } = filter
  const where = sql`${filter.reach} and ${typeId ? sql`c.type_id = ${typeId}` : sql`true`}
    and ${status ? sql`${stateNow(tx)} = ${status}` : sql`true`}
    and ${
      keyword === ''
        ? sql`true`
        : sql`(c.code = ${keyword.toUpperCase()} or c.patient_id in (select f.id from ${foundBy(tx, keyword, 200, filter.digits)} f))`
    }`
  const [list, { total }] = await Promise.all([
    tx.rows(
      coupons(tx).from`${couponsWith(
        tx,
        sql`${where} order by c.issued_at desc, c.id limit ${page.limit} offset ${page.offset}`,
      )}`,
    ),
    tx.need(counted.from`coupon c where ${tx.own('c')} and ${where}`),
  ])
  return { list, total }
}

/** How many of a type were given and not made void; the type is locked, so that two who give can't go past its total. */
export async function lockIssued(tx: TenantTx, typeId: string): Promise<number> {
  await tx.need(
    select(columns('coupon_type', 't', 'id'))
      .keptFrom`coupon_type t where ${tx.own('t')} and t.id = ${typeId} for update of t`,
  )
  const { total } = await tx.need(
    counted.from`coupon c where ${tx.own('c')} and c.type_id = ${typeId} and c.status not in ${codes(couponStates, 'void')}`,
  )
  return total
}

const parents = select(columns('tariff_category', 'g', 'id', 'parent_id'))

/** Categories with those above them: id → the id and its parent. */
export async function categoriesAbove(tx: TenantTx, ids: readonly string[]): Promise<Map<string, readonly string[]>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.rows(parents.keptFrom`tariff_category g where ${tx.own('g')} and g.id = any(${wanted}::uuid[])`)
  return new Map(rows.map(({ id, parentId }) => [id, parentId ? [id, parentId] : [id]]))
}

const ids = select(columns('coupon', 'c', 'id'))

/** The coupons that a movement of a card or a right gave. */
export async function couponsFrom(tx: TenantTx, sourceId: string): Promise<string[]> {
  const rows = await tx.rows(ids.keptFrom`coupon c where ${tx.own('c')} and c.source_id = ${sourceId}`)
  return rows.map(({ id }) => id)
}

/** Of these givers those whose coupons lie on a bill, each with the coupons that do. */
export async function givenOnBills(tx: TenantTx, sourceIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx.rows(
    sources.keptFrom`coupon c where ${tx.own('c')} and c.source_id = any(${sourceIds}::uuid[]) and c.bill_id is not null order by c.id`,
  )
  const found = new Map<string, string[]>()
  for (const { id, sourceId } of rows) found.set(sourceId, [...(found.get(sourceId) ?? []), id])
  return found
}
const sources = select({ id: sql<string>`c.id`, sourceId: sql<string>`c.source_id` })
