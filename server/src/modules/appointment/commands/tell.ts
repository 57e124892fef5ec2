import { appointmentStates } from '@dentin/contract/core/status'
import type { SmsSceneKey } from '@dentin/contract/sms'
import { addDays, atMinutes, dayRange, minutesOfDay, today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import type { Services } from '../../../platform/services.ts'
import { employeeNames } from '../../staff/index.ts'
import { isTimeFor, momentForPatients, tellPatient, type SmsEvent, type TimedScene } from '../../sms/index.ts'

type Scene = Extract<SmsSceneKey, `appointment.${string}`>
const HOURS_MS = 2 * 3_600_000

/** What a message about an appointment says. */
interface Told {
  id: string
  clinic_id: string
  patient_id: string | null
  temp_name: string | null
  temp_mobile: string | null
  doctor_id: string
  starts_at: Date
  title: string
  treat_type: number
}

const eventOf = (row: Told, doctorName: string, key: string): Omit<SmsEvent, 'scene'> => ({
  clinicId: row.clinic_id,
  patientId: row.patient_id,
  person: row.patient_id ? undefined : { name: row.temp_name ?? '', mobile: row.temp_mobile ?? '' },
  key,
  values: { 医生: doctorName, 时间: momentForPatients(row.starts_at), 项目: row.title || '就诊' },
  treatType: row.treat_type,
})

/**
 * Tells the patient by SMS what happened to an appointment, if the clinic wants it; the same of one time is told once.
 * @returns whether a message was queued
 */
export async function tellAppointment(
  { tx, services }: { tx: TenantTx; services: Pick<Services, 'jobs'> },
  scene: Scene,
  row: Told,
): Promise<boolean> {
  const names = await employeeNames(tx, [row.doctor_id])
  const key = `${row.id}:${row.starts_at.toISOString()}`
  return tellPatient(tx, services, { scene, ...eventOf(row, names.get(row.doctor_id) ?? '', key) })
}

/** Appointments to come that a reminder means and that were not told yet. */
async function toRemind(
  tx: TenantTx,
  clinicId: string,
  scene: Scene,
  span: { after: Date; until: Date; madeBefore: RawBuilder<Date> },
): Promise<Omit<SmsEvent, 'scene'>[]> {
  const key = sql`a.id || ':' || to_char(a.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const rows = await tx.rows<Told & { doctorName: string; key: string }>(
    sql`select a.id, a.clinic_id, a.patient_id, a.temp_name, a.temp_mobile, a.doctor_id, a.starts_at, a.title, a.treat_type,
          e.name as "doctorName", ${key} as key
        from appointment a join employee e on e.tenant_id = ${tx.tenantId} and e.id = a.doctor_id
        where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.status in ${codes(appointmentStates, 'agreed')}
          and a.parked_at is null and a.starts_at >= ${span.after}
          and a.starts_at < ${span.until} and a.created_at < ${span.madeBefore}
          and not exists (select 1 from sms_outbox o where o.tenant_id = ${tx.tenantId} and o.biz_key = ${`${scene}:`} || ${key})
        order by a.starts_at, a.id limit 500`,
  )
  return rows.map((row) => eventOf(row, row.doctorName, row.key))
}

const dayBefore: TimedScene = {
  scene: 'appointment.dayBefore',
  async due(tx, clinicId, { now, sendMin }) {
    if (sendMin === null || !isTimeFor(sendMin, minutesOfDay(now))) return []
    const day = today(now)
    const { from, to } = dayRange(addDays(day, 1))
    // Who booked after the reminders went out has just been told the time.
    return toRemind(tx, clinicId, 'appointment.dayBefore', {
      after: from,
      until: to,
      madeBefore: sql`${atMinutes(day, sendMin)}::timestamptz`,
    })
  },
}

const hoursBefore: TimedScene = {
  scene: 'appointment.hoursBefore',
  due: (tx, clinicId, { now }) =>
    toRemind(tx, clinicId, 'appointment.hoursBefore', {
      after: now,
      until: new Date(now.getTime() + HOURS_MS + 1),
      // An appointment made within these hours needs no reminder.
      madeBefore: sql`a.starts_at - interval '2 hours'`,
    }),
}

/** Reminders that the clock sets off. */
export const scenes: readonly TimedScene[] = [dayBefore, hoursBefore]
