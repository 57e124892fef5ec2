import { appointmentStates } from '@dentin/contract/core/status'
import { formatDate, formatTime, type LocalDate } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { clinicSettings } from '../../clinic/index.ts'
import { employeeNames, staffAmong } from '../../staff/index.ts'
import { treatTypeOf } from '../../patient/index.ts'
import { mustReach, type Desk } from '../access.ts'
import { freeStarts } from '../free.ts'
import { isPast } from '../rules.ts'
import { bufferColumns, buffersIn, insert, logMove, savedAs, unsaved, type Placed } from './book.ts'
import { noteOpening } from './openings.ts'
import { findPlace } from './place.ts'
import { lockVersion, setStatus, wrongStatus } from './status.ts'
import { tellAppointment } from './tell.ts'

interface Elsewhere {
  id: string
  version: number
  clinicId: string
  doctorId: string
  startTime: Date
  endTime: Date
  reason: string
  acceptWarnings: boolean
}

/** Another clinic of the company. These calls see the whole company. @throws AppError APPOINTMENT_CLINIC */
async function otherClinic({ tx, clinicId }: ClinicContext, id: string): Promise<{ name: string }> {
  const place =
    id === clinicId
      ? undefined
      : await tx.row<{ name: string }>(
          keptSql`select c.short_name as name from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${id} and c.enabled`,
        )
  if (!place) throw fieldError('APPOINTMENT_CLINIC', 'clinicId')
  return place
}

/** When a doctor of another clinic could begin a visit of so many minutes on a day. */
export async function timesElsewhere(
  context: ClinicContext,
  input: { clinicId: string; doctorId: string; date: LocalDate; minutes: number },
): Promise<number[]> {
  await otherClinic(context, input.clinicId)
  const ask = { doctorIds: [input.doctorId], from: input.date, days: 1, minutes: input.minutes }
  const [found] = await freeStarts(context.tx, input.clinicId, ask)
  return found?.starts ?? []
}

/**
 * Moves an appointment to another clinic of the company: a new one there that refers to the old one, which is cancelled
 * and refers to the new one. Extras beyond a doctor's time are that clinic's own affair.
 */
export async function moveElsewhere(context: ClinicContext, input: Elsewhere): Promise<Placed> {
  const { tx, clinicId, employeeId, now } = context
  const row = await lockVersion(tx, input)
  if (row.clinic_id !== clinicId) throw new AppError('NOT_FOUND')
  if (row.held_until) throw new AppError('APPOINTMENT_HELD')
  if (!appointmentStates.may('cancel', row.status)) throw wrongStatus(row, '改到其他门诊')
  await mustReach(context, '/myAppointmentBoard:edit', row)
  const target = await otherClinic(context, input.clinicId)
  if (isPast(input.startTime, now)) throw fieldError('APPOINTMENT_IN_PAST', 'startTime', '不能改到过去的时间')
  // Whatever the person may do here, there nothing but a free place is taken.
  const there: Desk = { ...context, clinicId: input.clinicId, scopeOf: () => null }
  const place = await findPlace(
    there,
    {
      doctorId: input.doctorId,
      chairId: null,
      patientId: row.patient_id,
      start: input.startTime,
      end: input.endTime,
      except: row.id,
      buffers: buffersIn(row),
    },
    { overbook: false, acceptWarnings: input.acceptWarnings },
  )
  if (place.warnings.length > 0 && !input.acceptWarnings) return unsaved(place)
  // Nurse and consultant move with the appointment where they work in the other clinic too.
  const works = await staffAmong(tx, input.clinicId, { nurseId: row.nurse_id, consultantId: row.consultant_id })
  const { revisitDays } = await clinicSettings(tx, input.clinicId)
  const made = await insert(there, {
    patient_id: row.patient_id,
    temp_name: row.temp_name,
    temp_mobile: row.temp_mobile,
    temp_gender: row.temp_gender,
    doctor_id: input.doctorId,
    chair_id: null,
    starts_at: input.startTime,
    ends_at: input.endTime,
    ...bufferColumns(buffersIn(row)),
    item_ids: row.item_ids,
    title: row.title,
    teeth: row.teeth,
    treat_type: row.patient_id ? await treatTypeOf(tx, row.patient_id, input.startTime, revisitDays) : row.treat_type,
    source: row.source,
    status: appointmentStates.code.booked,
    is_urgent: row.is_urgent,
    is_overbook: false,
    off_shift: false,
    nurse_id: works.nurse ? row.nurse_id : null,
    consultant_id: works.consultant ? row.consultant_id : null,
    remark: row.remark,
    visible_remark: row.visible_remark,
    origin_id: row.id,
  })
  const names = await employeeNames(tx, [input.doctorId])
  const when = `${formatDate(input.startTime).slice(5)} ${formatTime(input.startTime)}`
  const reason = `改到${target.name} ${when} ${names.get(input.doctorId) ?? ''}${input.reason ? `：${input.reason}` : ''}`
  await setStatus(tx, row, appointmentStates.code.cancelled, {
    reason,
    patch: {
      cancel_reason: reason,
      cancelled_by: employeeId,
      cancelled_at: now,
      parked_at: null,
      parked_name: null,
      rebooked_to_id: made.id,
    },
  })
  await noteOpening(tx, row, 2)
  // Each of the two tells of the move, in its own clinic.
  await logMove(context, row, made, reason)
  const own = await tx.need<{ name: string }>(
    keptSql`select c.short_name as name from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
  await logMove(there, { ...row, id: made.id }, made, `由${own.name}改约而来`)
  await tellAppointment(context, 'appointment.moved', made)
  tx.publish('appointment', made.id, input.clinicId)
  return savedAs(made, place)
}
