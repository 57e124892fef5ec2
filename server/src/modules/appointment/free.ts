import { addDays, dayRange, formatDate, minutesOfDay, type LocalDate } from '@dentin/kit'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { clinicSettings } from '../clinic/index.ts'
import { dayOf, frameOf, grouped, schedulesOf } from './queries.ts'
import { freeStretches, HOLDING, spanMinutes, startsWithin } from './rules.ts'

/** When a doctor could begin a visit. */
interface FreeStarts {
  doctorId: string
  date: LocalDate
  /** Minutes of the day. */
  starts: number[]
}

/**
 * The free places of some doctors on some days, by their published shifts, blocks, holidays and bookings; nothing that is
 * past. Whether a doctor receives at all is not asked here (`openForBooking`).
 */
export async function freeStarts(
  tx: TenantTx,
  clinicId: string,
  ask: { doctorIds: readonly string[]; from: LocalDate; days: number; minutes: number },
): Promise<FreeStarts[]> {
  const to = addDays(ask.from, ask.days - 1)
  const frame = await frameOf(tx, clinicId, ask.from, to)
  const stretches = grouped(await schedulesOf(tx, clinicId, ask.from, to), (row) => `${row.date} ${row.employeeId}`)
  const taken = await tx.rows<{ doctorId: string; startsAt: Date; endsAt: Date }>(
    sql`select a.doctor_id as "doctorId", a.starts_at as "startsAt", a.ends_at as "endsAt" from appointment a
        where a.tenant_id = ${tx.tenantId} and a.doctor_id = any(${ask.doctorIds}::uuid[]) and a.status = any(${HOLDING}::int[])
          and a.starts_at >= ${dayRange(ask.from).from} and a.starts_at < ${dayRange(to).to}`,
  )
  const busy = grouped(taken, (row) => `${formatDate(row.startsAt)} ${row.doctorId}`)
  const { slotMinutes } = await clinicSettings(tx, clinicId)
  const today = formatDate(tx.now)
  return ask.doctorIds.flatMap((doctorId) =>
    Array.from({ length: ask.days }, (_, n) => {
      const date = addDays(ask.from, n)
      const key = `${date} ${doctorId}`
      const spans = (busy.get(key) ?? []).map(({ startsAt, endsAt }) => {
        const { startMin, endMin } = spanMinutes(startsAt, endsAt)
        return { startsMin: startMin, endsMin: endMin }
      })
      const free = date < today ? [] : freeStretches(dayOf(frame, date, stretches.get(key) ?? []), spans)
      const notBefore = date === today ? minutesOfDay(tx.now) : 0
      return { doctorId, date, starts: startsWithin(free, ask.minutes, slotMinutes, notBefore) }
    }),
  )
}

/**
 * The doctors of a clinic whose time patients may book from outside: the clinic is open for it, the doctor takes part, is
 * at work and has not stopped receiving. A doctor who stops is gone from here at once.
 */
export async function openForBooking(tx: TenantTx, clinicId: string): Promise<string[]> {
  if (!(await clinicSettings(tx, clinicId)).isOpenEntry) return []
  const rows = await tx.rows<{ id: string }>(
    sql`select e.id from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id and e.is_doctor and e.work_status = 1
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active and ec.is_open_entry
          and ec.registration_status <> 1
        order by ec.sort_no, e.sort_no, e.id`,
  )
  return rows.map(({ id }) => id)
}
