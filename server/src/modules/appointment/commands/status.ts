import { appointmentStates } from '@dentin/contract/core/status'
import { formatDate } from '@dentin/kit'
import { sql, type Selectable } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { DB } from '../../../platform/database/builder.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { clinicSettings } from '../../clinic/index.ts'
import { linkToClinic, treatTypeOf } from '../../patient/index.ts'
import { statusName } from '../rules.ts'
import { noteOpening } from './openings.ts'
import { lockPatient } from './place.ts'

export type AppointmentRow = Omit<Selectable<DB['appointment']>, 'during'>

/** What may become of an appointment that was put aside: booked, confirmed, cancelled, refused. */
const ENDS_OR_STAYS: readonly number[] = [1, 2, 6, 8]
/** How long an outage of the minute job may be without a no-show being missed. */
const LOOK_BACK_MS = 31 * 86_400_000

/** One appointment, locked until the transaction ends. NOT_FOUND when there is none in the clinic. */
export async function lockAppointment(tx: TenantTx, id: string): Promise<AppointmentRow> {
  return tx.need<AppointmentRow>(
    keptSql`select a.* from appointment a where a.tenant_id = ${tx.tenantId} and a.id = ${id} for no key update`,
  )
}

/** As `lockAppointment`; refuses with both versions when somebody was faster. */
export async function lockVersion(tx: TenantTx, key: { id: string; version: number }): Promise<AppointmentRow> {
  const row = await lockAppointment(tx, key.id)
  if (row.version === key.version) return row
  throw await tx.overtaken('appointment', key.id)
}

/** The refusal of a step that the present status does not allow. */
export function wrongStatus(row: Pick<AppointmentRow, 'status'>, what: string): AppError {
  return new AppError('APPOINTMENT_STATUS', {
    message: `预约${statusName(row.status)}，不能${what}`,
    data: { status: row.status },
  })
}

/** One step of the status machine on a locked row: change, status log, live event. */
export async function setStatus(
  tx: TenantTx,
  row: AppointmentRow,
  to: number,
  options: { reason?: string; patch?: Partial<Omit<AppointmentRow, 'tenant_id' | 'id' | 'version'>> } = {},
): Promise<AppointmentRow> {
  if (!appointmentStates.mayBecome(row.status, to)) throw wrongStatus(row, `改为${statusName(to)}`)
  // Put aside, it has no time at which somebody could come or stay away.
  if (row.parked_at && !ENDS_OR_STAYS.includes(to) && options.patch?.parked_at !== null)
    throw new AppError('APPOINTMENT_PARKED')
  const changed = await tx.update(
    'appointment',
    { id: row.id },
    { ...options.patch, status: to },
    { patientId: row.patient_id, ...(options.reason ? { reason: options.reason } : {}) },
  )
  await tx.logStatus('appointment', row.id, row.clinic_id, row.status, to, options.reason)
  tx.publish('appointment', row.id, row.clinic_id)
  return changed
}

/** A change that leaves the status as it is. */
export async function change(
  tx: TenantTx,
  row: AppointmentRow,
  patch: Partial<Omit<AppointmentRow, 'tenant_id' | 'id' | 'version'>>,
  reason?: string,
): Promise<AppointmentRow> {
  const changed = await tx.update('appointment', { id: row.id }, patch, {
    patientId: row.patient_id,
    ...(reason ? { reason } : {}),
  })
  tx.publish('appointment', row.id, row.clinic_id)
  return changed
}

/** Ties a locked appointment made under a temporary name to a patient's file. */
export async function tieToPatient(tx: TenantTx, row: AppointmentRow, patientId: string): Promise<AppointmentRow> {
  if (row.patient_id) throw new AppError('APPOINTMENT_STATUS', { message: '该预约已关联患者档案' })
  await lockPatient(tx, patientId)
  await linkToClinic(tx, [patientId], row.clinic_id)
  const settings = await clinicSettings(tx, row.clinic_id)
  const treatType = await treatTypeOf(tx, patientId, row.starts_at, settings.revisitDays)
  return change(tx, { ...row, patient_id: patientId }, { patient_id: patientId, treat_type: treatType })
}

/**
 * Marks those who were to come and did not: booked or confirmed, `noShowMinutes` past their time (or past the moment they
 * were recorded). Runs every minute; a second run changes nothing.
 * @param tell what else is to be done with each
 * @returns how many
 */
export async function markNoShows(
  tx: TenantTx,
  now: Date,
  tell?: (missed: AppointmentRow) => Promise<void>,
): Promise<number> {
  const clinics = tx.clinicId
    ? [{ id: tx.clinicId as string }]
    : await tx.rows<{ id: string }>(
        sql`select c.id from clinic c where c.tenant_id = ${tx.tenantId} and c.enabled order by c.id`,
      )
  let count = 0
  for (const { id: clinicId } of clinics) {
    const { noShowMinutes } = await clinicSettings(tx, clinicId)
    const due = new Date(now.getTime() - noShowMinutes * 60_000)
    const rows = await tx.rows<AppointmentRow>(
      sql`select a.* from appointment a
          where a.tenant_id = ${tx.tenantId} and a.clinic_id = ${clinicId} and a.status in ${codes(appointmentStates, 'agreed')} and a.parked_at is null
            and a.starts_at > ${new Date(due.getTime() - LOOK_BACK_MS)} and a.starts_at <= ${due} and a.created_at <= ${due}
          order by a.id for no key update skip locked`,
    )
    for (const row of rows) {
      const reason = `${formatDate(row.starts_at)} 过时未到`
      const missed = await setStatus(tx, row, appointmentStates.code.missed, { reason, patch: { no_show_at: now } })
      await noteOpening(tx, row, 3)
      await tell?.(missed)
    }
    count += rows.length
  }
  return count
}
