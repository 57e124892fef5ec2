import { registrationStates } from '@dentin/contract/core/status'
import { formatDate } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Waiting } from '../clinic/index.ts'

/** Who of today still waits for a doctor. */
export async function waitingFor(tx: TenantTx, clinicId: string, doctorId: string): Promise<Waiting[]> {
  return tx.rows<Waiting>(
    sql`select r.id as "registrationId", r.queue_no as "queueNo", p.name
        from registration r
        join patient p on p.tenant_id = ${tx.tenantId} and p.id = r.patient_id
        where r.tenant_id = ${tx.tenantId} and r.clinic_id = ${clinicId} and r.doctor_id = ${doctorId}
          and r.reg_date = ${formatDate(tx.now)} and r.status in ${codes(registrationStates, 'toCome')}
        order by r.queue_no limit 100`,
  )
}
