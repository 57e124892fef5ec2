import { workStates } from '@dentin/contract/staff'
import { uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { makeBranch, makeCompany, postRows, type DefaultPostCode, type Made, type NewClinic } from '../clinic/index.ts'
import { openWayIn } from '../identity/index.ts'
import { placeIn } from './commands/associate.ts'

/** Who founds a company and becomes the administrator of all its clinics. */
export interface Founder {
  accountId: string
  name: string
  phone: string
  gender: number | null
  /** A certified doctor also gets the post of one. */
  isDoctor: boolean
  titlePost: string
}

/** Makes a company with its clinics, the ten posts, and its founder as administrator. */
export async function foundCompany(
  platform: PlatformTx,
  { founder, ...company }: { name: string; isChain: boolean; clinics: readonly NewClinic[]; founder: Founder },
): Promise<Made & { founderId: string }> {
  const made = await makeCompany(platform, company)
  const { tx, clinicIds } = made
  const posts = await makePosts(tx)
  const founderId = uuidv7()
  await tx.insert('employee', {
    id: founderId,
    account_id: founder.accountId,
    name: founder.name,
    search: searchText({ name: founder.name }),
    gender: founder.gender ?? 2,
    phone: founder.phone,
    job_number: '001',
    job_type: founder.isDoctor ? 1 : 6,
    title_post: founder.titlePost,
    is_doctor: founder.isDoctor,
    sort_no: 1,
    created_at: tx.now,
    updated_at: tx.now,
  })
  const held: DefaultPostCode[] = founder.isDoctor ? ['admin', 'doctor'] : ['admin']
  for (const clinicId of clinicIds) {
    await seat(tx, { employeeId: founderId, accountId: founder.accountId, clinicId, isDoctor: founder.isDoctor })
    for (const code of held) await givePost(tx, clinicId, founderId, posts.get(code) as string)
  }
  return { ...made, founderId }
}

/**
 * Adds a clinic to a company, with whoever administers the main clinic.
 * @param tx over the whole company
 * @returns its id
 */
export async function addClinic(tx: TenantTx, clinic: NewClinic): Promise<string> {
  const clinicId = await makeBranch(tx, clinic)
  const administrators = await tx.rows<{
    employeeId: string
    accountId: string | null
    postId: string
    isDoctor: boolean
  }>(
    sql`select distinct ep.employee_id as "employeeId", e.account_id as "accountId", ep.post_id as "postId", e.is_doctor as "isDoctor"
        from clinic c
        join employee_post ep on ep.tenant_id = ${tx.tenantId} and ep.clinic_id = c.id
        join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id and p.is_admin
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ep.employee_id and e.work_status not in ${codes(workStates, 'left')}
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = c.id and ec.active
        where c.tenant_id = ${tx.tenantId} and c.is_main`,
  )
  const seated = new Set<string>()
  for (const { employeeId, accountId, postId, isDoctor } of administrators) {
    if (!seated.has(employeeId)) await seat(tx, { employeeId, accountId, clinicId, isDoctor })
    seated.add(employeeId)
    await givePost(tx, clinicId, employeeId, postId)
  }
  return clinicId
}

/** The posts that a company begins with. @returns their ids by their code */
async function makePosts(tx: TenantTx): Promise<Map<DefaultPostCode, string>> {
  const posts = new Map<DefaultPostCode, string>()
  for (const { code, row, grants } of postRows(uuidv7, tx.now)) {
    posts.set(code, row.id)
    await tx.insert('post', row)
    await tx.rows(
      keptSql`insert into post_resource (tenant_id, post_id, resource, data_scope)
          select ${tx.tenantId}, ${row.id}, x.resource, x.data_scope
          from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as x(resource text, data_scope int) returning resource`,
    )
  }
  return posts
}

async function seat(
  tx: TenantTx,
  who: { employeeId: string; accountId: string | null; clinicId: string; isDoctor: boolean },
): Promise<void> {
  await placeIn(tx, who.clinicId, who.employeeId, who.isDoctor)
  if (who.accountId) await openWayIn(tx, { ...who, accountId: who.accountId })
}

async function givePost(tx: TenantTx, clinicId: string, employeeId: string, postId: string): Promise<void> {
  await tx.rows(
    keptSql`insert into employee_post (tenant_id, clinic_id, employee_id, post_id)
        values (${tx.tenantId}, ${clinicId}, ${employeeId}, ${postId})`,
  )
}
