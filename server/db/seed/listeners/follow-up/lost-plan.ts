import { followUpStates } from '@dentin/contract/core/status'
import { addDays, dayRange, formatDate } from '@dentin/kit'
import { ASK_AGAIN_DAYS, lostPlanWords } from '../../../../src/modules/follow-up/lost-plan.ts'
import { endOfDay } from '../../../../src/modules/follow-up/rules.ts'
import type { Staff } from '../../organisation.ts'
import type { Row, World } from '../../world.ts'
import { NOTHING_YET } from './nothing-yet.ts'

/** 咨询未成交: a few days after a plan was refused its consultant asked again, or will. */
export function askAgain(world: World, plan: Row<'treatment_plan'>, consultant: Staff): void {
  const at = plan.answered_at as Date
  const on = addDays(formatDate(at), ASK_AGAIN_DAYS)
  const { from } = dayRange(on)
  const { code } = followUpStates
  const doc = world.create(
    'follow_up',
    {
      tenant_id: plan.tenant_id,
      id: world.r.uuid(at),
      clinic_id: plan.clinic_id,
      patient_id: plan.patient_id,
      doctor_id: plan.doctor_id,
      ...NOTHING_YET,
      ...lostPlanWords(plan.title, plan.refuse_reason ?? ''),
      plan_at: from,
      first_plan_on: on,
      deadline_at: endOfDay(addDays(on, 2)),
      owner_id: consultant.id,
      owner_role: 'consultant',
      method: 1,
      status: code.due,
      attempts: 0,
      handed_over: false,
      note: '',
      created_from: 3,
      source_key: `lost-plan:${plan.id}:${plan.version as number}`,
      created_by: consultant.id,
      created_name: consultant.name,
      created_at: at,
      updated_at: at,
    },
    consultant,
    at,
    plan.patient_id,
  )
  world.step('follow_up', doc.row as never, null, code.due, consultant, at)
  const asked = new Date(from.getTime() + (10 * 60 + world.r.int(0, 300)) * 60_000)
  if (asked >= world.now) return
  const note = '再考虑，暂不做'
  world.put('follow_call', {
    tenant_id: plan.tenant_id,
    id: world.r.uuid(asked),
    clinic_id: plan.clinic_id,
    follow_up_id: doc.row.id,
    called_at: asked,
    method: 1,
    reached: true,
    result: '其他',
    satisfaction: null,
    note,
    employee_id: consultant.id,
    actor_name: consultant.name,
  })
  world.change(
    doc,
    {
      status: code.done,
      timely: true,
      result_code: '7',
      result: '其他',
      note,
      done_at: asked,
      done_by: consultant.id,
      done_name: consultant.name,
    },
    consultant,
    asked,
    { action: 'report' },
  )
  world.step('follow_up', doc.row as never, code.due, code.done, consultant, asked)
}
