import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext, DataScope } from '../../platform/http/context.ts'

export const VIEW: Resource = '/patientMedicalRecord:view'
export const ADD: Resource = '/patientMedicalRecord:add'
/** Whoever treats may say that the treatment is over. */
export const TREAT: Resource = '/inTreatment:treat'
export const SIGN: Resource = '/patientMedicalRecord:sign'
export const AMEND: Resource = '/patientMedicalRecord:amend'
export const DELETE: Resource = '/patientMedicalRecord:delete'
export const PRINT: Resource = '/patientMedicalRecord:print'
export const TEMPLATE_EDIT: Resource = '/myTemplete:edit'

/** Whose records somebody may act on: scope 1 one's own, wider the clinic's. */
export function within(scope: DataScope | null, doctorId: string, me: string): boolean {
  return scope !== null && (scope > 1 || doctorId === me)
}

/** The records a person may read, on record `r` and patient `p`: with scope 1 one's own and those of patients in one's care. */
export function readable(context: Pick<ClinicContext, 'scopeOf' | 'employeeId'>): RawBuilder<boolean> {
  if ((context.scopeOf(VIEW) ?? 1) > 1) return sql<boolean>`true`
  const me = context.employeeId
  return sql<boolean>`(r.doctor_id = ${me} or p.resp_doctor_id = ${me} or p.consultant_id = ${me})`
}
