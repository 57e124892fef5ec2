import type { contract, HandlerOutput, ParsedInput, Resource } from '@dentin/contract'
import type { RewardState } from '@dentin/contract/data-record'
import { REWARD_COUPON } from '@dentin/contract/coupon'
import { sql } from 'kysely'
import { columns, select } from '../../../platform/database/select.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { giveCoupons, takeBackCoupons } from '../../coupon/index.ts'
import { reachOf, rowsWithin } from '../../staff/index.ts'
import { rewardOf } from '../figures/introduced.ts'
import {
  giveByRule as give,
  isByRule,
  shownRewards,
  takeBackByRule as takeBack,
} from '../introduction-rewards/commands.ts'

const SEE: readonly Resource[] = ['/referralRecord:view', '/clinicreferralRecord:view']

const introduction = select(columns('patient', 'p', 'id', 'name', 'referrer_patient_id'), {
  referrerName: sql<string>`coalesce(rp.name, re.name, p.referrer_remark, '')`,
  state: sql<RewardState>`g.state`,
  couponName: sql<string>`g.name`,
})

/** Somebody who was introduced, within what the person may see, with the reward for it. */
async function introducedWithin(ctx: ClinicContext, rights: readonly Resource[], patientId: string) {
  const { tx } = ctx
  const reach = reachOf(ctx, ...rights.filter((right) => ctx.can(right)))
  return tx.need(
    introduction.from`patient p
      left join patient rp on ${tx.own('rp')} and rp.id = p.referrer_patient_id
      left join employee re on ${tx.own('re')} and re.id = p.referrer_employee_id
      ${rewardOf(tx)}
      where ${tx.own('p')} and p.id = ${patientId} and p.live_id is not null and p.referrer_type is not null
        and ${rowsWithin(reach, {
          clinic: sql`p.home_clinic_id`,
          doctors: [sql`p.resp_doctor_id`],
          others: [sql`p.consultant_id`, sql`p.referrer_employee_id`],
        })}`,
  )
}

/** The reward for introducing a patient. */
export async function rewardFor(
  ctx: ClinicContext,
  { patientId }: ParsedInput<typeof contract.dataRecord.reward>,
): Promise<HandlerOutput<typeof contract.dataRecord.reward>> {
  const { name, referrerName, state, couponName } = await introducedWithin(ctx, SEE, patientId)
  const canReward = ctx.can('/referralRecord:reward')
  return { patientName: name, referrerName, state, couponName, canReward, ...(await shownRewards(ctx, patientId)) }
}

/** Gives whoever introduced a patient a coupon, once, when the patient has paid for something. */
export async function giveReward(
  ctx: ClinicContext,
  { patientId, typeId }: ParsedInput<typeof contract.dataRecord.giveReward>,
): Promise<{ couponName: string }> {
  const { tx } = ctx
  // One at a time: the reward of somebody is given once.
  await tx.rows(
    select(columns('patient', 'p', 'id'))
      .from`patient p where ${tx.own('p')} and p.id = ${patientId} for no key update`,
  )
  const row = await introducedWithin(ctx, ['/referralRecord:reward'], patientId)
  if (await isByRule(tx, patientId)) throw new AppError('REWARD_BY_RULE')
  if (row.state === 'given') throw new AppError('REWARD_GIVEN')
  if (row.referrerPatientId === null) throw new AppError('REWARD_NOBODY')
  if (row.state === 'none') throw fieldError('REWARD_EARLY', 'patientId', `${row.name} 还没有消费，不能发奖励`)
  await giveCoupons(ctx, {
    typeId,
    patientIds: [row.referrerPatientId],
    qty: 1,
    source: REWARD_COUPON,
    sourceId: row.id,
    remark: `介绍 ${row.name}`,
  })
  return { couponName: (await introducedWithin(ctx, ['/referralRecord:reward'], patientId)).couponName }
}

/** Takes the coupon back that was given for introducing a patient; one that is used stays. */
export async function takeBackReward(
  ctx: ClinicContext,
  { patientId, reason }: ParsedInput<typeof contract.dataRecord.takeBackReward>,
): Promise<null> {
  const row = await introducedWithin(ctx, ['/referralRecord:reward'], patientId)
  if (row.state !== 'given' || (await isByRule(ctx.tx, patientId))) throw new AppError('REWARD_NONE')
  await takeBackCoupons(ctx, row.id, reason)
  return null
}

const BY_RULE: readonly Resource[] = ['/referralRecord:reward']

/** Gives what the rule of the company earned for an introduction. */
export const giveByRule = (ctx: ClinicContext, input: ParsedInput<typeof contract.dataRecord.giveByRule>) =>
  give(ctx, input, (patientId) => introducedWithin(ctx, BY_RULE, patientId))

/** Takes back what was given too much of it. */
export const takeBackByRule = (ctx: ClinicContext, input: ParsedInput<typeof contract.dataRecord.takeBackByRule>) =>
  takeBack(ctx, input, (patientId) => introducedWithin(ctx, BY_RULE, patientId))
