import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'

/** Whose visits somebody may see or move on: all of the clinic, those of the own department, or the own ones. */
export type VisitReach =
  | { kind: 'clinic' }
  | { kind: 'department'; tenantId: string; clinicId: string; employeeId: string }
  | { kind: 'own'; employeeId: string }

/** The widest reach that one of several grants gives; without any, the own visits only. */
export function reachOf(context: ClinicContext, ...resources: readonly Resource[]): VisitReach {
  const scope = Math.max(0, ...resources.map((each) => context.scopeOf(each) ?? 0))
  const { tenantId, clinicId, employeeId } = context
  if (scope >= 3) return { kind: 'clinic' }
  if (scope === 2) return { kind: 'department', tenantId, clinicId, employeeId }
  return { kind: 'own', employeeId }
}

/** The reach of whoever looks at the reception's lists. */
export const viewReach = (context: ClinicContext): VisitReach =>
  reachOf(context, '/inTreatment:view', '/dashboard:view', '/doctorIndex:view')

/** The reach as a condition on a column that holds a doctor. */
export function within(reach: VisitReach, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (reach.kind === 'clinic') return sql<boolean>`true`
  if (reach.kind === 'own') return sql<boolean>`${column} = ${reach.employeeId}`
  return sql<boolean>`(${column} = ${reach.employeeId} or ${column} in (
    select peer.employee_id from employee_clinic peer
    join employee_clinic mine on mine.tenant_id = ${reach.tenantId} and mine.clinic_id = ${reach.clinicId} and mine.dept_id = peer.dept_id
    where peer.tenant_id = ${reach.tenantId} and peer.clinic_id = ${reach.clinicId} and mine.employee_id = ${reach.employeeId}))`
}

/** Refuses to work on visits of a doctor beyond the reach of the grants. */
export async function mustReach(
  context: ClinicContext,
  doctorId: string,
  ...resources: readonly Resource[]
): Promise<void> {
  const reach = reachOf(context, ...resources)
  if (reach.kind === 'clinic') return
  const found = await context.tx.row(sql<{ ok: boolean }>`select ${within(reach, sql`${doctorId}::uuid`)} as ok`)
  if (!found?.ok) throw new AppError('FORBIDDEN', { message: '只能处理自己（本科室）的患者' })
}
