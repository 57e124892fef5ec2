import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'

/** Lets an account into a clinic, as one of its staff: the last in the list of its clinics, or the former place again. */
export async function openWayIn(
  tx: TenantTx,
  { accountId, clinicId, employeeId }: { accountId: string; clinicId: string; employeeId: string },
): Promise<void> {
  await tx.rows(
    keptSql`insert into account_clinic as m (account_id, tenant_id, clinic_id, employee_id, active, sort_no)
        select ${accountId}, ${tx.tenantId}, ${clinicId}, ${employeeId}, true, coalesce(max(o.sort_no) + 1, 0)
        from account_clinic o where o.account_id = ${accountId}
        on conflict (account_id, clinic_id) do update set active = true, employee_id = excluded.employee_id
        returning m.clinic_id`,
  )
}

/** An account may enter a clinic no longer. */
export async function closeWayIn(tx: PlatformTx, accountId: string, clinicId: string): Promise<void> {
  await tx.rows(
    keptSql`update account_clinic set active = false where account_id = ${accountId} and clinic_id = ${clinicId}`,
  )
}

/**
 * Writes onto an account how its applications stand: `userAuth` of the doctor's papers, `orgAuth` of an organisation of its own
 * (-1 none, 0 under review, 2 refused). Whoever has no clinic yet begins with the one that is named.
 */
export async function setStanding(
  tx: PlatformTx,
  accountId: string,
  {
    userAuth = null,
    orgAuth = null,
    firstClinicId = null,
  }: { userAuth?: number | null; orgAuth?: number | null; firstClinicId?: string | null },
): Promise<void> {
  if (userAuth !== null)
    await tx.rows(
      sql`update account set user_auth = ${userAuth}, version = version + 1 where id = ${accountId} and user_auth <> ${userAuth}`,
    )
  if (orgAuth !== null)
    await tx.rows(
      keptSql`update account set org_auth = ${orgAuth}, last_clinic_id = coalesce(last_clinic_id, ${firstClinicId}::uuid) where id = ${accountId}`,
    )
}
