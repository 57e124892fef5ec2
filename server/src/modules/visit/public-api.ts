import { registrationStates } from '@dentin/contract/core/status'
import { yuanToFen, type Fen } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { go, lockRegistration } from './commands/status.ts'
import { statusName } from './rules.ts'

/** What billing needs to know of a visit. */
export interface VisitForBilling {
  id: string
  clinicId: string
  patientId: string
  doctorId: string
  treatmentId: string | null
  /** The fee that the registration carries; billed as its own kind of bill. */
  regFee: Fen
  status: number
}

const besideDoctor = select(columns('registration', 'r', 'consultant_id'), columns('appointment', 'a', 'nurse_id'))

/** Who had part in a visit beside its doctor: the nurse of its appointment, the consultant whom the desk noted. */
export const peopleOfVisit = (tx: TenantTx, registrationId: string): Promise<RowIn<typeof besideDoctor>> =>
  tx.need(
    besideDoctor.keptFrom`registration r left join appointment a on ${tx.own('a')} and a.id = r.appointment_id
      where ${tx.own('r')} and r.id = ${registrationId}`,
  )

/** A registration that is about to be charged, locked. Refuses a cancelled, transferred or expired one. */
export async function registrationForFee(tx: TenantTx, registrationId: string): Promise<VisitForBilling> {
  const row = await lockRegistration(tx, registrationId)
  if (registrationStates.is(row.status, 'off'))
    throw new AppError('VISIT_STATUS', {
      message: `挂号${statusName(row.status)}，不能收费`,
      data: { status: row.status },
    })
  const treatment = await tx.row<{ id: string }>(
    keptSql`select t.id from treatment t where t.tenant_id = ${tx.tenantId} and t.registration_id = ${row.id}`,
  )
  return {
    id: row.id,
    clinicId: row.clinic_id,
    patientId: row.patient_id,
    doctorId: row.doctor_id,
    treatmentId: treatment?.id ?? null,
    regFee: yuanToFen(row.reg_fee),
    status: row.status,
  }
}

/**
 * Everything of the visit has been charged (or agreed to be owed): 4 → 5 with the time. A fee paid before the treatment
 * (1–3) or a charge after the patient has left changes nothing here. @returns whether the status changed
 */
export async function registrationCharged(tx: TenantTx, registrationId: string): Promise<boolean> {
  const row = await lockRegistration(tx, registrationId)
  if (!registrationStates.is(row.status, 'toCharge')) return false
  await go(tx, row, 'charge', '收费', { patch: { charge_time: tx.now } })
  return true
}

/** The charge was revoked: 5 → 4. Who has left already stays left. @returns whether the status changed */
export async function registrationUncharged(tx: TenantTx, registrationId: string): Promise<boolean> {
  const row = await lockRegistration(tx, registrationId)
  if (!registrationStates.is(row.status, 'charged')) return false
  await go(tx, row, 'revokeCharge', '撤销收费', { patch: { charge_time: null }, reason: '收费撤销' })
  return true
}

/** A visit's treatment, as the modules to the right see it. */
export interface TreatmentBrief {
  id: string
  clinicId: string
  registrationId: string
  patientId: string
  doctorId: string
  chairId: string | null
  /** 0 not begun, 1 under way, 2 ended */
  status: number
  startTime: Date
  endTime: Date | null
  nextPlan: string
  emrCompleted: boolean
  /** 1 初诊, 2 复诊, 3 再初诊 */
  treatType: number
  chiefComplaint: string
  title: string
  teeth: string
}

/** A treatment by id. NOT_FOUND when there is none within the transaction's scope. */
export async function treatmentById(tx: TenantTx, id: string): Promise<TreatmentBrief> {
  return tx.need<TreatmentBrief>(
    keptSql`select t.id, t.clinic_id as "clinicId", t.registration_id as "registrationId", t.patient_id as "patientId",
          t.doctor_id as "doctorId", t.chair_id as "chairId", t.status, t.start_time as "startTime", t.end_time as "endTime",
          t.next_plan as "nextPlan", t.emr_completed as "emrCompleted", r.treat_type as "treatType",
          r.chief_complaint as "chiefComplaint", r.title, r.teeth
        from treatment t join registration r on r.tenant_id = ${tx.tenantId} and r.id = t.registration_id
        where t.tenant_id = ${tx.tenantId} and t.id = ${id}`,
  )
}

/** The record of a treatment is written (or, false, no longer). Setting what is already so changes nothing. */
export async function markEmrCompleted(tx: TenantTx, treatmentId: string, completed = true): Promise<void> {
  const row = await tx.need<{ id: string; patientId: string; clinicId: string; registrationId: string; done: boolean }>(
    keptSql`select t.id, t.patient_id as "patientId", t.clinic_id as "clinicId", t.registration_id as "registrationId", t.emr_completed as done
        from treatment t where t.tenant_id = ${tx.tenantId} and t.id = ${treatmentId} for no key update`,
  )
  if (row.done === completed) return
  await tx.update('treatment', { id: row.id }, { emr_completed: completed }, { patientId: row.patientId })
  tx.publish('reception', row.registrationId, row.clinicId)
}

/** What the record says should happen next; shown to whoever treats the patient the next time. */
export async function setNextPlan(tx: TenantTx, treatmentId: string, nextPlan: string): Promise<void> {
  const row = await tx.need<{ id: string; patientId: string; plan: string }>(
    keptSql`select t.id, t.patient_id as "patientId", t.next_plan as plan from treatment t
        where t.tenant_id = ${tx.tenantId} and t.id = ${treatmentId} for no key update`,
  )
  if (row.plan === nextPlan) return
  await tx.update('treatment', { id: row.id }, { next_plan: nextPlan }, { patientId: row.patientId })
}
