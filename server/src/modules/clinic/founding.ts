import { uuidv7 } from '@dentin/kit'
import { searchText } from '@dentin/kit/pinyin'
import { sql } from 'kysely'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import {
  addedDictItemRows,
  appointItemRows,
  deptRows,
  dictItemRows,
  patientSourceRows,
  payMethodRows,
  postRows,
  shiftRows,
} from './defaults.ts'
import { listClinic } from './directory.ts'
import { followRuleRows } from './follow-rules.ts'
import type { DefaultPostCode } from './posts.ts'
import { FIRST_SET_UP } from './rules.ts'
import { putStartingTariffs } from './starting-sets/index.ts'
import { smsTemplateRows } from './starting-sets/sms-templates.ts'

/** A clinic that is to be made. */
export interface NewClinic {
  name: string
  shortName: string
  address: string
  phone: string
  isMain: boolean
  chairCount: number
}

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

export interface Founded {
  /** The transaction inside the new company, over all its clinics. */
  tx: TenantTx
  tenantId: string
  /** In the order in which they were given. */
  clinicIds: string[]
  founderId: string
}

/**
 * Makes a company with its clinics, the ten posts, dictionaries, kinds of appointment, ways to pay, sources of patients,
 * price list and templates, and its founder as administrator. Afterwards the transaction stands inside the new company.
 */
export async function foundCompany(
  platform: PlatformTx,
  company: { name: string; isChain: boolean; clinics: readonly NewClinic[]; founder: Founder },
): Promise<Founded> {
  const tenantId = uuidv7()
  const tx = await platform.enter(tenantId, 'all')
  await tx.insert('company', {
    id: tenantId,
    name: company.name,
    is_chain: company.isChain,
    org_auth: 1,
    created_at: tx.now,
  })
  const posts = await furnish(tx)
  const clinicIds: string[] = []
  for (const clinic of company.clinics) clinicIds.push(await makeClinic(tx, company.name, clinic, clinicIds.length))
  const { founder } = company
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
  return { tx, tenantId, clinicIds, founderId }
}

/**
 * Adds a clinic to a company: its departments, shifts, chairs and SMS templates, and whoever administers the main clinic.
 * @param tx over the whole company
 * @returns its id
 */
export async function addClinic(tx: TenantTx, clinic: NewClinic): Promise<string> {
  const company = await tx.need<{ name: string }>(
    sql`select name from company where tenant_id = ${tx.tenantId} for update`,
  )
  const { count } = await tx.need<{ count: number }>(
    sql`select count(*)::int as count from clinic where tenant_id = ${tx.tenantId}`,
  )
  const clinicId = await makeClinic(tx, company.name, clinic, count)
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
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ep.employee_id and e.work_status <> 3
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

/** What a company begins with before its first clinic. @returns the posts' ids by their code */
async function furnish(tx: TenantTx): Promise<Map<DefaultPostCode, string>> {
  const posts = new Map<DefaultPostCode, string>()
  for (const { code, row, grants } of postRows(uuidv7, tx.now)) {
    posts.set(code, row.id)
    await tx.insert('post', row)
    await tx.rows(
      sql`insert into post_resource (tenant_id, post_id, resource, data_scope)
          select ${tx.tenantId}, ${row.id}, x.resource, x.data_scope
          from jsonb_to_recordset(${JSON.stringify(grants)}::jsonb) as x(resource text, data_scope int) returning resource`,
    )
  }
  for (const row of appointItemRows(uuidv7, tx.now)) await tx.insert('appoint_item', row)
  for (const row of payMethodRows(uuidv7, tx.now)) await tx.insert('pay_method', row)
  for (const row of [...dictItemRows(uuidv7, tx.now), ...addedDictItemRows(uuidv7, tx.now)])
    await tx.insert('dict_item', row)
  for (const { row } of patientSourceRows(uuidv7, tx.now)) await tx.insert('patient_source', row)
  for (const { template, rule } of followRuleRows(uuidv7, tx.now)) {
    await tx.insert('follow_template', template)
    await tx.insert('follow_rule', rule)
  }
  await putStartingTariffs(tx)
  return posts
}

async function makeClinic(tx: TenantTx, companyName: string, clinic: NewClinic, sortNo: number): Promise<string> {
  const id = uuidv7()
  const stamp = { created_at: tx.now, updated_at: tx.now }
  await tx.insert('clinic', {
    id,
    name: clinic.name,
    short_name: clinic.shortName,
    phone: clinic.phone,
    address: clinic.address,
    is_main: clinic.isMain,
    sort_no: sortNo,
    // A fee is asked for once the clinic has said how much.
    settings: JSON.stringify({ regFee: '0.00', setUp: FIRST_SET_UP }),
    ...stamp,
  })
  for (const row of deptRows(id, uuidv7, tx.now)) await tx.insert('dept', row)
  for (const row of shiftRows(id, uuidv7, tx.now)) await tx.insert('shift', row)
  for (let n = 1; n <= clinic.chairCount; n++) {
    await tx.insert('chair', { id: uuidv7(), clinic_id: id, name: `${n} 号椅`, room: '', sort_no: n, ...stamp })
  }
  for (const { template, scene } of smsTemplateRows(id, uuidv7, tx.now)) {
    await tx.insert('sms_template', template)
    await tx.insert('sms_scene', scene)
  }
  await listClinic(tx, {
    tenantId: tx.tenantId,
    clinicId: id,
    name: clinic.name,
    companyName,
    address: clinic.address,
    logoUrl: null,
  })
  return id
}

async function seat(
  tx: TenantTx,
  who: { employeeId: string; accountId: string | null; clinicId: string; isDoctor: boolean },
): Promise<void> {
  await tx.insert('employee_clinic', {
    id: uuidv7(),
    employee_id: who.employeeId,
    clinic_id: who.clinicId,
    is_open_entry: who.isDoctor,
    created_at: tx.now,
    updated_at: tx.now,
  })
  if (!who.accountId) return
  await tx.rows(
    sql`insert into account_clinic (account_id, tenant_id, clinic_id, employee_id, sort_no)
        select ${who.accountId}, ${tx.tenantId}, ${who.clinicId}, ${who.employeeId}, coalesce(max(m.sort_no) + 1, 0)
        from account_clinic m where m.account_id = ${who.accountId} returning clinic_id`,
  )
}

async function givePost(tx: TenantTx, clinicId: string, employeeId: string, postId: string): Promise<void> {
  await tx.rows(
    sql`insert into employee_post (tenant_id, clinic_id, employee_id, post_id)
        values (${tx.tenantId}, ${clinicId}, ${employeeId}, ${postId})`,
  )
}
