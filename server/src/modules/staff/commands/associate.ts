import { jobs } from '@dentin/contract/core/jobs'
import { receptionStates } from '@dentin/contract/core/status'
import { associationStates, workStates } from '@dentin/contract/staff'
import { searchText } from '@dentin/kit/pinyin'
import { today, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import type { EmployeeId } from '../../../platform/database/ids.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../../platform/database/tx.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { AccountContext, ClinicContext } from '../../../platform/http/context.ts'
import { administratorsOf } from '../people.ts'
import { openWayIn, withinLimit, type Limit } from '../../identity/index.ts'
import { notify, notifyAccount } from '../../messaging/index.ts'
import { mustGive } from '../access.ts'
import { applyStatuses, nextJobNumber } from '../rules.ts'
import { leaveClinic, lockCompany, mustKeepAdministrator } from './leave.ts'

/** Somebody may look for their clinic, nobody may list them all. */
export const SEARCHES_PER_ACCOUNT: Limit = { name: 'search-clinic', times: 60, minutes: 10 }
const APPLIES_PER_ACCOUNT: Limit = { name: 'relate-apply', times: 20, minutes: 24 * 60 }

interface Application {
  id: string
  account_id: string
  tenant_id: string
  clinic_id: string
  first_name: string
  status: number
  audit_name: string | null
}

/** Steps into the clinic's company as the applicant, whom nobody knows there yet. */
async function asApplicant(tx: PlatformTx, clinic: { tenantId: string; clinicId: string }, name: string) {
  return tx.enter(clinic.tenantId, clinic.clinicId, { ...tx.actor, employeeId: null, name })
}

/**
 * Asks to belong to a clinic.
 * @throws AppError APPLY_CLINIC_CLOSED not there or not open to search; APPLY_RELATED; APPLY_PENDING; TOO_MANY
 */
export async function applyTo(
  context: AccountContext,
  input: { clinicId: string; firstName: string; note: string; jobType?: number | null | undefined },
): Promise<string> {
  const { tx, accountId } = context
  if (!(await withinLimit(tx, APPLIES_PER_ACCOUNT, accountId)))
    throw new AppError('TOO_MANY', { message: '今天申请的次数过多，请明天再试', keep: true })
  const clinic = await tx.row<{ tenantId: string; clinicId: string; name: string }>(
    keptSql`select d.tenant_id as "tenantId", d.clinic_id as "clinicId", d.name from clinic_directory d
        where d.clinic_id = ${input.clinicId} and d.open_to_search`,
  )
  if (!clinic) throw new AppError('APPLY_CLINIC_CLOSED')
  const member = await tx.row(
    keptSql`select 1 from account_clinic m where m.account_id = ${accountId} and m.clinic_id = ${input.clinicId} and m.active`,
  )
  if (member) throw new AppError('APPLY_RELATED')
  const id = uuidv7()
  await tx.rows(
    keptSql`insert into relate_apply (id, account_id, tenant_id, clinic_id, first_name, note, job_type, apply_time)
        values (${id}, ${accountId}, ${clinic.tenantId}, ${clinic.clinicId}, ${input.firstName}, ${input.note}, ${input.jobType ?? null}, ${tx.now})`,
  )
  const inside = await asApplicant(tx, clinic, input.firstName)
  await inside.note('apply', 'relate_apply', id, { after: { firstName: input.firstName } })
  await notify(inside, {
    clinicId: clinic.clinicId,
    employeeIds: await administratorsOf(inside, clinic.clinicId),
    category: 'review',
    title: '新的关联申请',
    body: `${input.firstName} 申请关联${clinic.name}`,
    link: '/employeEaudit',
    key: `relate-apply:${id}`,
  })
  inside.publish('staff')
  inside.flush()
  return id
}

/** The applicant thinks better of it. */
export async function withdraw(context: AccountContext, applyId: string): Promise<void> {
  const { tx, accountId } = context
  const row = await tx.need<Application>(
    keptSql`select r.id, r.account_id, r.tenant_id, r.clinic_id, r.first_name, r.status, r.audit_name from relate_apply r
        where r.id = ${applyId} and r.account_id = ${accountId} for update`,
  )
  if (!associationStates.is(row.status, 'waiting')) throw decided(row)
  await tx.rows(
    keptSql`update relate_apply set status = ${associationStates.code.withdrawn}, ended_at = ${tx.now} where id = ${row.id}`,
  )
  const inside = await asApplicant(tx, { tenantId: row.tenant_id, clinicId: row.clinic_id }, row.first_name)
  await inside.note('withdraw', 'relate_apply', row.id)
  inside.publish('staff')
  inside.flush()
}

/** What happened to an application in the meantime, in words. */
function decided(row: Application): AppError {
  const words = applyStatuses[row.status] ?? ''
  return new AppError('APPLY_DECIDED', {
    message:
      row.audit_name && associationStates.is(row.status, 'waiting', 'accepted', 'refused')
        ? `该申请已由${row.audit_name}处理：${words}`
        : `该申请${words}`,
    data: { status: row.status },
  })
}

/** The waiting application of a person to the session's clinic, locked. One to any other clinic is not found. */
async function lockPending(context: ClinicContext, input: { clinicId: string; userId: string }): Promise<Application> {
  if (input.clinicId !== context.clinicId) throw new AppError('NOT_FOUND')
  const row = await context.tx.need<Application>(
    sql`select r.id, r.account_id, r.tenant_id, r.clinic_id, r.first_name, r.status, r.audit_name from relate_apply r
        where r.clinic_id = ${context.clinicId} and r.account_id = ${input.userId}
        order by (r.status in ${codes(associationStates, 'waiting')}) desc, r.apply_time desc limit 1 for update`,
  )
  if (!associationStates.is(row.status, 'waiting')) throw decided(row)
  return row
}

export interface Approval {
  clinicId: string
  userId: string
  realName: string
  phone: string
  job: string
  jobType: number
  workType: number
  workStatus: number
  remark: string
}

/** Takes somebody into the clinic: employee, place, post and the way in, in this one transaction. */
export async function approve(context: ClinicContext, input: Approval): Promise<string> {
  const { tx, clinicId, employeeId: reviewer, actorName } = context
  const row = await lockPending(context, input)
  const [post] = await mustGive(context, [input.job])
  await lockCompany(tx)
  const employeeId = await takeIn(tx, row.account_id, input)
  await placeIn(tx, clinicId, employeeId, input.jobType === jobs.doctor)
  await writePosts(tx, clinicId, employeeId, [input.job])
  await openWayIn(tx, { accountId: row.account_id, clinicId, employeeId })
  await tx.rows(
    keptSql`update relate_apply set status = ${associationStates.code.accepted}, remark = ${input.remark}, employee_id = ${employeeId}, audit_by = ${reviewer},
          audit_name = ${actorName}, audit_time = ${tx.now} where id = ${row.id}`,
  )
  // Whoever was an administrator elsewhere and comes back on leave must not have been the last one.
  await mustKeepAdministrator(tx)
  await tx.note('approve', 'relate_apply', row.id, {
    after: { employeeId, posts: [post?.name ?? ''], jobType: input.jobType, workType: input.workType },
    ...(input.remark ? { reason: input.remark } : {}),
  })
  await tellApplicant(tx, row, '关联申请已通过', (clinic) => `您已加入${clinic}，岗位：${post?.name ?? ''}`)
  return employeeId
}

/** Not taken in; the reason stays visible to the applicant. */
export async function reject(
  context: ClinicContext,
  input: { clinicId: string; userId: string; remark: string },
): Promise<void> {
  const { tx, employeeId, actorName } = context
  const row = await lockPending(context, input)
  await tx.rows(
    keptSql`update relate_apply set status = ${associationStates.code.refused}, remark = ${input.remark}, audit_by = ${employeeId}, audit_name = ${actorName},
          audit_time = ${tx.now} where id = ${row.id}`,
  )
  await tx.note('reject', 'relate_apply', row.id, { reason: input.remark })
  await tellApplicant(tx, row, '关联申请未通过', (clinic) => `${clinic}：${input.remark}`)
}

async function tellApplicant(
  tx: TenantTx,
  row: Application,
  title: string,
  body: (clinic: string) => string,
): Promise<void> {
  const clinic = await tx.need<{ name: string }>(
    keptSql`select c.name from clinic c where c.tenant_id = ${tx.tenantId} and c.id = ${row.clinic_id}`,
  )
  await notifyAccount(tx, row.account_id, {
    category: 'review',
    title,
    body: body(clinic.name),
    link: '/relateClinic',
    key: `relate-apply:${row.id}`,
  })
  tx.publish('staff', null, row.clinic_id)
}

/** The member of staff behind an account: known already, entered before without an account under its phone, or new. */
async function takeIn(tx: TenantTx, accountId: string, input: Approval): Promise<string> {
  const account = await tx.need<{ phone: string; gender: number | null }>(
    keptSql`select a.phone, a.gender from account a where a.id = ${accountId}`,
  )
  const known = await tx.row<{ id: string; workStatus: number }>(
    sql`select e.id, e.work_status as "workStatus" from employee e
        where e.tenant_id = ${tx.tenantId} and (e.account_id = ${accountId}
          or e.account_id is null and e.phone = ${account.phone} and e.work_status not in ${codes(workStates, 'left')})
        order by (e.account_id = ${accountId}) desc nulls last, e.created_at limit 1 for no key update`,
  )
  await mustHaveOwnPhone(tx, input.phone, known?.id ?? null, 'phone')
  const about = {
    account_id: accountId,
    name: input.realName,
    search: searchText({ name: input.realName }),
    phone: input.phone,
    job_type: input.jobType,
    work_type: input.workType,
    work_status: input.workStatus,
    ...(input.jobType === jobs.doctor ? { is_doctor: true } : {}),
    ...(input.jobType === jobs.consultant ? { is_consultant: true } : {}),
  }
  if (known) {
    await tx.update('employee', { id: known.id }, { ...about, leave_date: null })
    return known.id
  }
  const id = uuidv7()
  await tx.insert('employee', {
    id,
    ...about,
    gender: account.gender ?? 2,
    job_number: await freeJobNumber(tx),
    entry_date: today(tx.now),
    sort_no: await lastPlace(tx),
    created_at: tx.now,
    updated_at: tx.now,
  })
  return id
}

/** The next job number of the company. The company is locked. */
export async function freeJobNumber(tx: TenantTx): Promise<string> {
  const rows = await tx.rows<{ no: string }>(
    sql`select e.job_number as no from employee e where e.tenant_id = ${tx.tenantId}`,
  )
  return nextJobNumber(rows.map((row) => row.no))
}

/** After everybody else on lists. */
export async function lastPlace(tx: TenantTx): Promise<number> {
  const row = await tx.need<{ last: number }>(
    sql`select coalesce(max(e.sort_no) + 1, 0) as last from employee e where e.tenant_id = ${tx.tenantId}`,
  )
  return row.last
}

/** One phone number is one person of the company. The company is locked. */
export async function mustHaveOwnPhone(
  tx: TenantTx,
  phone: string,
  employeeId: string | null,
  field: string,
): Promise<void> {
  if (phone === '') return
  const other = await tx.row(
    sql`select 1 from employee e where e.tenant_id = ${tx.tenantId} and e.phone = ${phone} and e.work_status not in ${codes(workStates, 'left')}
          and e.id is distinct from ${employeeId}::uuid limit 1`,
  )
  if (other) throw fieldError('EMPLOYEE_PHONE', field)
}

/** Gives somebody a place in a clinic, or the former one again. */
export async function placeIn(tx: TenantTx, clinicId: string, employeeId: string, isDoctor: boolean): Promise<void> {
  const former = await tx.row<{ id: string; active: boolean }>(
    keptSql`select ec.id, ec.active from employee_clinic ec
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.employee_id = ${employeeId} for no key update`,
  )
  if (former) {
    if (!former.active)
      await tx.update(
        'employee_clinic',
        { id: former.id },
        { active: true, registration_status: receptionStates.code.receiving },
      )
    return
  }
  await tx.insert('employee_clinic', {
    id: uuidv7(),
    employee_id: employeeId,
    clinic_id: clinicId,
    is_open_entry: isDoctor,
    created_at: tx.now,
    updated_at: tx.now,
  })
}

/** Somebody's posts in a clinic, in the place of those held before. */
export async function writePosts(
  tx: TenantTx,
  clinicId: string,
  employeeId: string,
  postIds: readonly string[],
): Promise<void> {
  await tx.rows(
    keptSql`delete from employee_post where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and employee_id = ${employeeId}`,
  )
  await tx.rows(
    keptSql`insert into employee_post (tenant_id, clinic_id, employee_id, post_id)
        select ${tx.tenantId}, ${clinicId}, ${employeeId}, x.id from unnest(${postIds}::uuid[]) x(id) returning post_id`,
  )
}

/** Somebody ends their own relation with a clinic. @returns whether the present session was in that clinic */
export async function release(context: AccountContext, clinicId: string): Promise<boolean> {
  const { tx, accountId } = context
  const place = await tx.need<{ tenantId: string; employeeId: string }>(
    keptSql`select m.tenant_id as "tenantId", m.employee_id as "employeeId" from account_clinic m
        where m.account_id = ${accountId} and m.clinic_id = ${clinicId} and m.active`,
  )
  const inside = await tx.enter(place.tenantId, 'all', { ...tx.actor, employeeId: place.employeeId as EmployeeId })
  const current = context.clinic?.clinicId === clinicId
  await lockCompany(inside)
  await leaveClinic(inside, {
    employeeId: place.employeeId,
    clinicId,
    reason: '本人解除关联',
    keepSession: current ? context.sessionId : null,
  })
  await mustKeepAdministrator(inside)
  inside.flush()
  return current
}
