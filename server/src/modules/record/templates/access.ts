import type { Resource, TemplateScope } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../../platform/http/context.ts'

const OWN: Resource = '/myTemplete:edit'
const SHARED: Resource = '/medicalRecordTempSet:edit'

/** Whether a person keeps the own templates, the clinic's, the chain's. */
export function mayKeep(context: ClinicContext, scope: TemplateScope): boolean {
  if (scope === 1) return context.can(OWN)
  return (context.scopeOf(SHARED) ?? 0) >= (scope === 2 ? 3 : 5)
}

/** The templates `t` a person may use: the own, those of the clinic where the person works now, the chain's. */
export const usable = (context: ClinicContext): RawBuilder<boolean> =>
  sql<boolean>`(t.scope = 3 or t.scope = 2 and t.clinic_id = ${context.clinicId} or t.scope = 1 and t.owner_id = ${context.employeeId})`
