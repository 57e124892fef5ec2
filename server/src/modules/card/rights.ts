import type { contract, ParsedInput } from '@dentin/contract'
import { cardStates } from '@dentin/contract/card'
import { today, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { answerOf } from '../../platform/wiring.ts'
import { giveGift, givenOnBills, mayTakeBackCoupons, takeBackCoupons } from '../coupon/index.ts'
import { mustReachPatient } from '../patient/index.ts'
import { cardsOfPatient, findCard, lockCards, type CardRow } from './queries.ts'
import { assertStep, refusalIn, rulesOf } from './rules.ts'

type Calls = typeof contract.memberCard
type In<K extends keyof Calls> = ParsedInput<Calls[K]>

/** The first day of the period in which a right counts today: of all days, of the year, of the month. */
const periodStart = (period: number, day: string): string =>
  period === 2 ? `${day.slice(0, 4)}-01-01` : period === 3 ? `${day.slice(0, 7)}-01` : '2000-01-01'

const usedSince = select({ used: sql<number>`coalesce(sum(u.qty), 0)::int` })

/** How often a right of a card was used in its period. */
async function usedNow(tx: TenantTx, cardId: string, right: { name: string; period: number }): Promise<number> {
  const from = periodStart(right.period, today(tx.now))
  const { used } = await tx.need(
    usedSince.keptFrom`card_right_use u where ${tx.own('u')} and u.card_id = ${cardId} and u.name = ${right.name} and u.used_on >= ${from}::date`,
  )
  return used
}

/** The rights of a card with how often each may still be used in its period. */
export async function rightsLeft(tx: TenantTx, card: Pick<CardRow, 'id' | 'rules' | 'mainCardId'>) {
  // A sub-card has its main card's rules and none of its rights: they would count once for each.
  if (card.mainCardId !== null) return []
  const rows = []
  for (const right of rulesOf(card.rules).rights) {
    const used = await usedNow(tx, card.id, right)
    rows.push({ ...right, used, left: Math.max(0, right.qty - used) })
  }
  return rows
}

/** The rights of a patient's own cards that may be used in a clinic now, and how often each was for a bill. */
export async function rightOffers(
  tx: TenantTx,
  clinicId: string,
  patientId: string,
  billId: string | null,
): Promise<{ cardId: string; cardName: string; name: string; left: number; onBill: number }[]> {
  const offers = []
  for (const card of await cardsOfPatient(tx, patientId)) {
    if (card.mainCardId !== null || !cardStates.may('pay', card.status) || refusalIn(clinicId, card)) continue
    const log = billId === null ? [] : await usesOfRights(tx, card.id)
    for (const { name, left } of await rightsLeft(tx, card)) {
      const onBill = log.reduce((all, each) => (each.billId === billId && each.name === name ? all + each.qty : all), 0)
      if (left > 0 || onBill > 0)
        offers.push({ cardId: card.id, cardName: `${card.typeName} ${card.cardNo.slice(-4)}`, name, left, onBill })
    }
  }
  return offers
}

const uses = (tx: TenantTx) =>
  select(
    columns(
      'card_right_use',
      'u',
      'id',
      'name',
      'qty',
      'used_on',
      'bill_id',
      'bill_no',
      'operator_name',
      'remark',
      'created_at',
    ),
    named('clinic', 'k', { clinicName: 'name' }),
    {
      isUndone: sql<boolean>`exists (select 1 from card_right_use r where ${tx.own('r')} and r.reverses_id = u.id)`,
    },
  )
export type RightUse = RowIn<ReturnType<typeof uses>>

/** What was used of the rights of a card, the newest first. */
export async function usesOfRights(tx: TenantTx, cardId: string): Promise<RightUse[]> {
  return tx.rows(
    uses(tx).keptFrom`card_right_use u join clinic k on ${tx.own('k')} and k.id = u.used_clinic_id
      where ${tx.own('u')} and u.card_id = ${cardId} order by u.created_at desc, u.id desc limit 200`,
  )
}

interface NewUse {
  card: Pick<CardRow, 'id' | 'patientId'>
  name: string
  qty: 1 | -1
  usedOn: string
  bill?: { id: string; no: string } | undefined
  reverses?: string
  remark: string
}

async function note(
  ctx: Pick<ClinicContext, 'tx' | 'clinicId' | 'employeeId' | 'actorName'>,
  use: NewUse,
): Promise<string> {
  const { tx } = ctx
  const id = uuidv7()
  await tx.rows(
    keptSql`insert into card_right_use (tenant_id, id, card_id, name, qty, used_clinic_id, used_on, bill_id, bill_no, reverses_id, operator_id,
          operator_name, remark, created_at)
        values (${tx.tenantId}, ${id}, ${use.card.id}, ${use.name}, ${use.qty}, ${ctx.clinicId}, ${use.usedOn}, ${use.bill?.id ?? null},
          ${use.bill?.no ?? ''}, ${use.reverses ?? null}, ${ctx.employeeId}, ${ctx.actorName}, ${use.remark}, ${tx.now}) returning id`,
  )
  tx.publish('memberCard', use.card.id)
  return id
}

/** Uses a right of a card once, for a bill of its patient or without one; a right that gives a coupon gives it now. */
export async function spendRight(ctx: ClinicContext, input: In<'spendRight'>): Promise<{ id: string; left: number }> {
  const { tx } = ctx
  const seen = await findCard(tx, input.id)
  await mustReachPatient(ctx, seen.patientId)
  // The bill is locked before the card, as charging does it: it can't go away meanwhile.
  const billNo = input.billId
    ? await answerOf(tx, 'card', ({ billNoOf }) => billNoOf)(tx, input.billId, [seen.patientId])
    : undefined
  if (input.billId && billNo === undefined)
    throw fieldError('NOT_FOUND', 'billId', '没有这张账单，或它已退完、作废，不能再用权益')
  const card = (await lockCards(tx, [input.id])).get(input.id) as CardRow
  assertStep('pay', card.status)
  if (card.mainCardId !== null) throw new AppError('CARD_KIND', { message: '副卡没有自己的权益，请用主卡' })
  const elsewhere = refusalIn(ctx.clinicId, card)
  if (elsewhere) throw new AppError('CARD_OTHER_CLINIC', { message: elsewhere })
  const right = (await rightsLeft(tx, card)).find(({ name }) => name === input.name)
  if (!right) throw fieldError('NOT_FOUND', 'name', '这张卡没有这项权益')
  if (right.left === 0) throw fieldError('CARD_RIGHT_SPENT', 'name', `${right.name}本期 ${right.qty} 次已用完`)
  const id = await note(ctx, {
    card,
    name: right.name,
    qty: 1,
    usedOn: today(tx.now),
    bill: input.billId && billNo ? { id: input.billId, no: billNo } : undefined,
    remark: input.remark,
  })
  if (right.couponTypeId) {
    const missed = await giveGift(ctx, {
      typeId: right.couponTypeId,
      patientIds: [card.patientId],
      qty: 1,
      source: 4,
      sourceId: id,
      remark: `${card.typeName}：${right.name}`,
    })
    // A right that is used up for nothing would be a loss to the patient.
    if (missed) throw fieldError('COUPON_TYPE_OFF', 'name', `${right.name}赠送的券发不出：${missed}`)
  }
  return { id, left: right.left - 1 }
}

/** Gives the use of a right back. */
export async function undoRight(ctx: ClinicContext, input: In<'undoRight'>): Promise<{ id: string }> {
  const { tx } = ctx
  const found = await tx.need(
    select(columns('card_right_use', 'u', 'id', 'card_id', 'name', 'qty', 'used_on', 'bill_id', 'bill_no'))
      .keptFrom`card_right_use u where ${tx.own('u')} and u.id = ${input.useId}`,
  )
  const seen = await findCard(tx, found.cardId)
  await mustReachPatient(ctx, seen.patientId)
  await lockCards(tx, [found.cardId])
  if (found.qty !== 1) throw new AppError('CARD_KIND', { message: '这一笔就是退回，不能再退回' })
  await takeBackCoupons(ctx, found.id, input.reason)
  return { id: await giveBackOne(ctx, seen, found, input.reason) }
}

const giveBackOne = (
  ctx: Pick<ClinicContext, 'tx' | 'clinicId' | 'employeeId' | 'actorName'>,
  card: Pick<CardRow, 'id' | 'patientId'>,
  use: { id: string; name: string; usedOn: string; billId: string | null; billNo: string },
  remark: string,
) =>
  note(ctx, {
    card,
    name: use.name,
    qty: -1,
    usedOn: use.usedOn,
    bill: use.billId ? { id: use.billId, no: use.billNo } : undefined,
    reverses: use.id,
    remark,
  })

/** The rights that were used for a bill and stand. */
const usesOfBill = (tx: TenantTx, billId: string) =>
  tx.rows(
    select(columns('card_right_use', 'u', 'id', 'card_id', 'name', 'used_on', 'bill_id', 'bill_no'))
      .keptFrom`card_right_use u where ${tx.own('u')} and u.bill_id = ${billId} and u.qty = 1
        and not exists (select 1 from card_right_use r where ${tx.own('r')} and r.reverses_id = u.id) order by u.card_id, u.id`,
  )

/**
 * The rights that would come back with a bill that is refunded whole.
 * @param freed coupons that come off the bill before
 */
export async function rightsBack(
  tx: TenantTx,
  billId: string,
  freed: ReadonlySet<string>,
): Promise<{ id: string; cardId: string; name: string }[]> {
  const uses = await usesOfBill(tx, billId)
  const used = await givenOnBills(
    tx,
    uses.map(({ id }) => id),
  )
  return uses
    .filter(({ id }) => (used.get(id) ?? []).every((coupon) => freed.has(coupon)))
    .map(({ id, cardId, name }) => ({ id, cardId, name }))
}

/**
 * A bill is void or refunded whole: the rights that were used for it come back, with the coupons that they gave. A right whose coupon
 * was used meanwhile stays spent.
 */
export async function giveBackRights(ctx: ClinicContext, billId: string, remark: string): Promise<void> {
  const { tx } = ctx
  const cards = await lockCards(tx, [...new Set((await usesOfBill(tx, billId)).map(({ cardId }) => cardId))])
  // Read once more with the cards locked: somebody may have given one back meanwhile.
  for (const row of await usesOfBill(tx, billId)) {
    if (!(await mayTakeBackCoupons(tx, row.id))) continue
    await takeBackCoupons(ctx, row.id, remark)
    await giveBackOne(ctx, cards.get(row.cardId) as CardRow, row, remark)
  }
}
