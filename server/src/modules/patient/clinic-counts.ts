import { fileStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

const patients = select({ patients: sql<number>`count(*)::int` })
const bySource = select({ id: sql<string>`p.source_id`, count: sql<number>`count(*)::int` })

/** How many files a clinic has; more than ten thousand are as good as ten thousand. */
export const countForSetUp = (tx: TenantTx, clinicId: string) =>
  tx.need(
    patients.from`(select 1 from patient p where ${tx.own('p')}
          and p.home_clinic_id = ${clinicId} and p.status in ${codes(fileStates, 'kept')} limit 10000) files`,
  )

/** How many patients name each source. */
export async function filesBySource(tx: TenantTx): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.rows(
    bySource.from`patient p
        where ${tx.own('p')} and p.source_id is not null and p.status in ${codes(fileStates, 'kept')} group by p.source_id`,
  )
  return new Map(rows.map(({ id, count }) => [id, count]))
}
