import type { RewardTerms } from '@dentin/contract/company-rule'
import { fen, fenToYuan, subtract, today, uuidv7, ZERO, type Fen } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import type { ClinicId } from '../../../platform/database/ids.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { movePoints } from '../../card/index.ts'
import { mayTakeBackCoupons, takeBackCoupons } from '../../coupon/index.ts'
import type { Moved } from '../../ledger/index.ts'
import { billsThatEarn, isRewarded, lockRewardsOfBills, movesOf, type RewardRow } from './queries.ts'
import { earnedBy, type Given, type Terms } from './rules.ts'

/** Who moves something of a reward. */
interface Actor {
  id: string | null
  name: string
}

/** What was given of a reward (below zero: taken back), and by what. */
export interface MoveOfReward {
  amount: Fen
  payMethodId?: string | null
  cardId?: string | null
  entryId?: string | null
  reason?: string
}

/** Writes down what was given or taken back of a reward, beside the entry that moved it. @returns the reward's new version */
export async function noteMove(tx: TenantTx, row: RewardRow, actor: Actor, move: MoveOfReward): Promise<number> {
  tx.send(
    keptSql`insert into introduction_reward_move (tenant_id, id, clinic_id, reward_id, amount, pay_method_id, card_id, entry_id, reason,
        business_date, moved_at, actor_id, actor_name)
      values (${tx.tenantId}::uuid, ${uuidv7()}::uuid, ${row.clinicId}::uuid, ${row.id}::uuid, ${fenToYuan(move.amount)}::numeric,
        ${move.payMethodId ?? null}::uuid, ${move.cardId ?? null}::uuid, ${move.entryId ?? null}::uuid, ${move.reason ?? ''}, ${today(tx.now)}::date,
        ${tx.now}::timestamptz, ${actor.id}::uuid, ${actor.name})`,
  )
  const { version } = await tx.update(
    'introduction_reward',
    { id: row.id },
    { given_amount: fenToYuan(fen(row.given + move.amount)), updated_at: tx.now },
    { action: move.amount > 0 ? 'give' : 'takeBack', patientId: row.referrerPatientId, reason: move.reason ?? '' },
  )
  return version
}

/** The paper of a reward in the ledger. */
export const paperOf = (row: Pick<RewardRow, 'id' | 'rewardNo'>) =>
  ({ kind: 'reward', id: row.id, no: row.rewardNo }) as const

/** The card that got the points of a reward. */
async function cardOfReward(tx: TenantTx, row: RewardRow): Promise<string | undefined> {
  return (await movesOf(tx, [row.id])).findLast(({ cardId }) => cardId !== null)?.cardId ?? undefined
}

/**
 * Takes back what can be taken back without anybody's help: points, and coupons that nobody has used. Yuan come back at the desk.
 * @returns what was taken; nothing when it is not to be had
 */
export async function takeBackQuietly(
  tx: TenantTx,
  row: RewardRow,
  over: Fen,
  actor: Actor,
  reason: string,
): Promise<MoveOfReward | undefined> {
  if (row.way === 'points') {
    const cardId = await cardOfReward(tx, row)
    if (!cardId) return undefined
    const points = -over / 100
    const { clinicId, patientName } = row
    const entryId = await movePoints(tx, {
      cardId,
      points,
      clinicId,
      document: paperOf(row),
      actor,
      remark: `收回介绍 ${patientName} 的奖励`,
    })
    return entryId === null ? undefined : { amount: subtract(ZERO, over), cardId, entryId, reason }
  }
  if (row.way !== 'coupon' || over !== row.given || !(await mayTakeBackCoupons(tx, row.id))) return undefined
  await takeBackCoupons({ tx, clinicId: row.clinicId as ClinicId }, row.id, reason)
  return { amount: subtract(ZERO, over), reason }
}

/** What a rule says for a level; undefined when that level gets nothing. */
function termsFor(rule: RewardTerms | null, level: 1 | 2): Terms | undefined {
  const rate = rule ? (level === 1 ? rule.first : rule.second) : 0
  if (!rule || rule.way === 'none' || rate <= 0) return undefined
  return { way: rule.way as Given, basis: rule.basis, rate: hundredths(rate), from: hundredths(rule.from) }
}
const hundredths = (value: number): Fen => fen(Math.round(value * 100))

type PaidBill = Awaited<ReturnType<typeof billsThatEarn>>[number]

/** The first bill on which enough is paid and kept earns a reward for whoever introduced, and for who introduced that one. */
async function arise(tx: TenantTx, bill: PaidBill): Promise<void> {
  const levels = ([1, 2] as const).flatMap((level) => {
    const referrerId = level === 1 ? bill.first : bill.second
    const terms = referrerId === null ? undefined : termsFor(bill.terms, level)
    return terms && earnedBy(terms, bill.kept) > 0 ? [{ level, referrerId: referrerId as string, terms }] : []
  })
  // The entry that was just written holds the sums of the patient: two bills of one person come here one after the other.
  if (levels.length === 0 || (await isRewarded(tx, bill.patientId, bill.id))) return
  const numbers = await tx.nextNumbers('JL', bill.clinicId, today(tx.now), levels.length)
  for (const [n, { level, referrerId, terms }] of levels.entries())
    await tx.insert(
      'introduction_reward',
      {
        id: uuidv7(),
        clinic_id: bill.clinicId,
        reward_no: numbers[n] as string,
        bill_id: bill.id,
        patient_id: bill.patientId,
        referrer_patient_id: referrerId,
        level,
        way: terms.way,
        basis: terms.basis,
        rate_amount: fenToYuan(terms.rate),
        from_amount: fenToYuan(terms.from),
        coupon_type_id: terms.way === 'coupon' ? (bill.terms?.couponTypeId ?? null) : null,
        earned_amount: fenToYuan(earnedBy(terms, bill.kept)),
        arisen_at: tx.now,
        created_at: tx.now,
        updated_at: tx.now,
      },
      { patientId: referrerId },
    )
}

/**
 * Follows an entry of the ledger: a bill on which enough is paid earns its rewards, and one of which something went back earns less. What
 * was given too much is taken back in the same transaction where nobody is needed for it, else it waits at the desk.
 */
export async function followRewards(tx: TenantTx, entry: Moved): Promise<void> {
  if (entry.billIds.length === 0) return
  const bills = await billsThatEarn(tx, entry.billIds)
  if (bills.length === 0) return
  const rewards = await lockRewardsOfBills(
    tx,
    bills.map(({ id }) => id),
  )
  for (const bill of bills) {
    const own = rewards.filter(({ billId }) => billId === bill.id)
    if (own.length === 0) await arise(tx, bill)
    for (const row of own) {
      const earned = earnedBy(row, bill.kept)
      if (earned === row.earned) continue
      await tx.update('introduction_reward', { id: row.id }, { earned_amount: fenToYuan(earned), updated_at: tx.now })
      if (row.given <= earned || row.forgoneReason !== '') continue
      const reason = `${bill.billNo} 退费`
      const taken = await takeBackQuietly(tx, row, subtract(row.given, earned), entry.actor, reason)
      if (taken) await noteMove(tx, row, entry.actor, taken)
    }
  }
}
