import { followUpStates } from '@dentin/contract/core/status'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { OpenWorkItem, OpenWorkSource } from '../staff/index.ts'
import { takeOver } from './commands.ts'

/** Follow-ups that somebody has still to do stand in the way of their leaving; any colleague may take them. */
export const openWork: OpenWorkSource = {
  kind: 'followUp',
  takenBy: 'anybody',
  list: (tx, employeeId, clinicId) =>
    tx.rows<OpenWorkItem>(
      keptSql`select 'followUp' as kind, f.id, c.name as "clinicName", p.name as "patientName", f.plan_at as at,
            coalesce(nullif(f.subject, ''), f.content) as title
          from follow_up f
          join clinic c on c.tenant_id = ${tx.tenantId} and c.id = f.clinic_id
          join patient p on p.tenant_id = ${tx.tenantId} and p.id = f.patient_id
          where f.tenant_id = ${tx.tenantId} and f.owner_id = ${employeeId} and f.status in ${codes(followUpStates, 'open')}
            and (${clinicId}::uuid is null or f.clinic_id = ${clinicId}::uuid)
          order by f.plan_at, f.id`,
    ),
  handOver: takeOver,
}
