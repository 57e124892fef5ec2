import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'

/** Whose patients a person may see: everybody's, or (a doctor) his own. */
export type Reach = { all: true } | { all: false; employeeId: string }

/** Who looks at patients, and from where. */
export interface Viewer {
  reach: Reach
  /** amounts */
  sees: boolean
  clinicId: string
  employeeId: string
}

/** What the post says: a data scope beyond 1 reaches every patient of the company; 1, or no grant, one's own patients only. */
export function reachOf(
  context: Pick<ClinicContext, 'scopeOf' | 'employeeId'>,
  ...resources: readonly Resource[]
): Reach {
  const wide = resources.every((resource) => (context.scopeOf(resource) ?? 1) > 1)
  return wide ? { all: true } : { all: false, employeeId: context.employeeId }
}

/**
 * The patients a person may see, as a condition on the patient aliased `p`: responsible for them as doctor, nurse or
 * customer service, or counselling them, opened
 * their file, or has them (or had them) in an appointment (as doctor, consultant or nurse), the queue or the chair. Reads of appointment and visit tables,
 * which lie to the right of this module: rows only decide who may look, nothing of them is shown.
 */
export function within(reach: Reach, tenantId: string): RawBuilder<boolean> {
  if (reach.all) return sql<boolean>`true`
  const me = reach.employeeId
  return sql<boolean>`(p.resp_doctor_id = ${me} or p.consultant_id = ${me} or p.resp_nurse_id = ${me} or p.customer_service_id = ${me} or p.created_by = ${me}
    or p.id in (select r.patient_id from registration r where r.tenant_id = ${tenantId} and r.doctor_id = ${me}
      ${sql.join(
        (['doctor_id', 'consultant_id', 'nurse_id'] as const).map(
          (who) => sql`union all select a.patient_id from appointment a
        where a.tenant_id = ${tenantId} and a.${sql.ref(who)} = ${me} and a.patient_id is not null and a.status in (1, 2, 3, 4, 5)`,
        ),
        sql` `,
      )}))`
}

/** The same for a column of another table that holds a patient: true for those whom the person at work may see. */
export function patientsWithin(
  context: Pick<ClinicContext, 'scopeOf' | 'employeeId' | 'tenantId'>,
  column: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const reach = reachOf(context, '/allTimePatients:view')
  if (reach.all) return sql<boolean>`true`
  return sql<boolean>`${column} in (select p.id from patient p where p.tenant_id = ${context.tenantId} and ${within(reach, context.tenantId)})`
}

/**
 * May this person see money that is not part of the own work: what a patient owes and has paid in all, what others billed,
 * what came in? A grant covers the patients and bills that the person may see at all.
 */
export const seesAmounts = (context: Pick<ClinicContext, 'can'>): boolean => context.can('/field:amounts')

/** Who is at work, as lists of patients ask. */
export const viewerOf = (context: ClinicContext): Viewer => ({
  reach: reachOf(context, '/allTimePatients:view'),
  sees: seesAmounts(context),
  clinicId: context.clinicId,
  employeeId: context.employeeId,
})
