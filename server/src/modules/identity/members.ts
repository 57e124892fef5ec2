import { sql } from 'kysely'
import type { PlatformTx } from '../../platform/database/tx.ts'
import { workplacesIn, type Membership } from './extension-points.ts'

/**
 * The clinics an account may enter, the last visited first. Somebody who left a clinic, or a clinic that was closed, is
 * not there. Steps through the tenants: at the end the transaction stands in the last one.
 */
export async function membershipsOf(
  tx: PlatformTx,
  accountId: string,
  lastClinicId: string | null,
): Promise<Membership[]> {
  const tenants = await tx.rows<{ tenantId: string }>(
    sql`select tenant_id as "tenantId", min(sort_no) as place from account_clinic where account_id = ${accountId} and active
        group by tenant_id order by place, tenant_id`,
  )
  const found: Membership[] = []
  for (const { tenantId } of tenants) {
    const inside = await tx.enter(tenantId, 'all')
    found.push(...(await workplacesIn(tx).membershipsIn(inside, accountId)))
  }
  return found.sort((a, b) => Number(b.clinicId === lastClinicId) - Number(a.clinicId === lastClinicId))
}

/** Every company in which anybody works. */
export async function companies(tx: PlatformTx): Promise<string[]> {
  const rows = await tx.rows<{ tenantId: string }>(
    sql`select distinct tenant_id as "tenantId" from account_clinic order by 1`,
  )
  return rows.map(({ tenantId }) => tenantId)
}
