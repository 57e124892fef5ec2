import type { Resource } from '@dentin/contract'
import { planStates } from '@dentin/contract/treatment-plan'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import { AppError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustWork, readable } from './access.ts'

export const standing = select(
  columns(
    'treatment_plan',
    't',
    'id',
    'status',
    'version',
    'clinic_id',
    'patient_id',
    'doctor_id',
    'consultant_id',
    'record_id',
    'title',
    'valid_until',
    'discount_percent',
    'discount_reason',
    'chosen_option_id',
  ),
)
export type Standing = RowIn<typeof standing>

/** A plan that the person may read, locked. */
export const lockPlan = (context: ClinicContext, id: string): Promise<Standing> =>
  context.tx.need(
    standing.keptFrom`treatment_plan t where ${context.tx.own('t')} and t.id = ${id} and ${readable(context)} for no key update`,
  )

/** A plan, locked, when the grant reaches it and the step may be taken from where it stands. */
export async function planFor(
  context: ClinicContext,
  resource: Resource,
  step: keyof typeof planStates.moves,
  id: string,
): Promise<Standing> {
  const plan = await lockPlan(context, id)
  await mustWork(context, resource, plan)
  if (!planStates.may(step, plan.status))
    throw new AppError(planStates.is(plan.status, 'accepted') ? 'PLAN_LOCKED' : 'STATUS_CHANGED')
  return plan
}
