import { scheduleStates } from '@dentin/contract/core/status'
import { workStates } from '@dentin/contract/staff'
import type { contract, HandlerOutput } from '@dentin/contract'
import { shiftTypeNames, type Shift } from '@dentin/contract/schedule'
import { addDays, clockOf, daysOf, type LocalDate, weekday } from '@dentin/kit'
import { lunarText } from '@dentin/kit/calendar'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { holidaysOf } from '../clinic/index.ts'
import { weekStart, type Content, type ShiftPlan } from './rules.ts'

type Sheet = HandlerOutput<typeof contract.schedule.plan>
type Stretch = Sheet['stretches'][number]
interface Range {
  from: LocalDate
  to: LocalDate
}

/** Every shift of a clinic, those in use first. */
export async function shiftsOf(tx: TenantTx, clinicId: string): Promise<Shift[]> {
  const rows = await tx.rows<Omit<Shift, 'periods'> & { periods: { startsMin: number; endsMin: number }[] }>(
    keptSql`select s.id, s.version, s.name, s.short_name as "shortName", s.colour, s.type, s.periods, s.bookable, s.enabled,
          exists (select 1 from schedule d where d.tenant_id = ${tx.tenantId} and d.shift_id = s.id) as used
        from shift s where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${clinicId}
        order by s.enabled desc, s.type, s.sort_no, s.name`,
  )
  return rows.map((row) => ({
    ...row,
    periods: row.periods.map(({ startsMin, endsMin }) => ({ start: clockOf(startsMin), end: clockOf(endsMin) })),
  }))
}

/** Has anybody ever been planned with this shift? */
export async function isUsed(tx: TenantTx, shiftId: string): Promise<boolean> {
  return (
    (await tx.row(
      sql`select d.id from schedule d where d.tenant_id = ${tx.tenantId} and d.shift_id = ${shiftId} limit 1`,
    )) !== undefined
  )
}

/** Shifts by id, to plan with. */
export async function shiftPlans(
  tx: TenantTx,
  clinicId: string,
  ids: readonly string[],
): Promise<Map<string, ShiftPlan>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<ShiftPlan>(
    keptSql`select s.id, s.name, s.type, s.bookable, s.enabled, s.periods from shift s
        where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${clinicId} and s.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The chairs of a clinic that may be planned with. */
export async function chairsOf(tx: TenantTx, clinicId: string): Promise<{ id: string; name: string }[]> {
  return tx.rows<{ id: string; name: string }>(
    keptSql`select c.id, c.name from chair c where c.tenant_id = ${tx.tenantId} and c.clinic_id = ${clinicId} and c.enabled
        order by c.sort_no, c.name`,
  )
}

/** A row of the plan as it is changed. */
export interface StretchRow extends Content {
  id: string
  version: number
  employeeId: string
  date: LocalDate
}

/** What stands in a clinic's plan, by 'employee day'. */
export async function stretchRows(
  tx: TenantTx,
  clinicId: string,
  employeeIds: readonly string[],
  range: Range,
): Promise<Map<string, StretchRow[]>> {
  const rows = await tx.rows<StretchRow>(
    sql`select d.id, d.version, d.employee_id as "employeeId", d.date, d.kind, d.starts_min as "startsMin", d.ends_min as "endsMin",
          d.title, d.shift_id as "shiftId", d.chair_id as "chairId", d.bookable, d.remark
        from schedule d
        where d.tenant_id = ${tx.tenantId} and d.clinic_id = ${clinicId} and d.employee_id = any(${employeeIds}::uuid[])
          and d.date between ${range.from}::date and ${range.to}::date
        order by d.employee_id, d.date, d.starts_min`,
  )
  const map = new Map<string, StretchRow[]>()
  for (const row of rows) {
    const key = `${row.employeeId} ${row.date}`
    map.set(key, [...(map.get(key) ?? []), row])
  }
  return map
}

/** Somebody who is planned: by name, with the chair of their own; `here` false: no longer at work in the clinic. */
export interface Place {
  name: string
  chairId: string | null
  here: boolean
}

/** People of a clinic, locked in the order of their ids: two planners of one person follow each other. */
export async function placesOf(
  tx: TenantTx,
  clinicId: string,
  employeeIds: readonly string[],
): Promise<Map<string, Place>> {
  const rows = await tx.rows<Place & { id: string }>(
    keptSql`select e.id, e.name, ec.chair_id as "chairId", ec.active and e.work_status not in ${codes(workStates, 'left')} as here
        from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.employee_id = any(${employeeIds}::uuid[])
        order by ec.employee_id for no key update of ec`,
  )
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** The Sundays of the weeks that have been published. */
export async function plannedWeeks(tx: TenantTx, clinicId: string, range: Range): Promise<Set<LocalDate>> {
  const rows = await tx.rows<{ week: LocalDate }>(
    sql`select distinct d.date - extract(dow from d.date)::int as week from schedule d
        where d.tenant_id = ${tx.tenantId} and d.clinic_id = ${clinicId} and d.status in ${codes(scheduleStates, 'published')}
          and d.date between ${weekStart(range.from)}::date and ${addDays(weekStart(range.to), 6)}::date`,
  )
  return new Set(rows.map(({ week }) => week))
}

/** Days off among some days, as the company has them. */
export async function daysOff(tx: TenantTx, range: Range): Promise<Set<LocalDate>> {
  const rows = await tx.rows<{ date: LocalDate }>(
    sql`select h.date from ${holidaysOf(tx, range.from, range.to)} h where not h.is_workday`,
  )
  return new Set(rows.map(({ date }) => date))
}

/** Everybody who may be planned in a clinic, in the order of the staff list. */
export async function plannable(tx: TenantTx, clinicId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    keptSql`select ec.employee_id as id from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id and e.work_status not in ${codes(workStates, 'left')}
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active
        order by ec.sort_no, e.sort_no, e.id`,
  )
  return rows.map(({ id }) => id)
}

type StretchView = Omit<Stretch, 'start' | 'end' | 'name'> & { startsMin: number; endsMin: number; name: string }

const stretchColumns = sql`d.id, d.version, d.employee_id as "employeeId", d.date, d.shift_id as "shiftId",
  coalesce(nullif(d.title, ''), s.name, '') as name, coalesce(s.short_name, '') as "shortName", coalesce(s.colour, '') as colour,
  d.kind, d.starts_min as "startsMin", d.ends_min as "endsMin", d.chair_id as "chairId", coalesce(c.name, '') as "chairName",
  d.bookable, d.remark, d.status in ${codes(scheduleStates, 'draft')} as draft`

const present = <Row extends StretchView>({ startsMin, endsMin, ...row }: Row) => ({
  ...row,
  name: row.name || (shiftTypeNames[row.kind] ?? ''),
  start: clockOf(startsMin),
  end: clockOf(endsMin),
})

/** The calendar's side of some days. */
export async function calendarOf(tx: TenantTx, range: Range) {
  const rows = await tx.rows<{ date: LocalDate; name: string; isWorkday: boolean }>(
    sql`select h.date, h.name, h.is_workday as "isWorkday" from ${holidaysOf(tx, range.from, range.to)} h`,
  )
  const holidays = new Map(rows.map((row) => [row.date, row]))
  return daysOf(range.from, range.to).map((date) => ({
    date,
    lunar: lunarText(date),
    holidayName: holidays.get(date)?.name ?? null,
    isWorkday: holidays.get(date)?.isWorkday ?? false,
  }))
}

/**
 * People and days of one clinic. `drafts`: also what is not published yet, and where the same people are in other
 * clinics, as far as the transaction reaches.
 */
export async function sheetOf(
  tx: TenantTx,
  clinicId: string,
  range: Range,
  { drafts }: { drafts: boolean },
): Promise<Sheet> {
  const weeks = await plannedWeeks(tx, clinicId, range)
  const stretches = await tx.rows<StretchView>(
    sql`select ${stretchColumns} from schedule d
        left join shift s on s.tenant_id = ${tx.tenantId} and s.id = d.shift_id
        left join chair c on c.tenant_id = ${tx.tenantId} and c.id = d.chair_id
        where d.tenant_id = ${tx.tenantId} and d.clinic_id = ${clinicId} and d.date between ${range.from}::date and ${range.to}::date
          and (${drafts} or d.status in ${codes(scheduleStates, 'published')})
        order by d.date, d.starts_min, d.kind`,
  )
  const planned = [...new Set(stretches.map((row) => row.employeeId))]
  const employees = await tx.rows<Sheet['employees'][number]>(
    keptSql`select e.id, e.name, e.job_type as "jobType", e.is_doctor as "isDoctor", coalesce(g.name, '') as "deptName",
          ec.chair_id as "chairId", coalesce(c.name, '') as "chairName"
        from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        left join dept g on g.tenant_id = ${tx.tenantId} and g.id = ec.dept_id
        left join chair c on c.tenant_id = ${tx.tenantId} and c.id = ec.chair_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId}
          and ((ec.active and e.work_status not in ${codes(workStates, 'left')}) or e.id = any(${planned}::uuid[]))
        order by not e.is_doctor, ec.sort_no, e.sort_no, e.name, e.id`,
  )
  const elsewhere = drafts
    ? await tx.rows<{ employeeId: string; date: LocalDate; clinicName: string; startsMin: number; endsMin: number }>(
        sql`select d.employee_id as "employeeId", d.date, k.short_name as "clinicName", d.starts_min as "startsMin", d.ends_min as "endsMin"
            from schedule d
            join clinic k on k.tenant_id = ${tx.tenantId} and k.id = d.clinic_id
            where d.tenant_id = ${tx.tenantId} and d.clinic_id <> ${clinicId} and d.kind <> 2
              and d.employee_id = any(${employees.map(({ id }) => id)}::uuid[])
              and d.date between ${range.from}::date and ${range.to}::date
            order by d.date, d.starts_min`,
      )
    : []
  return {
    days: (await calendarOf(tx, range)).map((day) => ({ ...day, published: weeks.has(weekStart(day.date)) })),
    employees,
    stretches: stretches.map(present),
    elsewhere: elsewhere.map(({ startsMin, endsMin, ...row }) => ({
      ...row,
      start: clockOf(startsMin),
      end: clockOf(endsMin),
    })),
  }
}

/** What one person has before them, in every clinic that the transaction reaches. */
export async function stretchesOfPerson(tx: TenantTx, clinicId: string, employeeId: string, range: Range) {
  const rows = await tx.rows<StretchView & { clinicName: string; isHere: boolean }>(
    sql`select ${stretchColumns}, k.short_name as "clinicName", d.clinic_id = ${clinicId} as "isHere" from schedule d
        join clinic k on k.tenant_id = ${tx.tenantId} and k.id = d.clinic_id
        left join shift s on s.tenant_id = ${tx.tenantId} and s.id = d.shift_id
        left join chair c on c.tenant_id = ${tx.tenantId} and c.id = d.chair_id
        where d.tenant_id = ${tx.tenantId} and d.employee_id = ${employeeId} and d.status in ${codes(scheduleStates, 'published')}
          and d.date between ${range.from}::date and ${range.to}::date
        order by d.date, d.starts_min`,
  )
  return rows.map(present)
}

/** Where people who are wanted here already are, in words; at most five. */
export async function clashesElsewhere(
  tx: TenantTx,
  clinicId: string,
  wanted: readonly { employeeId: string; date: LocalDate; kind: number; startsMin: number; endsMin: number }[],
): Promise<{ employeeId: string; date: LocalDate; text: string }[]> {
  const asked = wanted
    .filter(({ kind }) => kind !== 2)
    .map(({ employeeId, date, startsMin, endsMin }) => ({ e: employeeId, d: date, a: startsMin, b: endsMin }))
  const rows = await tx.rows<{
    employeeId: string
    name: string
    date: LocalDate
    clinicName: string
    startsMin: number
    endsMin: number
  }>(
    sql`select distinct d.employee_id as "employeeId", e.name, d.date, k.short_name as "clinicName", d.starts_min as "startsMin",
          d.ends_min as "endsMin"
        from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w(e uuid, d date, a int, b int)
        join schedule d on d.tenant_id = ${tx.tenantId} and d.employee_id = w.e and d.date = w.d and d.clinic_id <> ${clinicId}
          and d.kind <> 2 and d.starts_min < w.b and d.ends_min > w.a
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = d.employee_id
        join clinic k on k.tenant_id = ${tx.tenantId} and k.id = d.clinic_id
        order by d.date, e.name, d.starts_min limit 5`,
  )
  return rows.map(({ employeeId, date, name, clinicName, startsMin, endsMin }) => ({
    employeeId,
    date,
    text: `${name} ${Number(date.slice(5, 7))}月${Number(date.slice(8))}日 ${clockOf(startsMin)}–${clockOf(endsMin)} 已在${clinicName}排班`,
  }))
}

/** Is a day one of the days of the week that are asked for? */
export const isOn = (date: LocalDate, weekdays: readonly number[]): boolean => weekdays.includes(weekday(date))
