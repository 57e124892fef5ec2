import { workStates } from '@dentin/contract/staff'
import { jobs } from '@dentin/contract/core/jobs'
import { appointmentStates, receptionStates, scheduleStates } from '@dentin/contract/core/status'
import { MOST_BUFFER_MINUTES } from '@dentin/contract/appoint-item-fields'
import type { AppointmentDoctorDay } from '@dentin/contract/appointment'
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
import { columns, counted, fenIf, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { answerOf } from '../../platform/wiring.ts'
import { fenIfAny } from '../../platform/database/amount.ts'
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
  type DoctorDay,
  type Neighbour,
  type WantedPlace,
} from './rules.ts'

/** What the board never shows: cancelled and refused. */
const OFF_BOARD = [6, 8]
/** Work that takes no bookings (a duty) blocks the day as being out does. */
const stretchKind = sql<number>`case when d.kind = 1 and not d.bookable then 4 else d.kind end`
/** The longest an appointment may be; bounds the search for overlaps by the start's index. */
const LONGEST_MS = 600 * 60_000
/** The longest buffer; bounds the search for them. */
const MOST_BUFFER_MS = MOST_BUFFER_MINUTES * 60_000
/** Kind of staff. */
/** How many of the cards that were put aside are shown. */
const PARKED_LIMIT = 100

/** The state of the visit that came of an appointment, once the chair is left: it waits at the desk, or has paid. */
const visitStatus = (tx: TenantTx) =>
  sql<number | null>`
            case when a.status in ${codes(appointmentStates, 'inTreatment')} then ${answerOf(tx, 'appointment', ({ visitStatus: of }) => of)(tx, sql`a.id`)} end`

/** What an appointment `a` needs free around it. */
export const ownBuffers = named('appointment', 'a', {
  bufferBefore: 'buffer_before_min',
  bufferAfter: 'buffer_after_min',
})
/** When an appointment `a` is. */
export const ownTime = named('appointment', 'a', { startTime: 'starts_at', endTime: 'ends_at' })
/** Whose it is: the patient `p`, or somebody who has no file yet. */
export const whoseName = { name: sql<string>`coalesce(p.name, a.temp_name)` }

const ofCard = [
  columns(
    'appointment',
    'a',
    'id',
    'version',
    'doctor_id',
    'chair_id',
    'patient_id',
    'title',
    'teeth',
    'treat_type',
    'status',
    'confirm_status',
    'is_overbook',
    'is_urgent',
    'is_backfilled',
    'off_shift',
    'remark',
    'held_until',
  ),
  ownTime,
  ownBuffers,
  named('appointment', 'a', { parkedTime: 'parked_at' }),
  perhaps(columns('patient', 'p', 'birth_day', 'medical_number', 'patient_type')),
  whoseName,
  {
    gender: sql<number | null>`coalesce(p.gender, a.temp_gender)`,
    hasAllergy: sql<boolean>`coalesce(p.allergy_flag = 1, false)`,
  },
] as const
const cardWith = (tx: TenantTx, amounts: boolean) =>
  [...ofCard, { visitStatus: visitStatus(tx), arrears: fenIf(amounts, sql`coalesce(s.arrears_amount, 0)`) }] as const

const people = (tx: TenantTx) => sql`left join patient p on ${tx.own('p')} and p.id = a.patient_id
  left join patient_clinic s on ${tx.own('s')} and s.patient_id = a.patient_id and s.reached_clinic_id = a.clinic_id`

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
  const ground = select({
    hours: sql<WeekHours>`c.hours`,
    settings: sql<Record<string, unknown>>`c.settings`,
    weeks: sql<LocalDate[]>`coalesce((select jsonb_agg(distinct d.date - extract(dow from d.date)::int) from schedule d
            where ${tx.own('d')} and d.clinic_id = ${clinicId} and d.status in ${codes(scheduleStates, 'published')}
              and d.date between ${weekFrom}::date and ${weekTo}::date), '[]')`,
    holidays: sql<{ date: LocalDate; name: string; isWorkday: boolean }[]>`
            coalesce((select jsonb_agg(jsonb_build_object('date', h.date, 'name', h.name, 'isWorkday', h.is_workday)) from ${holidaysOf(tx, from, to)} h), '[]')`,
  })
  const row = await tx.need(ground.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)
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
  const ground = select({
    settings: sql<Record<string, unknown>>`c.settings`,
    hours: sql<DayHours | null>`c.hours -> ${weekday(date)}::int`,
    taken: sql<boolean>`exists (select 1 from appointment a where ${tx.own('a')} and a.clinic_id = ${clinicId}
            and a.doctor_id = ${doctorId} and a.status = any(${HOLDING}::int[]) and a.parked_at is null
            and a.starts_at > ${new Date(start.getTime() - LONGEST_MS)} and a.starts_at < ${end} and a.ends_at > ${start}
            and a.id is distinct from ${except}::uuid)`,
    stopped: sql<boolean>`exists (select 1 from employee_clinic ec where ${tx.own('ec')} and ec.clinic_id = ${clinicId}
            and ec.employee_id = ${doctorId} and ec.registration_status in ${codes(receptionStates, 'stopped')} and ec.stopped_on = ${date}::date)`,
    weekPlanned: sql<boolean>`exists (select 1 from schedule w where ${tx.own('w')} and w.clinic_id = ${clinicId} and w.status in ${codes(scheduleStates, 'published')}
            and w.date between ${week.from}::date and ${week.to}::date)`,
    holidayName: sql<string | null>`(select h.name from ${holidaysOf(tx, date, date)} h where not h.is_workday)`,
    stretches: sql<DayStretch[]>`
            coalesce((select jsonb_agg(jsonb_build_object('kind', ${stretchKind}, 'startsMin', d.starts_min, 'endsMin', d.ends_min,
              'title', coalesce(nullif(d.title, ''), s.name, '')))
            from schedule d left join shift s on ${tx.own('s')} and s.id = d.shift_id where ${tx.own('d')} and d.clinic_id = ${clinicId} and d.employee_id = ${doctorId}
              and d.date = ${date}::date and d.status in ${codes(scheduleStates, 'published')}), '[]')`,
  })
  const { settings, ...row } = await tx.need(ground.from`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)
  const { overbookLimit, slotMinutes } = readSettings(settings)
  return { ...row, overbookLimit, slotMinutes }
}

const doctorList = select(
  columns('employee', 'e', 'id', 'name', 'colour'),
  perhaps(named('chair', 'c', { chairId: 'id' })),
  {
    deptName: sql<string>`coalesce(d.name, '')`,
    room: sql<string>`coalesce(nullif(c.room, ''), c.name, '')`,
    // The day on which the doctor has stopped receiving.
    stoppedOn: sql<LocalDate | null>`case when ec.registration_status in ${codes(receptionStates, 'stopped')} then ec.stopped_on end`,
    // Takes nobody on any day.
    suspended: sql<boolean>`e.work_status in ${codes(workStates, 'away')}`,
  },
)
type DoctorRow = RowIn<typeof doctorList>

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
      ? sql`or exists (select 1 from appointment a where ${tx.own('a')} and a.clinic_id = ${clinicId}
          and a.doctor_id = e.id and a.starts_at >= ${filter.from} and a.starts_at < ${filter.to} and a.status <> all(${OFF_BOARD}::int[])
          and a.parked_at is null)`
      : sql``
  // Who counsels or assists sees the columns in which there is something of the own.
  const mine: RawBuilder<unknown> =
    filter.from && filter.to && !isWide(reach)
      ? sql`or exists (select 1 from appointment a where ${tx.own('a')} and a.clinic_id = ${clinicId}
          and a.doctor_id = e.id and a.starts_at >= ${filter.from} and a.starts_at < ${filter.to}
          and (a.consultant_id = ${reach.employeeId} or a.nurse_id = ${reach.employeeId}))`
      : sql``
  const chosen = filter.doctorIds.length > 0 ? sql`and e.id = any(${filter.doctorIds}::uuid[])` : sql``
  return tx.rows(
    doctorList.keptFrom`employee_clinic ec
        join employee e on ${tx.own('e')} and e.id = ec.employee_id
        left join dept d on ${tx.own('d')} and d.id = ec.dept_id
        left join chair c on ${tx.own('c')} and c.id = ec.chair_id
        where ${tx.own('ec')} and ec.clinic_id = ${clinicId}
          and ((ec.active and e.is_doctor and e.work_status not in ${codes(workStates, 'left')}) ${still})
          ${chosen} and (${doctorsWithin(reach, sql`ec.employee_id`)} ${mine})
        order by ec.sort_no, e.sort_no, e.name, e.id`,
  )
}

const scheduleList = select(columns('schedule', 'd', 'date', 'employee_id', 'starts_min', 'ends_min'), {
  kind: stretchKind,
  title: sql<string>`coalesce(nullif(d.title, ''), s.name, '')`,
  shiftName: sql<string>`coalesce(s.name, '')`,
})

/** What the published shifts of a clinic say of some days. */
export async function schedulesOf(
  tx: TenantTx,
  clinicId: string,
  from: LocalDate,
  to: LocalDate,
): Promise<RowIn<typeof scheduleList>[]> {
  return tx.rows(
    scheduleList.keptFrom`schedule d left join shift s on ${tx.own('s')} and s.id = d.shift_id
        where ${tx.own('d')} and d.clinic_id = ${clinicId} and d.status in ${codes(scheduleStates, 'published')}
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
  const cards = await tx.rows(
    select(...cardWith(tx, amounts)).keptFrom`appointment a ${people(tx)}
        where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.starts_at >= ${from} and a.starts_at < ${to}
          and a.status <> all(${OFF_BOARD}::int[]) and a.parked_at is null
          and a.doctor_id = any(${doctors.map((each) => each.id)}::uuid[]) and ${amongAppointments(reach)}
        order by a.starts_at, a.is_overbook, a.id`,
  )
  const byDay = grouped(cards, (row) => `${formatDate(row.startTime)} ${row.doctorId}`)

  const doctorOn = (date: LocalDate, doctor: DoctorRow): AppointmentDoctorDay => {
    const stretches = schedules.get(`${date} ${doctor.id}`) ?? []
    const day = dayOf(frame, date, stretches)
    const work = workStretches(day)
    const shiftName = stretches.find((each) => each.kind === 1)?.shiftName ?? ''
    const appointments = byDay.get(`${date} ${doctor.id}`) ?? []
    return {
      doctorId: doctor.id,
      doctorName: doctor.name,
      deptName: doctor.deptName,
      room: doctor.room,
      chairId: doctor.chairId,
      colour: doctor.colour,
      shifts: work.map((each) => ({
        shiftName,
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

const loads = select({
  date: sql<LocalDate>`(a.starts_at at time zone 'Asia/Shanghai')::date`,
  minutes: sql<number>`sum(extract(epoch from a.ends_at - a.starts_at) / 60)::int`,
  count: sql<number>`count(*)::int`,
})

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
  const booked = await tx.rows(
    loads.from`appointment a
        where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.starts_at >= ${dayRange(first).from}
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
  sql<{ id: string; name: string }[]>`
            coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'name', e.name) order by ec.sort_no, e.sort_no, e.job_number)
    from employee_clinic ec join employee e on ${tx.own('e')} and e.id = ec.employee_id
    where ${tx.own('ec')} and ec.clinic_id = ${clinicId} and ec.active and e.work_status not in ${codes(workStates, 'left')} and ${kind}), '[]')`

/** The consultants who work in the clinic. */
export const consultantsOf = (tx: TenantTx, clinicId: string) => staffList(tx, clinicId, sql`e.is_consultant`)

/** How a name is typed on a keyboard: its initials and its pinyin. */
const typed = (name: string): string => `${pinyinInitials(name)} ${pinyinOf(name)}`

interface ItemChoice {
  id: string
  name: string
  duration: number
  colour: string
  price: string | null
  needChairType: number | null
  deptName: string | null
}

/** Doctors, chairs, items and reasons to choose from. */
export async function bookingOptions(tx: TenantTx, clinicId: string, reach: Reach) {
  const doctors = await doctorsOf(tx, clinicId, reach, { doctorIds: [] })
  const choices = select({
    nurses: staffList(tx, clinicId, sql`e.job_type = ${jobs.nurse}`),
    consultants: consultantsOf(tx, clinicId),
    chairs: sql<{ id: string; name: string; type: number }[]>`
            coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'type', c.type) order by c.sort_no, c.name) from chair c
        where ${tx.own('c')} and c.clinic_id = ${clinicId} and c.enabled), '[]')`,
    items: sql<ItemChoice[]>`
            coalesce((select jsonb_agg(jsonb_build_object('id', i.id, 'name', i.name, 'duration', i.duration_min, 'colour', i.colour,
          'price', i.price::text, 'needChairType', i.need_chair_type, 'deptName', d.name) order by i.sort_no, i.name)
        from ${appointItemsOf(tx, clinicId)} i left join dept d on ${tx.own('d')} and d.id = i.dept_id
        where i.enabled), '[]')`,
    cancelReasons: sql<{ id: string; name: string; isDefault: boolean }[]>`
            coalesce((select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.item, 'isDefault', r.is_default) order by r.sort_no, r.item) from dict_item r
        where ${tx.own('r')} and r.type_code = 'cancel-reason' and r.enabled), '[]')`,
  })
  const lists = await tx.need(choices.keptAlone)
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

/** Of a kind of appointment `i`, as the clinic has it. */
const ofItem = [
  columns('appoint_item', 'i', 'id', 'name', 'first_visit_only'),
  named('appoint_item', 'i', { duration: 'duration_min' }),
] as const
const itemList = select(...ofItem, columns('appoint_item', 'i', 'colour'))

/** The enabled appointment items in their order. */
export async function appointItems(tx: TenantTx, clinicId: string) {
  return tx.rows(itemList.from`${appointItemsOf(tx, clinicId)} i where i.enabled order by i.sort_no, i.name`)
}

/** What a kind of appointment `i` needs free around it. */
export const itemBuffers = named('appoint_item', 'i', {
  bufferBefore: 'buffer_before_min',
  bufferAfter: 'buffer_after_min',
})
const bookedItems = select(...ofItem, columns('appoint_item', 'i', 'need_chair_type'), itemBuffers)
/** A kind of appointment as it is booked. `needChairType`: the kind of chair it needs; null: any. */
export type BookedItem = RowIn<typeof bookedItems>

/** Enabled items by id, in the order asked for. */
export async function itemsByIds(tx: TenantTx, clinicId: string, ids: readonly string[]): Promise<BookedItem[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows(
    bookedItems.keptFrom`${appointItemsOf(tx, clinicId)} i where i.enabled and i.id = any(${ids}::uuid[])`,
  )
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** The words of an enabled cancel reason. */
export async function cancelReason(tx: TenantTx, id: string): Promise<string | undefined> {
  const row = await tx.row(
    select(columns('dict_item', 'd', 'item'))
      .keptFrom`dict_item d where ${tx.own('d')} and d.id = ${id} and d.type_code = 'cancel-reason' and d.enabled`,
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
  sql<string>`coalesce((select x.name from employee x where ${tx.own('x')} and x.id = ${id}), '')`

/** Whose name an appointment has as its doctor, on `e`. */
export const doctorName = named('employee', 'e', { doctorName: 'name' })
/** How the person is called up, '' when there is no number. */
export const whoseMobile = { mobile: sql<string>`coalesce(p.mobile, a.temp_mobile, '')` }
const ofRow = [
  columns(
    'appointment',
    'a',
    'nurse_id',
    'consultant_id',
    'appoint_no',
    'source',
    'created_name',
    'cancel_reason',
    'no_show_handled',
  ),
  named('appointment', 'a', { createdTime: 'created_at' }),
  doctorName,
  whoseMobile,
] as const
const rowWith = (tx: TenantTx, amounts: boolean) =>
  [
    ...cardWith(tx, amounts),
    ...ofRow,
    { nurseName: nameOf(tx, sql`a.nurse_id`), consultantName: nameOf(tx, sql`a.consultant_id`) },
  ] as const

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
    sql`${tx.own('a')} and a.clinic_id = ${clinicId}`,
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
  const { total } = await tx.need(counted.from`appointment a where ${where}`)
  const list = await tx.rows(
    select(...rowWith(tx, amounts)).from`appointment a ${people(tx)}
        join employee e on ${tx.own('e')} and e.id = a.doctor_id
        where ${where} order by ${sortable[input.sortBy]} ${direction}, a.id ${direction}
        limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  return { list, total, pageNum: input.pageNum, pageSize: input.pageSize }
}

const ofHistory = [
  columns(
    'appointment',
    'a',
    'id',
    'appoint_no',
    'clinic_id',
    'title',
    'teeth',
    'treat_type',
    'status',
    'is_overbook',
    'remark',
    'cancel_reason',
  ),
  ownTime,
  named('clinic', 'c', { clinicName: 'name' }),
  doctorName,
] as const

/** A patient's appointments in all clinics of the chain, newest first. */
export async function appointmentsOfPatient(
  tx: TenantTx,
  reach: Reach,
  input: { patientId: string; pageNum: number; pageSize: number },
) {
  const where = sql`${tx.own('a')} and a.patient_id = ${input.patientId} and ${inHistory(reach)}`
  const { total } = await tx.need(counted.from`appointment a where ${where}`)
  const list = await tx.rows(
    select(...ofHistory, { visitStatus: visitStatus(tx) }).from`appointment a
        join clinic c on ${tx.own('c')} and c.id = a.clinic_id
        join employee e on ${tx.own('e')} and e.id = a.doctor_id
        where ${where} order by a.starts_at desc, a.id desc limit ${input.pageSize} offset ${(input.pageNum - 1) * input.pageSize}`,
  )
  return { list, total, pageNum: input.pageNum, pageSize: input.pageSize }
}

const ofDetail = [
  columns('appointment', 'a', 'item_ids', 'visible_remark', 'rebooked_to_id'),
  named('appointment', 'a', { cancelledTime: 'cancelled_at' }),
  perhaps(named('chair', 'ch', { chairName: 'name' })),
  perhaps(named('employee', 'by', { cancelledName: 'name' })),
  { allergyHistory: sql<string>`coalesce(p.allergy_history, '')` },
] as const

/** One appointment with everything its drawer shows, in three statements. */
export async function appointmentDetail(tx: TenantTx, clinicId: string, reach: Reach, id: string, amounts: boolean) {
  const row = await tx.need(
    select(...rowWith(tx, amounts), ...ofDetail).keptFrom`appointment a ${people(tx)}
        join employee e on ${tx.own('e')} and e.id = a.doctor_id
        left join chair ch on ${tx.own('ch')} and ch.id = a.chair_id
        left join employee by on ${tx.own('by')} and by.id = a.cancelled_by
        where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.id = ${id} and ${amongAppointments(reach)}`,
  )
  return { ...row, ...(await appointmentTrace(tx, id)) }
}

const changeList = select(
  columns('appointment_change', 'c', 'id', 'actor_name', 'reason'),
  named('appointment_change', 'c', {
    time: 'created_at',
    oldStartTime: 'old_starts_at',
    oldEndTime: 'old_ends_at',
    newStartTime: 'new_starts_at',
    newEndTime: 'new_ends_at',
  }),
  named('employee', 'o', { oldDoctorName: 'name' }),
  named('employee', 'n', { newDoctorName: 'name' }),
)
const stepList = select(
  columns('status_log', 'l', 'id', 'actor_name', 'to_status', 'reason'),
  named('status_log', 'l', { time: 'created_at' }),
)

/** What happened to an appointment: moves, and steps of its status, the latest first. */
async function appointmentTrace(tx: TenantTx, id: string) {
  const changes = await tx.rows(
    changeList.from`appointment_change c
        join employee o on ${tx.own('o')} and o.id = c.old_doctor_id
        join employee n on ${tx.own('n')} and n.id = c.new_doctor_id
        where ${tx.own('c')} and c.appointment_id = ${id} order by c.created_at desc, c.id desc limit 100`,
  )
  const statusLog = await tx.rows(
    stepList.from`status_log l
        where ${tx.own('l')} and l.biz_id = ${id} and l.biz_type = 'appointment' order by l.created_at desc, l.id desc limit 100`,
  )
  return { changes, statusLog }
}

/** The same for an appointment of a patient in any clinic, when its doctor is within reach. */
export async function traceOfPatient(tx: TenantTx, reach: Reach, id: string) {
  await tx.need(
    select(columns('appointment', 'a', 'id'))
      .keptFrom`appointment a where ${tx.own('a')} and a.id = ${id} and a.patient_id is not null
          and ${inHistory(reach)}`,
  )
  return appointmentTrace(tx, id)
}

const parkedRows = select(
  columns('appointment', 'a', 'id', 'version', 'patient_id', 'doctor_id', 'chair_id', 'title', 'teeth', 'status'),
  ownTime,
  perhaps(columns('patient', 'p', 'gender', 'birth_day')),
  doctorName,
  whoseName,
  whoseMobile,
  { parkedTime: sql<Date>`a.parked_at`, parkedName: sql<string>`a.parked_name` },
)

/** What was put aside and waits to be placed anew, the longest first. Bounded: it is a desk, no archive. */
export async function parkedList(tx: TenantTx, clinicId: string, reach: Reach) {
  return tx.rows(
    parkedRows.from`appointment a
        join employee e on ${tx.own('e')} and e.id = a.doctor_id
        left join patient p on ${tx.own('p')} and p.id = a.patient_id
        where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.parked_at is not null and a.status in ${codes(appointmentStates, 'coming')}
          and ${amongAppointments(reach)}
        order by a.parked_at, a.id limit ${PARKED_LIMIT}`,
  )
}

const ofNeighbour = [
  columns(
    'appointment',
    'a',
    'id',
    'doctor_id',
    'chair_id',
    'patient_id',
    'starts_at',
    'ends_at',
    'is_overbook',
    'held_until',
  ),
  ownBuffers,
] as const

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
  const shown = select(...ofNeighbour, {
    name: sql<string>`coalesce((select p.name from patient p where ${tx.own('p')} and p.id = a.patient_id), a.temp_name)`,
    doctorName: sql<string>`(select e.name from employee e where ${tx.own('e')} and e.id = a.doctor_id)`,
    isBeside: sql<boolean>`not ${over}`,
  })
  return tx.rows(
    shown.from`appointment a
        where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.status = any(${HOLDING}::int[]) and a.parked_at is null
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
  return sql<boolean>`${tx.own('a')} and a.clinic_id = ${clinicId} and ${amongAppointments(reach)}
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
  const { total } = await tx.need(counted.from`appointment a where ${missed(tx, clinicId, reach, noShowMinutes)}`)
  return total
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
  const rows = await tx.rows(
    select(...rowWith(tx, false)).from`appointment a ${people(tx)}
        join employee e on ${tx.own('e')} and e.id = a.doctor_id
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

const dayList = select(
  columns(
    'appointment',
    'a',
    'id',
    'version',
    'patient_id',
    'temp_name',
    'temp_mobile',
    'doctor_id',
    'chair_id',
    'starts_at',
    'ends_at',
    'title',
    'teeth',
    'treat_type',
    'status',
    'is_urgent',
    'is_overbook',
    'remark',
  ),
)
/** An appointment of a day as other modules show it. */
export type DayAppointment = RowIn<typeof dayList>

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
  return tx.rows(
    dayList.from`appointment a
        where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.starts_at >= ${from} and a.starts_at < ${to}
          and ${status} and a.parked_at is null ${doctor}
        order by a.starts_at, a.id`,
  )
}

const upcomingList = select(
  columns('appointment', 'a', 'id', 'patient_id', 'starts_at', 'title'),
  doctorName,
  named('clinic', 'c', { clinicName: 'short_name' }),
)

/** Appointments to come of some patients, in every clinic, the earliest first. */
export async function upcomingOf(tx: TenantTx, patientIds: readonly string[]): Promise<RowIn<typeof upcomingList>[]> {
  return tx.rows(
    upcomingList.from`appointment a
        join employee e on ${tx.own('e')} and e.id = a.doctor_id
        join clinic c on ${tx.own('c')} and c.id = a.clinic_id
        where ${tx.own('a')} and a.patient_id = any(${patientIds}::uuid[]) and a.starts_at >= ${tx.now} and a.status in ${codes(appointmentStates, 'coming')}
        order by a.starts_at`,
  )
}
