import { registrationStates } from '@dentin/contract/core/status'
import { referralStates } from '@dentin/contract/referral'
import { type Selectable } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { DB } from '../../../platform/database/builder.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { statusName } from '../rules.ts'

export type RegistrationRow = Selectable<DB['registration']>
export type TreatmentRow = Selectable<DB['treatment']>
type Patch = Partial<Omit<RegistrationRow, 'tenant_id' | 'id' | 'version' | 'status'>>

/** One registration of the clinic, locked until the transaction ends. NOT_FOUND when there is none. */
export async function lockRegistration(tx: TenantTx, id: string): Promise<RegistrationRow> {
  return tx.need<RegistrationRow>(
    keptSql`select r.* from registration r where r.tenant_id = ${tx.tenantId} and r.id = ${id} for no key update`,
  )
}

/** The refusal of a step that the present status does not allow. */
export function wrongStatus(row: Pick<RegistrationRow, 'status'>, what: string): AppError {
  return new AppError('VISIT_STATUS', {
    message: `患者${statusName(row.status)}，不能${what}`,
    data: { status: row.status },
  })
}

/** One step of the status machine on a locked row: change, status log, live event. `what`: the step in words. */
export async function go(
  tx: TenantTx,
  row: RegistrationRow,
  move: keyof typeof registrationStates.moves,
  what: string,
  options: { patch?: Patch; reason?: string } = {},
): Promise<RegistrationRow> {
  if (!registrationStates.may(move, row.status)) throw wrongStatus(row, what)
  const to = registrationStates.after(move)
  const changed = await tx.update(
    'registration',
    { id: row.id },
    { ...options.patch, status: to },
    { patientId: row.patient_id, ...(options.reason ? { reason: options.reason } : {}) },
  )
  await tx.logStatus('registration', row.id, row.clinic_id, row.status, to, options.reason)
  if (move === 'finish') await finishReferrals(tx, row)
  tx.publish('reception', row.id, row.clinic_id)
  return changed
}

/** The referrals that a number carries and that are not finished, locked. */
export async function receivedWith(
  tx: TenantTx,
  registrationId: string,
): Promise<{ id: string; fromClinicId: string }[]> {
  return tx.rows<{ id: string; fromClinicId: string }>(
    keptSql`select f.id, f.from_clinic_id as "fromClinicId" from referral f where f.tenant_id = ${tx.tenantId} and f.to_registration_id = ${registrationId}
          and f.status in ${codes(referralStates, 'accepted')} order by f.id for no key update`,
  )
}

/** The visit for which a patient was referred is over: the clinic that sent the patient sees it. */
async function finishReferrals(tx: TenantTx, row: RegistrationRow): Promise<void> {
  for (const { id, fromClinicId } of await receivedWith(tx, row.id)) {
    await tx.update(
      'referral',
      { id },
      { status: referralStates.code.completed, finished_at: tx.now },
      { patientId: row.patient_id },
    )
    await tx.logStatus('referral', id, row.clinic_id, referralStates.code.accepted, referralStates.code.completed)
    if (fromClinicId !== row.clinic_id) await publishThere(tx, fromClinicId, id)
  }
}

/** Tells the screens of another clinic of the company: its events can be written from within it only. */
async function publishThere(tx: TenantTx, clinicId: string, refId: string): Promise<void> {
  const there = await tx.enter(tx.tenantId, clinicId, tx.actor)
  there.publish('reception', refId)
  there.flush()
  await tx.enter(tx.tenantId, tx.clinicId ?? 'all', tx.actor)
}

/** A change that leaves the status as it is. */
export async function change(
  tx: TenantTx,
  row: RegistrationRow,
  patch: Patch,
  options: { version?: number; reason?: string } = {},
): Promise<RegistrationRow> {
  const changed = await tx.update(
    'registration',
    { id: row.id, ...(options.version === undefined ? {} : { version: options.version }) },
    patch,
    { patientId: row.patient_id, ...(options.reason ? { reason: options.reason } : {}) },
  )
  tx.publish('reception', row.id, row.clinic_id)
  return changed
}

/** The treatment of a registration, locked; undefined before the chair. */
export async function lockTreatment(tx: TenantTx, registrationId: string): Promise<TreatmentRow | undefined> {
  return tx.row<TreatmentRow>(
    keptSql`select t.* from treatment t where t.tenant_id = ${tx.tenantId} and t.registration_id = ${registrationId} for no key update`,
  )
}
