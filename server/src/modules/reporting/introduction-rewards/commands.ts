import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { REWARD_COUPON } from '@dentin/contract/coupon'
import { fenToYuan, subtract, sum, ZERO, type Fen } from '@dentin/kit'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { cardForPoints, cashOf, checkWays, movePoints } from '../../card/index.ts'
import { payMethods } from '../../clinic/index.ts'
import { giveCoupons } from '../../coupon/index.ts'
import { post } from '../../ledger/index.ts'
import { noteMove, paperOf, takeBackQuietly, type MoveOfReward } from './arise.ts'
import { lockReward, movesOf, rewardsFor, type RewardRow } from './queries.ts'
import { stateOf } from './rules.ts'

type Calls = typeof contract.dataRecord
type Shown = HandlerOutput<Calls['reward']>
/** Whether the person may see the patient who was introduced. */
type MustSee = (patientId: string) => Promise<unknown>

/** A count of what `way` says, as it is read: points and coupons are whole. */
const counted = (row: Pick<RewardRow, 'way'>, amount: Fen): string =>
  row.way === 'cash' ? fenToYuan(amount) : String(amount / 100)

/** The rewards that the rule of the company gave for a patient, with what was done about each. */
export async function shownRewards(ctx: ClinicContext, patientId: string): Promise<Pick<Shown, 'byRule' | 'methods'>> {
  const rows = await rewardsFor(ctx.tx, patientId)
  const [moves, methods] = await Promise.all([
    movesOf(
      ctx.tx,
      rows.map(({ id }) => id),
    ),
    payMethods(ctx.tx),
  ])
  return {
    byRule: rows.map((row) => ({
      id: row.id,
      rewardNo: row.rewardNo,
      level: row.level,
      referrerName: row.referrerName,
      way: row.way,
      couponName: row.couponName,
      state: stateOf(row.earned, row.given, row.forgoneReason !== ''),
      earned: counted(row, row.earned),
      given: counted(row, row.given),
      billId: row.billId,
      billNo: row.billNo,
      clinicName: row.clinicName,
      isHere: row.clinicId === ctx.clinicId,
      arisenAt: row.arisenAt,
      forgoneReason: row.forgoneReason,
      moves: moves
        .filter(({ rewardId }) => rewardId === row.id)
        .map(({ at, amount, methodName, actorName, reason }) => ({
          at,
          amount: counted(row, amount),
          methodName: methodName ?? '',
          actorName,
          reason,
        })),
      version: row.version,
    })),
    methods: methods
      .filter(({ enabled, type }) => enabled && type === 1)
      .map(({ id, name, allowRefund }) => ({ id, name, givesOut: allowRefund })),
  }
}

/** A reward of the clinic, locked, as it was seen. */
async function rewardHere(ctx: ClinicContext, id: string, version: number, mustSee: MustSee): Promise<RewardRow> {
  const row = await lockReward(ctx.tx, id)
  await mustSee(row.patientId)
  if (row.clinicId !== ctx.clinicId) throw new AppError('REWARD_ELSEWHERE')
  if (row.version !== version) throw new AppError('VERSION_CONFLICT')
  return row
}

/** Yuan of a reward, out of the till (or back into it): what they cost is no revenue. */
async function moveYuan(
  ctx: ClinicContext,
  row: RewardRow,
  amount: Fen,
  payMethodId: string | null,
  side: 'in' | 'out',
): Promise<{ payMethodId: string; entryId: string | null }> {
  if (payMethodId === null)
    throw fieldError('BAD_INPUT', 'payMethodId', side === 'out' ? '请选择付款方式' : '请选择收款方式')
  const asked = [{ payMethodId, amount, tradeNo: '' }]
  const ways = await checkWays(ctx.tx, asked, amount, '介绍奖励', side).catch((error: unknown) => {
    throw besideMethod(error)
  })
  const entryId = await post(ctx.tx, {
    kind: 'reward',
    clinicId: ctx.clinicId,
    document: paperOf(row),
    actor: actorOf(ctx),
    postings: [
      ...cashOf(ways, side, {}),
      { account: 'otherIncome', amount: side === 'out' ? amount : subtract(ZERO, amount) },
    ],
  })
  return { payMethodId, entryId }
}
const actorOf = (ctx: ClinicContext) => ({ id: ctx.employeeId as string, name: ctx.actorName })

/** A refusal of a way stands beside the one field in which it is chosen. */
function besideMethod(error: unknown): unknown {
  return error instanceof AppError ? fieldError(error.refusal, 'payMethodId', error.message) : error
}

/** Gives what a reward is short of, by the way that its rule says. */
export async function giveByRule(
  ctx: ClinicContext,
  { id, version, payMethodId }: ParsedInput<Calls['giveByRule']>,
  mustSee: MustSee,
): Promise<{ version: number }> {
  const row = await rewardHere(ctx, id, version, mustSee)
  const due = subtract(row.earned, row.given)
  if (due <= 0) throw new AppError('REWARD_NOT_DUE')
  return {
    version: await noteMove(ctx.tx, row, actorOf(ctx), { amount: due, ...(await give(ctx, row, due, payMethodId)) }),
  }
}

async function give(
  ctx: ClinicContext,
  row: RewardRow,
  due: Fen,
  payMethodId: string | null,
): Promise<Omit<MoveOfReward, 'amount'>> {
  const { tx, clinicId } = ctx
  if (row.way === 'cash') return moveYuan(ctx, row, due, payMethodId, 'out')
  if (row.way === 'points') {
    const card = await cardForPoints(tx, { patientId: row.referrerPatientId, clinicId })
    if (!card) throw new AppError('REWARD_NO_CARD')
    const entryId = await movePoints(tx, {
      cardId: card.id,
      points: due / 100,
      clinicId,
      document: paperOf(row),
      actor: actorOf(ctx),
      remark: `介绍 ${row.patientName}`,
    })
    return { cardId: card.id, entryId }
  }
  await giveCoupons(ctx, {
    typeId: row.couponTypeId as string,
    patientIds: [row.referrerPatientId],
    qty: due / 100,
    source: REWARD_COUPON,
    sourceId: row.id,
    remark: `介绍 ${row.patientName}`,
  })
  return {}
}

/** Takes back what was given too much since something of the bill went back, or says why nobody asks for it any longer. */
export async function takeBackByRule(
  ctx: ClinicContext,
  { id, version, payMethodId, forgo, reason }: ParsedInput<Calls['takeBackByRule']>,
  mustSee: MustSee,
): Promise<{ version: number }> {
  const { tx } = ctx
  const row = await rewardHere(ctx, id, version, mustSee)
  const over = subtract(row.given, row.earned)
  if (over <= 0 || row.forgoneReason !== '') throw new AppError('REWARD_NOT_OVER')
  if (forgo) {
    const changed = await tx.update(
      'introduction_reward',
      { id, version },
      { forgone_reason: reason, updated_at: tx.now },
      { action: 'forgo', patientId: row.referrerPatientId, reason },
    )
    return { version: changed.version }
  }
  const taken = await takeBack(ctx, row, over, payMethodId, reason)
  return { version: await noteMove(tx, row, actorOf(ctx), taken) }
}

async function takeBack(
  ctx: ClinicContext,
  row: RewardRow,
  over: Fen,
  payMethodId: string | null,
  reason: string,
): Promise<MoveOfReward> {
  if (row.way === 'cash') {
    return { amount: subtract(ZERO, over), reason, ...(await moveYuan(ctx, row, over, payMethodId, 'in')) }
  }
  const taken = await takeBackQuietly(ctx.tx, row, over, actorOf(ctx), reason)
  if (taken) return taken
  const message = row.way === 'coupon' ? '优惠券已用在账单上，收不回' : '介绍人的会员卡已注销，收不回'
  throw new AppError('COUPON_STATE', { message })
}

/** Is anything of a patient's introduction settled by rule? */
export async function isByRule(tx: TenantTx, patientId: string): Promise<boolean> {
  return sum((await rewardsFor(tx, patientId)).map(({ earned, given }) => (earned + given) as Fen)) > 0
}
