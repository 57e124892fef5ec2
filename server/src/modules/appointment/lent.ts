import { appointmentStates } from '@dentin/contract/core/status'
import { dayRange, today } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { LentToFollowUp } from '../follow-up/index.ts'
import type { LentToPatient } from '../patient/index.ts'
import type { LentToSms } from '../sms/index.ts'

/** When the patient of a column comes next. */
const nextAppointment = (tx: TenantTx, patientId: RawBuilder<unknown>): RawBuilder<Date | null> =>
  lent(sql<Date | null>`(select min(a.starts_at) from appointment a where ${tx.own('a')}
    and a.patient_id = ${patientId} and a.starts_at >= ${tx.now} and a.status in ${codes(appointmentStates, 'coming')})`)

/** The patients who are booked in a clinic today. */
function comingToday(tx: TenantTx, clinicId: string): RawBuilder<unknown> {
  const { from, to } = dayRange(today(tx.now))
  return lent(sql`select a.patient_id from appointment a where ${tx.own('a')} and a.clinic_id = ${clinicId}
    and a.starts_at >= ${from} and a.starts_at < ${to} and a.patient_id is not null and a.status not in ${codes(appointmentStates, 'calledOff')}`)
}

/** What it lends for lists of patients. */
export const lends: LentToPatient = { nextAppointment, comingToday }

/** What it lends for messages. */
export const forSms: LentToSms = {
  nextBooking: (tx, patientId, clinicId) =>
    lent(sql`select a.starts_at, a.title, a.doctor_id from appointment a
      where ${tx.own('a')} and a.patient_id = ${patientId} and a.clinic_id = ${clinicId} and a.status in ${codes(appointmentStates, 'agreed')}
        and a.starts_at > ${tx.now} order by a.starts_at limit 1`),
}

/** What it lends for follow-ups. */
const forFollowUps: Partial<LentToFollowUp> = {
  booked: (tx, patientId) =>
    lent(sql<boolean>`exists (select 1 from appointment a where ${tx.own('a')} and a.patient_id = ${patientId}
      and a.starts_at >= ${tx.now} and a.status in ${codes(appointmentStates, 'coming')})`),
  bookedAfter: (tx, patientId, moment, days) =>
    lent(sql<boolean>`exists (select 1 from appointment a where ${tx.own('a')} and a.patient_id = ${patientId}
      and a.created_at >= ${moment} and a.created_at < ${moment} + make_interval(days => ${days})
      and a.status not in ${codes(appointmentStates, 'calledOff')})`),
}

const nextList = select(
  columns('appointment', 'a', 'id', 'title'),
  named('appointment', 'a', { startTime: 'starts_at' }),
  named('employee', 'd', { doctorName: 'name' }),
)
const whose = select(columns('appointment', 'a', 'patient_id'))

/** What follow-ups ask of appointments. */
export const followUp = {
  lends: forFollowUps,
  appointments: {
    nextOf: (tx: TenantTx, clinicId: string, patientId: string) =>
      tx.row(
        nextList.from`appointment a
            join employee d on ${tx.own('d')} and d.id = a.doctor_id
            where ${tx.own('a')} and a.clinic_id = ${clinicId} and a.patient_id = ${patientId} and a.starts_at >= ${tx.now}
              and a.status in ${codes(appointmentStates, 'coming')} order by a.starts_at limit 1`,
      ),
    patientOf: async (tx: TenantTx, appointmentId: string) =>
      (await tx.row(whose.keptFrom`appointment a where ${tx.own('a')} and a.id = ${appointmentId}`))?.patientId ?? null,
  },
}
