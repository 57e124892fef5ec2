import { receptionStates } from '@dentin/contract/core/status'
import { workStates } from '@dentin/contract/staff'
import { employeeFields, type EmployeeSaid } from '@dentin/contract/employee-fields'
import { searchText } from '@dentin/kit/pinyin'
import { formatDate, uuidv7 } from '@dentin/kit'
import { byColumn } from '../../../platform/database/declared.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import {
  isAdministrator,
  isOnlyAdministrator,
  mustGive,
  mustReachClinic,
  postsOfCompany,
  reachesClinic,
} from '../access.ts'
import { openWorkOf, openWorkSource } from '../open-work.ts'
import { colleaguesOf, placeOptions, placesOf } from '../queries.ts'
import { freeJobNumber, lastPlace, mustHaveOwnPhone, placeIn, writePosts } from './associate.ts'
import { leaveClinic, lockCompany, lockEmployee, mustBeFree, mustKeepAdministrator } from './leave.ts'

const EDIT = '/baseEmployee:edit'

const columnsOf = (form: EmployeeSaid) => ({
  ...byColumn(employeeFields, form),
  search: searchText({ name: form.name }),
})

/** Nobody but an administrator lets somebody go below the discount that they may give themselves. */
async function mustGrantDiscount(context: ClinicContext, limit: number, before: number): Promise<void> {
  if (limit >= before || (await isAdministrator(context.tx, context.employeeId, context.clinicId))) return
  const own = await lockEmployee(context.tx, context.employeeId)
  if (limit < own.discountLimit)
    throw fieldError('DISCOUNT_BEYOND', 'discountLimit', `最低折扣不能低于本人的折扣下限 ${own.discountLimit}%`)
}

/** An administrator is changed by administrators only. */
async function mustOutrank(context: ClinicContext, employeeId: string): Promise<void> {
  if (!(await isAdministrator(context.tx, employeeId, null))) return
  if (await isAdministrator(context.tx, context.employeeId, context.clinicId)) return
  throw new AppError('ADMINISTRATOR_ONLY')
}

/** Whether the grant reaches one of the clinics in which the person works or worked; else they are as if not there. */
async function mustReachPerson(context: ClinicContext, employeeId: string) {
  const places = await placesOf(context.tx, employeeId)
  if (!places.some((place) => reachesClinic(context, EDIT, place.clinicId))) throw new AppError('NOT_FOUND')
  return places
}

/** Enters somebody who has no account. */
export async function addEmployee(
  context: ClinicContext,
  input: EmployeeSaid & { clinicId: string; postIds: readonly string[] },
): Promise<string> {
  const { tx } = context
  await mustReachClinic(context, EDIT, input.clinicId)
  await mustGive(context, input.postIds)
  await mustGrantDiscount(context, input.discountLimit, 100)
  await lockCompany(tx)
  await mustHaveOwnPhone(tx, input.phone, null, 'phone')
  const id = uuidv7()
  await tx.insert('employee', {
    id,
    ...columnsOf(input),
    job_number: input.jobNumber || (await freeJobNumber(tx)),
    sort_no: await lastPlace(tx),
    created_at: tx.now,
    updated_at: tx.now,
  })
  await placeIn(tx, input.clinicId, id, input.isDoctor)
  await writePosts(tx, input.clinicId, id, input.postIds)
  tx.publish('staff', null, input.clinicId)
  return id
}

/** Changes what is written down about somebody. Who stops being a doctor must have nobody booked. */
export async function updateEmployee(
  context: ClinicContext,
  input: EmployeeSaid & { id: string; version: number },
): Promise<number> {
  const { tx } = context
  const places = await mustReachPerson(context, input.id)
  await mustOutrank(context, input.id)
  await lockCompany(tx)
  const before = await lockEmployee(tx, input.id)
  await mustGrantDiscount(context, input.discountLimit, before.discountLimit)
  await mustHaveOwnPhone(tx, input.phone, input.id, 'phone')
  if (before.isDoctor && !input.isDoctor) await mustBeFree(tx, input.id, null)
  const changed = await tx.update('employee', { id: input.id, version: input.version }, columnsOf(input))
  for (const place of places) tx.publish('staff', input.id, place.clinicId)
  return changed.version
}

/** Gives somebody the posts they hold in one clinic; what they may do changes with their next request. */
export async function setPosts(
  context: ClinicContext,
  input: { id: string; clinicId: string; postIds: readonly string[] },
): Promise<void> {
  const { tx } = context
  await mustReachClinic(context, EDIT, input.clinicId)
  await lockCompany(tx)
  const place = (await placesOf(tx, input.id)).find((each) => each.clinicId === input.clinicId)
  if (!place) throw new AppError('NOT_FOUND')
  if (!place.active) throw new AppError('EMPLOYEE_LEFT')
  await mustOutrank(context, input.id)
  const held = place.posts.map((post) => post.id)
  const isOwn = input.id === context.employeeId
  const keepsAdmin = (await postsOfCompany(tx)).some((post) => post.isAdmin && input.postIds.includes(post.id))
  if (isOwn && place.posts.some((post) => post.isAdmin) && !keepsAdmin) throw new AppError('ADMINISTRATOR_SELF')
  if (isOwn && !(await isOnlyAdministrator(context))) throw new AppError('POSTS_OWN')
  const given = await mustGive(context, input.postIds, held)
  await writePosts(tx, input.clinicId, input.id, input.postIds)
  await mustKeepAdministrator(tx)
  await tx.note('set-posts', 'employee', input.id, {
    after: {
      clinicId: input.clinicId,
      before: place.posts.map((post) => post.name),
      posts: given.map((post) => post.name),
    },
  })
  tx.publish('session', input.id, input.clinicId)
  tx.publish('staff', input.id, input.clinicId)
}

/** At work (1), suspended or on leave (2), gone (3): the same in every clinic of the company. */
export async function setEmployment(
  context: ClinicContext,
  input: { id: string; version: number; workStatus: number; reason: string },
): Promise<number> {
  const { tx } = context
  const places = await mustReachPerson(context, input.id)
  if (input.id === context.employeeId) throw new AppError('EMPLOYEE_SELF')
  await mustOutrank(context, input.id)
  await lockCompany(tx)
  const before = await lockEmployee(tx, input.id)
  const active = places.filter((place) => place.active)
  if (active.some((place) => !reachesClinic(context, EDIT, place.clinicId)))
    throw new AppError('FORBIDDEN', { message: '该员工还在其他门诊任职，只能由总部变更；可以让其离开本门诊' })
  const note = input.reason ? { reason: input.reason } : {}
  if (workStates.is(before.workStatus, 'left') && !workStates.is(input.workStatus, 'left')) {
    if (before.accountId) throw new AppError('EMPLOYEE_LEFT', { message: '该员工已离职，请本人重新申请关联' })
    await placeIn(tx, context.clinicId, input.id, before.isDoctor)
  }
  if (workStates.is(input.workStatus, 'away')) await mustBeFree(tx, input.id, null)
  if (workStates.is(input.workStatus, 'left')) {
    if (workStates.is(before.workStatus, 'left')) throw new AppError('EMPLOYEE_LEFT')
    if (before.version !== input.version) throw new AppError('VERSION_CONFLICT', { data: { version: before.version } })
    for (const place of active)
      await leaveClinic(tx, { employeeId: input.id, clinicId: place.clinicId, reason: input.reason })
    await mustKeepAdministrator(tx)
    return (await lockEmployee(tx, input.id)).version
  }
  const changed = await tx.update(
    'employee',
    { id: input.id, version: input.version },
    { work_status: input.workStatus, leave_date: null },
    note,
  )
  await mustKeepAdministrator(tx)
  for (const place of places) tx.publish('staff', input.id, place.clinicId)
  return changed.version
}

/** Lets somebody go from one clinic. */
export async function removeFromClinic(
  context: ClinicContext,
  input: { id: string; clinicId: string; reason: string },
): Promise<void> {
  const { tx } = context
  await mustReachClinic(context, EDIT, input.clinicId)
  if (!(await placesOf(tx, input.id)).some((place) => place.clinicId === input.clinicId))
    throw new AppError('NOT_FOUND')
  if (input.id === context.employeeId) throw new AppError('EMPLOYEE_SELF')
  await mustOutrank(context, input.id)
  await lockCompany(tx)
  await leaveClinic(tx, { employeeId: input.id, clinicId: input.clinicId, reason: input.reason })
  await mustKeepAdministrator(tx)
}

/** What stands in the way of somebody leaving, a page of it, and who could take it over in the session's clinic. */
export async function openWorkFor(
  context: ClinicContext,
  employeeId: string,
  clinicId: string | null,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
) {
  const { tx } = context
  if (clinicId) await mustReachClinic(context, EDIT, clinicId)
  await mustReachPerson(context, employeeId)
  const open = await openWorkOf(tx, employeeId, clinicId)
  const colleagues = await colleaguesOf(tx, context.clinicId, employeeId)
  const named = (list: typeof colleagues) => list.map(({ id, name }) => ({ id, name }))
  return {
    list: open.slice((pageNum - 1) * pageSize, pageNum * pageSize),
    total: open.length,
    pageNum,
    pageSize,
    patients: open.filter(({ kind }) => kind !== 'followUp').length,
    followUps: open.filter(({ kind }) => kind === 'followUp').length,
    doctors: named(colleagues.filter(({ isDoctor }) => isDoctor)),
    colleagues: named(colleagues),
  }
}

/**
 * Gives what is open of somebody in the session's clinic to somebody else: patients to another doctor, follow-ups to
 * anybody. What can't be given (that doctor is busy or off) stays where it is, with the reason; the rest goes over.
 */
export async function handOver(
  context: ClinicContext,
  input: { id: string; toEmployeeId: string; what: 'patients' | 'followUps'; reason: string },
): Promise<{ done: number; left: { kind: string; id: string; patientName: string; reason: string }[] }> {
  const { tx, clinicId } = context
  await mustReachPerson(context, input.id)
  const takenBy = input.what === 'followUps' ? 'anybody' : 'doctor'
  const to = (await colleaguesOf(tx, clinicId, input.id)).find(({ id }) => id === input.toEmployeeId)
  if (!to && takenBy === 'anybody') throw fieldError('HAND_OVER_TO', 'toEmployeeId', '请选择本门诊在职的另一位同事')
  if (takenBy === 'doctor' && !to?.isDoctor) throw fieldError('HAND_OVER_TO', 'toEmployeeId')
  const left: { kind: string; id: string; patientName: string; reason: string }[] = []
  const open = (await openWorkOf(tx, input.id, clinicId)).filter(
    ({ kind }) => openWorkSource(tx, kind).takenBy === takenBy,
  )
  for (const { kind, id, patientName } of open) {
    try {
      await tx.attempt(() =>
        openWorkSource(tx, kind).handOver(context, id, input.toEmployeeId, input.reason || '员工停用，转交'),
      )
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      left.push({ kind, id, patientName, reason: error.message })
    }
  }
  tx.publish('staff', input.id)
  return { done: open.length - left.length, left }
}

/** The lasting settings of somebody in the session's clinic. */
export async function setClinicStaff(
  context: ClinicContext,
  input: {
    id: string
    version: number
    deptId: string | null
    chairId: string | null
    isOpenEntry: boolean
    registrationStatus: number
  },
): Promise<number> {
  const { tx, clinicId } = context
  const place = await tx.need<{ id: string; deptId: string | null; chairId: string | null }>(
    keptSql`select ec.id, ec.dept_id as "deptId", ec.chair_id as "chairId" from employee_clinic ec
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.employee_id = ${input.id} and ec.active`,
  )
  const { depts, chairs } = await placeOptions(tx, clinicId)
  const known = (list: { id: string }[], id: string | null, before: string | null) =>
    id === null || id === before || list.some((each) => each.id === id)
  if (!known(depts, input.deptId, place.deptId)) throw fieldError('EMPLOYEE_PLACE_UNKNOWN', 'deptId')
  if (!known(chairs, input.chairId, place.chairId)) throw fieldError('EMPLOYEE_PLACE_UNKNOWN', 'chairId')
  const changed = await tx.update(
    'employee_clinic',
    { id: place.id, version: input.version },
    {
      dept_id: input.deptId,
      chair_id: input.chairId,
      is_open_entry: input.isOpenEntry,
      registration_status: input.registrationStatus,
      stopped_on: receptionStates.is(input.registrationStatus, 'stopped') ? formatDate(tx.now) : null,
    },
  )
  tx.publish('staff', input.id)
  tx.publish('reception', input.id)
  return changed.version
}

/** Puts the clinic's staff in a new order; whoever is not named stands behind. */
export async function orderClinicStaff(context: ClinicContext, ids: readonly string[]): Promise<void> {
  const { tx, clinicId } = context
  const rows = await tx.rows<{ id: string; employeeId: string; sortNo: number }>(
    keptSql`select ec.id, ec.employee_id as "employeeId", ec.sort_no as "sortNo" from employee_clinic ec
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active order by ec.id for no key update`,
  )
  const known = new Set(rows.map((row) => row.employeeId))
  if (ids.some((id) => !known.has(id))) throw new AppError('NOT_FOUND')
  for (const row of rows) {
    const at = ids.indexOf(row.employeeId)
    const sortNo = at < 0 ? ids.length + 1 : at + 1
    if (sortNo !== row.sortNo) await tx.update('employee_clinic', { id: row.id }, { sort_no: sortNo })
  }
  tx.publish('staff')
}
