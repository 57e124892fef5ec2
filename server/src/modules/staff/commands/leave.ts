import { associationStates, workStates } from '@dentin/contract/staff'
import { today } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { AppError } from '../../../platform/errors.ts'
import { closeWayIn, endClinicSessions } from '../../identity/index.ts'
import { openWorkOf } from '../open-work.ts'

/**
 * Locks the company's row. Whoever changes who works there, or who may do what, does so one after the other: so that of
 * two administrators who remove each other one stays.
 */
export async function lockCompany(tx: TenantTx): Promise<void> {
  await tx.need(sql`select c.id from company c where c.tenant_id = ${tx.tenantId} for no key update`)
}

/**
 * Refuses when nobody would be left who can administer the company: at work, in a clinic, with an account to sign in
 * with. Called after the change, with the company locked.
 * @throws AppError ADMINISTRATOR_LAST
 */
export async function mustKeepAdministrator(tx: TenantTx): Promise<void> {
  const left = await tx.row(
    sql`select 1 from employee_post ep
        join post p on p.tenant_id = ${tx.tenantId} and p.id = ep.post_id and p.is_admin
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ep.employee_id and e.work_status in ${codes(workStates, 'working')} and e.account_id is not null
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ep.clinic_id and ec.active
        where ep.tenant_id = ${tx.tenantId} limit 1`,
  )
  if (!left) throw new AppError('ADMINISTRATOR_LAST')
}

/** Refuses while a person has work before them, and says what it is. */
export async function mustBeFree(tx: TenantTx, employeeId: string, clinicId: string | null): Promise<void> {
  const open = await openWorkOf(tx, employeeId, clinicId)
  if (open.length === 0) return
  const count = (kind: string) => open.filter((each) => each.kind === kind).length
  const parts = [
    count('appointment') > 0 ? `${count('appointment')} 个以后的预约` : '',
    count('registration') > 0 ? `${count('registration')} 个未结束的挂号` : '',
    count('followUp') > 0 ? `${count('followUp')} 条未完成的随访` : '',
  ].filter(Boolean)
  throw new AppError('EMPLOYEE_OPEN_WORK', {
    message: `还有${parts.join('、')}，请先转交`,
    data: { total: open.length },
  })
}

/** A member of staff, locked until the transaction ends: nobody books anything for them meanwhile. */
export async function lockEmployee(tx: TenantTx, id: string) {
  return tx.need<{
    id: string
    version: number
    name: string
    accountId: string | null
    workStatus: number
    isDoctor: boolean
    discountLimit: number
  }>(
    keptSql`select e.id, e.version, e.name, e.account_id as "accountId", e.work_status as "workStatus", e.is_doctor as "isDoctor",
          e.discount_limit as "discountLimit"
        from employee e where e.tenant_id = ${tx.tenantId} and e.id = ${id} for no key update`,
  )
}

/**
 * Ends somebody's work in one clinic: place, posts, way in and sessions there. Who has no other clinic has left the
 * company. Documents keep the name. The company is locked.
 * @throws AppError EMPLOYEE_LEFT, EMPLOYEE_OPEN_WORK
 */
export async function leaveClinic(
  tx: TenantTx,
  leaving: {
    employeeId: string
    clinicId: string
    reason: string
    /** The session of whoever leaves of their own accord. */
    keepSession?: string | null
  },
): Promise<void> {
  const { employeeId, clinicId, reason } = leaving
  const employee = await lockEmployee(tx, employeeId)
  const places = await tx.rows<{ id: string; clinicId: string }>(
    keptSql`select ec.id, ec.clinic_id as "clinicId" from employee_clinic ec
        where ec.tenant_id = ${tx.tenantId} and ec.employee_id = ${employeeId} and ec.active order by ec.id for no key update`,
  )
  const place = places.find((each) => each.clinicId === clinicId)
  if (!place) throw new AppError('EMPLOYEE_LEFT', { message: `${employee.name}已不在该门诊` })
  await mustBeFree(tx, employeeId, clinicId)
  const note = reason ? { reason } : {}
  await tx.update('employee_clinic', { id: place.id }, { active: false }, { action: 'leave', ...note })
  await tx.rows(
    keptSql`delete from employee_post where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and employee_id = ${employeeId}`,
  )
  if (places.length === 1) {
    await tx.update(
      'employee',
      { id: employeeId },
      { work_status: workStates.code.left, leave_date: today(tx.now) },
      { action: 'leave', ...note },
    )
  }
  if (employee.accountId) {
    await closeWayIn(tx, employee.accountId, clinicId)
    await tx.rows(
      keptSql`update relate_apply set status = ${associationStates.code.ended}, ended_at = ${tx.now}
          where account_id = ${employee.accountId} and clinic_id = ${clinicId} and status in ${codes(associationStates, 'accepted')}`,
    )
    await endClinicSessions(tx, employee.accountId, clinicId, leaving.keepSession ?? null)
  }
  tx.publish('session', employeeId, clinicId)
  tx.publish('staff', null, clinicId)
}
