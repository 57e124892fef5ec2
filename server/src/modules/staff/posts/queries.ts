import { workStates } from '@dentin/contract/staff'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { defaultPosts } from '../../clinic/index.ts'

const builtIn = new Set<string>(defaultPosts.map(({ code }) => code))
export const isBuiltIn = (code: string): boolean => builtIn.has(code)

interface PostRow {
  id: string
  code: string
  name: string
  remark: string
  isAdmin: boolean
  version: number
  staffCount: number
  grantCount: number
}

const columns = (tenantId: string) => sql`p.id, p.code, p.name, p.remark, p.is_admin as "isAdmin", p.version,
  (select count(distinct ep.employee_id)::int from employee_post ep where ep.tenant_id = ${tenantId} and ep.post_id = p.id) as "staffCount",
  (select count(*)::int from post_resource pr where pr.tenant_id = ${tenantId} and pr.post_id = p.id) as "grantCount"`

/** The company's posts, in their order. */
export async function listPosts(tx: TenantTx, page: { limit: number; offset: number }) {
  const rows = await tx.rows<PostRow>(
    sql`select ${columns(tx.tenantId)} from post p where p.tenant_id = ${tx.tenantId}
        order by p.sort_no, p.name, p.id limit ${page.limit} offset ${page.offset}`,
  )
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from post p where p.tenant_id = ${tx.tenantId}`,
  )
  return { list: rows.map((row) => ({ ...row, builtIn: isBuiltIn(row.code) })), total }
}

/** One post with what it may do, where, and who holds it. */
export async function postDetail(tx: TenantTx, id: string) {
  const row = await tx.need<PostRow>(
    keptSql`select ${columns(tx.tenantId)} from post p where p.tenant_id = ${tx.tenantId} and p.id = ${id}`,
  )
  const grants = await tx.rows<{ resource: string; scope: number }>(
    keptSql`select r.resource, r.data_scope as scope from post_resource r
        where r.tenant_id = ${tx.tenantId} and r.post_id = ${id} order by r.resource`,
  )
  const chosen = await tx.rows<{ clinicId: string }>(
    keptSql`select c.reached_clinic_id as "clinicId" from post_clinic c where c.tenant_id = ${tx.tenantId} and c.post_id = ${id}`,
  )
  const clinics = await tx.rows<{ id: string; name: string }>(
    sql`select c.id, c.short_name as name from clinic c where c.tenant_id = ${tx.tenantId} and c.enabled order by c.sort_no, c.name`,
  )
  const staff = await tx.rows<{ id: string; name: string; clinicName: string }>(
    sql`select e.id, e.name, c.short_name as "clinicName" from employee_post ep
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ep.employee_id and e.work_status not in ${codes(workStates, 'left')}
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = ep.clinic_id
        where ep.tenant_id = ${tx.tenantId} and ep.post_id = ${id}
        order by c.sort_no, e.sort_no, e.name limit 200`,
  )
  return {
    ...row,
    builtIn: isBuiltIn(row.code),
    grants,
    clinicIds: chosen.map(({ clinicId }) => clinicId),
    clinics,
    staff,
  }
}
