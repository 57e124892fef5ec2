import type { Resource } from '@dentin/contract'
import { sql, type RawBuilder } from 'kysely'
import type { ClinicContext } from '../../platform/http/context.ts'
import { patientsWithin } from '../patient/index.ts'
import { outOfReach, reachesRow, reachOf, rowsWithin } from '../staff/index.ts'

export const VIEW: Resource = '/treatmentPlan:view'
export const EDIT: Resource = '/treatmentPlan:edit'
export const ACCEPT: Resource = '/treatmentPlan:accept'

/** The plans `t` a person may see: those of the reach, and those of the own patients. */
export function readable(context: ClinicContext): RawBuilder<boolean> {
  return rowsWithin(reachOf(context, VIEW), {
    clinic: sql.ref('t.clinic_id'),
    doctors: [sql.ref('t.doctor_id')],
    others: [sql.ref('t.consultant_id')],
    mine: patientsWithin(context, sql.ref('t.patient_id')),
  })
}

/** Whose a plan is. */
interface Whose {
  clinicId: string
  doctorId: string
  consultantId: string | null
}

/** Does the grant reach this plan? A plan of another clinic is only read here. */
export async function mayWork(context: ClinicContext, resource: Resource, plan: Whose): Promise<boolean> {
  if (!context.can(resource) || plan.clinicId !== context.clinicId) return false
  return reachesRow(context, reachOf(context, resource), {
    clinicId: plan.clinicId,
    doctorIds: [plan.doctorId],
    otherIds: [plan.consultantId],
  })
}

/** Refuses a step on a plan beyond the grant's reach, as if it were not there. */
export async function mustWork(context: ClinicContext, resource: Resource, plan: Whose): Promise<void> {
  if (!(await mayWork(context, resource, plan))) throw outOfReach()
}
