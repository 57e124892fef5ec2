import { fileStates, receptionStates, registrationStates, appointmentStates } from '@dentin/contract/core/status'
import type { contract, ParsedInput } from '@dentin/contract'
import { fenToYuan, formatDate, today, uuidv7, type Fen } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import {
  appointmentForCheckIn,
  linkAppointmentPatient,
  namedPeople,
  setAppointmentStatus,
} from '../../appointment/index.ts'
import { clinicSettings } from '../../clinic/index.ts'
import { doctorOfClinic } from '../../staff/index.ts'
import { linkToClinic } from '../../patient/index.ts'
import { paidRegistrationFee } from '../queries.ts'
import { feeOf, isWaiting } from '../rules.ts'
import { change, go, lockRegistration, wrongStatus, type RegistrationRow } from './status.ts'
import { treatTypeToday } from '../treat-type.ts'

const LEFT = 6

/** At whose desk something is registered. */
export interface Desk {
  clinicId: string
  employeeId: string
  actorName: string
}

interface NewRegistration {
  patientId: string
  doctorId: string
  appointmentId?: string
  appointedAt?: Date
  regType: number
  regFee: Fen
  deptId: string | null
  consultantId?: string | null
  /** The appointment's; 0 without one. */
  source?: number
  isMedicare?: boolean
  medicareNo?: string
  title: string
  teeth?: string
  chiefComplaint: string
  remark?: string
  regTime?: Date
  referralFromId?: string
  pinnedReason?: string | null
}

/** The doctor's next queue number of the day; the callers of one doctor wait for each other. */
const nextQueueNo = (tx: TenantTx, clinicId: string, doctorId: string) =>
  tx.nextCount(`Q:${doctorId}`, clinicId, today(tx.now))

/** Gives a patient the next number of a doctor. */
export async function insertRegistration(tx: TenantTx, desk: Desk, one: NewRegistration): Promise<RegistrationRow> {
  const settings = await clinicSettings(tx, desk.clinicId)
  const treatType = await treatTypeToday(tx, one.patientId, settings.revisitDays)
  const row = await tx.insert(
    'registration',
    {
      id: uuidv7(),
      clinic_id: desk.clinicId,
      reg_no: await tx.nextNumber('GH', desk.clinicId, today(tx.now)),
      queue_no: await nextQueueNo(tx, desk.clinicId, one.doctorId),
      reg_date: today(tx.now),
      patient_id: one.patientId,
      appointment_id: one.appointmentId ?? null,
      appointed_at: one.appointedAt ?? null,
      doctor_id: one.doctorId,
      reg_type: one.regType,
      treat_type: treatType,
      reg_fee: fenToYuan(one.regFee),
      dept_id: one.deptId,
      consultant_id: one.consultantId ?? null,
      source: one.source ?? 0,
      is_medicare: one.isMedicare ?? false,
      medicare_no: one.medicareNo ?? '',
      title: one.title,
      teeth: one.teeth ?? '',
      chief_complaint: one.chiefComplaint,
      remark: one.remark ?? '',
      reg_time: one.regTime ?? tx.now,
      referral_from_id: one.referralFromId ?? null,
      pinned_reason: one.pinnedReason ?? null,
      status: registrationStates.code.waiting,
      created_by: desk.employeeId,
      created_name: desk.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: one.patientId },
  )
  await linkToClinic(tx, [one.patientId], desk.clinicId)
  await tx.logStatus('registration', row.id, desk.clinicId, null, registrationStates.code.waiting)
  tx.publish('reception', row.id, desk.clinicId)
  return row
}

/** The patient's row, locked against a merge and a second registration at another desk. Only an open file is taken. */
export async function lockOpenPatient(tx: TenantTx, patientId: string): Promise<void> {
  const row = await tx.need<{ status: number }>(
    keptSql`select p.status from patient p where p.tenant_id = ${tx.tenantId} and p.id = ${patientId} for no key update`,
  )
  if (!fileStates.is(row.status, 'active')) throw fieldError('REGISTRATION_PATIENT_GONE', 'patientId')
}

/** An appointment's patient has come: registration with the next number of the doctor, appointment arrived. */
export async function checkIn(
  tx: TenantTx,
  desk: Desk,
  input: ParsedInput<typeof contract.visit.checkIn>,
): Promise<RegistrationRow> {
  const appointment = await appointmentForCheckIn(tx, input.appointmentId)
  if (formatDate(appointment.startsAt) !== today(tx.now)) throw new AppError('REGISTRATION_NOT_TODAY')
  if (!appointment.patientId && input.patientId) await linkAppointmentPatient(tx, appointment.id, input.patientId)
  const patientId = appointment.patientId ?? input.patientId
  if (!patientId) throw fieldError('REGISTRATION_NEEDS_PATIENT', 'patientId')
  await lockOpenPatient(tx, patientId)
  const doctor = await doctorOfClinic(tx, desk.clinicId, input.doctorId ?? appointment.doctorId, { receiving: true })
  const { regFee, checkInFee } = await clinicSettings(tx, desk.clinicId)
  const row = await insertRegistration(tx, desk, {
    patientId,
    doctorId: doctor.id,
    appointmentId: appointment.id,
    appointedAt: appointment.startsAt,
    regType: appointment.isUrgent ? 3 : 1,
    regFee: checkInFee ? regFee : (0 as Fen),
    deptId: doctor.deptId,
    consultantId: appointment.consultantId,
    source: appointment.source,
    title: appointment.title,
    teeth: appointment.teeth,
    chiefComplaint: input.chiefComplaint,
  })
  await setAppointmentStatus(tx, appointment.id, appointmentStates.code.arrived)
  return row
}

/** Refuses a second number of the day with the same doctor before the first visit is over. */
export async function mustBeNew(tx: TenantTx, clinicId: string, patientId: string, doctorId: string): Promise<void> {
  const open = await tx.row(
    keptSql`select r.id from registration r where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${clinicId}
          and r.patient_id = ${patientId} and r.doctor_id = ${doctorId} and r.reg_date = ${today(tx.now)} and r.status in ${codes(registrationStates, 'inHouse')}`,
  )
  if (open) throw fieldError('REGISTRATION_DUPLICATE', 'patientId')
}

/** Without the insurance there is no number of it. */
const insurance = ({ isMedicare, medicareNo }: { isMedicare: boolean; medicareNo: string }) => ({
  isMedicare,
  medicareNo: isMedicare ? medicareNo : '',
})

/** Notes whether a visit goes over the medical insurance, as long as the number stands. */
export async function setMedicare(
  tx: TenantTx,
  row: RegistrationRow,
  input: ParsedInput<typeof contract.visit.medicare>,
): Promise<RegistrationRow> {
  if (row.status > LEFT) throw wrongStatus(row, '修改')
  const { isMedicare, medicareNo } = insurance(input)
  return change(tx, row, { is_medicare: isMedicare, medicare_no: medicareNo }, { version: input.version })
}

/** Somebody without an appointment. */
export async function registerWalkIn(
  tx: TenantTx,
  desk: Desk,
  input: ParsedInput<typeof contract.visit.register>,
): Promise<RegistrationRow> {
  await lockOpenPatient(tx, input.patientId)
  const doctor = await doctorOfClinic(tx, desk.clinicId, input.doctorId, { receiving: true })
  const settings = await clinicSettings(tx, desk.clinicId)
  if (receptionStates.is(doctor.registrationStatus, 'limited') && input.regType !== 3) {
    const kind = await treatTypeToday(tx, input.patientId, settings.revisitDays)
    if (kind !== 2) throw fieldError('REGISTRATION_DOCTOR_LIMITED', 'doctorId')
  }
  await mustBeNew(tx, desk.clinicId, input.patientId, doctor.id)
  const people = await namedPeople(tx, desk.clinicId, { consultantId: input.consultantId })
  return insertRegistration(tx, desk, {
    patientId: input.patientId,
    doctorId: doctor.id,
    regType: input.regType,
    regFee: feeOf(input.regType, input.regFee ?? null, settings.regFee),
    deptId: doctor.deptId,
    consultantId: people.consultant_id,
    ...insurance(input),
    title: input.title,
    chiefComplaint: input.chiefComplaint,
    remark: input.remark,
  })
}

/** Doctor, kind or content of somebody who still waits. Another doctor means a new number in that doctor's queue. */
export async function updateRegistration(
  tx: TenantTx,
  row: RegistrationRow,
  input: ParsedInput<typeof contract.visit.update>,
): Promise<RegistrationRow> {
  if (!isWaiting(row.status)) throw wrongStatus(row, '修改')
  const moved = row.doctor_id !== input.doctorId
  const doctor = moved ? await doctorOfClinic(tx, row.clinic_id, input.doctorId, { receiving: true }) : null
  return change(
    tx,
    row,
    {
      doctor_id: input.doctorId,
      ...(doctor ? { dept_id: doctor.deptId } : {}),
      ...(moved ? { queue_no: await nextQueueNo(tx, row.clinic_id, input.doctorId) } : {}),
      reg_type: input.regType,
      title: input.title,
      chief_complaint: input.chiefComplaint,
      remark: input.remark,
    },
    { version: input.version },
  )
}

/** Ends a registration before the chair. `appointmentTo`: the appointment stands again, or the patient left untreated. */
export async function cancelRegistration(
  tx: TenantTx,
  row: RegistrationRow,
  reason: string,
  appointmentTo: typeof appointmentStates.code.confirmed | typeof appointmentStates.code.walkedOut,
): Promise<RegistrationRow> {
  const what = appointmentTo === appointmentStates.code.confirmed ? '退号' : '登记为未诊离开'
  if (!isWaiting(row.status)) throw wrongStatus(row, what)
  if (await paidRegistrationFee(tx, row.id)) throw new AppError('REGISTRATION_FEE_PAID')
  const left = appointmentTo === appointmentStates.code.walkedOut ? { leave_time: tx.now } : {}
  const changed = await go(tx, row, 'cancel', what, {
    reason,
    patch: { cancel_reason: reason, ...left },
  })
  if (row.appointment_id) await setAppointmentStatus(tx, row.appointment_id, appointmentTo, reason)
  return changed
}

/** Those of earlier days who were never called in: their number is past, their appointment ends as left untreated. */
export async function expireOld(tx: TenantTx): Promise<number> {
  const rows = await tx.rows<{ id: string }>(
    sql`select r.id from registration r
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${tx.clinicId} and r.reg_date < ${today(tx.now)} and r.status in ${codes(registrationStates, 'toCome')}
        order by r.id`,
  )
  for (const { id } of rows) {
    const row = await lockRegistration(tx, id)
    if (!isWaiting(row.status)) continue
    await go(tx, row, 'passOver', '过号', { reason: '当日未就诊' })
    if (row.appointment_id)
      await setAppointmentStatus(tx, row.appointment_id, appointmentStates.code.walkedOut, '当日未就诊')
  }
  return rows.length
}
