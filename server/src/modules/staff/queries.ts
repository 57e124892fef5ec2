import { associationStates, workStates } from '@dentin/contract/staff'
import {
  employeeFields,
  employeeKeys,
  listedEmployeeKeys,
  type EmployeeListed,
  type EmployeeShown,
} from '@dentin/contract/employee-fields'
import { maskPhone, type LocalDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { selectOf } from '../../platform/database/declared.ts'
import { containing } from '../../platform/database/like.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { paged } from '../../platform/http/page.ts'
import { receptionToday } from './doctors.ts'

const FOUND_AT_MOST = 20

/** The posts that somebody holds in a clinic, one value of each, in their order. */
const heldPosts = (
  tx: TenantTx,
  clinic: RawBuilder<unknown>,
  employee: RawBuilder<unknown>,
  value: RawBuilder<unknown>,
) =>
  sql`array(select ${value} from employee_post ep
            join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id
            where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinic} and ep.employee_id = ${employee} order by p.sort_no)`
const postName = sql`p.name`
const postBrief = sql`jsonb_build_object('id', p.id, 'name', p.name, 'isAdmin', p.is_admin)`

/** A clinic that may be found by somebody who looks for one. */
interface FoundClinic {
  clinicId: string
  clinicName: string
  companyName: string
  address: string
  logoUrl: string | null
}

/** Clinics that may be found, by name, pinyin, initials or company; those whose name begins with the text come first. */
export async function findClinics(tx: PlatformTx, text: string) {
  const pattern = containing(text.toLowerCase())
  return tx.rows<FoundClinic>(
    sql`select d.clinic_id as "clinicId", d.name as "clinicName", d.company_name as "companyName", d.address, d.logo_url as "logoUrl"
        from clinic_directory d where d.open_to_search and d.search like ${pattern}
        order by (lower(d.name) like ${pattern.slice(1)}) desc, d.name collate "zh-x-icu" limit ${FOUND_AT_MOST}`,
  )
}

/** The one clinic that a link names, as far as it may be found. */
export async function findClinic(tx: PlatformTx, clinicId: string): Promise<FoundClinic | undefined> {
  return tx.row<FoundClinic>(
    keptSql`select d.clinic_id as "clinicId", d.name as "clinicName", d.company_name as "companyName", d.address, d.logo_url as "logoUrl"
        from clinic_directory d where d.open_to_search and d.clinic_id = ${clinicId}`,
  )
}

/** A clinic to which an account belongs. */
export interface RelatedClinic extends FoundClinic {
  employeeName: string
  posts: string[]
  workStatus: number
}

/** The clinics of one company to which an account belongs. */
export async function relatedIn(tx: TenantTx, accountId: string): Promise<RelatedClinic[]> {
  return tx.rows<RelatedClinic>(
    keptSql`select c.id as "clinicId", c.name as "clinicName", o.name as "companyName", c.address, c.logo_url as "logoUrl",
          e.name as "employeeName", e.work_status as "workStatus",
          ${heldPosts(tx, sql`c.id`, sql`e.id`, postName)} as posts
        from account_clinic m
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = m.clinic_id and c.enabled
        join company o on o.tenant_id = ${tx.tenantId}
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = m.employee_id
        where m.account_id = ${accountId} and m.tenant_id = ${tx.tenantId} and m.active
        order by m.sort_no, c.sort_no, c.name`,
  )
}

/** All clinics to which an account belongs. At the end the transaction stands in the last company. */
export async function relatedClinics(tx: PlatformTx, accountId: string): Promise<RelatedClinic[]> {
  const tenants = await tx.rows<{ tenantId: string }>(
    sql`select m.tenant_id as "tenantId", min(m.sort_no) as place from account_clinic m
        where m.account_id = ${accountId} and m.active group by m.tenant_id order by place, m.tenant_id`,
  )
  const found: RelatedClinic[] = []
  for (const { tenantId } of tenants) found.push(...(await relatedIn(await tx.enter(tenantId, 'all'), accountId)))
  return found
}

/** An application and how far it is. */
interface ApplyFate {
  applyId: string
  firstName: string
  note: string
  status: number
  remark: string
  applyTime: Date
  auditName: string | null
  auditTime: Date | null
  endedTime: Date | null
}
const applyFate = sql`r.id as "applyId", r.first_name as "firstName", r.note, r.status, r.remark, r.apply_time as "applyTime",
  r.audit_name as "auditName", r.audit_time as "auditTime", r.ended_at as "endedTime"`

/** An application as the clinic sees it. */
interface ReceivedApply extends ApplyFate {
  userId: string
  jobType: number | null
  nickName: string
  phone: string
  isDoctorAuth: boolean
  employeeName: string | null
  posts: string[]
}

/** An account's own applications, the latest first. */
export async function ownApplications(tx: PlatformTx, accountId: string, page: { pageNum: number; pageSize: number }) {
  const rows = await tx.rows<ApplyFate & { clinicId: string; clinicName: string; companyName: string; total: number }>(
    sql`select ${applyFate}, r.clinic_id as "clinicId", coalesce(d.name, '') as "clinicName", coalesce(d.company_name, '') as "companyName",
          count(*) over ()::int as total
        from relate_apply r left join clinic_directory d on d.clinic_id = r.clinic_id
        where r.account_id = ${accountId} order by r.apply_time desc, r.id desc
        limit ${page.pageSize} offset ${(page.pageNum - 1) * page.pageSize}`,
  )
  return paged({ list: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }, page)
}

/** The applications that a clinic has received: waiting ones, the oldest first; or decided ones, the latest first. */
export async function applicationsTo(
  tx: TenantTx,
  clinicId: string,
  ask: { state: 'pending' | 'decided'; keyword: string; pageNum: number; pageSize: number },
) {
  const pattern = containing(ask.keyword.toLowerCase())
  const pending = ask.state === 'pending'
  const rows = await tx.rows<ReceivedApply & { total: number }>(
    sql`select ${applyFate}, r.account_id as "userId", r.job_type as "jobType", a.nick_name as "nickName", a.phone, a.user_auth = 2 as "isDoctorAuth",
          e.name as "employeeName",
          ${heldPosts(tx, sql`r.clinic_id`, sql`r.employee_id`, postName)} as posts, count(*) over ()::int as total
        from relate_apply r
        join account a on a.id = r.account_id
        left join employee e on e.tenant_id = ${tx.tenantId} and e.id = r.employee_id
        where r.clinic_id = ${clinicId} and (r.status in ${codes(associationStates, 'waiting')}) = ${pending}
          and (${ask.keyword} = '' or lower(r.first_name) like ${pattern} or lower(a.nick_name) like ${pattern}
            or a.phone like ${pattern} or lower(e.name) like ${pattern})
        order by ${pending ? sql`r.apply_time, r.id` : sql`coalesce(r.ended_at, r.audit_time) desc, r.id desc`}
        limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  const { count } = await tx.need<{ count: number }>(
    sql`select count(*)::int as count from relate_apply r where r.clinic_id = ${clinicId} and r.status in ${codes(associationStates, 'waiting')}`,
  )
  // Who is not (any more) of the clinic need not be rung up by it.
  const shown = (row: { status: number; phone: string }) =>
    associationStates.is(row.status, 'waiting', 'accepted') ? row.phone : maskPhone(row.phone)
  const list = rows.map(({ total: _, ...row }) => ({ ...row, phone: shown(row) }))
  return paged({ list, total: rows[0]?.total ?? 0, pendingCount: count }, ask)
}

/** Who a member of staff is, in every list. */
interface EmployeeFacts {
  id: string
  version: number
  workStatus: number
}
const employeeFacts = sql`e.id, e.version, e.work_status as "workStatus"`

interface EmployeeRow extends EmployeeFacts, EmployeeListed {
  hasAccount: boolean
  active: boolean
  deptName: string | null
  posts: { id: string; name: string; isAdmin: boolean }[]
  isMe: boolean
}

/** Everything that is written down about a member of staff. */
export interface EmployeeDetail extends EmployeeFacts, EmployeeShown {
  accountId: string | null
  leaveDate: LocalDate | null
}

export type StaffState = 'working' | 'suspended' | 'gone'

/** The staff of a clinic, also those who left, with how many there are of each state. */
export async function employeesOf(
  tx: TenantTx,
  clinicId: string,
  myId: string,
  ask: {
    keyword: string
    jobType: number | null
    postId: string | null
    state: StaffState
    pageNum: number
    pageSize: number
  },
) {
  const pattern = containing(ask.keyword.toLowerCase())
  const state = sql`case when not ec.active or e.work_status in ${codes(workStates, 'left')} then 'gone' when e.work_status in ${codes(workStates, 'away')} then 'suspended' else 'working' end`
  const wanted = sql`(${ask.keyword} = '' or e.search like ${pattern} or lower(e.job_number) like ${pattern} or e.phone like ${pattern})
          and (${ask.jobType}::int is null or e.job_type = ${ask.jobType}::int)
          and (${ask.postId}::uuid is null or exists (
            select 1 from employee_post ep where ep.tenant_id = ${tx.tenantId} and ep.clinic_id = ${clinicId}
              and ep.employee_id = e.id and ep.post_id = ${ask.postId}::uuid))`
  const list = await tx.rows<EmployeeRow>(
    sql`select ${employeeFacts}, ${selectOf(employeeFields, 'e', listedEmployeeKeys)}, e.account_id is not null as "hasAccount", ec.active, d.name as "deptName", e.id = ${myId} as "isMe",
          to_jsonb(${heldPosts(tx, sql`ec.clinic_id`, sql`e.id`, postBrief)}) as posts
        from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        left join dept d on d.tenant_id = ${tx.tenantId} and d.id = ec.dept_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ${state} = ${ask.state} and ${wanted}
        order by ec.sort_no, e.sort_no, e.job_number
        limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  const counted = await tx.rows<{ state: StaffState; count: number }>(
    sql`select ${state} as state, count(*)::int as count
        from employee_clinic ec join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ${wanted} group by 1`,
  )
  const counts = { working: 0, suspended: 0, gone: 0 }
  for (const row of counted) counts[row.state] = row.count
  return paged({ list, total: counts[ask.state], counts }, ask)
}

/** One member of staff, as the form shows it. */
export async function employeeById(tx: TenantTx, id: string): Promise<EmployeeDetail> {
  return tx.need<EmployeeDetail>(
    keptSql`select ${employeeFacts}, ${selectOf(employeeFields, 'e', employeeKeys)},
          e.account_id as "accountId", e.leave_date as "leaveDate"
        from employee e where e.tenant_id = ${tx.tenantId} and e.id = ${id}`,
  )
}

/** The clinics in which a member of staff works or worked, with the posts there. */
export async function placesOf(tx: TenantTx, employeeId: string) {
  return tx.rows<{
    clinicId: string
    clinicName: string
    active: boolean
    posts: { id: string; name: string; isAdmin: boolean }[]
  }>(
    keptSql`select c.id as "clinicId", c.name as "clinicName", ec.active,
          to_jsonb(${heldPosts(tx, sql`c.id`, sql`ec.employee_id`, postBrief)}) as posts
        from employee_clinic ec
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = ec.clinic_id
        where ec.tenant_id = ${tx.tenantId} and ec.employee_id = ${employeeId} order by c.sort_no, c.name`,
  )
}

/** The clinics of the company; with `only` that one. */
export async function clinicOptions(tx: TenantTx, only: readonly string[] | null) {
  return tx.rows<{ id: string; name: string }>(
    keptSql`select c.id, c.name from clinic c where c.tenant_id = ${tx.tenantId} and c.enabled and (${only}::uuid[] is null or c.id = any(${only}::uuid[]))
        order by c.sort_no, c.name`,
  )
}

/** Who is at work in a clinic, but for one. */
export async function colleaguesOf(tx: TenantTx, clinicId: string, employeeId: string) {
  return tx.rows<{ id: string; name: string; isDoctor: boolean }>(
    sql`select e.id, e.name, e.is_doctor as "isDoctor" from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active and e.work_status in ${codes(workStates, 'working')}
          and e.id <> ${employeeId}
        order by ec.sort_no, e.sort_no, e.job_number`,
  )
}

const settledKeys = ['name', 'jobType', 'titlePost', 'colour', 'isDoctor'] as const

/** How the present clinic has settled its staff. */
export async function clinicStaff(tx: TenantTx, clinicId: string) {
  return tx.rows<
    EmployeeFacts &
      Pick<EmployeeListed, (typeof settledKeys)[number]> & {
        deptId: string | null
        chairId: string | null
        isOpenEntry: boolean
        registrationStatus: number
      }
  >(
    keptSql`select e.id, ec.version, ${selectOf(employeeFields, 'e', settledKeys)}, e.work_status as "workStatus",
          ec.dept_id as "deptId", ec.chair_id as "chairId", ec.is_open_entry as "isOpenEntry",
          ${receptionToday(tx)} as "registrationStatus"
        from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active and e.work_status not in ${codes(workStates, 'left')}
        order by ec.sort_no, e.sort_no, e.job_number`,
  )
}

/** Departments and chairs of a clinic that are in use. */
export async function placeOptions(tx: TenantTx, clinicId: string) {
  const depts = await tx.rows<{ id: string; name: string }>(
    keptSql`select id, name from dept where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and enabled order by sort_no, name`,
  )
  const chairs = await tx.rows<{ id: string; name: string }>(
    keptSql`select id, name from chair where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and enabled order by sort_no, name`,
  )
  return { depts, chairs }
}
