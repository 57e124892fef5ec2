import { workStates } from '@dentin/contract/staff'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { PlatformTx } from '../../platform/database/tx.ts'

/** A clinic that an account may enter, and as whom. */
export interface Membership {
  tenantId: string
  clinicId: string
  clinicName: string
  logoUrl: string | null
  /** The main clinic of a chain. */
  isCompany: boolean
  isChain: boolean
  companyName: string
  orgAuth: number
  employeeId: string
  employeeName: string
}

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
    found.push(
      ...(await inside.rows<Membership>(
        sql`select c.tenant_id as "tenantId", c.id as "clinicId", c.name as "clinicName", c.logo_url as "logoUrl",
              c.is_main and o.is_chain as "isCompany", o.is_chain as "isChain", o.name as "companyName", o.org_auth as "orgAuth",
              e.id as "employeeId", e.name as "employeeName"
            from account_clinic m
            join clinic c on c.tenant_id = ${inside.tenantId} and c.id = m.clinic_id and c.enabled
            join company o on o.tenant_id = ${inside.tenantId}
            join employee e on e.tenant_id = ${inside.tenantId} and e.id = m.employee_id and e.work_status not in ${codes(workStates, 'left')}
            join employee_clinic ec on ec.tenant_id = ${inside.tenantId} and ec.employee_id = e.id and ec.clinic_id = c.id and ec.active
            where m.account_id = ${accountId} and m.tenant_id = ${inside.tenantId} and m.active
            order by m.sort_no, c.sort_no, c.name`,
      )),
    )
  }
  return found.sort((a, b) => Number(b.clinicId === lastClinicId) - Number(a.clinicId === lastClinicId))
}
