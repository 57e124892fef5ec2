import { workStates } from '@dentin/contract/staff'
import { followUpStates } from '@dentin/contract/core/status'
import type { contract, FollowUpFigures, HandlerOutput, ParsedInput } from '@dentin/contract'
import { addDays, dayRange, daysBetween, formatDate, today, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { paged } from '../../platform/http/page.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { coveredRows, foundBy, inFileOf, recordsWithin, seesDigits, sightOf } from '../patient/index.ts'
import { reachOf } from '../staff/index.ts'
import { ASSIGN, EDIT, LIST, mine, personOf, RECORDS, within } from './access.ts'
import { appointmentsIn, borrowed } from './extension-points.ts'
import { allowedActions } from './rules.ts'

const PATIENTS = '/allTimePatients:view'
const VIEW_RECORDS = '/patientMedicalRecord:view'

type Calls = typeof contract.followUp
export type Row = HandlerOutput<Calls['list']>['list'][number]

/** Open ones are overdue as soon as their deadline has passed, also before the job has said so. */
const statusNow = (tx: TenantTx): RawBuilder<unknown> =>
  sql`(case when f.status in ${codes(followUpStates, 'due', 'unreached')} and f.deadline_at < ${tx.now} then ${sql.lit(followUpStates.code.overdue)} else f.status end)`

const rowColumns = (tx: TenantTx): RawBuilder<unknown> =>
  sql`f.id, f.version, f.patient_id as "patientId", p.name as "patientName", p.gender, p.birth_day as "birthDay",
    p.medical_number as "medicalNumber", coalesce(p.mobile, '') as mobile, p.allergy_flag = 1 as "hasAllergy", c.short_name as "clinicName",
    f.doctor_id as "doctorId", d.name as "doctorName", f.type, f.subject, f.content, f.plan_at as "planTime", f.deadline_at as deadline,
    f.owner_id as "ownerId", o.name as "ownerName", f.owner_role as "ownerRole", f.method, ${statusNow(tx)} as status, f.attempts,
    f.handed_over as "handedOver", f.result_code as "resultCode", f.result, f.note, f.satisfaction, f.next_plan_at as "nextPlanTime",
    f.done_at as "doneTime", f.done_name as "doneName", f.cancel_reason as "cancelReason", f.appointment_id as "appointmentId",
    f.created_from as "createdFrom"`

const people = (tx: TenantTx): RawBuilder<unknown> =>
  sql`join patient p on p.tenant_id = ${tx.tenantId} and p.id = f.patient_id
    join clinic c on c.tenant_id = ${tx.tenantId} and c.id = f.clinic_id
    left join employee o on o.tenant_id = ${tx.tenantId} and o.id = f.owner_id
    left join employee d on d.tenant_id = ${tx.tenantId} and d.id = f.doctor_id`

const named = (tx: TenantTx, keyword: string, digits: boolean): RawBuilder<boolean> =>
  keyword
    ? sql<boolean>`f.patient_id = any(array(select s.id from ${foundBy(tx, keyword, 500, digits)} s))`
    : sql<boolean>`true`

/** A page of what the conditions leave, in an order that an index has. */
async function page(
  context: ClinicContext,
  conditions: readonly RawBuilder<boolean>[],
  order: RawBuilder<unknown>,
  place: { pageNum: number; pageSize: number },
): Promise<HandlerOutput<Calls['list']>> {
  const { tx } = context
  const where = sql.join([sql`f.tenant_id = ${tx.tenantId}`, ...conditions], sql` and `)
  const { total } = await tx.need<{ total: number }>(sql`select count(*)::int as total from follow_up f where ${where}`)
  const rows = await tx.rows<Row>(
    sql`select ${rowColumns(tx)} from follow_up f ${people(tx)} where ${where} order by ${order}
        limit ${place.pageSize} offset ${(place.pageNum - 1) * place.pageSize}`,
  )
  return paged({ list: await coveredRows(context, rows, ({ patientId }) => ({ patientId })), total }, place)
}

/** What each tab of the work list holds, and its order. */
function tabOf(
  tx: TenantTx,
  tab: ParsedInput<Calls['list']>['tab'],
): { where: RawBuilder<boolean>; order: RawBuilder<unknown> } {
  const { to } = dayRange(today(tx.now))
  const open = sql<boolean>`f.status in ${codes(followUpStates, 'open')}`
  const inTime = sql<boolean>`f.status in ${codes(followUpStates, 'due', 'unreached')} and f.deadline_at >= ${tx.now}`
  const soonest = sql`f.plan_at, f.id`
  if (tab === 'today') return { where: sql<boolean>`${open} and ${inTime} and f.plan_at < ${to}`, order: soonest }
  if (tab === 'upcoming') return { where: sql<boolean>`${open} and ${inTime} and f.plan_at >= ${to}`, order: soonest }
  if (tab === 'overdue')
    return {
      where: sql<boolean>`${open} and (f.status in ${codes(followUpStates, 'overdue')} or f.deadline_at < ${tx.now})`,
      order: soonest,
    }
  if (tab === 'done')
    return { where: sql<boolean>`f.status in ${codes(followUpStates, 'done')}`, order: sql`f.done_at desc, f.id desc` }
  return {
    where: sql<boolean>`f.status in ${codes(followUpStates, 'cancelled')}`,
    order: sql`f.updated_at desc, f.id desc`,
  }
}

/** The work list: what is to be done, by tab. */
export async function workList(
  context: ClinicContext,
  input: ParsedInput<Calls['list']>,
): Promise<HandlerOutput<Calls['list']>> {
  const { tx } = context
  const tab = tabOf(tx, input.tab)
  return page(
    context,
    [
      sql<boolean>`f.clinic_id = ${context.clinicId}`,
      tab.where,
      await within(context, LIST),
      ...(input.mine ? [mine(await personOf(context))] : []),
      ...(input.ownerId ? [sql<boolean>`f.owner_id = ${input.ownerId}`] : []),
      ...(input.types.length > 0 ? [sql<boolean>`f.type = any(${input.types}::int[])`] : []),
      named(tx, input.keyword, seesDigits(context, LIST)),
    ],
    tab.order,
    input,
  )
}

/** Every follow-up of the clinic by the day on which it was due first. */
export async function records(
  context: ClinicContext,
  input: ParsedInput<Calls['records']>,
): Promise<HandlerOutput<Calls['list']>> {
  const { tx } = context
  return page(
    context,
    [
      sql<boolean>`f.clinic_id = ${context.clinicId}`,
      await within(context, RECORDS),
      ...(input.dateFrom ? [sql<boolean>`f.first_plan_on >= ${input.dateFrom}::date`] : []),
      ...(input.dateTo ? [sql<boolean>`f.first_plan_on <= ${input.dateTo}::date`] : []),
      ...(input.types.length > 0 ? [sql<boolean>`f.type = any(${input.types}::int[])`] : []),
      ...(input.statuses.length > 0 ? [sql<boolean>`${statusNow(tx)} = any(${input.statuses}::int[])`] : []),
      ...(input.results.length > 0 ? [sql<boolean>`f.result_code = any(${input.results}::text[])`] : []),
      ...(input.satisfactionTo ? [sql<boolean>`f.satisfaction <= ${input.satisfactionTo}`] : []),
      ...(input.employeeId ? [sql<boolean>`coalesce(f.done_by, f.owner_id) = ${input.employeeId}`] : []),
      named(tx, input.keyword, seesDigits(context, RECORDS)),
    ],
    sql`f.first_plan_on desc, f.id desc`,
    input,
  )
}

/** One patient's follow-ups in all clinics of the company. */
export function ofPatient(
  context: ClinicContext,
  input: ParsedInput<Calls['ofPatient']>,
): Promise<HandlerOutput<Calls['list']>> {
  return page(
    context,
    [
      sql<boolean>`f.patient_id = ${input.patientId}`,
      inFileOf(reachOf(context, PATIENTS), sql`f.clinic_id`, sql`f.patient_id`),
      ...(input.open ? [sql<boolean>`f.status in ${codes(followUpStates, 'open')}`] : []),
      ...(input.recordId ? [sql<boolean>`f.record_id = ${input.recordId}`] : []),
    ],
    input.open ? sql`f.deadline_at, f.id` : sql`f.plan_at desc, f.id desc`,
    input,
  )
}

/** One follow-up with where it comes from and what was tried. NOT_FOUND beyond the reach. */
export async function detail(context: ClinicContext, id: string): Promise<HandlerOutput<Calls['get']>> {
  const { tx } = context
  type Found = Omit<HandlerOutput<Calls['get']>, 'calls' | 'nextAppointment' | 'actions' | 'masked'> & { seen: boolean }
  const row = await tx.need<Found>(
    keptSql`select ${rowColumns(tx)}, f.treatment_id as "treatmentId", coalesce(f.record_id, m.id) as "recordId", f.bill_id as "billId",
          ${borrowed(tx, 'visitBegan')(tx, sql`f.treatment_id`)} as "visitTime", p.allergy_history as "allergyHistory", r.name as "ruleName", f.audio_url as "audioUrl",
          f.created_name as "createdName", f.created_at as "createdTime",
          coalesce(${context.can(VIEW_RECORDS)}::boolean and ${recordsWithin(reachOf(context, VIEW_RECORDS), 'm')}, false) as seen
        from follow_up f ${people(tx)}
        left join lateral (${borrowed(tx, 'recordOf')(tx, sql`f.treatment_id`)}) m on true
        left join follow_rule r on r.tenant_id = ${tx.tenantId} and r.id = f.rule_id
        where f.tenant_id = ${tx.tenantId} and f.clinic_id = ${context.clinicId} and f.id = ${id} and ${await within(context, LIST, RECORDS)}`,
  )
  const sight = await sightOf(context, [row.patientId])
  const calls = await tx.rows<HandlerOutput<Calls['get']>['calls'][number]>(
    keptSql`select k.id, k.called_at as time, k.method, k.reached, k.result, k.satisfaction, k.note, k.actor_name as "actorName"
        from follow_call k where k.tenant_id = ${tx.tenantId} and k.follow_up_id = ${id} order by k.called_at desc, k.id desc`,
  )
  const next = await appointmentsIn(tx).nextOf(tx, context.clinicId, row.patientId)
  const grants = { edit: await mayAct(context, EDIT, id), assign: await mayAct(context, ASSIGN, id) }
  return {
    ...sight.covered(row, row),
    recordId: row.seen ? row.recordId : null,
    masked: sight.fieldsCovered(row, row).length > 0,
    calls,
    nextAppointment: next ?? null,
    actions: allowedActions(row.status, grants, row.appointmentId !== null || next !== undefined),
  }
}

/** Does the grant reach this follow-up? */
async function mayAct(context: ClinicContext, resource: typeof EDIT, id: string): Promise<boolean> {
  const scope = context.scopeOf(resource)
  if (scope === null) return false
  if (scope >= 3) return true
  const { tx } = context
  const row = await tx.row(
    keptSql`select 1 from follow_up f where f.tenant_id = ${tx.tenantId} and f.id = ${id} and ${await within(context, resource)}`,
  )
  return row !== undefined
}

/** What is to be done: of the own reach with a grant of follow-ups, else of the whole clinic. */
export async function totals(context: ClinicContext, own: boolean): Promise<HandlerOutput<Calls['total']>> {
  const { tx } = context
  const reached = context.scopeOf(LIST) === null ? sql`true` : await within(context, LIST)
  const range = dayRange(today(tx.now))
  const only = sql`${reached} and ${own ? mine(await personOf(context)) : sql`true`}`
  const open = await tx.need<{ today: number; overdue: number; upcoming: number }>(
    sql`select count(*) filter (where f.status not in ${codes(followUpStates, 'overdue')} and f.deadline_at >= ${tx.now} and f.plan_at < ${range.to})::int as today,
          count(*) filter (where f.status in ${codes(followUpStates, 'overdue')} or f.deadline_at < ${tx.now})::int as overdue,
          count(*) filter (where f.status not in ${codes(followUpStates, 'overdue')} and f.deadline_at >= ${tx.now} and f.plan_at >= ${range.to})::int as upcoming
        from follow_up f where f.tenant_id = ${tx.tenantId} and f.clinic_id = ${context.clinicId} and f.status in ${codes(followUpStates, 'open')} and ${only}`,
  )
  const done = await tx.need<{ count: number }>(
    sql`select count(*)::int as count from follow_up f where f.tenant_id = ${tx.tenantId} and f.clinic_id = ${context.clinicId}
          and f.status in ${codes(followUpStates, 'done')} and f.done_at >= ${range.from} and f.done_at < ${range.to} and ${only}`,
  )
  return { ...open, doneToday: done.count, total: open.today + open.overdue }
}

/** Those at work in a clinic, with the codes of their posts. */
export async function peopleOf(
  tx: TenantTx,
  clinicId: string,
): Promise<{ id: string; name: string; posts: string[] }[]> {
  return tx.rows(
    keptSql`select e.id, e.name, coalesce((select array_agg(distinct p.code) from employee_post ep
            join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id
            where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = e.id), '{}') as posts
        from employee_clinic ec join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id and e.work_status in ${codes(workStates, 'working')}
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active
        order by ec.sort_no, e.sort_no, e.name, e.id`,
  )
}

/** What the forms choose from. */
export async function options(tx: TenantTx, clinicId: string): Promise<HandlerOutput<Calls['options']>> {
  return {
    people: await peopleOf(tx, clinicId),
    templates: await tx.rows(
      sql`select id, version, name, type, content from follow_template where tenant_id = ${tx.tenantId} and enabled order by sort_no, name`,
    ),
    results: await tx.rows(
      sql`select item_code as code, item as name from dict_item where tenant_id = ${tx.tenantId} and type_code = 'follow_up_result'
          and enabled order by sort_no, item_code`,
    ),
  }
}

/** All rules in their order. */
export async function rules(tx: TenantTx): Promise<HandlerOutput<Calls['rules']>> {
  const since = formatDate(new Date(tx.now.getTime() - 30 * 86_400_000))
  return tx.rows(
    sql`select r.id, r.version, r.name, r.code is not null as "builtIn", r.triggers, r.words, r.except_words as "exceptWords",
          coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name) from tariff t
            where t.tenant_id = ${tx.tenantId} and t.id = any(r.tariff_ids)), '[]') as tariffs,
          r.icd_codes as "icdCodes", r.absent_days as "absentDays", r.delay_days as "delayDays", r.grace_days as "graceDays", r.type,
          r.owner_role as "ownerRole", r.method, r.template_id as "templateId", m.name as "templateName", r.enabled,
          (select count(*)::int from follow_up f where f.tenant_id = ${tx.tenantId} and f.rule_id = r.id
            and f.created_at >= ${dayRange(since).from}) as planned
        from follow_rule r
        join follow_template m on m.tenant_id = ${tx.tenantId} and m.id = r.template_id
        where r.tenant_id = ${tx.tenantId} order by r.sort_no, r.created_at, r.id`,
  )
}

interface StatRow extends FollowUpFigures {
  kind: number
  day: LocalDate | null
  type: number | null
  personId: string | null
}

const LONGEST_DAYS = 366
/** An appointment made so soon after a follow-up came of it. */
const REBOOKED_DAYS = 7

/** What came of the follow-ups that were due in a period: in all, by day, by person and by type. */
export async function statistics(
  context: ClinicContext,
  input: ParsedInput<Calls['stats']>,
): Promise<HandlerOutput<Calls['stats']>> {
  const { tx } = context
  const length = daysBetween(input.dateFrom, input.dateTo) + 1
  if (length < 1) throw fieldError('BAD_INPUT', 'dateTo', '结束日期不能早于开始日期')
  if (length > LONGEST_DAYS) throw fieldError('BAD_INPUT', 'dateTo', '统计时段不能超过 366 天')
  const rows = await tx.rows<StatRow>(
    sql`with base as (
          select f.first_plan_on as day, f.type, coalesce(f.done_by, f.owner_id) as person, f.status, f.timely, f.satisfaction,
            k.tries, k.reached, f.status in ${codes(followUpStates, 'done')} and (f.appointment_id is not null
              or ${borrowed(tx, 'bookedAfter')(tx, sql`f.patient_id`, sql`f.done_at`, REBOOKED_DAYS)}) as booked
          from follow_up f
          left join lateral (select count(*) as tries, count(*) filter (where c.reached) as reached from follow_call c
            where c.tenant_id = ${tx.tenantId} and c.follow_up_id = f.id) k on true
          where f.tenant_id = ${tx.tenantId} and f.clinic_id = ${context.clinicId} and f.status not in ${codes(followUpStates, 'cancelled')} and ${await within(context, RECORDS)}
            and f.first_plan_on between ${input.dateFrom}::date and ${input.dateTo}::date
            and (${input.types.length === 0} or f.type = any(${input.types}::int[])))
        select grouping(day, type, person) as kind, day, type, person as "personId", count(*)::int as due,
          count(*) filter (where status in ${codes(followUpStates, 'done')})::int as done, count(*) filter (where timely)::int as timely,
          coalesce(sum(tries), 0)::int as tries, coalesce(sum(reached), 0)::int as reached, count(satisfaction)::int as rated,
          coalesce(sum(satisfaction), 0)::int as points, count(*) filter (where satisfaction >= 4)::int as satisfied,
          count(*) filter (where booked)::int as booked
        from base group by grouping sets ((), (day), (type), (person)) order by day, type`,
  )
  const names = new Map(
    (
      await tx.rows<{ id: string; name: string }>(
        keptSql`select id, name from employee where tenant_id = ${tx.tenantId}
            and id = any(${rows.flatMap((row) => row.personId ?? [])}::uuid[])`,
      )
    ).map((row) => [row.id, row.name]),
  )
  const figures = ({ kind: _k, day: _d, type: _t, personId: _p, ...rest }: StatRow): FollowUpFigures => rest
  const ofKind = (kind: number) => rows.filter((row) => row.kind === kind)
  const none: FollowUpFigures = {
    due: 0,
    done: 0,
    timely: 0,
    tries: 0,
    reached: 0,
    rated: 0,
    points: 0,
    satisfied: 0,
    booked: 0,
  }
  const [whole] = ofKind(7)
  const byDay = new Map(ofKind(3).map((row) => [row.day, row]))
  return {
    summary: whole ? figures(whole) : none,
    days: Array.from({ length }, (_, n) => {
      const date = addDays(input.dateFrom, n)
      const row = byDay.get(date)
      return { date, due: row?.due ?? 0, done: row?.done ?? 0 }
    }),
    people: ofKind(6)
      .map((row) => ({
        employeeId: row.personId,
        name: row.personId ? (names.get(row.personId) ?? '') : '未分派',
        ...figures(row),
      }))
      .sort((a, b) => b.due - a.due || a.name.localeCompare(b.name)),
    types: ofKind(5).map((row) => ({ type: row.type as number, ...figures(row) })),
  }
}
