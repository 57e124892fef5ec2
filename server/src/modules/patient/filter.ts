import { fileStates } from '@dentin/contract/core/status'
import { readFilter, type contract, type ParsedInput, type PatientFilter } from '@dentin/contract'
import { addDays, dayRange, fenToYuan, parseDate, today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { answerOf } from '../../platform/wiring.ts'
import { AppError } from '../../platform/errors.ts'
import { isChain, isWide } from '../staff/index.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { foundBy, patientsOf, settledReach, viewerOf, within, type Viewer } from './access.ts'
import { groupsInSight, type GroupRow } from './groups/visibility.ts'
import { asksForAmounts, asksForRecords, birthdaysOfAge, monthDayRange } from './rules.ts'
import { owedTo } from './sums.ts'

export type ListInput = ParsedInput<typeof contract.patient.list>
/** What narrows and orders a list, whether it is paged or taken as a whole. */
export type ListChoice = Omit<ListInput, 'pageNum' | 'pageSize'>

/** A list as it was asked for, its groups looked up. */
export interface Choice {
  input: ListChoice
  viewer: Viewer
  groups: readonly GroupRow[]
}

/**
 * Columns by which a list may be sorted, each with an index that has this order (but for what is owed to some clinics only); who
 * was never here comes last.
 */
const sortColumns = {
  lastVisit: (way, nulls) => sql`s.last_visit_at ${way} ${nulls}, s.patient_id ${way}`,
  created: (way) => sql`p.created_at ${way}, p.id ${way}`,
  name: (way) => sql`p.name collate "zh-x-icu" ${way}, p.id ${way}`,
  arrears: (way, _nulls, owed) => sql`${owed} ${way}, s.patient_id ${way}`,
} satisfies Record<
  ListInput['sort'],
  (way: RawBuilder<unknown>, nulls: RawBuilder<unknown>, owed: RawBuilder<unknown>) => RawBuilder<unknown>
>

/** What somebody owes to the clinics of the viewer; of the many who owe nothing to any clinic nothing is summed. */
const owedInSight = (tx: TenantTx, { clinicIds }: Viewer): RawBuilder<unknown> =>
  clinicIds === null
    ? sql`s.arrears_amount`
    : sql`case when s.arrears_amount > 0 then ${owedTo(tx, clinicIds, sql`s.patient_id`)} else 0 end`

/** The order of a list, or the exact opposite, to read it from its end. */
export function orderOf(tx: TenantTx, { input, viewer }: Choice, fromEnd = false): RawBuilder<unknown> {
  const ascending = (input.order === 'asc') !== fromEnd
  return sortColumns[input.sort](
    ascending ? sql`asc` : sql`desc`,
    fromEnd ? sql`nulls first` : sql`nulls last`,
    owedInSight(tx, viewer),
  )
}

/**
 * A list's conditions, made ready: whoever may not see amounts learns nothing of them by order or filter, and groups out of
 * sight are refused.
 * @throws AppError FORBIDDEN, PATIENT_GROUP_GONE
 */
export async function chosen(tx: TenantTx, input: ListChoice, viewer: Viewer): Promise<Choice> {
  mustMayAsk(input, viewer)
  if (!viewer.sees && input.sort === 'arrears') throw new AppError('FORBIDDEN', { message: NO_AMOUNTS })
  const groups = input.groupIds.length === 0 ? [] : await groupsInSight(tx, viewer, input.groupIds)
  if (groups.length < input.groupIds.length) throw new AppError('PATIENT_GROUP_GONE')
  return { input, viewer: await settled(tx, viewer), groups }
}

/** Who looks, with the reach as it is here: where there is no other clinic, every sum is its own. */
export async function settled(tx: TenantTx, viewer: Viewer): Promise<Viewer> {
  const reach = await settledReach(tx, viewer.reach)
  return { ...viewer, reach, clinicIds: isChain(reach) && !isChain(viewer.reach) ? null : viewer.clinicIds }
}

/** Owes anything to these clinics (null: to any), on `s`. Whoever owes them owes at all: found by the index of the whole. */
export const owes = (tx: TenantTx, clinicIds: readonly string[] | null): RawBuilder<unknown> =>
  clinicIds === null
    ? sql`s.arrears_amount > 0`
    : sql`(s.arrears_amount > 0 and ${owedTo(tx, clinicIds, sql`s.patient_id`)} > 0)`

const NO_AMOUNTS = '没有查看金额的权限，不能按欠费排序或筛选'

/** Refuses a filter over what the person may not see. */
export function mustMayAsk(filter: PatientFilter, viewer: Viewer): void {
  if (!viewer.sees && asksForAmounts(filter)) throw new AppError('FORBIDDEN', { message: NO_AMOUNTS })
  if (viewer.records === null && asksForRecords(filter))
    throw new AppError('FORBIDDEN', { message: '没有查看病历的权限，不能按诊断或做过的项目筛选' })
}

/** Whoever was last here before this moment has not come for so many days. */
export function absentBefore(now: Date, days: number): Date {
  return parseDate(addDays(today(now), -days))
}

/** The states of the files of a list. */
export const statesOf = ({ input }: Choice): number[] => (input.withArchived ? [0, 1] : [input.status])

/** The same as a condition, on `p` or `s`. Written out, so that it is seen which index has these files. */
export const ofState = (choice: Choice, table: 'p' | 's'): RawBuilder<unknown> =>
  sql`${sql.raw(table)}.status in (${sql.raw(statesOf(choice).map(Number).join(', '))})`

/** What narrows a list beyond the state of the files, on `p` and `s`; and whether any of it asks for figures (`s`). */
function narrowed(
  tx: TenantTx,
  { input, viewer, groups }: Choice,
): { conditions: RawBuilder<unknown>[]; byFigures: boolean } {
  const conditions = fileConditions(tx, input, viewer)
  const figures = figureConditions(tx, input, viewer)
  // With a keyword the two are looked for as one: see `named`.
  if (!isChain(viewer.reach) && !(input.keyword && isWide(viewer.reach))) conditions.push(within(viewer.reach))
  if (input.today) conditions.push(ofToday(tx, viewer.clinicId))
  if (groups.length > 0) conditions.push(inGroups(tx, groups, viewer))
  return {
    conditions: [...conditions, ...figures],
    byFigures: figures.length > 0 || groups.some((group) => group.rule !== null),
  }
}

/** Does nothing but the state of the files narrow the list? */
export const isWhole = (tx: TenantTx, choice: Choice): boolean => narrowed(tx, choice).conditions.length === 0

/**
 * Where the files of a list are looked up: the tables and the conditions, with the tenant. Where one table has its order
 * and all that narrows it, it is read out of that one. `id` is the column with the file's id.
 */
export function source(tx: TenantTx, choice: Choice): { id: RawBuilder<unknown>; from: RawBuilder<unknown> } {
  const { sort } = choice.input
  const id = sql`p.id`
  if (sort === 'created' || sort === 'name') return { id, from: filesSource(tx, choice) ?? narrowedSource(tx, choice) }
  if (!isWhole(tx, choice)) return { id, from: narrowedSource(tx, choice) }
  return {
    id: sql`s.patient_id`,
    from: sql`patient_stat s where s.tenant_id = ${tx.tenantId} and ${ofState(choice, 's')}`,
  }
}

/** Files and figures of a list that something narrows, with the conditions; more of them, too. */
export const narrowedSource = (tx: TenantTx, choice: Choice, more: RawBuilder<unknown>[] = []): RawBuilder<unknown> =>
  sql`patient p join patient_stat s on s.tenant_id = ${tx.tenantId} and s.patient_id = p.id
    where p.tenant_id = ${tx.tenantId} and ${sql.join([ofState(choice, 'p'), ...narrowed(tx, choice).conditions, ...more], sql` and `)}`

/** The same without the figures, where nothing asks for them: to count by; null where something does. */
export function filesSource(tx: TenantTx, choice: Choice): RawBuilder<unknown> | null {
  const { conditions, byFigures } = narrowed(tx, choice)
  if (byFigures) return null
  return sql`patient p where p.tenant_id = ${tx.tenantId} and ${sql.join([ofState(choice, 'p'), ...conditions], sql` and `)}`
}

/** In any of the groups: by hand, or by what a rule says now. */
function inGroups(tx: TenantTx, groups: readonly GroupRow[], viewer: Viewer): RawBuilder<unknown> {
  const byHand = groups.filter((group) => group.rule === null).map((group) => group.id)
  const any = groups.flatMap((group) => (group.rule === null ? [] : [ruleConditions(tx, group.rule, viewer)]))
  if (byHand.length > 0)
    any.unshift(
      sql`p.id in (select gm.patient_id from patient_group_member gm where gm.tenant_id = ${tx.tenantId} and gm.group_id = any(${byHand}::uuid[]))`,
    )
  return sql`(${sql.join(any, sql` or `)})`
}

/** Who belongs to a rule-based group; the state of a file is for the list to say. */
export const ruleConditions = (tx: TenantTx, rule: PatientFilter, viewer: Viewer): RawBuilder<unknown> =>
  sql`(${sql.join([...fileConditions(tx, rule, viewer), ...figureConditions(tx, rule, viewer), sql`true`], sql` and `)})`

/** Booked, registered or treated today in this clinic. */
const ofToday = (tx: TenantTx, clinicId: string): RawBuilder<unknown> => {
  const ids = tx.parts('patient').flatMap(({ lends }) => lends?.comingToday?.(tx, clinicId) ?? [])
  return sql`p.id in (${sql.join(ids, sql` union all `)})`
}

/** What a filter asks of the figures of a file. */
function figureConditions(tx: TenantTx, filter: PatientFilter, { clinicIds }: Viewer): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (filter.firstVisitFrom) all.push(sql`s.first_visit_at >= ${dayRange(filter.firstVisitFrom).from}`)
  if (filter.firstVisitTo) all.push(sql`s.first_visit_at < ${dayRange(filter.firstVisitTo).to}`)
  if (filter.lastVisitFrom) all.push(sql`s.last_visit_at >= ${dayRange(filter.lastVisitFrom).from}`)
  if (filter.lastVisitTo) all.push(sql`s.last_visit_at < ${dayRange(filter.lastVisitTo).to}`)
  if (filter.absentDays !== null) all.push(sql`s.last_visit_at < ${absentBefore(tx.now, filter.absentDays)}`)
  if (filter.hasArrears || filter.arrearsOver !== null) all.push(owes(tx, clinicIds))
  if (filter.arrearsOver !== null)
    all.push(sql`${owedTo(tx, clinicIds, sql`s.patient_id`)} > ${fenToYuan(filter.arrearsOver)}::numeric`)
  return all
}

/**
 * Whom a keyword finds. What a clinic's reach adds is joined with it before the files are read: both come out of functions, so
 * that they are held against each other by hash even right after an import.
 */
function named(tx: TenantTx, keyword: string, { reach, phones }: Viewer): RawBuilder<unknown> {
  const found = sql`select found.id from ${foundBy(tx, keyword, 100_000, phones)} found`
  if (isChain(reach) || !isWide(reach)) return sql`p.id in (${found})`
  return sql`p.id in (${found} where found.id in (select own.id from ${patientsOf(reach)} own))`
}

/** What it asks of the file itself, and of what hangs on it. */
function fileConditions(tx: TenantTx, filter: PatientFilter, viewer: Viewer): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (filter.keyword) all.push(named(tx, filter.keyword, viewer))
  if (filter.gender !== null) all.push(sql`p.gender = ${filter.gender}`)
  const born = birthdaysOfAge(today(tx.now), filter.ageFrom, filter.ageTo)
  if (born.first) all.push(sql`p.birth_day >= ${born.first}::date`)
  if (born.last) all.push(sql`p.birth_day <= ${born.last}::date`)
  if (filter.birthMonth !== null)
    all.push(sql`p.birth_md between ${filter.birthMonth * 100 + 1} and ${filter.birthMonth * 100 + 31}`)
  if (filter.birthdayFrom !== null || filter.birthdayTo !== null) {
    const { from, to } = monthDayRange(filter.birthdayFrom ?? '01-01', filter.birthdayTo ?? '12-31')
    all.push(
      from <= to ? sql`p.birth_md between ${from} and ${to}` : sql`(p.birth_md >= ${from} or p.birth_md <= ${to})`,
    )
  }
  if (filter.sourceId) all.push(sql`p.source_id = ${filter.sourceId}`)
  if (filter.tags.length > 0)
    all.push(sql`p.id in (select id from app.tagged_patient_ids(${tx.tenantId}, ${filter.tags}::text[]))`)
  if (filter.respDoctorId) all.push(sql`p.resp_doctor_id = ${filter.respDoctorId}`)
  if (filter.diagnosis) {
    all.push(sql`p.id in (select id from app.diagnosed_patient_ids(${tx.tenantId}, ${filter.diagnosis}))`)
    if (viewer.records === null) all.push(sql`false`)
    else if (!isChain(viewer.records))
      all.push(
        answerOf(tx, 'patient', ({ lends }) => lends?.diagnosed)(tx, sql`p.id`, filter.diagnosis, viewer.records),
      )
  }
  // Bills decide who stands in the list; nothing of them is shown.
  if (filter.tariffIds.length > 0)
    all.push(
      viewer.records === null
        ? sql`false`
        : sql`p.id in (${answerOf(tx, 'patient', ({ lends }) => lends?.charged)(tx, filter.tariffIds, viewer.records)})`,
    )
  if (filter.patientType !== null) all.push(sql`p.patient_type = ${filter.patientType}`)
  return all
}

/** The files of a group or with a tag that the person at work sees, not archived; so many at most, in the order of their ids. */
export async function patientsOfGroup(
  context: ClinicContext,
  { groupId, tag }: { groupId: string | null; tag: string },
  limit: number,
): Promise<string[]> {
  const filter = readFilter({ groupIds: groupId ? [groupId] : [], tags: tag === '' ? [] : [tag] })
  const input = {
    ...filter,
    status: fileStates.code.active,
    withArchived: false,
    sort: 'created',
    order: 'asc',
  } as ListChoice
  const choice = await chosen(context.tx, input, viewerOf(context))
  const rows = await context.tx.rows<{ id: string }>(
    sql`select p.id from ${filesSource(context.tx, choice) ?? narrowedSource(context.tx, choice)} order by p.id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}
