import { randomInt } from 'node:crypto'
import { cardStates, type CardStep } from '@dentin/contract/card'
import { cardRules, ruleFields } from '@dentin/contract/card-rules'
import type { contract, ParsedInput } from '@dentin/contract'
import {
  addDays,
  bonusAlong,
  fen,
  fenToYuan,
  formatYuan,
  giftOf,
  stepsReached,
  subtract,
  today,
  uuidv7,
  ZERO,
  type Fen,
  type RechargeGift,
} from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { post, type Posting } from '../ledger/index.ts'
import { giveGift } from '../coupon/index.ts'
import { mustReachPatient } from '../patient/index.ts'
import { employeeNames } from '../staff/index.ts'
import { logMovements, type MoveType, type Seller } from './log.ts'
import { confirmHandOver, sendCodeTo, sendHandOverCode, spendCodes } from './confirm.ts'
import { keepPassword } from './password.ts'
import { findCard, isCardNoTaken, lockCards, subCardsOf, type CardRow } from './queries.ts'
import { assertStep, rulesOf } from './rules.ts'
import { cardTypes } from './types.ts'
import { tellOwners } from './tell.ts'
import { cashOf, checkWays, keptWays, type Way, type WayAsked } from './ways.ts'

type Calls = typeof contract.memberCard
type In<K extends keyof Calls> = ParsedInput<Calls[K]>

/** What a call that moves something answers. */
export interface Moved {
  id: string
  version: number
  logId: string
  principalAmount: Fen
  bonusAmount: Fen
  points: number
}

export const operator = (ctx: ClinicContext) => ({ id: ctx.employeeId as string, name: ctx.actorName })

/** The type of a card that may be sold. */
async function typeForSale({ tx, clinicId }: ClinicContext, typeId: string) {
  const type = (await cardTypes.list({ tx, clinicId })).find(({ id }) => id === typeId)
  if (!type) throw fieldError('NOT_FOUND', 'typeId', '没有这个卡种')
  if (!type.enabled) throw fieldError('CARD_TYPE_OFF', 'typeId')
  return type
}
type CardType = Awaited<ReturnType<typeof typeForSale>>

/** The rules of a type as a card keeps them. */
const keptRules = (type: CardType) =>
  cardRules.encode(
    cardRules.parse(
      cardRules.encode(
        Object.fromEntries(Object.keys(ruleFields).map((key) => [key, type[key as keyof CardType]])) as never,
      ),
    ),
  )

/** The last day of a card that is sold today. */
function lastDay(type: CardType, now: Date): string | null {
  if (type.validType === 2) return type.validUntil
  return type.validType === 3 ? addDays(today(now), type.validDays as number) : null
}

/** A card with what it holds, locked; the screen saw it as it is, its patient is within reach, and it is of this clinic. */
export async function cardFor(ctx: ClinicContext, step: CardStep, id: string, version?: number): Promise<CardRow> {
  const { tx } = ctx
  const seen = await findCard(tx, id)
  await mustReachPatient(ctx, seen.patientId)
  const card = (await lockCards(tx, [id])).get(id) as CardRow
  assertStep(step, card.status)
  // The gate refuses the stale version and says who changed what; the row is locked, so this never writes.
  if (version !== undefined && card.version !== version)
    await tx.update('member_card', { id, version }, { remark: card.remark })
  return card
}

/** Money of a card moves where it was opened; the books of that clinic owe it. */
export function mustBeHome(ctx: ClinicContext, card: CardRow): void {
  if (card.openClinicId === ctx.clinicId) return
  const message = `这张卡在${card.openClinicName}开卡，请到开卡门诊办理`
  throw new AppError('CARD_OTHER_CLINIC', { message })
}

export function mustBeMain(card: CardRow): void {
  if (card.mainCardId !== null) throw new AppError('CARD_KIND', { message: '副卡用主卡的余额，请在主卡上办理' })
}

function mustStore(card: CardRow): void {
  mustBeMain(card)
  if (card.kind !== 1) throw new AppError('CARD_KIND', { message: '只有储值卡可以这样操作' })
}

export async function answer(ctx: ClinicContext, id: string, logId: string): Promise<Moved> {
  const { version, principalAmount, bonusAmount, points, patientId } = await findCard(ctx.tx, id)
  ctx.tx.publish('memberCard', id)
  ctx.tx.publish('patient', patientId)
  return { id, version, logId, principalAmount, bonusAmount, points }
}

/** Who sold a card or a recharge; null when nobody is named. */
async function sellerOf(tx: TenantTx, salesId: string | null | undefined): Promise<Seller | null> {
  if (!salesId) return null
  const name = (await employeeNames(tx, [salesId])).get(salesId)
  if (name === undefined) throw fieldError('NOT_FOUND', 'salesId', '没有这位员工')
  return { id: salesId, name }
}

/** What a recharge brings: principal, the gift of its step, points. */
const rechargeOf = (cardId: string, amount: Fen, gift: { bonus: Fen; points: number }): Posting[] => [
  { account: 'principal', cardId, amount: subtract(ZERO, amount) },
  { account: 'bonusGiven', cardId, amount: gift.bonus },
  { account: 'bonus', cardId, amount: subtract(ZERO, gift.bonus) },
  ...unitsOf('points', cardId, gift.points),
]

/** Points or uses that are given (taken, when below zero): whole ones, which the ledger keeps in hundredths like money. */
export function unitsOf(what: 'points' | 'times', cardId: string, count: number): Posting[] {
  const unit = what === 'times' ? 1 : 2
  return [
    { account: what === 'times' ? 'timesGiven' : 'pointsGiven', cardId, unit, amount: fen(count * 100) },
    { account: what, cardId, unit, amount: fen(-count * 100) },
  ]
}

/** Notes in the audit what a movement was, with the card's new version. */
export const noted = (
  ctx: ClinicContext,
  card: Pick<CardRow, 'id' | 'patientId' | 'remark'>,
  action: string,
  reason = '',
) =>
  ctx.tx.update(
    'member_card',
    { id: card.id },
    { remark: card.remark },
    { action, patientId: card.patientId, ...(reason ? { reason } : {}) },
  )

/** What is to be sold. */
export type ToSell = Pick<In<'openCard'>, 'patientId' | 'typeId' | 'cardNo' | 'amount' | 'salesId' | 'remark'> & {
  ways: readonly WayAsked[]
}

/**
 * The type of a card that is sold, who sells it, and the ways in which it is paid.
 * @throws what selling it is refused with
 */
export async function sellable(
  ctx: ClinicContext,
  input: ToSell,
): Promise<{ type: CardType; ways: Way[]; seller: Seller | null }> {
  const { tx } = ctx
  await mustReachPatient(ctx, input.patientId, 'patientId')
  const type = await typeForSale(ctx, input.typeId)
  if (input.amount > 0 && type.kind !== 1) throw fieldError('BAD_INPUT', 'amount', '只有储值卡可以充值')
  if (type.validType === 2 && (type.validUntil ?? '') < today(tx.now))
    throw fieldError('CARD_TYPE_OFF', 'typeId', '这个卡种的有效期已过')
  const ways = await checkWays(tx, input.ways, fen(type.salePrice + input.amount))
  const seller = await sellerOf(tx, input.salesId)
  if (input.cardNo && (await isCardNoTaken(tx, input.cardNo))) throw fieldError('CARD_NO_TAKEN', 'cardNo')
  return { type, ways, seller }
}

/** Sells a card: its price, and what is recharged with it, in one entry. */
export async function openCard(
  ctx: ClinicContext,
  input: ToSell,
): Promise<Moved & { cardNo: string; giftMissed: string }> {
  const { tx } = ctx
  const { type, ways, seller } = await sellable(ctx, input)
  const id = uuidv7()
  const { card_no: cardNo } = await tx.insert(
    'member_card',
    {
      id,
      card_no: input.cardNo || newCardNo(tx.now),
      patient_id: input.patientId,
      type_id: type.id,
      type_name: type.name,
      kind: type.kind,
      rules: JSON.stringify(keptRules(type)),
      status: cardStates.code.inUse,
      open_clinic_id: ctx.clinicId,
      opened_at: tx.now,
      expire_date: lastDay(type, tx.now),
      sales_id: seller?.id ?? null,
      sales_name: seller?.name ?? '',
      sale_amount: fenToYuan(type.salePrice),
      times_sold: type.times ?? 0,
      remark: input.remark,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: input.patientId },
  )
  const gift = giftOf(input.amount, type.steps, type.stepRule as RechargeGift)
  const entryId = await post(tx, {
    kind: 'cardSale',
    clinicId: ctx.clinicId,
    document: { kind: 'card', id, no: cardNo },
    actor: operator(ctx),
    postings: [
      ...cashOf(ways, 'in', { cardId: id }),
      // The price of a times card is owed until it is used; of any other it is the fee of the card.
      { account: type.kind === 3 ? 'times' : 'otherIncome', cardId: id, amount: subtract(ZERO, type.salePrice) },
      ...unitsOf('times', id, type.times ?? 0),
      ...(input.amount > 0 ? rechargeOf(id, input.amount, gift) : []),
    ],
  })
  const [logId] = await logMovements(tx, {
    entryId,
    cardIds: [id],
    type: 1,
    clinicId: ctx.clinicId,
    bizNo: cardNo,
    ways: keptWays(ways),
    operator: operator(ctx),
    seller,
    remark: withGift(input.amount, type, input.remark),
  })
  await tellOwners(ctx, [logId as string])
  const sold = { typeName: type.name, patientId: input.patientId }
  const giftMissed = await giveWith(ctx, sold, input.amount, type, logId as string)
  return { ...(await answer(ctx, id, logId as string)), cardNo, giftMissed }
}

/** What of a card's rules says what comes along with a recharge. */
interface GiftRules<S> {
  steps: readonly S[]
  stepRule: number
}
const reachedBy = <S extends { amount: Fen }>(amount: Fen, { steps, stepRule }: GiftRules<S>) =>
  stepsReached(amount, steps, stepRule as RechargeGift)

/** One recharge gives so many coupons of a step at most. */
const MOST_COUPONS = 100

/** The coupons that come with a recharge. @returns why one could not be given; '' when all were, or when there is none */
async function giveWith(
  ctx: ClinicContext,
  card: { typeName: string; patientId: string },
  amount: Fen,
  rules: GiftRules<{ amount: Fen; couponTypeId: string | null }>,
  logId: string,
): Promise<string> {
  const remark = `${card.typeName}充值 ${formatYuan(amount)}`
  const missed = new Set<string>()
  for (const { step, times } of reachedBy(amount, rules)) {
    if (!step.couponTypeId) continue
    const qty = Math.min(times, MOST_COUPONS)
    if (qty < times) missed.add(`一次最多送 ${MOST_COUPONS} 张`)
    const gift = { typeId: step.couponTypeId, patientIds: [card.patientId], qty }
    missed.add(await giveGift(ctx, { ...gift, source: 3, sourceId: logId, remark }))
  }
  return [...missed].filter(Boolean).join('；')
}

/** The remark of a recharge with what is handed over for the steps that it reaches. */
function withGift(amount: Fen, rules: GiftRules<{ amount: Fen; gift: string }>, remark: string): string {
  const gifts = reachedBy(amount, rules).flatMap(({ step: { gift }, times }) =>
    gift ? [times > 1 ? `${gift} ×${times}` : gift] : [],
  )
  return [gifts.length > 0 ? `赠品：${gifts.join('、')}` : '', remark].filter(Boolean).join('　')
}

/** Twelve digits: the day and six of a draw. */
const newCardNo = (now: Date) =>
  `${today(now).slice(2).replaceAll('-', '')}${String(randomInt(1_000_000)).padStart(6, '0')}`

/** What a card is to be recharged with; without a version whatever the card has become since. */
export type ToRecharge = Pick<In<'recharge'>, 'id' | 'amount' | 'remark' | 'salesId'> & {
  version?: number
  ways: readonly WayAsked[]
}

/**
 * The card that is recharged, locked, and the ways in which it is paid.
 * @throws what recharging it is refused with
 */
export async function rechargeable(
  ctx: ClinicContext,
  input: ToRecharge,
): Promise<{ card: CardRow; ways: Way[]; seller: Seller | null }> {
  const card = await cardFor(ctx, 'recharge', input.id, input.version)
  mustStore(card)
  mustBeHome(ctx, card)
  const ways = await checkWays(ctx.tx, input.ways, input.amount)
  return { card, ways, seller: await sellerOf(ctx.tx, input.salesId) }
}

/** Recharges a card; the gift is that of the step that the sum reaches. */
export async function recharge(ctx: ClinicContext, input: ToRecharge): Promise<Moved & { giftMissed: string }> {
  const { tx } = ctx
  const { card, ways, seller } = await rechargeable(ctx, input)
  const documentId = uuidv7()
  const rules = rulesOf(card.rules)
  const entryId = await post(tx, {
    kind: 'recharge',
    clinicId: ctx.clinicId,
    document: { kind: 'card', id: documentId, no: card.cardNo },
    actor: operator(ctx),
    postings: [
      ...cashOf(ways, 'in', { cardId: card.id }),
      ...rechargeOf(card.id, input.amount, giftOf(input.amount, rules.steps, rules.stepRule as RechargeGift)),
    ],
  })
  await noted(ctx, card, 'recharge')
  const remark = withGift(input.amount, rules, input.remark)
  const done = await moved(ctx, card, { entryId, type: 2, bizNo: '', ways, remark, seller })
  return { ...done, giftMissed: await giveWith(ctx, card, input.amount, rules, done.logId) }
}

export async function moved(
  ctx: ClinicContext,
  card: CardRow,
  what: {
    entryId: string | null
    type: MoveType
    bizNo: string
    ways?: readonly Way[]
    seller?: Seller | null
    remark?: string
    reverses?: string
  },
): Promise<Moved> {
  const [logId] = await logMovements(ctx.tx, {
    entryId: what.entryId,
    cardIds: [card.id],
    type: what.type,
    clinicId: ctx.clinicId,
    bizNo: what.bizNo,
    ...(what.ways ? { ways: keptWays(what.ways) } : {}),
    ...(what.reverses ? { reverses: what.reverses } : {}),
    operator: operator(ctx),
    seller: what.seller ?? null,
    remark: what.remark ?? '',
  })
  await tellOwners(ctx, [logId as string])
  return answer(ctx, card.id, logId as string)
}

/** Sends principal to another card; bonus goes along in proportion. */
export async function transfer(ctx: ClinicContext, input: In<'transfer'>): Promise<Moved> {
  const { tx } = ctx
  if (input.id === input.toId) throw fieldError('BAD_INPUT', 'toId', '不能转给自己')
  const seen = [await findCard(tx, input.id), await findCard(tx, input.toId)] as const
  for (const card of seen) await mustReachPatient(ctx, card.patientId)
  const over = { purpose: 'card', what: '会员卡本金', from: seen[0], to: seen[1], amount: input.amount } as const
  mustTransfer(ctx, ...seen, input.amount)
  const confirmed = await confirmHandOver(ctx, over, input)
  const both = await lockCards(tx, [input.id, input.toId])
  const [from, to] = [both.get(input.id) as CardRow, both.get(input.toId) as CardRow]
  if (from.version !== input.version)
    await tx.update('member_card', { id: from.id, version: input.version }, { remark: from.remark })
  mustTransfer(ctx, from, to, input.amount)
  const bonus = bonusAlong(input.amount, from.principalAmount, from.bonusAmount)
  if (!(await spendCodes(ctx, confirmed))) throw fieldError('CARD_CODE', 'fromCode', '验证码已用过，请重新获取')
  const entryId = await post(tx, {
    kind: 'cardTransfer',
    clinicId: ctx.clinicId,
    document: { kind: 'card', id: uuidv7(), no: from.cardNo },
    actor: operator(ctx),
    postings: [
      { account: 'principal', cardId: from.id, amount: input.amount },
      { account: 'bonus', cardId: from.id, amount: bonus },
      { account: 'principal', cardId: to.id, amount: subtract(ZERO, input.amount) },
      { account: 'bonus', cardId: to.id, amount: subtract(ZERO, bonus) },
    ],
  })
  await noted(ctx, from, 'transferOut', input.reason)
  await noted(ctx, to, 'transferIn', input.reason)
  const of = { clinicId: ctx.clinicId, entryId, operator: operator(ctx), remark: input.reason }
  const [logId] = await logMovements(tx, { ...of, cardIds: [from.id], type: 6, bizNo: to.cardNo })
  const [toLogId] = await logMovements(tx, { ...of, cardIds: [to.id], type: 7, bizNo: from.cardNo })
  await tellOwners(ctx, [logId as string, toLogId as string])
  ctx.tx.publish('patient', to.patientId)
  return answer(ctx, from.id, logId as string)
}

/** Refuses a transfer that the cards do not allow: before anybody's code is looked at, and again with the cards locked. */
function mustTransfer(ctx: ClinicContext, from: CardRow, to: CardRow, amount: Fen): void {
  assertStep('transfer', from.status)
  assertStep('recharge', to.status)
  for (const card of [from, to]) {
    mustStore(card)
    mustBeHome(ctx, card)
  }
  if (amount <= from.principalAmount) return
  const message = `最多可转 ${formatYuan(from.principalAmount)} 元`
  throw new AppError('CARD_SHORT', { message, fields: [{ field: 'amount', message }] })
}

/** Sends the code with which the owner of one of two cards agrees to a transfer. */
export async function transferCode(
  ctx: ClinicContext,
  input: In<'transferCode'>,
): Promise<{ mobile: string; shared: boolean }> {
  const [from, to] = [await findCard(ctx.tx, input.id), await findCard(ctx.tx, input.toId)]
  for (const card of [from, to]) await mustReachPatient(ctx, card.patientId)
  return sendHandOverCode(ctx, { purpose: 'card', what: '会员卡本金', from, to, amount: input.amount }, input.side)
}

/** Sends a code to the phone of a card's owner; of a family's card to the owner of the main card. */
export async function sendCode(ctx: ClinicContext, input: In<'sendCode'>): Promise<{ mobile: string }> {
  const card = await findCard(ctx.tx, input.id)
  await mustReachPatient(ctx, card.patientId)
  return sendCodeTo(ctx, card.mainCardId ? await findCard(ctx.tx, card.mainCardId) : card, 'card')
}

export async function noteChange(
  ctx: ClinicContext,
  cardId: string,
  what: 'type' | 'number' | 'status' | 'expiry' | 'relation' | 'limit' | 'password',
  before: string | null | undefined,
  after: string | null | undefined,
  reason = '',
  priceDiff: Fen = ZERO,
): Promise<void> {
  const { tx } = ctx
  await tx.rows(
    keptSql`insert into card_change (tenant_id, id, card_id, what, before_text, after_text, price_diff, reason, operator_id, operator_name, created_at)
      values (${tx.tenantId}, ${uuidv7()}, ${cardId}, ${what}, ${before ?? ''}, ${after ?? ''}, ${fenToYuan(priceDiff)}, ${reason},
        ${ctx.employeeId}, ${ctx.actorName}, ${tx.now}) returning id`,
  )
}

/** Makes a card one of another type of its kind: what it holds stays, its rules become the new type's, a dearer one costs the difference. */
export async function changeType(
  ctx: ClinicContext,
  input: In<'change'>,
): Promise<{ id: string; version: number; logId: string }> {
  const { tx } = ctx
  const card = await cardFor(ctx, 'change', input.id, input.version)
  mustBeMain(card)
  mustBeHome(ctx, card)
  const type = await typeForSale(ctx, input.typeId)
  if (type.kind !== card.kind || card.kind === 3)
    throw fieldError('CARD_KIND', 'typeId', '只能换成同一类型的卡，次卡不能换')
  if (type.id === card.typeId) throw fieldError('BAD_INPUT', 'typeId', '已经是这个卡种')
  const diff = fen(Math.max(0, type.salePrice - card.saleAmount))
  const ways = await checkWays(tx, input.ways, diff)
  const entryId = await post(tx, {
    kind: 'cardSale',
    clinicId: ctx.clinicId,
    document: { kind: 'card', id: uuidv7(), no: card.cardNo },
    actor: operator(ctx),
    postings: [
      ...cashOf(ways, 'in', { cardId: card.id }),
      { account: 'otherIncome', cardId: card.id, amount: subtract(ZERO, diff) },
    ],
  })
  const row = await tx.update(
    'member_card',
    { id: card.id },
    {
      type_id: type.id,
      type_name: type.name,
      rules: JSON.stringify(keptRules(type)),
      expire_date: lastDay(type, tx.now),
      sale_amount: fenToYuan(fen(card.saleAmount + diff)),
    },
    { action: 'changeType', patientId: card.patientId, reason: input.reason },
  )
  await noteChange(ctx, card.id, 'type', card.typeName, type.name, input.reason, diff)
  const { logId } = await moved(ctx, card, {
    entryId,
    type: 11,
    bizNo: '',
    ways,
    remark: `${card.typeName} → ${type.name}`,
  })
  return { id: card.id, version: row.version, logId }
}

/** Gives a relative a card that pays from this one. */
export async function addRelation(
  ctx: ClinicContext,
  input: In<'relationAdd'>,
): Promise<{ id: string; version: number }> {
  const { tx } = ctx
  const main = await cardFor(ctx, 'pay', input.id)
  mustStore(main)
  mustBeHome(ctx, main)
  if (!rulesOf(main.rules).shareKin) throw new AppError('CARD_NOT_SHARED')
  await mustReachPatient(ctx, input.patientId, 'patientId')
  if (input.patientId === main.patientId) throw fieldError('BAD_INPUT', 'patientId', '副卡要给另一位患者')
  if ((await subCardsOf(tx, [main.id])).some(({ patientId }) => patientId === input.patientId))
    throw fieldError('BAD_INPUT', 'patientId', '这位亲属已有副卡')
  const id = uuidv7()
  const row = await tx.insert(
    'member_card',
    {
      id,
      card_no: newCardNo(tx.now),
      patient_id: input.patientId,
      type_id: main.typeId,
      type_name: `${main.typeName}副卡`,
      kind: main.kind,
      rules: JSON.stringify(main.rules),
      status: cardStates.code.inUse,
      open_clinic_id: main.openClinicId,
      opened_at: tx.now,
      expire_date: main.expireDate,
      main_card_id: main.id,
      day_limit: input.dayLimit ? fenToYuan(input.dayLimit) : null,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: input.patientId },
  )
  await noteChange(ctx, main.id, 'relation', '', row.card_no)
  tx.publish('memberCard', main.id)
  return { id, version: row.version }
}

const limitWords = (cardNo: string, limit: Fen | null) =>
  `${cardNo} ${limit === null ? '不限' : `每日 ${formatYuan(limit)}`}`

/** Sets how much a relative's card takes from the main card a day; null: as much as it holds. */
export async function changeLimit(
  ctx: ClinicContext,
  input: In<'relationChange'>,
): Promise<{ id: string; version: number }> {
  const card = await cardFor(ctx, 'limit', input.id, input.version)
  if (card.mainCardId === null) throw new AppError('CARD_KIND', { message: '这不是副卡' })
  const limit = input.dayLimit ?? null
  if (limit === card.dayLimit) throw fieldError('BAD_INPUT', 'dayLimit', '限额没有变')
  const row = await ctx.tx.update(
    'member_card',
    { id: card.id },
    { day_limit: limit === null ? null : fenToYuan(limit) },
    { action: 'changeLimit', patientId: card.patientId, reason: input.reason },
  )
  const [before, after] = [limitWords(card.cardNo, card.dayLimit), limitWords(card.cardNo, limit)]
  await noteChange(ctx, card.mainCardId, 'limit', before, after, input.reason)
  ctx.tx.publish('memberCard', card.mainCardId)
  ctx.tx.publish('memberCard', card.id)
  return { id: card.id, version: row.version }
}

/** Closes a relative's card. */
export async function removeRelation(
  ctx: ClinicContext,
  input: In<'relationDelete'>,
): Promise<{ id: string; version: number }> {
  const card = await cardFor(ctx, 'cancel', input.id, input.version)
  if (card.mainCardId === null) throw new AppError('CARD_KIND', { message: '这不是副卡' })
  await noteChange(ctx, card.mainCardId, 'relation', card.cardNo, '', input.reason)
  return setState(ctx, card, cardStates.code.cancelled, 'relationDelete', input.reason)
}

export async function setState(
  ctx: ClinicContext,
  card: CardRow,
  status: (typeof cardStates.code)[keyof typeof cardStates.code],
  action: string,
  reason: string,
): Promise<{ id: string; version: number }> {
  const row = await ctx.tx.update(
    'member_card',
    { id: card.id },
    { status },
    { action, patientId: card.patientId, ...(reason ? { reason } : {}) },
  )
  await ctx.tx.logStatus('member_card', card.id, card.openClinicId, card.status, status, reason || undefined)
  await noteChange(ctx, card.id, 'status', cardStates.names[card.status], cardStates.names[status], reason)
  ctx.tx.publish('memberCard', card.id)
  ctx.tx.publish('patient', card.patientId)
  return { id: card.id, version: row.version }
}

/** Loses, finds, freezes or thaws a card. */
export async function setStatus(ctx: ClinicContext, input: In<'setStatus'>): Promise<{ id: string; version: number }> {
  const card = await cardFor(ctx, input.step, input.id, input.version)
  const to = { lose: 'lost', find: 'inUse', freeze: 'frozen', unfreeze: 'inUse' } as const
  return setState(ctx, card, cardStates.code[to[input.step]], input.step, input.reason)
}

/** Gives a card the number of a printed one; a lost card is in use again with it. */
export async function bindNumber(
  ctx: ClinicContext,
  input: In<'bindMembershipCard'>,
): Promise<{ id: string; version: number }> {
  const card = await cardFor(ctx, 'replace', input.id, input.version)
  if (card.cardNo === input.cardNo) throw fieldError('BAD_INPUT', 'cardNo', '卡号没有变')
  const row = await ctx.tx.update(
    'member_card',
    { id: card.id },
    { card_no: input.cardNo },
    { action: 'bind', patientId: card.patientId },
  )
  await noteChange(ctx, card.id, 'number', card.cardNo, input.cardNo)
  ctx.tx.publish('memberCard', card.id)
  if (cardStates.is(card.status, 'lost')) return setState(ctx, card, cardStates.code.inUse, 'replace', '补卡')
  return { id: card.id, version: row.version }
}

/** Moves the last day of a card. */
export async function renew(ctx: ClinicContext, input: In<'renew'>): Promise<{ id: string; version: number }> {
  const card = await cardFor(ctx, 'renew', input.id, input.version)
  if (input.expireDate < today(ctx.tx.now)) throw fieldError('BAD_INPUT', 'expireDate', '有效期不能早于今天')
  const row = await ctx.tx.update(
    'member_card',
    { id: card.id },
    { expire_date: input.expireDate },
    { action: 'renew', patientId: card.patientId, reason: input.reason },
  )
  await noteChange(ctx, card.id, 'expiry', card.expireDate ?? '长期', input.expireDate, input.reason)
  ctx.tx.publish('memberCard', card.id)
  return { id: card.id, version: row.version }
}

/** Sets the password of a card, or takes it away; a locked card is open again. */
export async function setPassword(
  ctx: ClinicContext,
  input: In<'setPassword'>,
): Promise<{ id: string; version: number }> {
  const card = await cardFor(ctx, 'renew', input.id, input.version)
  mustBeMain(card)
  await keepPassword(ctx.tx, card.id, input.password)
  const row = await noted(ctx, card, 'password')
  await noteChange(ctx, card.id, 'password', card.hasPassword ? '有' : '无', input.password ? '有' : '无')
  ctx.tx.publish('memberCard', card.id)
  return { id: card.id, version: row.version }
}

/** Closes a card that holds nothing any more. */
export async function cancelCard(ctx: ClinicContext, input: In<'cancel'>): Promise<{ id: string; version: number }> {
  const card = await cardFor(ctx, 'cancel', input.id)
  const holds = card.principalAmount + card.bonusAmount + card.timesAmount
  if (holds > 0 || card.timesLeft > 0) {
    const message =
      card.timesLeft > 0
        ? `还有 ${card.timesLeft} 次没有用，请先退卡`
        : `余额 ${formatYuan(fen(card.principalAmount + card.bonusAmount))} 元，请先退卡`
    throw new AppError('CARD_NOT_EMPTY', { message })
  }
  return setState(ctx, card, cardStates.code.cancelled, 'cancel', '')
}
