import type { Resource } from '@dentin/contract'
import { sql } from 'kysely'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

const CLINIC = 3
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
  await tx.need(sql`select c.id from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${clinicId}`)
}

/** A post that somebody is to be given, or holds. */
export interface PostBrief {
  id: string
  name: string
  isAdmin: boolean
  /** The widest data scope of anything it grants. */
  scope: number
}

/** Every post of the company with what matters for giving it. */
export async function postsOfCompany(tx: TenantTx): Promise<PostBrief[]> {
  return tx.rows<PostBrief>(
    sql`select p.id, p.name, p.is_admin as "isAdmin", coalesce((
            select max(r.data_scope) from post_resource r where r.tenant_id = ${tx.tenantId} and r.post_id = p.id), 0) as scope
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
 * May the person give this post? An administrator any; others none that is one, and none that reaches beyond one clinic
 * unless they reach over the whole chain: the clinics chosen for a post need not be theirs.
 */
export function mayGive(post: PostBrief, giver: { isAdmin: boolean; scope: number }): boolean {
  return giver.isAdmin || (!post.isAdmin && (post.scope <= CLINIC || giver.scope === CHAIN))
}

/** What the asking person may give of posts, by the widest of these grants. */
export async function giverOf(
  context: ClinicContext,
  ...resources: Resource[]
): Promise<{ isAdmin: boolean; scope: number }> {
  return {
    isAdmin: await isAdministrator(context.tx, context.employeeId, context.clinicId),
    scope: Math.max(0, ...resources.map((each) => context.scopeOf(each) ?? 0)),
  }
}

/** The posts behind these ids. Refuses an unknown one, and one that the person may not give. */
export async function mustGive(
  context: ClinicContext,
  resource: Resource,
  postIds: readonly string[],
  held: readonly string[] = [],
): Promise<PostBrief[]> {
  const all = await postsOfCompany(context.tx)
  const giver = await giverOf(context, resource)
  return postIds.map((id) => {
    const post = all.find((each) => each.id === id)
    if (!post) throw new AppError('POST_UNKNOWN')
    if (!held.includes(id) && !mayGive(post, giver))
      throw new AppError(post.isAdmin ? 'ADMINISTRATOR_ONLY' : 'POST_BEYOND')
    return post
  })
}
