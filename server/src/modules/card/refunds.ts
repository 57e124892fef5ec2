import { cardRefundStates, cardStates } from '@dentin/contract/card'
import type { contract, ParsedInput } from '@dentin/contract'
import {
  bonusAlong,
  fen,
  fenToYuan,
  formatYuan,
  subtract,
  timesRefund,
  today,
  uuidv7,
  yuanToFen,
  ZERO,
  type Fen,
} from '@dentin/kit'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { answerOf } from '../../platform/wiring.ts'
import { clinicSettings } from '../clinic/index.ts'
import {
  approvalFrom,
  noteDecision,
  noteWithdrawal,
  post,
  tellApprovers,
  type AskingPaper,
  type Decided,
  type Posting,
} from '../ledger/index.ts'
import { mustReachPatient } from '../patient/index.ts'
import {
  answer,
  cardFor,
  moved,
  mustBeHome,
  mustBeMain,
  noteChange,
  operator,
  unitsOf,
  type Moved,
} from './commands.ts'
import { familyOf, keptOf, lockCards, type CardRow } from './queries.ts'
import { findRefund, lockRefund, openRefundOf, paidBackOf, type RefundRow } from './refund-queries.ts'
import { assertStep, rulesOf } from './rules.ts'
import { cashOf, checkWays, keptWays, type Way } from './ways.ts'

type Calls = typeof contract.memberCard
type In<K extends keyof Calls> = ParsedInput<Calls[K]>

const LIST = '/membercard?tab=refunds'

/** Ways as the paper keeps them. */
export const readWays = (kept: unknown) =>
  (kept as ReturnType<typeof keptWays>).map((way) => ({ ...way, amount: yuanToFen(way.amount) }))

/** From which sum on somebody else agrees before a card's money is paid back. */
export async function approvalOf({ tx, clinicId }: ClinicContext, cardId: string): Promise<Fen> {
  const { refundApprovalAmount } = await clinicSettings(tx, clinicId)
  return approvalFrom(refundApprovalAmount, await paidBackOf(tx, cardId))
}

/** The way in which it goes out; nothing goes out when the house keeps all of it. */
const waysOut = async (ctx: ClinicContext, payMethodId: string, amount: Fen): Promise<Way[]> =>
  amount > 0 ? checkWays(ctx.tx, [{ payMethodId, amount, tradeNo: '' }], amount, '退卡', 'out') : []

/** What of a plan the paper says, until it is paid and as it was paid. */
const figuresOf = (plan: RefundOfCard, ways: readonly Way[]) => ({
  principal: fenToYuan(plan.principal),
  amount: fenToYuan(plan.paidBack),
  kept_amount: fenToYuan(plan.kept),
  bonus_taken: fenToYuan(plan.bonusTaken),
  ways: JSON.stringify(keptWays(ways)),
})

export type RefundAnswer = Omit<Moved, 'logId'> & {
  logId: string | null
  refundId: string
  refundNo: string
  refundStatus: number
  paidBack: Fen
  bonusTaken: Fen
  kept: Fen
}

/**
 * Gives back principal, or all that a card is worth: bonus lapses, in proportion or altogether, and never leaves as money.
 * From the clinic's sum on it is only asked for.
 */
export async function refundCard(ctx: ClinicContext, input: In<'refund'>): Promise<RefundAnswer> {
  const { tx } = ctx
  const card = await cardFor(ctx, 'refund', input.id, input.version)
  mustBeMain(card)
  mustBeHome(ctx, card)
  if (await openRefundOf(tx, card.id)) throw new AppError('CARD_REFUND_OPEN')
  const plan = refundPlan(card, input, await makeUpOf(ctx, card))
  const ways = await waysOut(ctx, input.payMethodId, plan.paidBack)
  const needed = plan.paidBack > 0 && plan.paidBack >= (await approvalOf(ctx, card.id))
  const id = uuidv7()
  const status = needed ? cardRefundStates.code.asked : cardRefundStates.code.agreed
  const row = await tx.insert(
    'card_refund',
    {
      id,
      clinic_id: ctx.clinicId,
      refund_no: await tx.nextNumber('TK', ctx.clinicId, today(tx.now)),
      card_id: card.id,
      patient_id: card.patientId,
      status,
      whole: input.whole,
      ...figuresOf(plan, ways),
      reason: input.reason,
      applicant_id: ctx.employeeId,
      applicant_name: ctx.actorName,
      applied_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: card.patientId, reason: input.reason },
  )
  await tx.logStatus('card_refund', id, ctx.clinicId, null, status, input.reason)
  const made = { refundId: id, refundNo: row.refund_no, refundStatus: row.status as number }
  const { paidBack, bonusTaken, kept } = plan
  const sums = { paidBack, bonusTaken, kept }
  if (!needed && ctx.can('/membercard:refund'))
    return { ...(await payOut(ctx, card, await lockRefund(tx, id, ctx.clinicId), row.version)).answered, ...sums }
  const asked = `${ctx.actorName} 申请退卡 ${formatYuan(paidBack)} 元`
  await tellApprovers(ctx, ctx.clinicId, needed ? '/orderSet:refundApprove' : '/membercard:refund', {
    title: `${asked}，等您${needed ? '审批' : '退款'}`,
    body: `${card.typeName} ${card.cardNo}　${card.patientName}　${input.reason}`,
    link: LIST,
    key: `card-refund:${id}`,
  })
  return { ...(await answer(ctx, card.id, '')), logId: null, ...made, ...sums }
}

/** A paper of giving back, its card locked before it. */
async function refundFor(ctx: ClinicContext, id: string): Promise<{ card: CardRow; paper: RefundRow }> {
  const { tx } = ctx
  const seen = await findRefund(tx, id, ctx.clinicId)
  await mustReachPatient(ctx, seen.patientId)
  const card = (await lockCards(tx, [seen.cardId])).get(seen.cardId) as CardRow
  return { card, paper: await lockRefund(tx, id, ctx.clinicId) }
}

function assertRefund(step: keyof typeof cardRefundStates.moves, status: number): void {
  if (cardRefundStates.may(step, status)) return
  throw new AppError('CARD_REFUND_STATE', {
    message: `退卡单${cardRefundStates.names[status] ?? '状态已变化'}，不能再操作`,
    data: { status },
  })
}

const asPaper = ({ tx }: ClinicContext): AskingPaper => ({
  table: 'card_refund',
  write: (row, decision, note) => tx.update('card_refund', row, decision, note),
})
const asAsked = (paper: RefundRow) => ({
  ...paper,
  topic: 'memberCard' as const,
  billId: paper.cardId,
  billNo: paper.cardNo,
})

/** Agrees to it or refuses: never by whoever asked. */
export async function decideRefund(ctx: ClinicContext, input: In<'decideRefund'>): Promise<Decided> {
  const { paper } = await refundFor(ctx, input.id)
  assertRefund('decide', paper.status)
  if (paper.applicantId === ctx.employeeId) throw new AppError('CARD_REFUND_SELF')
  return noteDecision(ctx, asPaper(ctx), asAsked(paper), {
    ...input,
    status: input.agree ? cardRefundStates.code.agreed : cardRefundStates.code.refused,
    what: `退卡 ${formatYuan(paper.amount)} 元`,
    link: LIST,
    key: `card-refund-decided:${paper.id}`,
  })
}

/** Whoever gives cards back withdraws any paper, whoever only asks for it the own. */
export const mayWithdraw = (ctx: ClinicContext, paper: Pick<RefundRow, 'applicantId'>): boolean =>
  ctx.can('/membercard:refund') || paper.applicantId === ctx.employeeId

/** Takes back what was not paid out yet. */
export async function withdrawRefund(ctx: ClinicContext, input: In<'withdrawRefund'>): Promise<Decided> {
  const { paper } = await refundFor(ctx, input.id)
  assertRefund('withdraw', paper.status)
  if (!mayWithdraw(ctx, paper)) throw new AppError('CARD_REFUND_OTHERS')
  return noteWithdrawal(ctx, asPaper(ctx), asAsked(paper), {
    version: input.version,
    status: cardRefundStates.code.withdrawn,
    reason: input.reason,
  })
}

/** Pays out what was agreed to, from the card as it is now. */
export async function payRefund(ctx: ClinicContext, input: In<'payRefund'>): Promise<Decided> {
  const { card, paper } = await refundFor(ctx, input.id)
  assertRefund('pay', paper.status)
  const { version } = await payOut(ctx, card, paper, input.version)
  return { id: paper.id, status: cardRefundStates.code.paid, version }
}

/** Refuses what is no longer what was agreed to: a whole card that holds something else, or more money than that. */
function mustBeAsAgreed(plan: RefundOfCard, paper: RefundRow): void {
  const changed = (message: string) => new AppError('CARD_REFUND_CHANGED', { message: `${message}，请撤回后重新申请` })
  if (paper.whole && plan.principal !== paper.principal)
    throw changed(`卡里现有 ${formatYuan(plan.principal)} 元，申请时是 ${formatYuan(paper.principal)} 元`)
  if (plan.paidBack > paper.amount)
    throw changed(`现在要退 ${formatYuan(plan.paidBack)} 元，同意的是 ${formatYuan(paper.amount)} 元`)
}

async function payOut(
  ctx: ClinicContext,
  card: CardRow,
  paper: RefundRow,
  version: number,
): Promise<{ version: number; answered: Omit<RefundAnswer, 'paidBack' | 'bonusTaken' | 'kept'> }> {
  const { tx } = ctx
  assertStep('refund', card.status)
  const plan = refundPlan(card, { whole: paper.whole, amount: paper.principal }, await makeUpOf(ctx, card))
  mustBeAsAgreed(plan, paper)
  const ways = await waysOut(ctx, readWays(paper.ways)[0]?.payMethodId ?? '', plan.paidBack)
  const entryId = await post(tx, {
    kind: 'cardRefund',
    clinicId: ctx.clinicId,
    document: { kind: 'card', id: paper.id, no: paper.refundNo },
    actor: operator(ctx),
    postings: [...plan.postings, ...cashOf(ways, 'out', { cardId: card.id })],
  })
  const row = await tx.update(
    'card_refund',
    { id: paper.id, version },
    {
      status: cardRefundStates.code.paid,
      ...figuresOf(plan, ways),
      payer_id: ctx.employeeId,
      payer_name: ctx.actorName,
      paid_at: tx.now,
    },
    { action: 'pay', patientId: paper.patientId },
  )
  await tx.logStatus('card_refund', paper.id, ctx.clinicId, paper.status, row.status)
  const { reason } = paper
  await tx.update(
    'member_card',
    { id: card.id },
    paper.whole ? { status: cardStates.code.givenBack } : { remark: card.remark },
    { action: 'refund', patientId: card.patientId, reason },
  )
  if (paper.whole) {
    await tx.logStatus('member_card', card.id, card.openClinicId, card.status, cardStates.code.givenBack, reason)
    await noteChange(ctx, card.id, 'status', cardStates.names[card.status], cardStates.names[5], reason)
  }
  return {
    version: row.version,
    answered: {
      ...(await moved(ctx, card, { entryId, type: 5, bizNo: paper.refundNo, ways, remark: reason })),
      refundId: paper.id,
      refundNo: paper.refundNo,
      refundStatus: row.status,
    },
  }
}

interface RefundOfCard {
  /** What leaves the card: principal, or what the uses of a times card that are left were sold for. */
  principal: Fen
  paidBack: Fen
  bonusTaken: Fen
  /** What stays with the house: what the uses of a times card cost more than they were sold for; the discounts that a card gave. */
  kept: Fen
  postings: Posting[]
}

/** What a card still has to make up: the discounts that it and its family's cards gave, less what was kept for them before. */
export async function makeUpOf(ctx: ClinicContext, card: CardRow): Promise<Fen> {
  const { tx } = ctx
  if (card.kind !== 1 || !(await clinicSettings(tx, ctx.clinicId)).cardMakeUp) return ZERO
  const given = await answerOf(tx, 'card', ({ discountsGiven }) => discountsGiven)(tx, await familyOf(tx, card.id))
  return fen(Math.max(0, given - (await keptOf(tx, card.id))))
}

/** What giving back means for a card as it is now. @throws what it is refused with */
function refundPlan(card: CardRow, input: { whole: boolean; amount?: Fen | undefined }, makeUp: Fen): RefundOfCard {
  const cardId = card.id
  if (card.kind === 3) {
    if (!input.whole) throw new AppError('CARD_KIND', { message: '次卡只能全退' })
    const single = rulesOf(card.rules).singlePrice ?? ZERO
    const worth = timesRefund(card.saleAmount, card.timesSold, card.timesSold - card.timesLeft, single)
    const paidBack = fen(Math.min(worth.back, card.timesAmount))
    const kept = subtract(card.timesAmount, paidBack)
    return {
      principal: card.timesAmount,
      paidBack,
      bonusTaken: ZERO,
      kept,
      postings: [
        { account: 'times', cardId, amount: card.timesAmount },
        { account: 'otherIncome', cardId, amount: subtract(ZERO, kept) },
        ...unitsOf('times', cardId, -card.timesLeft),
      ],
    }
  }
  if (card.kind !== 1) throw new AppError('CARD_KIND', { message: '这种卡没有可退的本金，请注销' })
  const taken = input.whole ? card.principalAmount : (input.amount ?? ZERO)
  if (!input.whole && taken === 0) throw fieldError('BAD_INPUT', 'amount', '请填写退本金')
  if (taken > card.principalAmount) {
    const most = `最多可退 ${formatYuan(card.principalAmount)} 元`
    const message = card.bonusAmount > 0 ? `赠金不能退现，${most}` : most
    throw new AppError('CARD_SHORT', { message, fields: [{ field: 'amount', message }] })
  }
  const bonusTaken = input.whole ? card.bonusAmount : bonusAlong(taken, card.principalAmount, card.bonusAmount)
  const kept = fen(Math.min(taken, makeUp))
  return {
    principal: taken,
    paidBack: subtract(taken, kept),
    bonusTaken,
    kept,
    postings: [
      { account: 'otherIncome', cardId, amount: subtract(ZERO, kept) },
      { account: 'principal', cardId, amount: taken },
      { account: 'bonus', cardId, amount: bonusTaken },
      { account: 'bonusGiven', cardId, amount: subtract(ZERO, bonusTaken) },
    ],
  }
}
