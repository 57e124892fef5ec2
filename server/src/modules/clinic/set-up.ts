import { setUpStepKeys, setUpSteps, type SetUpStep } from '@dentin/contract/set-up'
import type { contract, HandlerOutput, Resource } from '@dentin/contract'
import { sql } from 'kysely'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { changeSettings } from './commands.ts'
import { peopleIn } from './people.ts'
import { clinicCard, storedSettings } from './queries.ts'
import { readSetUp, setUpIsOpen, stepState, type SetUp, type SetUpCounts } from './rules.ts'

/** How a clinic stands that opens; null: it has long been open, or never began with a list. */
async function setUpOf(tx: TenantTx, clinicId: string): Promise<SetUp | null> {
  return readSetUp((await storedSettings(tx, clinicId)).settings)
}

/** What a new clinic still has to do, who may, and what it began with. */
export async function setUp(
  tx: TenantTx,
  clinicId: string,
  can: (resource: Resource) => boolean,
): Promise<HandlerOutput<typeof contract.clinic.setUp>> {
  const kept = await setUpOf(tx, clinicId)
  const mayKeep = can('/basicSetting:edit')
  const sets = { prices: 0, records: 0, sms: 0, followRules: 0 }
  if (!kept || kept.away) return { open: false, mayKeep, steps: [], sets }
  const elsewhere = await countsOf(tx, clinicId)
  const found = await whatThereIs(tx, clinicId, elsewhere)
  const needed = Object.values(setUpSteps).map(({ needs }) => needs)
  const holders = await peopleIn(tx).holdersOfResources(tx, clinicId, needed)
  const steps = setUpStepKeys.map((key) => ({
    key,
    state: stepState(key, kept, found[key].count),
    ...found[key],
    mayDo: can(setUpSteps[key].needs),
    who: (holders.get(setUpSteps[key].needs) ?? []).slice(0, 3),
  }))
  return {
    open: setUpIsOpen(steps),
    mayKeep,
    steps,
    sets: {
      prices: found.prices.count,
      records: elsewhere.records,
      sms: elsewhere.sms,
      followRules: elsewhere.followRules,
    },
  }
}

/** Says that a step was looked at, is left for later, or is open again. */
export async function settleSetUpStep(
  tx: TenantTx,
  clinicId: string,
  step: SetUpStep,
  as: 'done' | 'skipped' | 'open',
): Promise<void> {
  const kept = await setUpOf(tx, clinicId)
  if (!kept || kept.away) throw new AppError('SET_UP_OVER')
  if (as === 'done' && !setUpSteps[step].byWord) throw new AppError('SET_UP_BY_WORK')
  const others = (list: readonly SetUpStep[]) => list.filter((each) => each !== step)
  await changeSettings(tx, clinicId, {
    setUp: {
      ...kept,
      said: as === 'done' ? [...others(kept.said), step] : others(kept.said),
      skipped: as === 'skipped' ? [...others(kept.skipped), step] : others(kept.skipped),
    },
  })
}

/** The list is put away for good. */
export async function putSetUpAway(tx: TenantTx, clinicId: string): Promise<void> {
  const kept = await setUpOf(tx, clinicId)
  if (kept && !kept.away) await changeSettings(tx, clinicId, { setUp: { ...kept, away: true } })
}

/**
 * How much of what each step is about there is, with some of its names. A day that was worked counts for good: a clinic that
 * opened once does not open again because nobody planned the week to come.
 */
async function whatThereIs(
  tx: TenantTx,
  clinicId: string,
  elsewhere: SetUpCounts,
): Promise<Record<SetUpStep, { count: number; names: string[] }>> {
  const found = select({
    doctors: peopleIn(tx).doctorNames(tx, clinicId),
    chairs: sql<string[]>`coalesce((select jsonb_agg(ch.name order by ch.sort_no, ch.name) from chair ch
            where ${tx.own('ch')} and ch.clinic_id = ${clinicId} and ch.enabled), '[]')`,
    prices: sql<number>`(select count(*)::int from tariff t where ${tx.own('t')} and t.enabled)`,
  })
  const there = await tx.need(found.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)
  const { clinicName, address, phone } = await clinicCard(tx, clinicId)
  return {
    doctors: { count: there.doctors.length, names: there.doctors.slice(0, 5) },
    chairs: { count: there.chairs.length, names: there.chairs.slice(0, 5) },
    shifts: { count: elsewhere.days, names: [] },
    prices: { count: there.prices, names: [] },
    patients: { count: elsewhere.patients, names: [] },
    paper: { count: 1, names: [clinicName, address, phone] },
  }
}

/** What other modules have for a new clinic. */
async function countsOf(tx: TenantTx, clinicId: string): Promise<SetUpCounts> {
  const counts: SetUpCounts = { days: 0, patients: 0, records: 0, sms: 0, followRules: 0 }
  for (const { countForSetUp } of tx.parts('clinic')) Object.assign(counts, await countForSetUp?.(tx, clinicId))
  return counts
}
