import { workStates } from '@dentin/contract/staff'
import { appointmentStates, receptionStates, scheduleStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import { MOST_BUFFER_MINUTES } from '@dentin/contract/appoint-item-fields'
import type { AppointmentCard, AppointmentDoctorDay } from '@dentin/contract/appointment'
import {
  addDays,
  clockOf,
  dayRange,
  formatDate,
  hoursOn,
  weekday,
  widestHours,
  type DayHours,
  type LocalDate,
  type WeekHours,
} from '@dentin/kit'
import { lunarText } from '@dentin/kit/calendar'
import { pinyinInitials, pinyinOf } from '@dentin/kit/pinyin'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { answerOf } from '../../platform/wiring.ts'
import { amountIf, fenIfAny } from '../../platform/database/amount.ts'
import { appointItemsOf, holidaysOf, readSettings } from '../clinic/index.ts'
import { smsWords } from '../sms/index.ts'
import { doctorsWithin, isWide, type Reach } from '../staff/index.ts'
import { foundBy } from '../patient/index.ts'
import { amongAppointments, inHistory } from './access.ts'
import {
  availableMinutes,
  HOLDING,
  minutesBetween,
  stretchTitle,
  weekBounds,
  workStretches,
  type DayStretch,
  type Buffers,
  type DoctorDay,
  type Neighbour,
  type WantedPlace,
} from './rules.ts'

/** What the board never shows: cancelled and refused. */
const OFF_BOARD = [6, 8]
/** Work that takes no bookings (a duty) blocks the day as being out does. */
const stretchKind = sql`case when d.kind = 1 and not d.bookable then 4 else d.kind end`
/** The longest an appointment may be; bounds the search for overlaps by the start's index. */
const LONGEST_MS = 600 * 60_000
/** The longest buffer; bounds the search for them. */
const MOST_BUFFER_MS = MOST_BUFFER_MINUTES * 60_000
/** Kind of staff. */
const NURSE = 2
/** How many of the cards that were put aside are shown. */
const PARKED_LIMIT = 100

type CardRow = Omit<AppointmentCard, 'arrears'> & { arrears: string | null }

/** The state of the visit that came of an appointment, once the chair is left: it waits at the desk, or has paid. */
const visitStatus = (tx: TenantTx) =>
  sql`case when a.status in ${codes(appointmentStates, 'inTreatment')} then ${answerOf(tx, 'appointment', ({ visitStatus: of }) => of)(tx, sql`a.id`)} end`

const cardColumns = (
  tx: TenantTx,
  amounts: boolean,
) => sql`a.id, a.version, a.doctor_id as "doctorId", a.chair_id as "chairId", a.patient_id as "patientId",
  coalesce(p.name, a.temp_name) as name, coalesce(p.gender, a.temp_gender) as gender, p.birth_day as "birthDay",
  p.medical_number as "medicalNumber", a.starts_at as "startTime", a.ends_at as "endTime", a.title, a.teeth, a.treat_type as "treatType", a.status, ${visitStatus(tx)} as "visitStatus",
  a.confirm_status as "confirmStatus", a.is_overbook as "isOverbook", a.is_urgent as "isUrgent",
  a.is_backfilled as "isBackfilled", a.off_shift as "offShift", coalesce(p.allergy_flag = 1, false) as "hasAllergy",
  p.patient_type as "patientType", ${amountIf(amounts, sql`coalesce(s.arrears_amount, 0)`)} as arrears, a.remark,
  a.held_until as "heldUntil", a.parked_at as "parkedTime",
  a.buffer_before_min as "bufferBefore", a.buffer_after_min as "bufferAfter"`

const people = (tx: TenantTx) => sql`left join patient p on p.tenant_id = ${tx.tenantId} and p.id = a.patient_id
  left join patient_clinic s on s.tenant_id = ${tx.tenantId} and s.patient_id = a.patient_id and s.reached_clinic_id = a.clinic_id`

function toCard<Row extends { arrears: string | null }>(
  row: Row,
): Omit<Row, 'arrears'> & { arrears: AppointmentCard['arrears'] } {
  return { ...row, arrears: fenIfAny(row.arrears) }
}

/** The ground on which doctors' days stand. */
export interface Frame {
  hours: WeekHours
  slotMinutes: number
  /** Sundays of the weeks whose shifts are published. */
  plannedWeeks: ReadonlySet<LocalDate>
  holidays: ReadonlyMap<LocalDate, { name: string; isWorkday: boolean }>
}

/** The clinic's hours, the holidays and which weeks have shifts, for a range of days. */
export async function frameOf(tx: TenantTx, clinicId: string, from: LocalDate, to: LocalDate): Promise<Frame> {
  const weekFrom = weekBounds(from, weekday(from)).from
  const weekTo = weekBounds(to, weekday(to)).to
  const row = await tx.need<{
    hours: WeekHours
    settings: Record<string, unknown>
    weeks: LocalDate[]
    holidays: { date: LocalDate; name: string; isWorkday: boolean }[]
  }>(
    keptSql`select c.hours, c.settings,
          coalesce((select jsonb_agg(distinct d.date - extract(dow from d.date)::int) from schedule d
            where d.tenant_id = ${tx.tenantId} and d.clinic_id = ${clinicId} and d.status in ${codes(scheduleStates, 'published')}
              and d.date between ${weekFrom}::date and ${weekTo}::date), '[]') as weeks,
          coalesce((select jsonb_agg(jsonb_build_object('date', h.date, 'name', h.name, 'isWorkday', h.is_workday)) from ${holidaysOf(tx, from, to)} h), '[]') as holidays
        from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
  return {
    hours: row.hours,
    slotMinutes: readSettings(row.settings).slotMinutes,
    plannedWeeks: new Set(row.weeks),
    holidays: new Map(row.holidays.map((each) => [each.date, each])),
  }
}

/** One doctor's day on that ground. */
export function dayOf(frame: Frame, date: LocalDate, stretches: readonly DayStretch[], stopped = false): DoctorDay {
  const holiday = frame.holidays.get(date)
  return {
    stretches,
    weekPlanned: frame.plannedWeeks.has(addDays(date, -weekday(date))),
    holidayName: holiday && !holiday.isWorkday ? holiday.name : null,
    hours: hoursOn(frame.hours, date),
    slotMinutes: frame.slotMinutes,
    stopped,
  }
}

/** One doctor's day, to judge a wanted place by. */
export async function doctorDay(
  tx: TenantTx,
  clinicId: string,
  { doctorId, start, end, except }: Pick<WantedPlace, 'doctorId' | 'start' | 'end' | 'except'>,
): Promise<DoctorDay & { taken: boolean; overbookLimit: number; slotMinutes: number }> {
  const date = formatDate(start)
  const week = weekBounds(date, weekday(date))
  const { settings, ...row } = await tx.need<{
    settings: Record<string, unknown>
    hours: DayHours | null
    weekPlanned: boolean
    holidayName: string | null
    stretches: DayStretch[]
    taken: boolean
    stopped: boolean
  }>(
    sql`select c.settings, c.hours -> ${weekday(date)}::int as hours,
          exists (select 1 from appointment a where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId}
            and a.doctor_id = ${doctorId} and a.status = any(${HOLDING}::int[]) and a.parked_at is null
            and a.starts_at > ${new Date(start.getTime() - LONGEST_MS)} and a.starts_at < ${end} and a.ends_at > ${start}
            and a.id is distinct from ${except}::uuid) as taken,
          exists (select 1 from employee_clinic ec where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId}
            and ec.employee_id = ${doctorId} and ec.registration_status in ${codes(receptionStates, 'stopped')} and ec.stopped_on = ${date}::date) as stopped,
          exists (select 1 from schedule w where w.tenant_id = ${tx.tenantId} and w.clinic_id = ${clinicId} and w.status in ${codes(scheduleStates, 'published')}
            and w.date between ${week.from}::date and ${week.to}::date) as "weekPlanned",
          (select h.name from ${holidaysOf(tx, date, date)} h where not h.is_workday) as "holidayName",
          coalesce((select jsonb_agg(jsonb_build_object('kind', ${stretchKind}, 'startsMin', d.starts_min, 'endsMin', d.ends_min,
              'title', coalesce(nullif(d.title, ''), s.name, '')))
            from schedule d left join shift s on s.tenant_id = ${tx.tenantId} and s.id = d.shift_id where d.tenant_id = ${tx.tenantId} and d.clinic_id = ${clinicId} and d.employee_id = ${doctorId}
              and d.date = ${date}::date and d.status in ${codes(scheduleStates, 'published')}), '[]') as stretches
        from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
  const { overbookLimit, slotMinutes } = readSettings(settings)
  return { ...row, overbookLimit, slotMinutes }
}

interface DoctorRow {
  id: string
  name: string
  colour: string
  deptName: string
  room: string
  chairId: string | null
  /** The day on which the doctor has stopped receiving. */
  stoppedOn: LocalDate | null
  /** Takes nobody on any day. */
  suspended: boolean
}

/** Does a doctor take nobody on a day: stopped for it, or suspended? */
export const stopsOn = (doctor: Pick<DoctorRow, 'stoppedOn' | 'suspended'>, date: LocalDate): boolean =>
  doctor.suspended || doctor.stoppedOn === date

/** The clinic's doctors in their order; with a range also those who have left but still have appointments in it. */
export async function doctorsOf(
  tx: TenantTx,
  clinicId: string,
  reach: Reach,
  filter: { doctorIds: readonly string[]; from?: Date; to?: Date },
): Promise<DoctorRow[]> {
  const still: RawBuilder<unknown> =
    filter.from && filter.to
      ? sql`or exists (select 1 from appointment a where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId}
          and a.doctor_id = e.id and a.starts_at >= ${filter.from} and a.starts_at < ${filter.to} and a.status <> all(${OFF_BOARD}::int[])
          and a.parked_at is null)`
      : sql``
  // Who counsels or assists sees the columns in which there is something of the own.
  const mine: RawBuilder<unknown> =
    filter.from && filter.to && !isWide(reach)
      ? sql`or exists (select 1 from appointment a where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId}
          and a.doctor_id = e.id and a.starts_at >= ${filter.from} and a.starts_at < ${filter.to}
          and (a.consultant_id = ${reach.employeeId} or a.nurse_id = ${reach.employeeId}))`
      : sql``
  const chosen = filter.doctorIds.length > 0 ? sql`and e.id = any(${filter.doctorIds}::uuid[])` : sql``
  return tx.rows<DoctorRow>(
    keptSql`select e.id, e.name, e.colour, coalesce(d.name, '') as "deptName", coalesce(nullif(c.room, ''), c.name, '') as room,
          c.id as "chairId", case when ec.registration_status in ${codes(receptionStates, 'stopped')} then ec.stopped_on end as "stoppedOn", e.work_status in ${codes(workStates, 'away')} as suspended
        from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        left join dept d on d.tenant_id = ${tx.tenantId} and d.id = ec.dept_id
        left join chair c on c.tenant_id = ${tx.tenantId} and c.id = ec.chair_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId}
          and ((ec.active and e.is_doctor and e.work_status not in ${codes(workStates, 'left')}) ${still})
          ${chosen} and (${doctorsWithin(reach, sql`ec.employee_id`)} ${mine})
        order by ec.sort_no, e.sort_no, e.name, e.id`,
  )
}

interface ScheduleRow extends DayStretch {
  date: LocalDate
  employeeId: string
  shiftName: string
}

/** What the published shifts of a clinic say of some days. */
export async function schedulesOf(
  tx: TenantTx,
  clinicId: string,
  from: LocalDate,
  to: LocalDate,
): Promise<ScheduleRow[]> {
  return tx.rows<ScheduleRow>(
    keptSql`select d.date, d.employee_id as "employeeId", ${stretchKind} as kind, d.starts_min as "startsMin", d.ends_min as "endsMin",
          coalesce(nullif(d.title, ''), s.name, '') as title, coalesce(s.name, '') as "shiftName"
        from schedule d left join shift s on s.tenant_id = ${tx.tenantId} and s.id = d.shift_id
        where d.tenant_id = ${tx.tenantId} and d.clinic_id = ${clinicId} and d.status in ${codes(scheduleStates, 'published')}
          and d.date between ${from}::date and ${to}::date
        order by d.starts_min`,
  )
}

/** Rows by a key, in their order. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const map = new Map<string, Row[]>()
  for (const row of rows) {
    const list = map.get(keyOf(row))
    if (list) list.push(row)
    else map.set(keyOf(row), [row])
  }
  return map
}

/** The board of one to seven days, in four statements. @param amounts with what each patient owes */
export async function board(
  tx: TenantTx,
  clinicId: string,
  reach: Reach,
  input: { startDate: LocalDate; dayCount: number; doctorIds: readonly string[] },
  amounts: boolean,
) {
  const dates = Array.from({ length: input.dayCount }, (_, n) => addDays(input.startDate, n))
  const last = dates.at(-1) as LocalDate
  const from = dayRange(input.startDate).from
  const to = dayRange(last).to
  const [frame, doctors, planned] = await Promise.all([
    frameOf(tx, clinicId, input.startDate, last),
    doctorsOf(tx, clinicId, reach, { doctorIds: input.doctorIds, from, to }),
    schedulesOf(tx, clinicId, input.startDate, last),
  ])
  const schedules = grouped(planned, (row) => `${row.date} ${row.employeeId}`)
  const cards = await tx.rows<CardRow>(
    keptSql`select ${cardColumns(tx, amounts)} from appointment a ${people(tx)}
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.starts_at >= ${from} and a.starts_at < ${to}
          and a.status <> all(${OFF_BOARD}::int[]) and a.parked_at is null
          and a.doctor_id = any(${doctors.map((each) => each.id)}::uuid[]) and ${amongAppointments(reach)}
        order by a.starts_at, a.is_overbook, a.id`,
  )
  const byDay = grouped(cards.map(toCard), (row) => `${formatDate(row.startTime)} ${row.doctorId}`)

  const doctorOn = (date: LocalDate, doctor: DoctorRow): AppointmentDoctorDay => {
    const stretches = schedules.get(`${date} ${doctor.id}`) ?? []
    const day = dayOf(frame, date, stretches)
    const work = workStretches(day)
    const named = stretches.find((each) => each.kind === 1)?.shiftName ?? ''
    const appointments = byDay.get(`${date} ${doctor.id}`) ?? []
    return {
      doctorId: doctor.id,
      doctorName: doctor.name,
      deptName: doctor.deptName,
      room: doctor.room,
      chairId: doctor.chairId,
      colour: doctor.colour,
      shifts: work.map((each) => ({
        shiftName: named,
        start: clockOf(each.startsMin),
        end: clockOf(each.endsMin),
      })),
      blocks: stretches
        .filter((each) => each.kind !== 1)
        .map((each) => ({
          kind: each.kind,
          title: stretchTitle(each),
          start: clockOf(each.startsMin),
          end: clockOf(each.endsMin),
        })),
      restFlag: work.length === 0,
      stopFlag: stopsOn(doctor, date),
      bookedMinutes: appointments.reduce(
        (sum, each) =>
          sum + (appointmentStates.is(each.status, 'holding') ? minutesBetween(each.startTime, each.endTime) : 0),
        0,
      ),
      availableMinutes: availableMinutes(day),
      appointments,
    }
  }
  // A range of closed days is drawn as the week is.
  const hours = widestHours(dates.map((date) => hoursOn(frame.hours, date))) ??
    widestHours(frame.hours) ?? { opensMin: 0, closesMin: 1440 }
  return {
    opensAt: clockOf(hours.opensMin),
    closesAt: clockOf(hours.closesMin),
    days: dates.map((date) => ({
      date,
      isClosed: hoursOn(frame.hours, date) === null,
      holidayName: frame.holidays.get(date)?.name ?? null,
      isWorkday: frame.holidays.get(date)?.isWorkday ?? false,
      lunar: lunarText(date),
      isPlanned: dayOf(frame, date, []).weekPlanned,
      doctors: doctors.map((doctor) => doctorOn(date, doctor)),
    })),
  }
}

/** Booked and bookable minutes of every day of a month. */
export async function monthLoad(
  tx: TenantTx,
  clinicId: string,
  reach: Reach,
  dates: readonly LocalDate[],
  doctorIds: readonly string[],
) {
  const [first, last] = [dates[0] as LocalDate, dates.at(-1) as LocalDate]
  const frame = await frameOf(tx, clinicId, first, last)
  const doctors = await doctorsOf(tx, clinicId, reach, { doctorIds })
  const schedules = grouped(await schedulesOf(tx, clinicId, first, last), (row) => `${row.date} ${row.employeeId}`)
  const booked = await tx.rows<{ date: LocalDate; minutes: number; count: number }>(
    sql`select (a.starts_at at time zone 'Asia/Shanghai')::date as date,
          sum(extract(epoch from a.ends_at - a.starts_at) / 60)::int as minutes, count(*)::int as count
        from appointment a
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.starts_at >= ${dayRange(first).from}
          and a.starts_at < ${dayRange(last).to} and a.status = any(${HOLDING}::int[]) and a.parked_at is null
          and a.doctor_id = any(${doctors.map((each) => each.id)}::uuid[])
        group by 1`,
  )
  const byDate = new Map(booked.map((row) => [row.date, row]))
  return dates.map((date) => ({
    date,
    lunar: lunarText(date),
    holidayName: frame.holidays.get(date)?.name ?? null,
    isWorkday: frame.holidays.get(date)?.isWorkday ?? false,
    bookedMinutes: byDate.get(date)?.minutes ?? 0,
    availableMinutes: doctors.reduce(
      (sum, doctor) => sum + availableMinutes(dayOf(frame, date, schedules.get(`${date} ${doctor.id}`) ?? [])),
      0,
    ),
    count: byDate.get(date)?.count ?? 0,
  }))
}

/** Those of a kind who work in the clinic now, as choices. */
const staffList = (tx: TenantTx, clinicId: string, kind: RawBuilder<unknown>) =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) order by ec.sort_no, e.sort_no, e.job_number)
    from employee_clinic ec join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
    where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active and e.work_status not in ${codes(workStates, 'left')} and ${kind}), '[]')`

/** The consultants who work in the clinic. */
export const consultantsOf = (tx: TenantTx, clinicId: string): RawBuilder<unknown> =>
  staffList(tx, clinicId, sql`e.is_consultant`)

/** Which of these work in the clinic now: nurses and consultants by their kind. */
export async function staffAmong(
  tx: TenantTx,
  clinicId: string,
  ids: { nurseId: string | null; consultantId: string | null },
): Promise<{ nurse: boolean; consultant: boolean }> {
  const works = (id: string | null, kind: RawBuilder<unknown>) =>
    sql`exists (select 1 from employee_clinic ec join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
      where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.employee_id = ${id}::uuid and ec.active
        and e.work_status not in ${codes(workStates, 'left')} and ${kind})`
  return tx.need(
    sql`select ${works(ids.nurseId, sql`e.job_type = ${NURSE}`)} as nurse, ${works(ids.consultantId, sql`e.is_consultant`)} as consultant`,
  )
}

/** How a name is typed on a keyboard: its initials and its pinyin. */
const typed = (name: string): string => `${pinyinInitials(name)} ${pinyinOf(name)}`

/** Doctors, chairs, items and reasons to choose from. */
export async function bookingOptions(tx: TenantTx, clinicId: string, reach: Reach) {
  const doctors = await doctorsOf(tx, clinicId, reach, { doctorIds: [] })
  const lists = await tx.need<{
    nurses: { id: string; name: string }[]
    consultants: { id: string; name: string }[]
    chairs: { id: string; name: string; type: number }[]
    items: {
      id: string
      name: string
      duration: number
      colour: string
      price: string | null
      needChairType: number | null
      deptName: string | null
    }[]
    cancelReasons: { id: string; name: string; isDefault: boolean }[]
  }>(
    keptSql`select ${staffList(tx, clinicId, sql`e.job_type = ${NURSE}`)} as nurses, ${consultantsOf(tx, clinicId)} as consultants,
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type) order by c.sort_no, c.name) from chair c
        where c.tenant_id = ${tx.tenantId} and c.clinic_id = ${clinicId} and c.enabled), '[]') as chairs,
      coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'duration', i.duration_min, 'colour', i.colour,
          'price', i.price::text, 'needChairType', i.need_chair_type, 'deptName', d.name) order by i.sort_no, i.name)
        from ${appointItemsOf(tx, clinicId)} i left join dept d on d.tenant_id = ${tx.tenantId} and d.id = i.dept_id
        where i.enabled), '[]') as items,
      coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.item, 'isDefault', r.is_default) order by r.sort_no, r.item) from dict_item r
        where r.tenant_id = ${tx.tenantId} and r.type_code = 'cancel-reason' and r.enabled), '[]') as "cancelReasons"`,
  )
  return {
    doctors: doctors.map((doctor) => ({
      id: doctor.id,
      name: doctor.name,
      deptName: doctor.deptName,
      chairId: doctor.chairId,
      stopFlag: doctor.suspended,
      search: typed(doctor.name),
    })),
    ...lists,
    items: lists.items.map((each) => ({ ...each, price: fenIfAny(each.price), search: typed(each.name) })),
    sms: {
      created: await smsWords(tx, clinicId, 'appointment.created'),
      moved: await smsWords(tx, clinicId, 'appointment.moved'),
    },
  }
}

/** The enabled appointment items in their order. */
export async function appointItems(tx: TenantTx, clinicId: string) {
  return tx.rows<{ id: string; name: string; duration: number; colour: string; firstVisitOnly: boolean }>(
    sql`select i.id, i.name, i.duration_min as duration, i.colour, i.first_visit_only as "firstVisitOnly"
        from ${appointItemsOf(tx, clinicId)} i where i.enabled order by i.sort_no, i.name`,
  )
}

/** A kind of appointment as it is booked. */
export interface BookedItem extends Buffers {
  id: string
  name: string
  duration: number
  firstVisitOnly: boolean
  /** The kind of chair it needs; null: any. */
  needChairType: number | null
}

/** Enabled items by id, in the order asked for. */
export async function itemsByIds(tx: TenantTx, clinicId: string, ids: readonly string[]): Promise<BookedItem[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<BookedItem>(
    keptSql`select i.id, i.name, i.duration_min as duration, i.first_visit_only as "firstVisitOnly",
          i.need_chair_type as "needChairType", i.buffer_before_min as "bufferBefore", i.buffer_after_min as "bufferAfter"
        from ${appointItemsOf(tx, clinicId)} i where i.enabled and i.id = any(${ids}::uuid[])`,
  )
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** The words of an enabled cancel reason. */
export async function cancelReason(tx: TenantTx, id: string): Promise<string | undefined> {
  const row = await tx.row<{ item: string }>(
    keptSql`select d.item from dict_item d where d.tenant_id = ${tx.tenantId} and d.id = ${id} and d.type_code = 'cancel-reason' and d.enabled`,
  )
  return row?.item
}

const sortable = {
  startTime: sql`a.starts_at`,
  createdTime: sql`a.created_at`,
  doctorName: sql`e.name collate "zh-x-icu"`,
  status: sql`a.status`,
} as const

const nameOf = (tx: TenantTx, id: RawBuilder<unknown>) =>
  sql`coalesce((select x.name from employee x where x.tenant_id = ${tx.tenantId} and x.id = ${id}), '')`

const rowColumns = (
  tx: TenantTx,
  amounts: boolean,
) => sql`${cardColumns(tx, amounts)}, a.nurse_id as "nurseId", ${nameOf(tx, sql`a.nurse_id`)} as "nurseName",
  a.consultant_id as "consultantId", ${nameOf(tx, sql`a.consultant_id`)} as "consultantName", a.appoint_no as "appointNo", e.name as "doctorName",
  coalesce(p.mobile, a.temp_mobile, '') as mobile, a.source, a.created_name as "createdName", a.created_at as "createdTime",
  a.cancel_reason as "cancelReason", a.no_show_handled as "noShowHandled"`

type ListRow = CardRow & {
  appointNo: string
  doctorName: string
  mobile: string
  nurseId: string | null
  nurseName: string
  consultantId: string | null
  consultantName: string
  source: number
  createdName: string
  createdTime: Date
  cancelReason: string | null
  noShowHandled: number | null
}

/** One page of the list, in two statements. */
export async function appointmentList(
  tx: TenantTx,
  clinicId: string,
  reach: Reach,
  input: {
    dateFrom?: LocalDate | null
    dateTo?: LocalDate | null
    doctorIds: readonly string[]
    consultantIds: readonly string[]
    statuses: readonly number[]
    keyword: string
    sortBy: keyof typeof sortable
    descending: boolean
    pageNum: number
    pageSize: number
  },
  amounts: boolean,
  digits: boolean,
) {
  const conditions = [
    sql`a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId}`,
    amongAppointments(reach),
    ...(input.dateFrom ? [sql`a.starts_at >= ${dayRange(input.dateFrom).from}`] : []),
    ...(input.dateTo ? [sql`a.starts_at < ${dayRange(input.dateTo).to}`] : []),
    ...(input.doctorIds.length > 0 ? [sql`a.doctor_id = any(${input.doctorIds}::uuid[])`] : []),
    ...(input.consultantIds.length > 0 ? [sql`a.consultant_id = any(${input.consultantIds}::uuid[])`] : []),
    ...(input.statuses.length > 0 ? [sql`a.status = any(${input.statuses}::int[])`] : []),
    ...(input.keyword
      ? [
          sql`(a.patient_id = any(array(select f.id from ${foundBy(tx, input.keyword, 500, digits)} f))
            or strpos(lower(a.temp_name), lower(${input.keyword})) > 0 or a.temp_mobile = ${input.keyword} or a.appoint_no = ${input.keyword})`,
        ]
      : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const direction = input.descending ? sql`desc` : sql`asc`
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from appointment a where ${where}`,
  )
  const rows = await tx.rows<ListRow>(
    sql`select ${rowColumns(tx, amounts)} from appointment a ${people(tx)}
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
        where ${where} order by ${sortable[input.sortBy]} ${direction}, a.id ${direction}
        limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  return { list: rows.map(toCard), total, pageNum: input.pageNum, pageSize: input.pageSize }
}

/** A patient's appointments in all clinics of the chain, newest first. */
export async function appointmentsOfPatient(
  tx: TenantTx,
  reach: Reach,
  input: { patientId: string; pageNum: number; pageSize: number },
) {
  const where = sql`a.tenant_id = ${tx.tenantId} and a.patient_id = ${input.patientId} and ${inHistory(reach)}`
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from appointment a where ${where}`,
  )
  const list = await tx.rows<{
    id: string
    appointNo: string
    clinicId: string
    clinicName: string
    doctorName: string
    startTime: Date
    endTime: Date
    title: string
    teeth: string
    treatType: number
    status: number
    visitStatus: number | null
    isOverbook: boolean
    remark: string
    cancelReason: string | null
  }>(
    sql`select a.id, a.appoint_no as "appointNo", a.clinic_id as "clinicId", c.name as "clinicName", e.name as "doctorName",
          a.starts_at as "startTime", a.ends_at as "endTime", a.title, a.teeth, a.treat_type as "treatType", a.status, ${visitStatus(tx)} as "visitStatus",
          a.is_overbook as "isOverbook", a.remark, a.cancel_reason as "cancelReason"
        from appointment a
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = a.clinic_id
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
        where ${where} order by a.starts_at desc, a.id desc limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  return { list, total, pageNum: input.pageNum, pageSize: input.pageSize }
}

/** One appointment with everything its drawer shows, in three statements. */
export async function appointmentDetail(tx: TenantTx, clinicId: string, reach: Reach, id: string, amounts: boolean) {
  const row = await tx.need<
    ListRow & {
      chairName: string | null
      itemIds: string[]
      visibleRemark: string
      allergyHistory: string
      cancelledName: string | null
      cancelledTime: Date | null
      rebookedToId: string | null
    }
  >(
    keptSql`select ${rowColumns(tx, amounts)}, ch.name as "chairName", a.item_ids as "itemIds", a.visible_remark as "visibleRemark",
          coalesce(p.allergy_history, '') as "allergyHistory", by.name as "cancelledName", a.cancelled_at as "cancelledTime",
          a.rebooked_to_id as "rebookedToId"
        from appointment a ${people(tx)}
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
        left join chair ch on ch.tenant_id = ${tx.tenantId} and ch.id = a.chair_id
        left join employee by on by.tenant_id = ${tx.tenantId} and by.id = a.cancelled_by
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.id = ${id} and ${amongAppointments(reach)}`,
  )
  return { ...toCard(row), ...(await appointmentTrace(tx, id)) }
}

/** What happened to an appointment: moves, and steps of its status, the latest first. */
async function appointmentTrace(tx: TenantTx, id: string) {
  const changes = await tx.rows<{
    id: string
    time: Date
    actorName: string
    oldDoctorName: string
    newDoctorName: string
    oldStartTime: Date
    oldEndTime: Date
    newStartTime: Date
    newEndTime: Date
    reason: string
  }>(
    sql`select c.id, c.created_at as time, c.actor_name as "actorName", o.name as "oldDoctorName", n.name as "newDoctorName",
          c.old_starts_at as "oldStartTime", c.old_ends_at as "oldEndTime", c.new_starts_at as "newStartTime",
          c.new_ends_at as "newEndTime", c.reason
        from appointment_change c
        join employee o on o.tenant_id = ${tx.tenantId} and o.id = c.old_doctor_id
        join employee n on n.tenant_id = ${tx.tenantId} and n.id = c.new_doctor_id
        where c.tenant_id = ${tx.tenantId} and c.appointment_id = ${id} order by c.created_at desc, c.id desc limit 100`,
  )
  const statusLog = await tx.rows<{
    id: string
    time: Date
    actorName: string
    toStatus: number
    reason: string | null
  }>(
    sql`select l.id, l.created_at as time, l.actor_name as "actorName", l.to_status as "toStatus", l.reason from status_log l
        where l.tenant_id = ${tx.tenantId} and l.biz_id = ${id} and l.biz_type = 'appointment' order by l.created_at desc, l.id desc limit 100`,
  )
  return { changes, statusLog }
}

/** The same for an appointment of a patient in any clinic, when its doctor is within reach. */
export async function traceOfPatient(tx: TenantTx, reach: Reach, id: string) {
  await tx.need(
    keptSql`select a.id from appointment a where a.tenant_id = ${tx.tenantId} and a.id = ${id} and a.patient_id is not null
          and ${inHistory(reach)}`,
  )
  return appointmentTrace(tx, id)
}

/** What was put aside and waits to be placed anew, the longest first. Bounded: it is a desk, no archive. */
export async function parkedList(tx: TenantTx, clinicId: string, reach: Reach) {
  return tx.rows<HandlerOutput<typeof contract.appointment.parked>[number]>(
    sql`select a.id, a.version, a.patient_id as "patientId", coalesce(p.name, a.temp_name) as name, p.gender,
          p.birth_day as "birthDay", coalesce(p.mobile, a.temp_mobile, '') as mobile, a.doctor_id as "doctorId", e.name as "doctorName",
          a.chair_id as "chairId", a.starts_at as "startTime", a.ends_at as "endTime", a.title, a.teeth, a.status,
          a.parked_at as "parkedTime", a.parked_name as "parkedName"
        from appointment a
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
        left join patient p on p.tenant_id = ${tx.tenantId} and p.id = a.patient_id
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.parked_at is not null and a.status in ${codes(appointmentStates, 'coming')}
          and ${amongAppointments(reach)}
        order by a.parked_at, a.id limit ${PARKED_LIMIT}`,
  )
}

/**
 * Every holding appointment of the clinic that overlaps a span and concerns the doctor, the chair or the patient; with
 * buffers also the doctor's that stand so near that a buffer of the two is touched.
 */
export async function neighbours(tx: TenantTx, clinicId: string, wanted: WantedPlace): Promise<Neighbour[]> {
  const { start, end, buffers } = wanted
  const reach = buffers ? MOST_BUFFER_MS : 0
  const over = sql<boolean>`(a.starts_at < ${end} and a.ends_at > ${start})`
  const beside = buffers
    ? sql<boolean>`(a.doctor_id = ${wanted.doctorId}
        and a.starts_at - make_interval(mins => greatest(a.buffer_before_min, ${buffers.bufferAfter}::int)) < ${end}
        and a.ends_at + make_interval(mins => greatest(a.buffer_after_min, ${buffers.bufferBefore}::int)) > ${start})`
    : sql<boolean>`false`
  return tx.rows<Neighbour>(
    sql`select a.id, a.doctor_id as "doctorId", a.chair_id as "chairId", a.patient_id as "patientId",
          coalesce((select p.name from patient p where p.tenant_id = ${tx.tenantId} and p.id = a.patient_id), a.temp_name) as name,
          (select e.name from employee e where e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id) as "doctorName",
          a.starts_at as "startsAt", a.ends_at as "endsAt",
          a.is_overbook as "isOverbook", a.held_until as "heldUntil", not ${over} as "isBeside",
          a.buffer_before_min as "bufferBefore", a.buffer_after_min as "bufferAfter"
        from appointment a
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.status = any(${HOLDING}::int[]) and a.parked_at is null
          and a.starts_at > ${new Date(start.getTime() - LONGEST_MS - reach)} and a.starts_at < ${new Date(end.getTime() + reach)}
          and ((${over} and (a.doctor_id = ${wanted.doctorId} or a.chair_id = ${wanted.chairId} or a.patient_id = ${wanted.patientId}))
            or ${beside})
          and a.id is distinct from ${wanted.except}::uuid
        order by a.starts_at`,
  )
}

/** Missed ones: today's that are late by `noShowMinutes`, and no-shows nobody has dealt with. */
const missed = (tx: TenantTx, clinicId: string, reach: Reach, noShowMinutes: number): RawBuilder<boolean> => {
  const today = dayRange(formatDate(tx.now))
  return sql<boolean>`a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and ${amongAppointments(reach)}
    and ((a.status in ${codes(appointmentStates, 'missed')} and a.no_show_handled is null)
      or (a.status in ${codes(appointmentStates, 'agreed')} and a.parked_at is null and a.starts_at >= ${today.from} and greatest(a.starts_at, a.created_at) <= ${new Date(tx.now.getTime() - noShowMinutes * 60_000)}))`
}

/** How many have not come. */
export async function unArrivedCount(
  tx: TenantTx,
  clinicId: string,
  reach: Reach,
  noShowMinutes: number,
): Promise<number> {
  const row = await tx.need<{ count: number }>(
    sql`select count(*)::int as count from appointment a where ${missed(tx, clinicId, reach, noShowMinutes)}`,
  )
  return row.count
}

/** One page of those who have not come, the latest first. */
export async function unArrivedList(
  tx: TenantTx,
  clinicId: string,
  reach: Reach,
  noShowMinutes: number,
  paging: { pageNum: number; pageSize: number },
) {
  const total = await unArrivedCount(tx, clinicId, reach, noShowMinutes)
  const rows = await tx.rows<ListRow>(
    sql`select ${rowColumns(tx, false)} from appointment a ${people(tx)}
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
        where ${missed(tx, clinicId, reach, noShowMinutes)}
        order by a.starts_at desc, a.id desc limit ${paging.pageSize} offset ${(paging.pageNum - 1) * paging.pageSize}`,
  )
  const list = rows.map((row) => ({
    id: row.id,
    version: row.version,
    patientId: row.patientId,
    name: row.name,
    gender: row.gender,
    birthDay: row.birthDay,
    mobile: row.mobile,
    doctorId: row.doctorId,
    doctorName: row.doctorName,
    startTime: row.startTime,
    endTime: row.endTime,
    title: row.title,
    teeth: row.teeth,
    status: row.status,
    lateMinutes: Math.max(0, minutesBetween(row.startTime, tx.now)),
  }))
  return { list, total, ...paging }
}

/** An appointment of a day as other modules show it. */
export interface DayAppointment {
  id: string
  version: number
  patientId: string | null
  tempName: string | null
  tempMobile: string | null
  doctorId: string
  chairId: string | null
  startsAt: Date
  endsAt: Date
  title: string
  teeth: string
  treatType: number
  status: number
  isUrgent: boolean
  isOverbook: boolean
  remark: string
}

/** The appointments of a clinic on a day in order of time; cancelled and refused ones only when asked for by status. */
export async function appointmentsOfDay(
  tx: TenantTx,
  clinicId: string,
  date: LocalDate,
  filters: { doctorId?: string | null; statuses?: readonly number[] } = {},
): Promise<DayAppointment[]> {
  const { from, to } = dayRange(date)
  const status = filters.statuses
    ? sql`a.status = any(${filters.statuses}::int[])`
    : sql`a.status <> all(${OFF_BOARD}::int[])`
  const doctor = filters.doctorId ? sql`and a.doctor_id = ${filters.doctorId}` : sql``
  return tx.rows<DayAppointment>(
    sql`select a.id, a.version, a.patient_id as "patientId", a.temp_name as "tempName", a.temp_mobile as "tempMobile",
          a.doctor_id as "doctorId", a.chair_id as "chairId", a.starts_at as "startsAt", a.ends_at as "endsAt", a.title, a.teeth,
          a.treat_type as "treatType", a.status, a.is_urgent as "isUrgent", a.is_overbook as "isOverbook", a.remark
        from appointment a
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.starts_at >= ${from} and a.starts_at < ${to}
          and ${status} and a.parked_at is null ${doctor}
        order by a.starts_at, a.id`,
  )
}

/** Appointments to come of some patients, in every clinic, the earliest first. */
export async function upcomingOf(
  tx: TenantTx,
  patientIds: readonly string[],
): Promise<{ id: string; patientId: string; startsAt: Date; title: string; doctorName: string; clinicName: string }[]> {
  return tx.rows(
    sql`select a.id, a.patient_id as "patientId", a.starts_at as "startsAt", a.title, e.name as "doctorName", c.short_name as "clinicName"
        from appointment a
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = a.clinic_id
        where a.tenant_id = ${tx.tenantId} and a.patient_id = any(${patientIds}::uuid[]) and a.starts_at >= ${tx.now} and a.status in ${codes(appointmentStates, 'coming')}
        order by a.starts_at`,
  )
}
