import { setUpStepKeys, setUpSteps, type SetUpStep } from '@dentin/contract/set-up'
import type { contract, HandlerOutput } from '@dentin/contract'
import { formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { changeSettings } from './commands.ts'
import { clinicCard, storedSettings } from './queries.ts'
import { readSetUp, setUpIsOpen, stepState, type SetUp } from './rules.ts'

/** How a clinic stands that opens; null: it has long been open, or never began with a list. */
async function setUpOf(tx: TenantTx, clinicId: string): Promise<SetUp | null> {
  return readSetUp((await storedSettings(tx, clinicId)).settings)
}

/** What a new clinic still has to do, who may, and what it began with. */
export async function setUp(
  tx: TenantTx,
  clinicId: string,
  can: (resource: `/${string}:${string}`) => boolean,
): Promise<HandlerOutput<typeof contract.clinic.setUp>> {
  const kept = await setUpOf(tx, clinicId)
  const mayKeep = can('/basicSetting:edit')
  const sets = { prices: 0, records: 0, sms: 0, followRules: 0 }
  if (!kept || kept.away) return { open: false, mayKeep, steps: [], sets }
  const found = await whatThereIs(tx, clinicId)
  const holders = await holdersOfSteps(tx, clinicId)
  const steps = setUpStepKeys.map((key) => ({
    key,
    state: stepState(key, kept, found[key].count),
    ...found[key],
    mayDo: can(setUpSteps[key].needs),
    who: holders.get(setUpSteps[key].needs) ?? [],
  }))
  return { open: setUpIsOpen(steps), mayKeep, steps, sets: await setsOf(tx, clinicId) }
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

/** How much of what each step is about there is, with some of its names. */
async function whatThereIs(
  tx: TenantTx,
  clinicId: string,
): Promise<Record<SetUpStep, { count: number; names: string[] }>> {
  const there = await tx.need<{
    doctors: string[]
    chairs: string[]
    days: number
    prices: number
    patients: number
  }>(
    sql`select
          coalesce((select jsonb_agg(e.name order by ec.sort_no, e.sort_no, e.job_number) from employee_clinic ec
            join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
            where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active and e.is_doctor and e.work_status = 1), '[]') as doctors,
          coalesce((select jsonb_agg(ch.name order by ch.sort_no, ch.name) from chair ch
            where ch.tenant_id = ${tx.tenantId} and ch.clinic_id = ${clinicId} and ch.enabled), '[]') as chairs,
          (select count(distinct s.date)::int from schedule s where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${clinicId}
            and s.kind = 1 and s.status = 1 and s.date >= ${formatDate(tx.now)}) as days,
          (select count(*)::int from tariff t where t.tenant_id = ${tx.tenantId} and t.enabled) as prices,
          (select count(*)::int from (select 1 from patient p where p.tenant_id = ${tx.tenantId} and p.home_clinic_id = ${clinicId}
            and p.status in (0, 1) limit 10000) files) as patients
        from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
  const { clinicName, address, phone } = await clinicCard(tx, clinicId)
  return {
    doctors: { count: there.doctors.length, names: there.doctors.slice(0, 5) },
    chairs: { count: there.chairs.length, names: there.chairs.slice(0, 5) },
    shifts: { count: there.days, names: [] },
    prices: { count: there.prices, names: [] },
    patients: { count: there.patients, names: [] },
    paper: { count: 1, names: [clinicName, address, phone] },
  }
}

/** Who in a clinic holds what a step needs, by name. */
async function holdersOfSteps(tx: TenantTx, clinicId: string): Promise<Map<string, string[]>> {
  const wanted = Object.values(setUpSteps).map(({ needs }) => needs)
  const rows = await tx.rows<{ resource: string; names: string[] }>(
    sql`select pr.resource, jsonb_agg(distinct e.name) as names
        from post_resource pr
        join employee_post ep on ep.tenant_id = ${tx.tenantId} and ep.post_id = pr.post_id and ep.clinic_id = ${clinicId}
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ep.employee_id and e.work_status = 1
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ${clinicId} and ec.active
        where pr.tenant_id = ${tx.tenantId} and pr.resource = any(${wanted}::text[]) group by pr.resource`,
  )
  return new Map(rows.map(({ resource, names }) => [resource, names.slice(0, 3)]))
}

async function setsOf(tx: TenantTx, clinicId: string) {
  return tx.need<{ prices: number; records: number; sms: number; followRules: number }>(
    sql`select
          (select count(*)::int from tariff t where t.tenant_id = ${tx.tenantId} and t.enabled) as prices,
          (select count(*)::int from record_template r where r.tenant_id = ${tx.tenantId} and r.owner_id is null and r.enabled) as records,
          (select count(*)::int from sms_template m where m.tenant_id = ${tx.tenantId} and m.clinic_id = ${clinicId} and m.enabled) as sms,
          (select count(*)::int from follow_rule f where f.tenant_id = ${tx.tenantId} and f.enabled) as "followRules"
        from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
}
