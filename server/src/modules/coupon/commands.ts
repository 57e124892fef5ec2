import { randomInt } from 'node:crypto'
import type { contract, ParsedInput } from '@dentin/contract'
import { couponStates } from '@dentin/contract/coupon'
import { couponRules } from '@dentin/contract/coupon-rules'
import { fenToYuan, today, uuidv7, type BillAmounts, type BillCoupon, type CouponAmount } from '@dentin/kit'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustBePatient, mustReachPatient, patientsOfGroup } from '../patient/index.ts'
import {
  categoriesAbove,
  couponsOfPatient,
  couponsFrom,
  couponsOnBill,
  lockCoupon,
  lockCoupons,
  lockIssued,
  type CouponRow,
} from './queries.ts'
import {
  asBillCoupon,
  lastDay,
  refusalFor,
  refuseIdle,
  termsOfCoupon,
  type CoveredItem,
  type CouponRules,
} from './rules.ts'
import { couponTypes } from './types.ts'

type Calls = typeof contract.coupon
type In<K extends keyof Calls> = ParsedInput<Calls[K]>

/** Numbers of sources, beginning with 1 (`couponSources`). */
export type CouponSource = 1 | 2 | 3 | 4 | 5

/** Letters and digits that nobody mistakes for one another. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 12
/** So many coupons at once. */
const MOST_AT_ONCE = 2_000
function mustBeFew(people: number, qty: number): void {
  if (people * qty <= MOST_AT_ONCE) return
  throw fieldError(
    'BAD_INPUT',
    'qty',
    `一次最多发 ${MOST_AT_ONCE} 张，这次 ${people} 位最多各 ${Math.floor(MOST_AT_ONCE / people)} 张`,
  )
}

/** Sixty random bits: nobody guesses another's. */
const newCode = (): string => Array.from({ length: CODE_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')

type CouponType = Awaited<ReturnType<typeof couponTypes.list>>[number]

/** A type that may be given. */
async function typeToIssue(
  { tx, clinicId }: Pick<ClinicContext, 'tx' | 'clinicId'>,
  typeId: string,
): Promise<CouponType> {
  const type = (await couponTypes.list({ tx, clinicId })).find(({ id }) => id === typeId)
  if (!type) throw fieldError('NOT_FOUND', 'typeId', '没有这个优惠券种')
  if (!type.enabled) throw fieldError('COUPON_TYPE_OFF', 'typeId', `${type.name}已停用`)
  const day = today(tx.now)
  if (lastDay(type, day) < day) throw fieldError('COUPON_TYPE_OFF', 'typeId', `${type.name}已过有效期`)
  return type
}

/** The terms of a type, as its coupons keep them. */
const keptTerms = (type: CouponType) => couponRules.encode(couponRules.parse(couponRules.encode(type)))

/**
 * Gives coupons of a type to patients, whom the caller may reach.
 * @returns how many
 */
export async function giveCoupons(
  ctx: Pick<ClinicContext, 'tx' | 'clinicId' | 'employeeId' | 'actorName'>,
  given: {
    typeId: string
    patientIds: readonly string[]
    qty: number
    source: CouponSource
    sourceId?: string
    remark: string
  },
): Promise<number> {
  const { tx } = ctx
  const type = await typeToIssue(ctx, given.typeId)
  const wanted = given.patientIds.length * given.qty
  const issued = await lockIssued(tx, type.id)
  if (type.total !== null && issued + wanted > type.total) {
    const left = Math.max(0, type.total - issued)
    throw fieldError('COUPON_TOTAL', 'qty', `${type.name}还能发 ${left} 张，这次要发 ${wanted} 张`)
  }
  const rules = JSON.stringify(keptTerms(type))
  for (const patientId of given.patientIds)
    for (let n = 0; n < given.qty; n++) {
      const id = uuidv7()
      await tx.insert(
        'coupon',
        {
          id,
          code: newCode(),
          type_id: type.id,
          name: type.name,
          rules,
          patient_id: patientId,
          status: couponStates.code.unused,
          source: given.source,
          source_id: given.sourceId ?? null,
          issued_clinic_id: ctx.clinicId,
          issued_at: tx.now,
          issuer_id: ctx.employeeId,
          issuer_name: ctx.actorName,
          remark: given.remark,
          valid_until: lastDay(type, today(tx.now)),
          created_at: tx.now,
          updated_at: tx.now,
        },
        { patientId },
      )
      await tx.logStatus('coupon', id, ctx.clinicId, null, couponStates.code.unused)
      tx.publish('coupon', patientId)
    }
  return wanted
}

/**
 * Gives a coupon that comes with a recharge or a right. A card keeps the terms with which it was sold; a type that is switched off,
 * run out or given away meanwhile is no reason to refuse the recharge.
 * @returns why none was given; '' when it was
 */
export async function giveGift(
  ctx: Parameters<typeof giveCoupons>[0],
  gift: Parameters<typeof giveCoupons>[1],
): Promise<string> {
  try {
    await giveCoupons(ctx, gift)
    return ''
  } catch (error) {
    const isOver = error instanceof AppError && ['COUPON_TYPE_OFF', 'COUPON_TOTAL', 'NOT_FOUND'].includes(error.refusal)
    if (!isOver) throw error
    return error.message
  }
}

/** Gives coupons to patients who were chosen. */
export async function issue(ctx: ClinicContext, input: In<'issue'>): Promise<{ count: number }> {
  for (const [n, patientId] of input.patientIds.entries()) await mustBePatient(ctx, patientId, `patientIds.${n}`)
  mustBeFew(input.patientIds.length, input.qty)
  const source = input.patientIds.length > 1 ? 2 : 1
  return { count: await giveCoupons(ctx, { ...input, source }) }
}

/** Gives coupons to everybody of a group or with a tag, as far as the person at work sees them. */
export async function issueMany(ctx: ClinicContext, input: In<'issueMany'>): Promise<{ count: number }> {
  const { groupId, tag } = input
  if (!groupId === (tag === '')) throw fieldError('BAD_INPUT', 'groupId', '请选择一个分组或一个标签')
  const patientIds = await patientsOfGroup(ctx, { groupId: groupId ?? null, tag }, MOST_AT_ONCE + 1)
  if (patientIds.length === 0) throw fieldError('BAD_INPUT', groupId ? 'groupId' : 'tag', '里面没有可以发的患者')
  if (patientIds.length > MOST_AT_ONCE)
    throw fieldError('BAD_INPUT', groupId ? 'groupId' : 'tag', `一次最多发给 ${MOST_AT_ONCE} 位，请缩小范围`)
  mustBeFew(patientIds.length, input.qty)
  return { count: await giveCoupons(ctx, { ...input, patientIds, source: 2 }) }
}

/** Does none of the coupons that a movement or a right gave lie on a bill? */
export async function mayTakeBackCoupons(tx: TenantTx, sourceId: string): Promise<boolean> {
  const coupons = await lockCoupons(tx, await couponsFrom(tx, sourceId))
  return [...coupons.values()].every(({ billId }) => billId === null)
}

/** Takes back the coupons that a movement or a right gave; refuses when one is used, or lies on a bill. */
export async function takeBackCoupons(
  ctx: Pick<ClinicContext, 'tx' | 'clinicId'>,
  sourceId: string,
  reason: string,
): Promise<void> {
  const { tx } = ctx
  for (const coupon of (await lockCoupons(tx, await couponsFrom(tx, sourceId))).values()) {
    if (coupon.billId !== null)
      throw new AppError('COUPON_STATE', {
        message: `赠送的「${coupon.name}」已用在账单 ${coupon.billNo} 上，不能撤销`,
      })
    if (!couponStates.may('void', coupon.status)) continue
    await move(tx, coupon, { status: couponStates.code.void, void_reason: reason })
    await tx.logStatus('coupon', coupon.id, ctx.clinicId, coupon.status, couponStates.code.void, reason)
  }
}

/** Takes a coupon back that nobody has used. */
export async function voidCoupon(ctx: ClinicContext, input: In<'void'>): Promise<{ id: string; version: number }> {
  const { tx } = ctx
  const coupon = await lockCoupon(tx, input.id)
  await mustReachPatient(ctx, coupon.patientId)
  if (!couponStates.may('void', coupon.status))
    throw new AppError('COUPON_STATE', { message: `优惠券${couponStates.names[coupon.status]}，不能作废` })
  if (coupon.billId !== null)
    throw new AppError('COUPON_TAKEN', { message: `优惠券已用在账单 ${coupon.billNo} 上，请先从账单上去掉` })
  const row = await tx.update(
    'coupon',
    { id: coupon.id, version: input.version },
    { status: couponStates.code.void, void_reason: input.reason },
    { action: 'void', patientId: coupon.patientId, reason: input.reason },
  )
  await tx.logStatus('coupon', coupon.id, ctx.clinicId, coupon.status, couponStates.code.void, input.reason)
  tx.publish('coupon', coupon.patientId)
  return { id: coupon.id, version: row.version }
}

/** Items of a bill with the categories in which they lie. */
export async function coveredItems(
  tx: TenantTx,
  items: readonly { tariffId: string; categoryId: string }[],
): Promise<CoveredItem[]> {
  const above = await categoriesAbove(
    tx,
    items.map(({ categoryId }) => categoryId),
  )
  return items.map(({ tariffId, categoryId }) => ({ tariffId, categories: above.get(categoryId) ?? [categoryId] }))
}

/** What a patient's coupons are to a bill: those that may still be used, or lie on it already. */
export async function couponOffers(
  tx: TenantTx,
  at: { clinicId: string; patientId: string; billId: string | null },
  items: readonly CoveredItem[],
) {
  const rows = (await couponsOfPatient(tx, at.patientId)).filter(
    ({ status, billId }) => couponStates.is(status, 'unused') || (billId !== null && billId === at.billId),
  )
  return rows.map((row) => {
    const rules = termsOfCoupon(row.rules)
    return {
      id: row.id,
      code: row.code,
      name: row.name,
      rules,
      validUntil: row.validUntil,
      refusal: refusalFor(row, at)?.message ?? '',
      covers: [...asBillCoupon(rules, items).covers],
    }
  })
}

/** The coupons of a bill, locked and held against their states. */
export interface ChosenCoupons {
  terms: BillCoupon[]
  /** Refuses what does not go together, and what takes nothing off. */
  check(amounts: BillAmounts): void
  /** Lays them on the bill, in place of those that lay on it. */
  lay(bill: { id: string; billNo: string }, amounts: BillAmounts): Promise<void>
}

/** Opens the coupons that a bill names; refuses one that isn't the patient's, or whose state or clinic forbids it. */
export async function chooseCoupons(
  ctx: Pick<ClinicContext, 'tx' | 'clinicId'>,
  at: { clinicId: string; patientId: string; billId: string | null },
  ids: readonly string[],
  items: readonly CoveredItem[],
): Promise<ChosenCoupons> {
  const { tx } = ctx
  const before = at.billId === null ? [] : await couponsOnBill(tx, at.billId)
  const locked = await lockCoupons(tx, [...new Set([...ids, ...before.map(({ id }) => id)])])
  const chosen = ids.map((id, n): CouponRow & { terms: CouponRules } => {
    const coupon = locked.get(id)
    const field = `couponIds.${n}`
    if (!coupon) throw fieldError('NOT_FOUND', field, '没有这张优惠券')
    if (coupon.patientId !== at.patientId) throw fieldError('NOT_FOUND', field, '不是这位患者的优惠券')
    const refused = refusalFor(coupon, at)
    if (refused) {
      const message = `「${coupon.name}」${refused.message}`
      throw new AppError(refused.refusal, { message, fields: [{ field, message }] })
    }
    return { ...coupon, terms: termsOfCoupon(coupon.rules) }
  })
  return {
    terms: chosen.map(({ terms }) => asBillCoupon(terms, items)),
    check: (amounts) =>
      refuseIdle(
        chosen.map(({ name, terms }) => ({ name, rules: terms })),
        amounts,
      ),
    lay: async (bill, amounts) => {
      for (const [n, coupon] of chosen.entries())
        await move(tx, coupon, {
          bill_id: bill.id,
          bill_no: bill.billNo,
          bill_place: n + 1,
          used_amount: fenToYuan((amounts.coupons[n] as CouponAmount).amount),
          used_lines: JSON.stringify(linesOf(amounts.coupons[n] as CouponAmount)),
        })
      for (const { id } of before) if (!ids.includes(id)) await takeOff(tx, locked.get(id) as CouponRow, at.clinicId)
    },
  }
}

/** The numbers of the lines that a coupon took something off. */
const linesOf = ({ off }: CouponAmount): number[] => off.flatMap((amount, n) => (amount > 0 ? [n + 1] : []))
const NOWHERE = {
  bill_id: null,
  bill_no: '',
  bill_place: null,
  used_amount: '0.00',
  used_lines: '[]',
  used_at: null,
}

async function move(tx: TenantTx, coupon: CouponRow, patch: Record<string, unknown>): Promise<void> {
  await tx.update('coupon', { id: coupon.id }, patch, { patientId: coupon.patientId })
  tx.publish('coupon', coupon.patientId)
}
/** It is the patient's again, unless its last day has gone. */
async function takeOff(tx: TenantTx, coupon: CouponRow, clinicId: string): Promise<void> {
  const status = hasRunOut(tx, coupon) ? couponStates.code.runOut : couponStates.code.unused
  await move(tx, coupon, { ...NOWHERE, status })
  if (status !== coupon.status) await tx.logStatus('coupon', coupon.id, clinicId, coupon.status, status)
}

/** Coupons of a bill, locked. */
async function lying(tx: TenantTx, billId: string): Promise<CouponRow[]> {
  return [
    ...(
      await lockCoupons(
        tx,
        (await couponsOnBill(tx, billId)).map(({ id }) => id),
      )
    ).values(),
  ]
}

/** A bill is charged: its coupons are used. */
export async function spendCoupons(tx: TenantTx, bill: { id: string; clinicId: string }): Promise<void> {
  for (const coupon of await lying(tx, bill.id)) {
    await move(tx, coupon, { status: couponStates.code.used, used_at: tx.now })
    await tx.logStatus('coupon', coupon.id, bill.clinicId, coupon.status, couponStates.code.used)
  }
}

/** A charge is taken back: its coupons lie on the bill as before. */
export async function unspendCoupons(tx: TenantTx, bill: { id: string; clinicId: string }): Promise<void> {
  for (const coupon of await lying(tx, bill.id)) {
    await move(tx, coupon, { status: couponStates.code.unused, used_at: null })
    await tx.logStatus('coupon', coupon.id, bill.clinicId, coupon.status, couponStates.code.unused)
  }
}

/**
 * A bill is void, or lines of it were given back: the coupons that took something off these lines alone are the patient's again,
 * unless their last day has gone.
 * @param returned the numbers of the lines that were given back whole; left out: all of them
 */
export async function freeCoupons(
  tx: TenantTx,
  bill: { id: string; clinicId: string },
  returned?: ReadonlySet<number>,
): Promise<void> {
  for (const coupon of await lying(tx, bill.id))
    if (!returned || comesBack(coupon, returned)) await takeOff(tx, coupon, bill.clinicId)
}

/** Has every line gone back of which a coupon took something off? */
const comesBack = ({ usedLines }: CouponRow, returned: ReadonlySet<number>): boolean =>
  (usedLines as number[]).every((line) => returned.has(line))

/** The coupons that `freeCoupons` would take off a bill, and whether they lapse then. */
export async function couponsBack(
  tx: TenantTx,
  billId: string,
  returned: ReadonlySet<number>,
): Promise<{ id: string; name: string; lapses: boolean }[]> {
  return (await couponsOnBill(tx, billId))
    .filter((coupon) => comesBack(coupon, returned))
    .map((coupon) => ({ id: coupon.id, name: coupon.name, lapses: hasRunOut(tx, coupon) }))
}

const hasRunOut = (tx: TenantTx, { validUntil }: CouponRow): boolean => validUntil < today(tx.now)

/** Coupons whose last day has gone. A second run changes nothing. @returns how many */
export async function runOut(tx: TenantTx, coupons: readonly CouponRow[]): Promise<number> {
  for (const coupon of coupons) {
    await move(tx, coupon, { ...NOWHERE, status: couponStates.code.runOut })
    await tx.logStatus('coupon', coupon.id, coupon.issuedClinicId, couponStates.code.unused, couponStates.code.runOut)
  }
  return coupons.length
}
