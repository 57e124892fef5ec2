import { cardStates } from '@dentin/contract/card'
import type { ParsedInput, contract } from '@dentin/contract'
import { today } from '@dentin/kit'
import type { ClinicContext } from '../../platform/http/context.ts'
import { AppError } from '../../platform/errors.ts'
import { takeBackCoupons } from '../coupon/index.ts'
import { entriesOf, takeBack } from '../ledger/index.ts'
import { answer, cardFor, moved, mustBeHome, noted, operator, setState, type Moved } from './commands.ts'
import { movementOf, newestOf, paperOfEntry, subCardsOf, type CardRow } from './queries.ts'
import { openRefundOf } from './refund-queries.ts'
import { makeUpOf } from './refunds.ts'
import { usesOfRights } from './rights.ts'

type Calls = typeof contract.memberCard
type In<K extends keyof Calls> = ParsedInput<Calls[K]>
type Movement = Awaited<ReturnType<typeof movementOf>>

/** What is said of a movement that may not be taken back. */
interface Words {
  movedSince: string
  byGateway: string
  notPosted: string
  notToday: string
}
const ofRecharge: Words = {
  movedSince: '充值后已有消费，不能撤销，请走退款',
  byGateway: '这笔充值是扫码收的，不能撤销，请走退款',
  notPosted: '这笔充值没有入账，不能撤销',
  notToday: '只能撤销当日的充值，请走退款',
}
const ofSale: Words = {
  movedSince: '开卡后已有变动，不能撤销开卡',
  byGateway: '这张卡是扫码收的，不能撤销开卡',
  notPosted: '这次开卡没有入账，不能撤销',
  notToday: '只能撤销当日的开卡',
}

/** Takes a recharge back: of today, its till not handed over, and nothing has moved on the card since. */
export async function undoRecharge(ctx: ClinicContext, input: In<'undoRecharge'>): Promise<Moved> {
  const movement = await movementOf(ctx.tx, input.logId)
  const card = await cardFor(ctx, 'recharge', movement.cardId)
  mustBeHome(ctx, card)
  if (movement.type !== 2 || movement.reversesId) throw new AppError('CARD_KIND', { message: '只有充值可以撤销' })
  const done = await takenBack(ctx, card, movement, input.reason, ofRecharge)
  await noted(ctx, card, 'undoRecharge', input.reason)
  return answer(ctx, card.id, done.logId)
}

/** Takes the sale of a card back as a recharge is, as long as the card has given nothing; the card is cancelled. */
export async function undoSale(ctx: ClinicContext, input: In<'undoSale'>): Promise<Moved> {
  const { tx } = ctx
  const movement = await movementOf(tx, input.logId)
  const card = await cardFor(ctx, 'cancel', movement.cardId)
  mustBeHome(ctx, card)
  if (movement.type !== 1 || movement.reversesId) throw new AppError('CARD_KIND', { message: '只有开卡可以撤销' })
  if (await openRefundOf(tx, card.id)) throw new AppError('CARD_REFUND_OPEN')
  if ((await subCardsOf(tx, [card.id])).some(({ status }) => cardStates.may('cancel', status)))
    throw new AppError('CARD_MOVED_SINCE', { message: '这张卡还有副卡，请先解除副卡' })
  const used = (await usesOfRights(tx, card.id)).reduce((all, { qty }) => all + qty, 0)
  if (used > 0 || (await makeUpOf(ctx, card)) > 0)
    throw new AppError('CARD_MOVED_SINCE', { message: '这张卡给过优惠或权益，不能撤销开卡' })
  const done = await takenBack(ctx, card, movement, input.reason, ofSale)
  await setState(ctx, card, cardStates.code.cancelled, 'undoSale', input.reason)
  return answer(ctx, card.id, done.logId)
}

/** Posts the opposite of a movement in its own till and logs it. */
async function takenBack(
  ctx: ClinicContext,
  card: CardRow,
  movement: Movement,
  reason: string,
  words: Words,
): Promise<Moved> {
  const { tx } = ctx
  if ((await newestOf(tx, card.id))?.id !== movement.id)
    throw new AppError('CARD_MOVED_SINCE', { message: words.movedSince })
  if (movement.isByGateway) throw new AppError('PAID_BY_GATEWAY', { message: words.byGateway })
  const { entryId } = movement
  if (!entryId) throw new AppError('CARD_KIND', { message: words.notPosted })
  const found = await paperOfEntry(tx, entryId)
  if (!found.sameDay) throw new AppError('REVOKE_NOT_TODAY', { message: words.notToday })
  const entry = (await entriesOf(tx, found.documentId)).find(({ id }) => id === entryId)
  if (!entry) throw new AppError('CARD_MOVED_SINCE', { message: words.movedSince })
  await takeBackCoupons(ctx, movement.id, reason)
  const undone = await takeBack(tx, entry, {
    document: { kind: 'card', id: found.documentId, no: card.cardNo },
    actor: operator(ctx),
  })
  return moved(ctx, card, {
    entryId: undone,
    type: movement.type === 1 ? 1 : 2,
    bizNo: movement.logNo,
    reverses: movement.id,
    remark: reason,
  })
}

/** Which movement of a card may still be taken back, by what is seen without asking the ledger. */
export function undoableOf(
  ctx: ClinicContext,
  card: Pick<CardRow, 'openClinicId' | 'status'>,
  newest: Movement | undefined,
): { undoable: string | null; saleUndoable: string | null } {
  const may =
    newest !== undefined &&
    newest.reversesId === null &&
    !newest.isByGateway &&
    newest.entryId !== null &&
    card.openClinicId === ctx.clinicId &&
    today(newest.createdAt) === today(ctx.tx.now)
  return {
    undoable: may && newest.type === 2 && cardStates.may('recharge', card.status) ? newest.id : null,
    saleUndoable: may && newest.type === 1 && cardStates.may('cancel', card.status) ? newest.id : null,
  }
}
