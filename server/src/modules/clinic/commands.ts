import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { receptionOf } from './queries.ts'

/** A doctor stops (1) or resumes (0) receiving patients in a clinic. */
export async function setReception(tx: TenantTx, clinicId: string, employeeId: string, status: 0 | 1): Promise<void> {
  const place = await receptionOf(tx, clinicId, employeeId)
  if (!place?.isDoctor) throw new AppError('NOT_A_DOCTOR')
  if (place.registrationStatus === status) return
  await tx.update('employee_clinic', { id: place.id }, { registration_status: status })
  tx.publish('reception', employeeId, clinicId)
}
