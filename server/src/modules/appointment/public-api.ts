import { appointmentStates } from '@dentin/contract/core/status'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { lockAppointment, setStatus, tieToPatient, wrongStatus } from './commands/status.ts'
import type { DayAppointment } from './queries.ts'

/** What a check-in needs of an appointment. */
export interface CheckInAppointment extends Omit<DayAppointment, 'isOverbook'> {
  clinicId: string
  consultantId: string | null
  source: number
}

/**
 * An appointment whose patient stands at the desk, locked until the transaction ends. Refuses one whose status does not
 * allow arriving (APPOINTMENT_STATUS with the status in words). A no-show may still arrive.
 */
export async function appointmentForCheckIn(tx: TenantTx, id: string): Promise<CheckInAppointment> {
  const row = await lockAppointment(tx, id)
  if (!appointmentStates.may('arrive', row.status)) throw wrongStatus(row, '签到')
  if (row.parked_at) throw new AppError('APPOINTMENT_PARKED')
  return {
    id: row.id,
    version: row.version,
    clinicId: row.clinic_id,
    consultantId: row.consultant_id,
    source: row.source,
    patientId: row.patient_id,
    tempName: row.temp_name,
    tempMobile: row.temp_mobile,
    doctorId: row.doctor_id,
    chairId: row.chair_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    title: row.title,
    teeth: row.teeth,
    treatType: row.treat_type,
    status: row.status,
    isUrgent: row.is_urgent,
    remark: row.remark,
  }
}

/**
 * Moves an appointment along its status machine as the visit goes on: arrived, in the chair, done, left untreated,
 * confirmed again when the registration was cancelled, arrived again when the patient was sent back to wait. Setting the present status is no change.
 * @throws APPOINTMENT_STATUS when the machine has no such step
 */
export async function setAppointmentStatus(
  tx: TenantTx,
  id: string,
  to: number,
  reason?: string,
): Promise<{ from: number; to: number }> {
  const row = await lockAppointment(tx, id)
  if (row.status !== to) await setStatus(tx, row, to, reason ? { reason } : {})
  return { from: row.status, to }
}

/** The patient of an appointment is there. */
export async function markArrived(tx: TenantTx, id: string): Promise<void> {
  await setAppointmentStatus(tx, id, appointmentStates.code.arrived)
}

/** Ties an appointment made under a temporary name to the file that was opened for the person at the desk. */
export async function linkAppointmentPatient(tx: TenantTx, id: string, patientId: string): Promise<void> {
  const row = await lockAppointment(tx, id)
  if (row.patient_id === patientId) return
  if (row.patient_id) throw new AppError('APPOINTMENT_STATUS', { message: '该预约已关联另一位患者' })
  await tieToPatient(tx, row, patientId)
}
