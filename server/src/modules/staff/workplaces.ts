import { workStates } from '@dentin/contract/staff'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Grant, Membership, Place, Workplaces } from '../identity/index.ts'

/** The clinics of a company that an account may enter: neither closed ones, nor those that the person has left. */
async function membershipsIn(tx: TenantTx, accountId: string): Promise<Membership[]> {
  return tx.rows<Membership>(
    sql`select c.tenant_id as "tenantId", c.id as "clinicId", c.name as "clinicName", c.logo_url as "logoUrl",
              c.is_main and o.is_chain as "isCompany", o.is_chain as "isChain", o.name as "companyName", o.org_auth as "orgAuth",
              e.id as "employeeId", e.name as "employeeName"
            from account_clinic m
            join clinic c on c.tenant_id = ${tx.tenantId} and c.id = m.clinic_id and c.enabled
            join company o on o.tenant_id = ${tx.tenantId}
            join employee e on e.tenant_id = ${tx.tenantId} and e.id = m.employee_id and e.work_status not in ${codes(workStates, 'left')}
            join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = c.id and ec.active
            where m.account_id = ${accountId} and m.tenant_id = ${tx.tenantId} and m.active
            order by m.sort_no, c.sort_no, c.name`,
  )
}

/** Company, clinic, name and posts of a member of staff at work. */
async function placeOf(tx: TenantTx, clinicId: string, employeeId: string): Promise<Place> {
  return tx.need<Place>(
    keptSql`select c.name as "clinicName", o.name as "companyName", c.is_main and o.is_chain as "isCompany", o.is_chain as "isChain",
          o.org_auth as "orgAuth", e.name as "employeeName", e.is_doctor as "isDoctor",
          array(select p.name from employee_post ep
                join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id
                where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = ${employeeId}
                order by p.sort_no) as posts
        from clinic c
        join company o on o.tenant_id = ${tx.tenantId}
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ${employeeId}
        where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`,
  )
}

/** Everything the posts of a member of staff grant in a clinic, each with its widest data scope. */
async function grantsOf(tx: TenantTx, clinicId: string, employeeId: string): Promise<Grant[]> {
  return tx.rows<Grant>(
    sql`select pr.resource, max(pr.data_scope) as scope
        from employee_post ep
        join post_resource pr on pr.tenant_id = ${tx.tenantId} and pr.post_id = ep.post_id
        where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = ${employeeId}
        group by pr.resource order by pr.resource`,
  )
}

/** Where somebody may go and as whom, as signing in asks. */
export const workplaces: Workplaces = { membershipsIn, placeOf, grantsOf }

/** In which clinics these people work. */
export async function clinicsOf(
  tx: TenantTx,
  employeeIds: readonly string[],
): Promise<{ employeeId: string; clinicId: string }[]> {
  return tx.rows(
    keptSql`select employee_id as "employeeId", clinic_id as "clinicId" from employee_clinic
        where tenant_id = ${tx.tenantId} and employee_id = any(${employeeIds}::uuid[]) and active`,
  )
}

/** The clinics that somebody's posts name beside the one at work. */
export async function chosenClinics(
  tx: TenantTx,
  clinicId: string | null,
  employeeId: string | null,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    keptSql`select distinct pc.reached_clinic_id as id from employee_post ep
        join post_clinic pc on pc.tenant_id = ${tx.tenantId} and pc.post_id = ep.post_id
        where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = ${employeeId}`,
  )
  return rows.map(({ id }) => id)
}
