import { workStates } from '@dentin/contract/staff'
import { jobs } from '@dentin/contract/core/jobs'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** Which of these work in the clinic now: nurses and consultants by their kind, who sells whatever the job is. */
export async function staffAmong(
  tx: TenantTx,
  clinicId: string,
  ids: { nurseId: string | null; consultantId: string | null; salesId?: string | null },
): Promise<{ nurse: boolean; consultant: boolean; sales: boolean }> {
  const works = (id: string | null, kind: RawBuilder<unknown>) =>
    sql<boolean>`exists (select 1 from employee_clinic ec join employee e on ${tx.own('e')} and e.id = ec.employee_id
      where ${tx.own('ec')} and ec.clinic_id = ${clinicId} and ec.employee_id = ${id}::uuid and ec.active
        and e.work_status not in ${codes(workStates, 'left')} and ${kind})`
  const among = select({
    nurse: works(ids.nurseId, sql`e.job_type = ${jobs.nurse}`),
    consultant: works(ids.consultantId, sql`e.is_consultant`),
    sales: works(ids.salesId ?? null, sql`true`),
  })
  return tx.need(among.alone)
}
