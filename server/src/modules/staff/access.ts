import { workStates } from '@dentin/contract/staff'
import type { Resource } from '@dentin/contract'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

const CHOSEN = 4
const CHAIN = 5

/** Does the grant cover the staff of this clinic? The own one always, others when it reaches over them. */
export function reachesClinic(context: ClinicContext, resource: Resource, clinicId: string): boolean {
  if (!context.can(resource)) return false
  const clinics = context.clinicsOf(resource)
  return clinics === null || clinics.includes(clinicId)
}

/** A clinic beyond the grant, or of another company, is as if it were not there. */
export async function mustReachClinic(context: ClinicContext, resource: Resource, clinicId: string): Promise<void> {
  if (!reachesClinic(context, resource, clinicId)) throw new AppError('NOT_FOUND')
  if (clinicId === context.clinicId) return
  const { tx } = context
  await tx.need(keptSql`select c.id from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`)
}

/** What somebody or a post may do: resource → data scope. */
export type Grants = Readonly<Record<string, number>>

/** A post that somebody is to be given, or holds. */
export interface PostBrief {
  id: string
  /** Of a post that every company begins with; else its own. */
  code: string
  name: string
  isAdmin: boolean
  grants: Grants
}

/** Whoever gives posts or grants: what they hold themselves. */
export interface Giver {
  isAdmin: boolean
  grants: Grants
}

/** Every post of the company with what matters for giving it. */
export async function postsOfCompany(tx: TenantTx): Promise<PostBrief[]> {
  return tx.rows<PostBrief>(
    sql`select p.id, p.code, p.name, p.is_admin as "isAdmin", coalesce((
            select jsonb_object_agg(r.resource, r.data_scope) from post_resource r
            where r.tenant_id = ${tx.tenantId} and r.post_id = p.id), '{}') as grants
        from post p where p.tenant_id = ${tx.tenantId} order by p.sort_no, p.name`,
  )
}

/** Does the person hold an administrator's post, in this clinic or (null) in any? */
export async function isAdministrator(tx: TenantTx, employeeId: string, clinicId: string | null): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from employee_post ep
        join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id and p.is_admin
        where ep.tenant_id = ${tx.tenantId} and ep.employee_id = ${employeeId}
          and (${clinicId}::uuid is null or ep.clinic_id = ${clinicId}::uuid) limit 1`,
  )
  return row !== undefined
}

/**
 * Is there no other administrator at work in the company who could change what this one holds? A clinic of one begins so:
 * its founder is administrator and doctor in one.
 */
export async function isOnlyAdministrator(context: ClinicContext): Promise<boolean> {
  const { tx, employeeId, clinicId } = context
  if (!(await isAdministrator(tx, employeeId, clinicId))) return false
  const other = await tx.row(
    sql`select 1 from employee_post ep
        join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id and p.is_admin
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ep.employee_id and e.work_status in ${codes(workStates, 'working')} and e.account_id is not null
        where ep.tenant_id = ${tx.tenantId} and ep.employee_id <> ${employeeId} limit 1`,
  )
  return other === undefined
}

/** Does what one holds reach as far as what is given? The clinics chosen for one post are not those of another. */
function covers(held: number | undefined, given: number): boolean {
  if (held === undefined) return false
  return given === CHOSEN ? held === CHAIN : held >= given
}

/** What of these grants goes beyond what the giver holds; nothing does for an administrator. */
export function beyond(giver: Giver, grants: Grants): string[] {
  if (giver.isAdmin) return []
  return Object.entries(grants)
    .filter(([resource, scope]) => !covers(giver.grants[resource], scope))
    .map(([resource]) => resource)
}

/** May the person give this post? An administrator any; others one that is none of an administrator and grants no more than they hold. */
export function mayGive(post: PostBrief, giver: Giver): boolean {
  return giver.isAdmin || (!post.isAdmin && beyond(giver, post.grants).length === 0)
}

/** What the asking person holds, and so may give. */
export async function giverOf({ tx, employeeId, clinicId }: ClinicContext): Promise<Giver> {
  const { grants } = await tx.need<{ grants: Grants }>(
    sql`select coalesce(jsonb_object_agg(x.resource, x.scope), '{}') as grants from (
          select pr.resource, max(pr.data_scope) as scope from employee_post ep
          join post_resource pr on pr.tenant_id = ${tx.tenantId} and pr.post_id = ep.post_id
          where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId} and ep.employee_id = ${employeeId}
          group by pr.resource) x`,
  )
  return { isAdmin: await isAdministrator(tx, employeeId, clinicId), grants }
}

/** The posts behind these ids. Refuses an unknown one, and one that the person may not give; those already held may stay. */
export async function mustGive(
  context: ClinicContext,
  postIds: readonly string[],
  held: readonly string[] = [],
): Promise<PostBrief[]> {
  const all = await postsOfCompany(context.tx)
  const giver = await giverOf(context)
  return postIds.map((id) => {
    const post = all.find((each) => each.id === id)
    if (!post) throw new AppError('POST_UNKNOWN')
    if (!held.includes(id) && !mayGive(post, giver))
      throw new AppError(post.isAdmin ? 'ADMINISTRATOR_ONLY' : 'POST_BEYOND')
    return post
  })
}
