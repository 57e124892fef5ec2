import { receptionStates } from '@dentin/contract/core/status'
import { workStates } from '@dentin/contract/staff'
import { formatDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { lent } from '../../platform/database/lent.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * Whether a doctor receives today (0 yes, 1 stopped, 2 with a limit): a stop ends with its day.
 * @param row the `employee_clinic` of the query
 */
export const receptionToday = (tx: TenantTx, row = 'ec'): RawBuilder<number> =>
  sql<number>`(case when ${sql.ref(row)}.registration_status in ${codes(receptionStates, 'stopped')} and ${sql.ref(row)}.stopped_on <> ${formatDate(tx.now)}::date then 0
    else ${sql.ref(row)}.registration_status end)`

/** A doctor at work in a clinic. */
export interface ClinicDoctor {
  id: string
  name: string
  deptId: string | null
  deptName: string | null
  chairId: string | null
  chairName: string | null
  /** 0 receiving, 1 stopped, 2 receiving with a limit */
  registrationStatus: number
}

/**
 * A doctor of the clinic.
 * @param options.receiving also refuse one who has stopped receiving (a new registration)
 * @throws AppError NOT_FOUND not a doctor of this clinic; DOCTOR_UNAVAILABLE suspended or gone; DOCTOR_STOPPED
 */
export async function doctorOfClinic(
  tx: TenantTx,
  clinicId: string,
  id: string,
  options: { receiving?: boolean } = {},
): Promise<ClinicDoctor> {
  const row = await tx.row<ClinicDoctor & { workStatus: number; active: boolean }>(
    keptSql`select e.id, e.name, e.work_status as "workStatus", ec.active, ${receptionToday(tx)} as "registrationStatus",
          ec.dept_id as "deptId", d.name as "deptName", ec.chair_id as "chairId", c.name as "chairName"
        from employee e
        join employee_clinic ec on ec.tenant_id = ${tx.tenantId} and ec.employee_id = e.id and ec.clinic_id = ${clinicId}
        left join dept d on d.tenant_id = ${tx.tenantId} and d.id = ec.dept_id
        left join chair c on c.tenant_id = ${tx.tenantId} and c.id = ec.chair_id
        where e.tenant_id = ${tx.tenantId} and e.id = ${id} and e.is_doctor`,
  )
  if (!row) throw new AppError('NOT_FOUND', { message: '没有找到该医生' })
  const { workStatus, active, ...doctor } = row
  if (!workStates.is(workStatus, 'working') || !active) throw new AppError('DOCTOR_UNAVAILABLE')
  if (options.receiving && receptionStates.is(doctor.registrationStatus, 'stopped'))
    throw new AppError('DOCTOR_STOPPED')
  return doctor
}

/** The doctors who see patients in the clinic now. */
export async function doctorsOf(tx: TenantTx, clinicId: string, myId: string) {
  return tx.rows<{
    id: string
    name: string
    titlePost: string
    colour: string
    deptId: string | null
    deptName: string | null
    chairId: string | null
    chairName: string | null
    registrationStatus: number
    isMe: boolean
  }>(
    keptSql`select e.id, e.name, e.title_post as "titlePost", e.colour, ec.dept_id as "deptId", d.name as "deptName",
          ec.chair_id as "chairId", c.name as "chairName", ${receptionToday(tx)} as "registrationStatus", e.id = ${myId} as "isMe"
        from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
        left join dept d on d.tenant_id = ${tx.tenantId} and d.id = ec.dept_id
        left join chair c on c.tenant_id = ${tx.tenantId} and c.id = ec.chair_id
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active and e.is_doctor and e.work_status in ${codes(workStates, 'working')}
        order by ec.sort_no, e.sort_no, e.job_number`,
  )
}

/** The doctors who see patients in the other clinics of the company. */
export async function doctorsElsewhere(tx: TenantTx, clinicId: string) {
  return tx.rows<{ clinicId: string; id: string; name: string }>(
    sql`select ec.clinic_id as "clinicId", e.id, e.name
        from employee_clinic ec
        join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id and e.is_doctor and e.work_status in ${codes(workStates, 'working')}
        where ec.tenant_id = ${tx.tenantId} and ec.clinic_id <> ${clinicId} and ec.active
        order by ec.sort_no, e.sort_no, e.name collate "zh-x-icu"`,
  )
}

/** The names of a clinic's doctors in their order, as JSON. */
export const doctorNames = (tx: TenantTx, clinicId: string): RawBuilder<string[]> =>
  lent(sql<
    string[]
  >`coalesce((select jsonb_agg(e.name order by ec.sort_no, e.sort_no, e.job_number) from employee_clinic ec
    join employee e on e.tenant_id = ${tx.tenantId} and e.id = ec.employee_id
    where ec.tenant_id = ${tx.tenantId} and ec.clinic_id = ${clinicId} and ec.active and e.is_doctor and e.work_status in ${codes(workStates, 'working')}), '[]')`)
