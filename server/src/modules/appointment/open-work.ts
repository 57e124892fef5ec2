import { appointmentStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import { doctorOfClinic } from '../staff/index.ts'
import type { OpenWorkSource } from '../staff/index.ts'
import { mustReach } from './access.ts'
import { moveAppointment } from './commands/book.ts'
import { change, lockAppointment } from './commands/status.ts'

const openList = select(
  columns('appointment', 'a', 'id', 'title'),
  named('appointment', 'a', { at: 'starts_at' }),
  named('clinic', 'c', { clinicName: 'name' }),
  { kind: sql<'appointment'>`'appointment'`, patientName: sql<string>`coalesce(p.name, a.temp_name)` },
)

/** Appointments to come stand in the way of a doctor leaving; another doctor may take them at the same time. */
export const openWork: OpenWorkSource = {
  kind: 'appointment',
  takenBy: 'doctor',
  list: (tx, employeeId, clinicId) =>
    tx.rows(
      openList.from`appointment a
          join clinic c on ${tx.own('c')} and c.id = a.clinic_id
          left join patient p on ${tx.own('p')} and p.id = a.patient_id
          where ${tx.own('a')} and a.doctor_id = ${employeeId} and a.status in ${codes(appointmentStates, 'coming')} and a.held_until is null
            and (a.ends_at > ${tx.now} or a.parked_at is not null)
            and (${clinicId}::uuid is null or a.clinic_id = ${clinicId}::uuid)
          order by a.starts_at`,
    ),
  handOver: async (context, id, toDoctorId, reason) => {
    const row = await lockAppointment(context.tx, id)
    // What was put aside holds no time: the other doctor has it to place.
    if (row.parked_at) {
      await doctorOfClinic(context.tx, row.clinic_id, toDoctorId)
      await mustReach(context, '/myAppointmentBoard:edit', row, toDoctorId)
      await change(context.tx, row, { doctor_id: toDoctorId }, reason)
      return
    }
    await moveAppointment(context, {
      id,
      version: row.version,
      doctorId: toDoctorId,
      chairId: row.chair_id,
      startTime: row.starts_at,
      endTime: row.ends_at,
      reason,
      overbook: false,
      acceptWarnings: true,
    })
  },
}
