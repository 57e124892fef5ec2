import { registrationStates, treatmentStates, appointmentStates } from '@dentin/contract/core/status'
import type { contract, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { setAppointmentStatus } from '../../appointment/index.ts'
import { doctorOfClinic } from '../../staff/index.ts'
import { noteVisit } from '../../patient/index.ts'
import { openCharges } from '../queries.ts'
import { change, go, lockTreatment, wrongStatus, type RegistrationRow, type TreatmentRow } from './status.ts'

/** Called: once for everybody who hears it; calling again while called only tells the screens. */
export async function callIn(tx: TenantTx, row: RegistrationRow): Promise<RegistrationRow> {
  if (registrationStates.is(row.status, 'called')) return change(tx, row, { call_time: tx.now })
  return go(tx, row, 'call', '叫号', { patch: { call_time: tx.now } })
}

/** Into the chair. Refuses once when the doctor or the chair has somebody, so that the screen can ask. */
export async function startTreatment(
  tx: TenantTx,
  row: RegistrationRow,
  input: ParsedInput<typeof contract.visit.start>,
): Promise<{ registration: RegistrationRow; treatment: TreatmentRow }> {
  const doctor = await doctorOfClinic(tx, row.clinic_id, row.doctor_id)
  const chairId = input.chairId ?? doctor.chairId
  if (input.chairId) await needChair(tx, row.clinic_id, input.chairId)
  if (!input.acceptBusy) await refuseBusy(tx, row, chairId)
  const registration = await go(tx, row, 'begin', '开始就诊', {
    patch: { call_time: row.call_time ?? tx.now, start_time: tx.now, end_time: null },
  })
  const former = await lockTreatment(tx, row.id)
  const note = { patientId: row.patient_id }
  const treatment = former
    ? await tx.update(
        'treatment',
        { id: former.id },
        { status: treatmentStates.code.underWay, start_time: tx.now, chair_id: chairId },
        note,
      )
    : await tx.insert(
        'treatment',
        {
          id: uuidv7(),
          clinic_id: row.clinic_id,
          registration_id: row.id,
          patient_id: row.patient_id,
          doctor_id: row.doctor_id,
          chair_id: chairId,
          status: treatmentStates.code.underWay,
          start_time: tx.now,
          created_at: tx.now,
          updated_at: tx.now,
        },
        note,
      )
  if (row.appointment_id) await setAppointmentStatus(tx, row.appointment_id, appointmentStates.code.inTreatment)
  return { registration, treatment }
}

async function needChair(tx: TenantTx, clinicId: string, chairId: string): Promise<void> {
  const chair = await tx.row(
    keptSql`select c.id from chair c where c.tenant_id = ${tx.tenantId} and c.clinic_id = ${clinicId} and c.id = ${chairId} and c.enabled`,
  )
  if (!chair) throw fieldError('VISIT_CHAIR_UNKNOWN', 'chairId')
}

async function refuseBusy(tx: TenantTx, row: RegistrationRow, chairId: string | null): Promise<void> {
  const other = await tx.row<{ name: string; sameDoctor: boolean }>(
    sql`select p.name, r.doctor_id = ${row.doctor_id} as "sameDoctor" from registration r
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = r.patient_id
        join treatment t on t.tenant_id = ${tx.tenantId} and t.registration_id = r.id
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${row.clinic_id} and r.status in ${codes(registrationStates, 'inTreatment')} and r.reg_date = ${row.reg_date}
          and (r.doctor_id = ${row.doctor_id} or t.chair_id = ${chairId}::uuid)
        order by 2 desc limit 1`,
  )
  if (!other) return
  throw new AppError('VISIT_DOCTOR_BUSY', {
    message: other.sameDoctor ? `医生正在诊治 ${other.name}，确定再开始一位？` : `诊椅上还有 ${other.name}，确定开始？`,
    data: { name: other.name },
  })
}

/** Treated: on to the desk. The visit counts from here on. */
export async function finishTreatment(tx: TenantTx, row: RegistrationRow, nextPlan: string): Promise<RegistrationRow> {
  const registration = await go(tx, row, 'finish', '诊毕', { patch: { end_time: tx.now } })
  const treatment = await lockTreatment(tx, row.id)
  if (!treatment) throw new Error(`registration ${row.id} was in the chair without a treatment`)
  const note = { patientId: row.patient_id }
  const plan = nextPlan ? { next_plan: nextPlan } : {}
  await tx.update(
    'treatment',
    { id: treatment.id },
    { status: treatmentStates.code.ended, end_time: tx.now, ...plan },
    note,
  )
  await noteVisit(tx, {
    patientId: row.patient_id,
    at: treatment.start_time,
    doctorId: row.doctor_id,
    clinicId: row.clinic_id,
  })
  return registration
}

/** Back to the waiting list: the wrong number was called, or the treatment was begun by mistake. */
export async function requeue(tx: TenantTx, row: RegistrationRow): Promise<RegistrationRow> {
  if (registrationStates.is(row.status, 'called'))
    return go(tx, row, 'sendBack', '转回候诊', { patch: { call_time: null } })
  const registration = await go(tx, row, 'sendBack', '转回候诊', {
    patch: { call_time: null, start_time: null },
  })
  const treatment = await lockTreatment(tx, row.id)
  if (treatment)
    await tx.update(
      'treatment',
      { id: treatment.id },
      { status: treatmentStates.code.open },
      { patientId: row.patient_id },
    )
  if (row.appointment_id) await setAppointmentStatus(tx, row.appointment_id, appointmentStates.code.arrived)
  return registration
}

/** Out of the door. Without a charge only when there is nothing to charge, or by somebody who may let a patient owe. */
export async function leave(
  tx: TenantTx,
  row: RegistrationRow,
  options: { mayOwe: boolean; reason: string },
): Promise<RegistrationRow> {
  if (registrationStates.is(row.status, 'toCharge') && !options.mayOwe && (await openCharges(tx, row.id)))
    throw new AppError('VISIT_NOT_CHARGED')
  const registration = await go(tx, row, 'leave', '离开', {
    patch: { leave_time: tx.now },
    ...(options.reason ? { reason: options.reason } : {}),
  })
  if (row.appointment_id) await setAppointmentStatus(tx, row.appointment_id, appointmentStates.code.completed)
  return registration
}

/** Put on top of the waiting list with a reason, or (null) back in its place. */
export async function pin(tx: TenantTx, row: RegistrationRow, reason: string | null): Promise<RegistrationRow> {
  if (!registrationStates.is(row.status, 'toCome')) throw wrongStatus(row, '置顶')
  return change(tx, row, { pinned_reason: reason }, reason ? { reason } : {})
}
