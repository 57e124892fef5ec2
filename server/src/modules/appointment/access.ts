import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { EmployeeId, TenantId } from '../../platform/database/ids.ts'
import { systemActor } from '../../platform/database/ids.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { AppError } from '../../platform/errors.ts'

/** Whoever books: a member of staff at work, the system itself, or a patient over the clinic's page. */
export interface Desk {
  tx: TenantTx
  tenantId: TenantId
  clinicId: string
  employeeId: EmployeeId | null
  actorName: string
  now: Date
  scopeOf: ClinicContext['scopeOf']
  services: Pick<Services, 'jobs'>
}

/** A desk without a person: it has no permission beyond what the rules give everybody. */
export function systemDesk(tx: TenantTx, clinicId: string, services: Desk['services'], name = systemActor.name): Desk {
  return {
    tx,
    tenantId: tx.tenantId,
    clinicId,
    employeeId: null,
    actorName: name,
    now: tx.now,
    scopeOf: () => null,
    services,
  }
}

/** Whose appointments somebody may see or change: all of the clinic, those of the own department, or the own ones. */
export type DoctorReach =
  | { kind: 'clinic' }
  | { kind: 'department'; tenantId: string; clinicId: string; employeeId: string }
  | { kind: 'own'; employeeId: string }

/** The reach that a grant gives; without the grant nothing but the own appointments. */
export function reachOf(
  context: Pick<ClinicContext, 'scopeOf' | 'tenantId' | 'clinicId' | 'employeeId'>,
  resource: Resource,
): DoctorReach {
  const scope = context.scopeOf(resource)
  const { tenantId, clinicId, employeeId } = context
  if (scope !== null && scope >= 3) return { kind: 'clinic' }
  if (scope === 2) return { kind: 'department', tenantId, clinicId, employeeId }
  return { kind: 'own', employeeId }
}

/** The wider of the reaches of several grants that open the same screen. */
export function widestReach(context: ClinicContext, ...resources: Resource[]): DoctorReach {
  const best = resources.reduce((a, b) => ((context.scopeOf(b) ?? 0) > (context.scopeOf(a) ?? 0) ? b : a))
  return reachOf(context, best)
}

/** The reach as a condition on a column that holds a doctor. */
export function within(reach: DoctorReach, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (reach.kind === 'clinic') return sql<boolean>`true`
  if (reach.kind === 'own') return sql<boolean>`${column} = ${reach.employeeId}`
  return sql<boolean>`${column} in (
    select peer.employee_id from employee_clinic peer
    join employee_clinic mine on mine.tenant_id = ${reach.tenantId} and mine.clinic_id = ${reach.clinicId} and mine.dept_id = peer.dept_id
    where peer.tenant_id = ${reach.tenantId} and peer.clinic_id = ${reach.clinicId} and mine.employee_id = ${reach.employeeId})`
}

/** The reach over appointments aliased `a`: by their doctor; whoever is their nurse or consultant has them as own ones. */
export function amongAppointments(reach: DoctorReach): RawBuilder<boolean> {
  if (reach.kind === 'clinic') return sql<boolean>`true`
  const me = reach.employeeId
  return sql<boolean>`(${within(reach, sql`a.doctor_id`)} or a.consultant_id = ${me} or a.nurse_id = ${me})`
}

/** Refuses a change to appointments of doctors beyond the reach of the grant. */
export async function mustReach(
  context: ClinicContext,
  resource: Resource,
  doctorIds: readonly string[],
): Promise<void> {
  if (!(await reaches(context, resource, doctorIds)))
    throw new AppError('FORBIDDEN', { message: '只能处理自己（本科室）的预约' })
}

/** Refuses a look at a doctor's time to whoever may do none of these with it. */
export async function mustReachOne(
  context: ClinicContext,
  resources: readonly Resource[],
  doctorId: string,
): Promise<void> {
  for (const resource of resources) if (await reaches(context, resource, [doctorId])) return
  throw new AppError('FORBIDDEN', { message: '只能处理自己（本科室）的预约' })
}

/** Does the grant cover all of these doctors? */
export async function reaches(
  { employeeId, ...context }: Desk | ClinicContext,
  resource: Resource,
  doctorIds: readonly string[],
): Promise<boolean> {
  if (context.scopeOf(resource) === null || employeeId === null) return false
  const reach = reachOf({ ...context, employeeId } as ClinicContext, resource)
  if (reach.kind === 'clinic') return true
  if (reach.kind === 'own') return doctorIds.every((id) => id === reach.employeeId)
  const wanted = [...new Set(doctorIds)]
  const found = await context.tx.rows(
    sql<{ id: string }>`select e.employee_id as id from employee_clinic e
      where e.tenant_id = ${context.tenantId} and e.clinic_id = ${context.clinicId} and e.employee_id = any(${wanted}::uuid[])
        and ${within(reach, sql`e.employee_id`)}`,
  )
  return found.length === wanted.length
}
