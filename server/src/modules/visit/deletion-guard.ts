import { referralStates } from '@dentin/contract/referral'
import { registrationStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { DeletionGuard, Hindrance } from '../patient/index.ts'

/** Not gone yet: no archiving. Any registration, a cancelled one too (its number was given out): no deletion. */
export const deletionGuard: DeletionGuard = {
  tables: ['registration', 'treatment', 'referral'],
  open: (tx, patientIds) =>
    tx.rows<Hindrance>(
      sql`(select r.patient_id as "patientId", '有未结挂号 ' || r.reg_no as text from registration r
          where r.tenant_id = ${tx.tenantId} and r.patient_id = any(${patientIds}::uuid[]) and r.status in ${codes(registrationStates, 'underWay', 'charged')}
          order by r.reg_time limit 500)
          union all
          (select f.patient_id, '有待接收的转诊 ' || f.referral_no from referral f
          where f.tenant_id = ${tx.tenantId} and f.patient_id = any(${patientIds}::uuid[]) and f.status in ${codes(referralStates, 'waiting')} and f.kind = 2
          order by f.created_at limit 500)`,
    ),
  kept: (tx, patientIds) =>
    tx.rows<Hindrance>(
      sql`select r.patient_id as "patientId", '有 ' || count(*) || ' 次就诊或挂号' as text from registration r
          where r.tenant_id = ${tx.tenantId} and r.patient_id = any(${patientIds}::uuid[]) group by r.patient_id`,
    ),
}
