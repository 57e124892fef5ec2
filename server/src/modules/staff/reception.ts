import { receptionStates } from '@dentin/contract/core/status'
import { formatDate } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { type Reception } from '../clinic/index.ts'
import { receptionToday } from './doctors.ts'

/** A member of staff in a clinic, as the reception switch needs it. */
async function receptionOf(tx: TenantTx, clinicId: string, employeeId: string) {
  return tx.row<{ id: string; isDoctor: boolean; registrationStatus: number }>(
    keptSql`select ec.id, e.is_doctor as "isDoctor", ${receptionToday(tx)} as "registrationStatus"
        from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.employee_id = ${employeeId}`,
  )
}

/** Whether doctors receive, as the clinic asks and sets it. */
export const reception: Reception = {
  of: receptionOf,
  set: async (tx, clinicId, employeeId, status) => {
    const place = await receptionOf(tx, clinicId, employeeId)
    if (!place?.isDoctor) throw new AppError('NOT_A_DOCTOR')
    if (place.registrationStatus === status) return
    await tx.update(
      'employee_clinic',
      { id: place.id },
      { registration_status: status, stopped_on: receptionStates.is(status, 'stopped') ? formatDate(tx.now) : null },
    )
    tx.publish('reception', employeeId, clinicId)
  },
}
