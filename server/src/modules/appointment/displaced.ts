import { appointmentStates } from '@dentin/contract/core/status'
import { addDays, atMinutes, dayRange, daysBetween, formatDate, formatTime, type LocalDate } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { Displaced, DisplacedSource } from '../schedule/index.ts'
import { writePatient } from '../sms/index.ts'
import { reachOf, wholeClinic, type Reach } from '../staff/index.ts'
import { amongAppointments, mustReach } from './access.ts'
import { change, lockAppointment, lockVersion, wrongStatus } from './commands/status.ts'
import { freeStarts } from './free.ts'
import {
  dayOf,
  doctorName,
  doctorsOf,
  frameOf,
  grouped,
  ownBuffers,
  ownTime,
  schedulesOf,
  stopsOn,
  whoseMobile,
  whoseName,
} from './queries.ts'
import { gapsAround, HOLDING, mayMove, minutesBetween, offShiftReason, spanMinutes, type Buffers } from './rules.ts'

const LONGEST_RANGE = 92
/** How far from its time a displaced appointment looks for another place. */
const NEARBY_DAYS = 14

const toCome = select(
  columns('appointment', 'a', 'id', 'version', 'patient_id', 'doctor_id', 'title'),
  ownTime,
  ownBuffers,
  named('appointment', 'a', { toldTime: 'told_at' }),
  doctorName,
  whoseName,
  whoseMobile,
)
type Found = RowIn<typeof toCome> & Pick<Displaced, 'reason'>
const taken = select(columns('appointment', 'a', 'doctor_id', 'starts_at', 'ends_at'), ownBuffers)

/** Bookings to come whose doctor does not receive then; one that was put there knowingly is not among them. */
async function find(
  tx: TenantTx,
  clinicId: string,
  reach: Reach,
  range: { from: LocalDate; to: LocalDate },
): Promise<Found[]> {
  const start = new Date(Math.max(tx.now.getTime(), dayRange(range.from).from.getTime()))
  const rows = await tx.rows(
    toCome.from`appointment a
        join employee e on ${tx.own('e')} and e.id = a.doctor_id
        left join patient p on ${tx.own('p')} and p.id = a.patient_id
        where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.starts_at > ${start}
          and a.starts_at < ${dayRange(range.to).to} and a.status in ${codes(appointmentStates, 'coming')} and not a.off_shift
          and a.parked_at is null and ${amongAppointments(reach)}
        order by a.starts_at, a.id`,
  )
  if (rows.length === 0) return []
  const frame = await frameOf(tx, clinicId, range.from, range.to)
  const stretches = grouped(
    await schedulesOf(tx, clinicId, range.from, range.to),
    (row) => `${row.date} ${row.employeeId}`,
  )
  return rows.flatMap((row) => {
    const date = formatDate(row.startTime)
    const { startMin, endMin } = spanMinutes(row.startTime, row.endTime)
    const day = dayOf(frame, date, stretches.get(`${date} ${row.doctorId}`) ?? [])
    const reason = offShiftReason(day, startMin, endMin)
    return reason === null ? [] : [{ ...row, reason }]
  })
}

/** What the schedule is told of. */
export const displaced: DisplacedSource = async (tx, clinicId, from, to) => {
  const found = await find(tx, clinicId, wholeClinic({ tenantId: tx.tenantId, clinicId }), { from, to })
  return found.map(({ id, name, doctorId, doctorName, startTime, endTime, title, reason }) => ({
    id,
    name,
    doctorId,
    doctorName,
    startTime,
    endTime,
    title,
    reason,
  }))
}

/** The displaced bookings of some days, each with the doctors who are free at its time. */
export async function displacedList(
  { tx, clinicId }: ClinicContext,
  reach: Reach,
  range: { from: LocalDate; to: LocalDate },
) {
  if (range.from > range.to) throw fieldError('BAD_INPUT', 'to', '结束日期不能早于开始日期')
  if (daysBetween(range.from, range.to) >= LONGEST_RANGE)
    throw fieldError('BAD_INPUT', 'to', `最长 ${LONGEST_RANGE} 天`)
  const found = await find(tx, clinicId, reach, range)
  if (found.length === 0) return []
  const doctors = await doctorsOf(tx, clinicId, wholeClinic({ tenantId: tx.tenantId, clinicId }), { doctorIds: [] })
  const frame = await frameOf(tx, clinicId, range.from, range.to)
  const stretches = grouped(
    await schedulesOf(tx, clinicId, range.from, range.to),
    (row) => `${row.date} ${row.employeeId}`,
  )
  const last = found.reduce((latest, each) => (each.endTime > latest ? each.endTime : latest), tx.now)
  const busy = grouped(
    await tx.rows(
      taken.from`appointment a
          where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.status = any(${HOLDING}::int[])
            and a.parked_at is null
            and a.starts_at >= ${dayRange(formatDate((found[0] as Found).startTime)).from} and a.starts_at < ${dayRange(formatDate(last)).to}`,
    ),
    (row) => row.doctorId,
  )
  return found.map((row) => {
    const date = formatDate(row.startTime)
    const { startMin, endMin } = spanMinutes(row.startTime, row.endTime)
    const freeDoctors = doctors
      .filter((one) => one.id !== row.doctorId && !stopsOn(one, date))
      .filter(
        ({ id }) => offShiftReason(dayOf(frame, date, stretches.get(`${date} ${id}`) ?? []), startMin, endMin) === null,
      )
      .filter(({ id }) => !(busy.get(id) ?? []).some((one) => standsIn(one, row)))
      .map(({ id, name }) => ({ id, name }))
    return { ...row, freeDoctors }
  })
}

/** Does a booking of another doctor, with the buffers of both, stand where this one would? */
function standsIn(one: { startsAt: Date; endsAt: Date } & Buffers, row: Found): boolean {
  const { before, after } = gapsAround(one, row)
  return (
    one.startsAt.getTime() - before * 60_000 < row.endTime.getTime() &&
    one.endsAt.getTime() + after * 60_000 > row.startTime.getTime()
  )
}

/** Where the same doctor could take a booking instead: the nearest free times, one of each half day. */
export async function nearbyPlaces(context: ClinicContext, { id }: { id: string }) {
  const { tx, clinicId } = context
  const row = await tx.need(
    taken.keptFrom`appointment a
        where ${tx.own('a')} and a.id = ${id} and ${amongAppointments(reachOf(context, '/myAppointmentBoard:edit'))}`,
  )
  const today = formatDate(tx.now)
  const around = formatDate(row.startsAt)
  const from = addDays(around, -NEARBY_DAYS) > today ? addDays(around, -NEARBY_DAYS) : today
  // What was put aside long ago has its time behind it: from now on, then.
  const days = daysBetween(from, addDays(around > today ? around : today, NEARBY_DAYS)) + 1
  const minutes = minutesBetween(row.startsAt, row.endsAt)
  const free = await freeStarts(tx, clinicId, { doctorIds: [row.doctorId], from, days, minutes, buffers: row })
  const halves = free.flatMap(({ date, starts }) => {
    const wished = spanMinutes(row.startsAt, row.endsAt).startMin
    const nearest = (list: number[]) => [...list].sort((a, b) => Math.abs(a - wished) - Math.abs(b - wished))[0]
    return [nearest(starts.filter((each) => each < 720)), nearest(starts.filter((each) => each >= 720))]
      .filter((start) => start !== undefined)
      .map((start) => atMinutes(date, start))
  })
  return halves
    .sort((a, b) => Math.abs(a.getTime() - row.startsAt.getTime()) - Math.abs(b.getTime() - row.startsAt.getTime()))
    .slice(0, 6)
    .sort((a, b) => a.getTime() - b.getTime())
    .map((startTime) => ({ startTime, endTime: new Date(startTime.getTime() + minutes * 60_000) }))
}

/** Refuses bookings that stand where their doctor receives: of those there is nothing to tell. */
async function mustBeDisplaced(
  context: ClinicContext,
  rows: readonly { id: string; starts_at: Date }[],
): Promise<void> {
  for (const [date, day] of grouped(rows, (row) => formatDate(row.starts_at))) {
    const found = await find(context.tx, context.clinicId, wholeClinic(context), { from: date, to: date })
    if (day.some(({ id }) => !found.some((each) => each.id === id))) throw new AppError('APPOINTMENT_NOT_DISPLACED')
  }
}

const clinicList = select(named('clinic', 'c', { name: 'short_name', phone: 'phone' }))
const persons = select(doctorName, whoseName)

/** Tells patients by SMS that their doctor's shifts changed, once for each place that a booking had. */
export async function tellDisplaced(context: ClinicContext, { ids }: { ids: readonly string[] }) {
  const { tx, clinicId, services } = context
  const place = await tx.need(clinicList.keptFrom`clinic c where ${tx.own('c')} and c.id = ${clinicId}`)
  const without: string[] = []
  let told = 0
  const rows = []
  for (const id of [...new Set(ids)].sort()) {
    const row = await lockAppointment(tx, id)
    await mustReach(context, '/myAppointmentBoard:edit', row)
    if (!mayMove(row.status)) throw wrongStatus(row, '通知改期')
    rows.push(row)
  }
  await mustBeDisplaced(context, rows)
  for (const row of rows) {
    const person = await tx.need(
      persons.keptFrom`appointment a
          join employee e on ${tx.own('e')} and e.id = a.doctor_id
          left join patient p on ${tx.own('p')} and p.id = a.patient_id
          where ${tx.own('a')} and a.id = ${row.id}`,
    )
    const [, month, day] = formatDate(row.starts_at).split('-').map(Number)
    const when = `${month}月${day}日 ${formatTime(row.starts_at)}`
    const phone = place.phone ? `，电话 ${place.phone}` : ''
    const content = `${person.name}您好，您 ${when} ${person.doctorName}医生的预约因医生排班调整需要改期，请与${place.name}联系${phone}。`
    const outcome = row.patient_id
      ? await writePatient(tx, services, {
          clinicId,
          patientId: row.patient_id,
          scene: 'schedule.changed',
          content,
          key: `${row.id}:${row.doctor_id}:${row.starts_at.toISOString()}`,
        })
      : 'unreachable'
    if (outcome === 'sent-before') continue
    if (outcome === 'unreachable') {
      without.push(person.name)
      continue
    }
    await change(tx, row, { told_at: tx.now }, '医生排班调整')
    told += 1
  }
  return { told, without }
}

/** Lets a booking stand outside of the shifts, as if it had been put there knowingly. */
export async function keepDisplaced(context: ClinicContext, input: { id: string; version: number }): Promise<null> {
  const row = await lockVersion(context.tx, input)
  await mustReach(context, '/myAppointmentBoard:overbook', row)
  if (!mayMove(row.status)) throw wrongStatus(row, '保留')
  await change(context.tx, row, { off_shift: true }, '医生排班调整后保留')
  return null
}
