import type { RewardBasis, RewardTerms } from '@dentin/contract/company-rule'
import { today } from '@dentin/kit'
import { sql } from 'kysely'
import { amounts, columns, fenOf, named, perhaps, select, type RowIn } from '../../../platform/database/select.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { earns } from '../figures/earns.ts'
import type { Given } from './rules.ts'

/** What is paid on the bill `b` and kept, as revenue. */
const keptOn = (
  tx: TenantTx,
) => sql`(select -sum(l.amount) from ledger_posting l where ${tx.own('l')} and l.bill_id = b.id
  and l.unit = 0 and l.account = 'receivable' and l.payment_id is not null and ${earns(tx)})`

const paidBill = (tx: TenantTx) =>
  select(columns('bill', 'b', 'id', 'clinic_id', 'bill_no', 'patient_id'), {
    kept: fenOf(sql`coalesce(${keptOn(tx)}, 0)`),
    first: sql<string | null>`p.referrer_patient_id`,
    second: sql<string | null>`nullif(rp.referrer_patient_id, p.id)`,
    terms: sql<RewardTerms | null>`(select w.value from company_rule w where ${tx.own('w')} and w.rule = 'introductionReward'
      and w.from_day <= coalesce(b.belong_date, (b.pay_time at time zone 'Asia/Shanghai')::date, ${today(tx.now)}::date) order by w.from_day desc limit 1)`,
  })

/** Bills of people whom a patient introduced, and bills that earned something: what is kept on them, and the rule of their day. */
export async function billsThatEarn(tx: TenantTx, ids: readonly string[]) {
  return tx.rows(
    paidBill(tx).keptFrom`bill b join patient p on ${tx.own('p')} and p.id = b.patient_id
      left join patient rp on ${tx.own('rp')} and rp.id = p.referrer_patient_id
      where ${tx.own('b')} and b.id = any(${ids}::uuid[]) and (p.referrer_patient_id is not null
        or exists (select 1 from introduction_reward g where ${tx.own('g')} and g.bill_id = b.id))`,
  )
}

const ofReward = columns(
  'introduction_reward',
  'g',
  'id',
  'clinic_id',
  'reward_no',
  'bill_id',
  'patient_id',
  'referrer_patient_id',
  'level',
  'coupon_type_id',
  'forgone_reason',
  'arisen_at',
  'version',
)
const worked = (tx: TenantTx) => ({
  way: sql<Given>`g.way`,
  basis: sql<RewardBasis>`g.basis`,
  rate: fenOf(sql`g.rate_amount`),
  from: fenOf(sql`g.from_amount`),
  earned: fenOf(sql`g.earned_amount`),
  given: fenOf(sql`g.given_amount`),
  patientName: sql<string>`(select p.name from patient p where ${tx.own('p')} and p.id = g.patient_id)`,
  referrerName: sql<string>`(select p.name from patient p where ${tx.own('p')} and p.id = g.referrer_patient_id)`,
  couponName: sql<string>`coalesce((select t.name from coupon_type t where ${tx.own('t')} and t.id = g.coupon_type_id), '')`,
})
const rewards = (tx: TenantTx) => select(ofReward, worked(tx))
export type RewardRow = RowIn<ReturnType<typeof rewards>>

/** The rewards that bills earned, locked in one order. */
export async function lockRewardsOfBills(tx: TenantTx, billIds: readonly string[]): Promise<RewardRow[]> {
  return tx.rows(
    rewards(tx).keptFrom`introduction_reward g where ${tx.own('g')} and g.bill_id = any(${billIds}::uuid[])
      order by g.id for no key update of g`,
  )
}

/** One reward, locked. */
export async function lockReward(tx: TenantTx, id: string): Promise<RewardRow> {
  return tx.need(
    rewards(tx).keptFrom`introduction_reward g where ${tx.own('g')} and g.id = ${id} for no key update of g`,
  )
}

const standing = select({ found: sql<boolean>`true` })

/** Did another bill earn a reward already for having introduced somebody, in whichever clinic? */
export async function isRewarded(tx: TenantTx, patientId: string, besideBillId: string): Promise<boolean> {
  const row = await tx.acrossClinics(() =>
    tx.row(
      standing.keptFrom`introduction_reward g where ${tx.own('g')} and g.patient_id = ${patientId} and g.bill_id <> ${besideBillId}
        and (g.earned_amount > 0 or g.given_amount > 0 and g.forgone_reason = '') limit 1`,
    ),
  )
  return row !== undefined
}

const shown = (tx: TenantTx) =>
  select(ofReward, worked(tx), columns('bill', 'b', 'bill_no'), named('clinic', 'c', { clinicName: 'short_name' }))

/** The rewards for having introduced a patient, the latest bill first. */
export async function rewardsFor(tx: TenantTx, patientId: string) {
  return tx.rows(
    shown(tx).keptFrom`introduction_reward g join bill b on ${tx.own('b')} and b.id = g.bill_id
      join clinic c on ${tx.own('c')} and c.id = g.clinic_id
      where ${tx.own('g')} and g.patient_id = ${patientId} order by g.arisen_at desc, g.level limit 50`,
  )
}

const moves = select(
  columns('introduction_reward_move', 'v', 'reward_id', 'card_id', 'reason', 'actor_name'),
  named('introduction_reward_move', 'v', { at: 'moved_at' }),
  amounts('introduction_reward_move', 'v', 'amount'),
  perhaps(named('pay_method', 'm', { methodName: 'name' })),
)

/** What was given and taken back of rewards, the first first. */
export async function movesOf(tx: TenantTx, rewardIds: readonly string[]): Promise<RowIn<typeof moves>[]> {
  return tx.rows(
    moves.keptFrom`introduction_reward_move v left join pay_method m on ${tx.own('m')} and m.id = v.pay_method_id
      where ${tx.own('v')} and v.reward_id = any(${rewardIds}::uuid[]) order by v.moved_at, v.id`,
  )
}
