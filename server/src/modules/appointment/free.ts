import { receptionStates } from '@dentin/contract/core/status'
import { addDays, dayRange, formatDate, minutesOfDay, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { dayOf, frameOf, grouped, ownBuffers, schedulesOf } from './queries.ts'
import {
  dayOffReason,
  HOLDING,
  NO_BUFFERS,
  padded,
  spanMinutes,
  startsOf,
  type Buffers,
  type DoctorDay,
} from './rules.ts'

/** What holds a stretch of a doctor's day, and what it needs free around it. */
interface Taken extends Buffers {
  startsMin: number
  endsMin: number
  /** How it was booked. */
  source: number
}

/** A doctor's day with what is booked in it. */
interface DoctorTime {
  doctorId: string
  date: LocalDate
  day: DoctorDay
  taken: Taken[]
}

const bookedTimes = select(columns('appointment', 'a', 'doctor_id', 'starts_at', 'ends_at', 'source'), ownBuffers)
const stoppedDays = select({ key: sql<string>`ec.stopped_on || ' ' || ec.employee_id` })

/**
 * The days of some doctors: their published shifts, blocks and holidays, and what is booked; what was put aside holds
 * nothing.
 * @param ask.except an appointment that is about to be moved
 */
export async function timeOf(
  tx: TenantTx,
  clinicId: string,
  ask: { doctorIds: readonly string[]; from: LocalDate; days: number; except?: string | null },
): Promise<DoctorTime[]> {
  const to = addDays(ask.from, ask.days - 1)
  const frame = await frameOf(tx, clinicId, ask.from, to)
  const stretches = grouped(await schedulesOf(tx, clinicId, ask.from, to), (row) => `${row.date} ${row.employeeId}`)
  const rows = await tx.rows(
    bookedTimes.from`appointment a
        where ${tx.own('a')} and a.doctor_id = any(${ask.doctorIds}::uuid[]) and a.status = any(${HOLDING}::int[])
          and a.parked_at is null and a.starts_at >= ${dayRange(ask.from).from} and a.starts_at < ${dayRange(to).to}
          and a.id is distinct from ${ask.except ?? null}::uuid`,
  )
  const stopped = new Set(
    (
      await tx.rows(
        stoppedDays.keptFrom`employee_clinic ec
            where ${tx.own('ec')} and ec.clinic_id = ${clinicId} and ec.registration_status in ${codes(receptionStates, 'stopped')}
              and ec.employee_id = any(${ask.doctorIds}::uuid[])`,
      )
    ).map((row) => row.key),
  )
  const booked = grouped(rows, (row) => `${formatDate(row.startsAt)} ${row.doctorId}`)
  return ask.doctorIds.flatMap((doctorId) =>
    Array.from({ length: ask.days }, (_, n) => {
      const date = addDays(ask.from, n)
      const key = `${date} ${doctorId}`
      const taken = (booked.get(key) ?? []).map(({ startsAt, endsAt, source, bufferBefore, bufferAfter }) => {
        const { startMin, endMin } = spanMinutes(startsAt, endsAt)
        return { startsMin: startMin, endsMin: endMin, source, bufferBefore, bufferAfter }
      })
      return { doctorId, date, day: dayOf(frame, date, stretches.get(key) ?? [], stopped.has(key)), taken }
    }),
  )
}

/** Who of some doctors receives on a day at all: by the shifts, the holidays and whether they have stopped. */
export async function onDuty(
  tx: TenantTx,
  clinicId: string,
  doctorIds: readonly string[],
  date: LocalDate,
): Promise<Set<string>> {
  const times = await timeOf(tx, clinicId, { doctorIds, from: date, days: 1 })
  return new Set(times.filter(({ day }) => dayOffReason(day) === null).map(({ doctorId }) => doctorId))
}

/** Visits are offered a quarter of an hour apart. */
export const OFFER_MINUTES = 15

/** When a doctor could begin a visit. */
interface FreeStarts {
  doctorId: string
  date: LocalDate
  /** Why the doctor does not receive on this day; null: the doctor does. */
  off: string | null
  /** Minutes of the day. */
  starts: number[]
}

/**
 * The free places of some doctors on some days; nothing that is past, nothing in the buffer of an
 * appointment, nothing on a day on which the doctor has stopped receiving.
 * @param ask.buffers what the visit itself needs free around it
 */
export async function freeStarts(
  tx: TenantTx,
  clinicId: string,
  ask: {
    doctorIds: readonly string[]
    from: LocalDate
    days: number
    minutes: number
    buffers?: Buffers
    /** The chair it would stand in: what another doctor has in it takes the place as well. */
    chairId?: string | null
    except?: string | null
  },
): Promise<FreeStarts[]> {
  const today = formatDate(tx.now)
  const times = await timeOf(tx, clinicId, ask)
  const inChair = ask.chairId ? await chairTime(tx, { ...ask, chairId: ask.chairId }) : new Map<string, Span[]>()
  return times.map(({ doctorId, date, day, taken }) => {
    const notBefore = date === today ? minutesOfDay(tx.now) : 0
    const busy = [...padded(taken, ask.buffers ?? NO_BUFFERS), ...(inChair.get(date) ?? [])]
    const starts = date < today ? [] : startsOf(day, busy, { minutes: ask.minutes, step: OFFER_MINUTES, notBefore })
    return { doctorId, date, off: dayOffReason(day), starts }
  })
}

interface Span {
  startsMin: number
  endsMin: number
}

/** By day, what other doctors have in a chair. */
async function chairTime(
  tx: TenantTx,
  ask: { doctorIds: readonly string[]; from: LocalDate; days: number; chairId: string; except?: string | null },
): Promise<Map<string, Span[]>> {
  const to = addDays(ask.from, ask.days - 1)
  const rows = await tx.rows(
    select(columns('appointment', 'a', 'starts_at', 'ends_at')).from`appointment a
        where ${tx.own('a')} and a.chair_id = ${ask.chairId} and a.status = any(${HOLDING}::int[])
          and a.doctor_id <> all(${ask.doctorIds}::uuid[]) and a.parked_at is null
          and a.starts_at >= ${dayRange(ask.from).from} and a.starts_at < ${dayRange(to).to}
          and a.id is distinct from ${ask.except ?? null}::uuid`,
  )
  const byDay = grouped(rows, (row) => formatDate(row.startsAt))
  return new Map(
    [...byDay].map(([date, list]) => [
      date,
      list.map(({ startsAt, endsAt }) => {
        const { startMin, endMin } = spanMinutes(startsAt, endsAt)
        return { startsMin: startMin, endsMin: endMin }
      }),
    ]),
  )
}
