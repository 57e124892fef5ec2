import { registrationStates } from '@dentin/contract/core/status'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'

/**
 * A registration `r` that is the patient's first ever. Who was treated before its day had another before it: only of the others, by the first
 * treatment that stands at the patient (`firstTreatedOf`), are the registrations looked at.
 */
export const firstVisit = (tx: TenantTx): RawBuilder<boolean> =>
  sql<boolean>`(st.first_visit_at is null or st.first_visit_at >= r.reg_date::timestamp at time zone 'Asia/Shanghai')
      and not exists (select 1 from registration v where ${tx.own('v')} and v.patient_id = r.patient_id
      and v.status not in ${codes(registrationStates, 'cancelled', 'transferred')} and (v.reg_time, v.id) < (r.reg_time, r.id))`

/** When the patient of the registration `r` was first treated, as `st`. */
export const firstTreatedOf = (tx: TenantTx): RawBuilder<unknown> =>
  sql`left join patient_stat st on ${tx.own('st')} and st.patient_id = r.patient_id`
