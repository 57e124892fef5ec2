import { fileStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** How many files a clinic has; more than ten thousand are as good as ten thousand. */
export const countForSetUp = (tx: TenantTx, clinicId: string) =>
  tx.need<{ patients: number }>(
    sql`select count(*)::int as patients from (select 1 from patient p where p.tenant_id = ${tx.tenantId}
          and p.home_clinic_id = ${clinicId} and p.status in ${codes(fileStates, 'kept')} limit 10000) files`,
  )

/** How many patients name each source. */
export async function filesBySource(tx: TenantTx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows<{ id: string; count: number }>(
    sql`select p.source_id as id, count(*)::int as count from patient p
        where p.tenant_id = ${tx.tenantId} and p.source_id is not null and p.status in ${codes(fileStates, 'kept')} group by p.source_id`,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
