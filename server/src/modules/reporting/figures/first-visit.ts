import { registrationStates } from '@dentin/contract/core/status'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'

/** A registration `r` that is the patient's first ever. */
export const firstVisit = (tx: TenantTx): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from registration v where ${tx.own('v')} and v.patient_id = r.patient_id
      and v.status not in ${codes(registrationStates, 'cancelled', 'transferred')} and (v.reg_time, v.id) < (r.reg_time, r.id))`
