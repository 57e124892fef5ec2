import type { Resource } from '@dentin/contract'
import { workStates } from '@dentin/contract/staff'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

/** Names of members of staff, also of those who left. An id that does not exist is not in the map. */
export async function employeeNames(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; name: string }>(
    keptSql`select id, name from employee where tenant_id = ${tx.tenantId} and id = any(${wanted}::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** The name of the member of staff whose id an expression gives; null when it gives none. */
export const nameOfEmployee = (tx: TenantTx, id: RawBuilder<unknown>): RawBuilder<string | null> =>
  lent(sql<string | null>`(select e.name from employee e where ${tx.own('e')} and e.id = ${id})`)

/** How many work in the department of a clinic whose id an expression gives. */
export const staffCountOf = (tx: TenantTx, clinicId: string, dept: RawBuilder<unknown>): RawBuilder<number> =>
  lent(sql<number>`(select count(*)::int from employee_clinic w
    where ${tx.own('w')} and w.clinic_id = ${clinicId} and w.dept_id = ${dept} and w.active)`)

/** The administrators at work in a clinic, or in any clinic of the company that the transaction sees (null). */
export async function administratorsOf(tx: TenantTx, clinicId: string | null): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select distinct e.id from employee_post ep
        join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id and p.is_admin
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ep.employee_id and e.work_status not in ${codes(workStates, 'left')}
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ep.clinic_id and ec.active
        where ep.tenant_id = ${tx.tenantId} and (${clinicId}::uuid is null or ep.clinic_id = ${clinicId}::uuid)
        order by e.id`,
  )
  return rows.map((row) => row.id)
}

/** Those at work in a clinic who hold one of these posts (by their code). */
export async function holdersOf(tx: TenantTx, clinicId: string, posts: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    keptSql`select distinct e.id from post p
        join employee_post ep on ep.tenant_id = ${tx.tenantId} and ep.post_id = p.id and ep.clinic_id = ${clinicId}
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ep.employee_id and e.work_status not in ${codes(workStates, 'left')}
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ${clinicId} and ec.active
        where p.tenant_id = ${tx.tenantId} and p.code = any(${posts}::text[]) order by e.id`,
  )
  return rows.map((row) => row.id)
}

/** The codes of the posts that somebody holds in a clinic. */
export async function postCodesOf(tx: TenantTx, clinicId: string, employeeId: string): Promise<string[]> {
  const rows = await tx.rows<{ code: string }>(
    keptSql`select p.code from employee_post ep join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id
        where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = ${employeeId} order by p.code`,
  )
  return rows.map((row) => row.code)
}

/** Whom the provider turns to about a clinic. */
export interface ClinicContact {
  phone: string
  address: string
  administrators: { name: string; phone: string }[]
}

/** Telephone and address of a clinic, and who runs it. */
export async function clinicContact(tx: TenantTx, clinicId: string): Promise<ClinicContact> {
  const place = await tx.need<{ phone: string; address: string }>(
    keptSql`select phone, address from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId}`,
  )
  const administrators = await tx.rows<{ name: string; phone: string }>(
    keptSql`select e.name, coalesce(nullif(e.phone, ''), a.phone, '') as phone from employee e left join account a on a.id = e.account_id
        where e.tenant_id = ${tx.tenantId} and e.id = any(${await administratorsOf(tx, clinicId)}::uuid[]) order by e.sort_no, e.id`,
  )
  return { ...place, administrators }
}

/** Everybody who works in the clinic now. */
export async function staffOf(tx: TenantTx, clinicId: string) {
  return tx.rows<{
    id: string
    name: string
    jobNumber: string
    jobType: number
    isDoctor: boolean
    isConsultant: boolean
  }>(
    keptSql`select e.id, e.name, e.job_number as "jobNumber", e.job_type as "jobType", e.is_doctor as "isDoctor", e.is_consultant as "isConsultant"
        from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active and e.work_status not in ${codes(workStates, 'left')}
        order by ec.sort_no, e.sort_no, e.job_number`,
  )
}

/** The lowest percentage of the original price that a member of staff may charge (85 = 8.5 折, 100 = no discount). */
export async function discountLimitOf(tx: TenantTx, employeeId: string): Promise<number> {
  const row = await tx.need<{ limit: number }>(
    sql`select discount_limit as "limit" from employee where tenant_id = ${tx.tenantId} and id = ${employeeId}`,
  )
  return row.limit
}

/** The tier of antibiotics that somebody may prescribe, 0 none to 3. */
export async function antibioticRightOf(tx: TenantTx, employeeId: string): Promise<number> {
  const { antibioticTier } = await tx.need(
    antibioticRight.keptFrom`employee e where ${tx.own('e')} and e.id = ${employeeId}`,
  )
  return antibioticTier
}
const antibioticRight = select(columns('employee', 'e', 'antibiotic_tier'))

/** Who at work in a clinic holds each of these resources, by name. */
export async function holdersOfResources(
  tx: TenantTx,
  clinicId: string,
  resources: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx.rows<{ resource: string; names: string[] }>(
    sql`select pr.resource, jsonb_agg(distinct e.name) as names
        from post_resource pr
        join employee_post ep on ep.tenant_id = ${tx.tenantId} and ep.post_id = pr.post_id and ep.clinic_id = ${clinicId}
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ep.employee_id and e.work_status in ${codes(workStates, 'working')}
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ${clinicId} and ec.active
        where pr.tenant_id = ${tx.tenantId} and pr.resource = any(${resources}::text[]) group by pr.resource`,
  )
  return new Map(rows.map(({ resource, names }) => [resource, names]))
}

/** Those at work in the clinic whose posts let them do something, by name; the few that one would ask. */
export async function holdersIn(
  tx: TenantTx,
  clinicId: string,
  act: Resource,
): Promise<{ id: string; name: string }[]> {
  return tx.rows(
    select(columns('employee', 'e', 'id', 'name')).from`employee e
        where ${tx.own('e')} and e.work_status in ${codes(workStates, 'working')} and exists (
          select 1 from employee_post ep
          join post_resource pr on ${tx.own('pr')} and pr.post_id = ep.post_id and pr.resource = ${act}
          join employee_clinic ec on ${tx.own('ec')} and ec.employee_id = ep.employee_id and ec.clinic_id = ep.clinic_id and ec.active
          where ${tx.own('ep')} and ep.clinic_id = ${clinicId} and ep.employee_id = e.id)
        order by e.sort_no, e.name limit 4`,
  )
}
