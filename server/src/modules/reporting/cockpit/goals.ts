import type { contract, ParsedInput, Resource } from '@dentin/contract'
import { addMonths, fenToYuan, formatYuan, sum, uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { amounts, columns, named, select } from '../../../platform/database/select.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { isChain, reachOf } from '../../staff/index.ts'

const SEE = '/homeCockpit:view'
export const SET = '/homeCockpit:goals'
const firstOf = (month: string): string => `${month}-01`
const monthsOf = (year: string): string[] =>
  Array.from({ length: 12 }, (_, n) => `${year}-${String(n + 1).padStart(2, '0')}`)

const clinicList = select(columns('clinic', 'c', 'id'), named('clinic', 'c', { name: 'short_name' }))

/** The clinics of a grant, in their order. */
export async function clinicsWithin({ tx, ...ctx }: ClinicContext, right: Resource) {
  const reach = reachOf(ctx, right)
  const ids = isChain(reach) ? null : (reach.clinicIds ?? [])
  return tx.rows(
    clinicList.keptFrom`clinic c where ${tx.own('c')} and c.enabled and (${ids}::uuid[] is null or c.id = any(${ids}::uuid[]))
      order by c.sort_no, c.id`,
  )
}

/** The names of all clinics of the company, whoever asks. */
export async function clinicNames({ tx }: ClinicContext): Promise<ReadonlySet<string>> {
  return new Set((await tx.rows(clinicList.keptFrom`clinic c where ${tx.own('c')}`)).map(({ name }) => name))
}

const targetList = select(
  columns('clinic_target', 'g', 'id', 'clinic_id', 'version'),
  amounts('clinic_target', 'g', 'takings_amount', 'revenue_amount'),
  { month: sql<string>`to_char(g.month, 'YYYY-MM')` },
)

/** What clinics mean to take in each month of a year: of those that the grant takes in. */
export async function targetsOf(ctx: ClinicContext, year: string, right: typeof SEE | typeof SET = SEE) {
  const { tx } = ctx
  const clinics = await clinicsWithin(ctx, right)
  const rows = await tx.rows(
    targetList.keptFrom`clinic_target g where ${tx.own('g')} and g.month >= ${`${year}-01-01`}::date and g.month <= ${`${year}-12-31`}::date
      and g.clinic_id = any(${clinics.map(({ id }) => id)}::uuid[])`,
  )
  const found = new Map(rows.map((row) => [`${row.clinicId} ${row.month}`, row]))
  return {
    clinics: clinics.map(({ id, name }) => ({
      id,
      name,
      months: monthsOf(year).map((month) => {
        const row = found.get(`${id} ${month}`)
        return {
          month,
          takings: row?.takingsAmount ?? null,
          revenue: row?.revenueAmount ?? null,
          version: row?.version ?? null,
        }
      }),
    })),
  }
}

/**
 * Sets what clinics mean to take: all of the cells, or none when one of them is wrong. A cell without either sum takes its target away.
 * @throws GOAL_CLINIC for a clinic beyond the grant, VERSION_CONFLICT for one that somebody else has changed meanwhile
 */
export async function saveTargets(
  ctx: ClinicContext,
  { cells }: ParsedInput<typeof contract.cockpit.saveTargets>,
): Promise<number> {
  const { tx } = ctx
  const allowed = new Set((await clinicsWithin(ctx, SET)).map(({ id }) => id))
  for (const [n, { clinicId }] of cells.entries())
    if (!allowed.has(clinicId)) throw fieldError('GOAL_CLINIC', `cells.${n}.clinicId`, '没有为这家门诊设目标的权限')
  const present = await tx.rows(
    targetList.keptFrom`clinic_target g where ${tx.own('g')} and g.clinic_id = any(${cells.map(({ clinicId }) => clinicId)}::uuid[])
      and g.month = any(${cells.map(({ month }) => firstOf(month))}::date[]) order by g.id for update of g`,
  )
  const found = new Map(present.map((row) => [`${row.clinicId} ${row.month}`, row]))
  let saved = 0
  for (const [n, { clinicId, month, takings, revenue, version }] of cells.entries()) {
    const row = found.get(`${clinicId} ${month}`)
    if ((row?.version ?? null) !== version) {
      const message = `${month} 的目标已被别人修改，请刷新后再填`
      throw new AppError('VERSION_CONFLICT', { message, fields: [{ field: `cells.${n}.takings`, message }] })
    }
    if ((row?.takingsAmount ?? null) === takings && (row?.revenueAmount ?? null) === revenue) continue
    const sums = {
      takings_amount: takings === null ? null : fenToYuan(takings),
      revenue_amount: revenue === null ? null : fenToYuan(revenue),
    }
    if (takings === null && revenue === null) await tx.remove('clinic_target', { id: row?.id as string })
    else if (row) await tx.update('clinic_target', { id: row.id }, sums)
    else
      await tx.insert('clinic_target', {
        id: uuidv7(),
        clinic_id: clinicId,
        month: firstOf(month),
        ...sums,
        created_at: tx.now,
        updated_at: tx.now,
      })
    saved += 1
  }
  return saved
}

const spendList = select(
  columns('source_spend', 's', 'id', 'source_id', 'clinic_id', 'remark', 'version'),
  amounts('source_spend', 's', 'amount'),
  named('patient_source', 'x', { sourceName: 'name' }),
  { month: sql<string>`to_char(s.month, 'YYYY-MM')`, clinicName: sql<string | null>`c.short_name` },
)

/** Spending that a grant takes in: of its clinics, and the company's own for whoever sees the whole company. */
function spendsWithin(ctx: ClinicContext, right: typeof SEE | typeof SET): RawBuilder<boolean> {
  const reach = reachOf(ctx, right)
  return isChain(reach) ? sql<boolean>`true` : sql<boolean>`s.clinic_id = any(${reach.clinicIds ?? []}::uuid[])`
}

/** What was spent on sources in a year. */
export async function spendsOf(ctx: ClinicContext, year: string) {
  const { tx } = ctx
  const list = await tx.rows(
    spendList.keptFrom`source_spend s
      join patient_source x on ${tx.own('x')} and x.id = s.source_id
      left join clinic c on ${tx.own('c')} and c.id = s.clinic_id
      where ${tx.own('s')} and s.month >= ${`${year}-01-01`}::date and s.month < ${addMonths(`${year}-12-01`, 1)}::date
        and ${spendsWithin(ctx, SEE)} order by s.month desc, x.sort_no, c.sort_no nulls first, s.id`,
  )
  return { list, total: sum(list.map(({ amount }) => amount)) }
}

async function mustSet(ctx: ClinicContext, clinicId: string | null): Promise<void> {
  const reach = reachOf(ctx, SET)
  if (isChain(reach)) return
  if (clinicId === null) throw fieldError('GOAL_CLINIC', 'clinicId', '只有总部能填写全公司的投放，请选择门诊')
  if (!(reach.clinicIds ?? []).includes(clinicId))
    throw fieldError('GOAL_CLINIC', 'clinicId', '没有为这家门诊填写投放的权限')
}

/** Writes down what was spent on a source in a month, or changes it. @throws SPEND_TWICE when it is written down already */
export async function saveSpend(ctx: ClinicContext, input: ParsedInput<typeof contract.cockpit.saveSpend>) {
  const { tx } = ctx
  await mustSet(ctx, input.clinicId)
  const { isSource, isClinic } = await tx.need(
    select({
      isSource: sql<boolean>`exists (select 1 from patient_source x where ${tx.own('x')} and x.id = ${input.sourceId})`,
      isClinic: sql<boolean>`(${input.clinicId}::uuid is null
        or exists (select 1 from clinic c where ${tx.own('c')} and c.id = ${input.clinicId}))`,
    }).from`(select 1) one`,
  )
  if (!isSource) throw fieldError('NOT_FOUND', 'sourceId', '没有这个来源')
  if (!isClinic) throw fieldError('NOT_FOUND', 'clinicId', '没有这家门诊')
  const twice = await tx.row(
    spendList.keptFrom`source_spend s join patient_source x on ${tx.own('x')} and x.id = s.source_id
      left join clinic c on ${tx.own('c')} and c.id = s.clinic_id
      where ${tx.own('s')} and s.source_id = ${input.sourceId} and s.month = ${firstOf(input.month)}::date
        and s.clinic_id is not distinct from ${input.clinicId}::uuid and s.id is distinct from ${input.id}::uuid`,
  )
  if (twice) {
    const message = `${twice.sourceName} ${twice.month} 已填写 ${formatYuan(twice.amount)} 元，请修改那一笔`
    throw new AppError('SPEND_TWICE', { message, fields: [{ field: 'sourceId', message }] })
  }
  const row = {
    source_id: input.sourceId,
    clinic_id: input.clinicId,
    month: firstOf(input.month),
    amount: fenToYuan(input.amount),
    remark: input.remark,
  }
  if (input.id === null) {
    const made = await tx.insert('source_spend', { id: uuidv7(), ...row, created_at: tx.now, updated_at: tx.now })
    return { id: made.id, version: made.version }
  }
  await mustSetSpend(ctx, input.id)
  const changed = await tx.update('source_spend', { id: input.id, version: input.version ?? 0 }, row)
  return { id: changed.id, version: changed.version }
}

/** Refuses a row of which the grant takes in nothing, as if it were not there. */
async function mustSetSpend(ctx: ClinicContext, id: string): Promise<void> {
  const { tx } = ctx
  await tx.need(
    select(columns('source_spend', 's', 'id'))
      .keptFrom`source_spend s where ${tx.own('s')} and s.id = ${id} and ${spendsWithin(ctx, SET)}`,
  )
}

/** Takes a row of spending away. */
export async function removeSpend(
  ctx: ClinicContext,
  { id, version }: ParsedInput<typeof contract.cockpit.removeSpend>,
): Promise<null> {
  await mustSetSpend(ctx, id)
  await ctx.tx.remove('source_spend', { id, version })
  return null
}
