import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { beyond, giverOf, isOnlyAdministrator } from '../access.ts'
import { lockCompany } from '../commands/leave.ts'
import { isBuiltIn, postDetail } from './queries.ts'
import { grantChanges, givenBy, mustMakeADifference, settleGrants, type Grant } from './rules.ts'

/** Names are unique within the company, whatever the casing. */
async function mustBeFreeName(tx: TenantTx, name: string, except: string | null): Promise<void> {
  const taken = await tx.row(
    sql`select 1 from post p where p.tenant_id = ${tx.tenantId} and lower(p.name) = lower(${name}) and p.id is distinct from ${except}::uuid`,
  )
  if (taken) throw fieldError('POST_NAME_TAKEN', 'name')
}

/** Makes a post, with the grants of another one when asked, or gives it another name. */
export async function savePost(
  context: ClinicContext,
  input: { id: string | null; version: number | undefined; name: string; remark: string; copyFrom: string | null },
): Promise<string> {
  const { tx } = context
  await lockCompany(tx)
  await mustBeFreeName(tx, input.name, input.id)
  if (input.id) {
    if (input.version === undefined) throw new AppError('VERSION_CONFLICT')
    await tx.update('post', { id: input.id, version: input.version }, { name: input.name, remark: input.remark })
    return input.id
  }
  const source = input.copyFrom ? await postDetail(tx, input.copyFrom) : null
  if (source) await mustHold(context, source.grants)
  const id = uuidv7()
  const { next } = await tx.need<{ next: number }>(
    sql`select coalesce(max(p.sort_no), 0)::int + 1 as next from post p where p.tenant_id = ${tx.tenantId}`,
  )
  await tx.insert(
    'post',
    {
      id,
      code: `own-${id}`,
      name: input.name,
      remark: input.remark,
      is_admin: false,
      sort_no: next,
      created_at: tx.now,
      updated_at: tx.now,
    },
    source ? { reason: `权限复制自${source.name}` } : {},
  )
  if (source) await writeGrants(tx, id, source.grants, source.clinicIds)
  return id
}

async function writeGrants(
  tx: TenantTx,
  postId: string,
  grants: readonly Grant[],
  clinicIds: readonly string[],
): Promise<void> {
  await tx.rows(keptSql`delete from post_resource where tenant_id = ${tx.tenantId} and post_id = ${postId}`)
  await tx.rows(keptSql`delete from post_clinic where tenant_id = ${tx.tenantId} and post_id = ${postId}`)
  await tx.rows(
    keptSql`insert into post_resource (tenant_id, post_id, resource, data_scope)
        select ${tx.tenantId}::uuid, ${postId}::uuid, x.resource, x.scope
        from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as x(resource text, scope int) returning 1`,
  )
  await tx.rows(
    keptSql`insert into post_clinic (tenant_id, post_id, reached_clinic_id)
        select ${tx.tenantId}::uuid, ${postId}::uuid, x from unnest(${clinicIds}::uuid[]) as x returning 1`,
  )
}

/**
 * Sets what a post may do. Every holder works with it from the next request on.
 * @throws AppError POST_ADMIN_FIXED, POST_CLINICS_NEEDED, POST_OWN, GRANT_BEYOND, VERSION_CONFLICT
 */
export async function grantPost(
  context: ClinicContext,
  input: { id: string; version: number; grants: readonly Grant[]; clinicIds: readonly string[] },
): Promise<number> {
  const { tx } = context
  await lockCompany(tx)
  const before = await postDetail(tx, input.id)
  if (before.isAdmin) throw new AppError('POST_ADMIN_FIXED')
  const clinicIds = [...new Set(input.clinicIds)]
  const grants = settleGrants(input.grants, clinicIds)
  mustMakeADifference(before.grants, grants)
  await mustNotHold(context, input.id)
  const reached = grants.some(({ scope }) => scope === 4) ? clinicIds : []
  await mustHold(context, givenBy(before, { grants, clinicIds: reached }))
  const changed = await tx.update(
    'post',
    { id: input.id, version: input.version },
    { updated_at: tx.now },
    { action: 'grant' },
  )
  await writeGrants(tx, input.id, grants, reached)
  await tx.note('grant-detail', 'post', input.id, {
    after: { ...grantChanges(before.grants, grants), clinics: { from: before.clinicIds, to: reached } },
  })
  for (const { id } of before.clinics) tx.publish('session', null, id)
  return changed.version as number
}

/** Nobody makes themselves greater: the grants of a post are changed by somebody who does not hold it. */
async function mustNotHold(context: ClinicContext, postId: string): Promise<void> {
  const { tx, employeeId } = context
  const mine = await tx.row(
    sql`select 1 from employee_post ep where ep.tenant_id = ${tx.tenantId} and ep.employee_id = ${employeeId}
          and ep.post_id = ${postId} limit 1`,
  )
  if (mine && !(await isOnlyAdministrator(context))) throw new AppError('POST_OWN')
}

/** Only an administrator gives a post what he does not hold himself. */
async function mustHold(context: ClinicContext, given: readonly Grant[]): Promise<void> {
  const giver = await giverOf(context)
  const missing = beyond(giver, Object.fromEntries(given.map(({ resource, scope }) => [resource, scope])))
  if (missing.length > 0)
    throw new AppError('GRANT_BEYOND', {
      message: `不能授予本人没有的权限（共 ${missing.length} 项）`,
      data: { missing },
    })
}

/** Takes away a post that the company made itself and nobody holds. */
export async function removePost({ tx }: ClinicContext, id: string): Promise<void> {
  await lockCompany(tx)
  const post = await postDetail(tx, id)
  if (isBuiltIn(post.code)) throw new AppError('POST_BUILT_IN')
  if (post.staffCount > 0) throw new AppError('POST_HELD', { message: `还有 ${post.staffCount} 人在岗，请先调整岗位` })
  await tx.remove('post', { id })
}
