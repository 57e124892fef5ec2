import { planStates } from '@dentin/contract/treatment-plan'
import { sum } from '@dentin/kit'
import { codes } from '../../platform/database/codes.ts'
import { amounts, columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { PlanForConsent } from '../consent/index.ts'
import { isCancelled } from './lines.ts'

const accepted = select(columns('treatment_plan', 't', 'clinic_id', 'patient_id', 'doctor_id', 'chosen_option_id'))
const line = select(
  columns('treatment_plan_line', 'l', 'tariff_id', 'name', 'teeth'),
  amounts('treatment_plan_line', 'l', 'amount'),
)

/** What a patient has accepted of a plan; nothing for a plan that nobody has accepted. */
export async function planForConsent(tx: TenantTx, planId: string): Promise<PlanForConsent | undefined> {
  const plan = await tx.row(
    accepted.keptFrom`treatment_plan t where ${tx.own('t')} and t.id = ${planId} and t.status in ${codes(planStates, 'accepted')}`,
  )
  if (!plan) return undefined
  const lines = await tx.rows(
    line.keptFrom`treatment_plan_line l where ${tx.own('l')} and l.option_id = ${plan.chosenOptionId}::uuid and not ${isCancelled(tx)}
      order by l.phase_no, l.line_no`,
  )
  const { chosenOptionId: _chosen, ...whose } = plan
  return {
    ...whose,
    tariffIds: lines.map(({ tariffId }) => tariffId),
    items: lines.map(({ name }) => name),
    teeth: [...new Set(lines.flatMap(({ teeth }) => (teeth === '' ? [] : teeth.split(';'))))].join(';'),
    amount: sum(lines.map(({ amount }) => amount)),
  }
}
