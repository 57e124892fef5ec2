import { planStates } from '@dentin/contract/treatment-plan'
import { Link } from 'react-router'
import { Icon, Meter } from '../../ui/index.ts'
import { usePatientPlans } from './hooks.ts'
import s from './treatment-plan.module.css'

/** In the head of a file: the accepted plan that is under way, how far it is, and what comes next. */
export function PlanStrip({ patientId, planTo }: { patientId: string; planTo: (id: string) => string }) {
  const plans = usePatientPlans(patientId).data ?? []
  const plan = plans.find(({ status }) => planStates.is(status, 'accepted', 'partly'))
  if (!plan) return null
  return (
    <Link to={planTo(plan.id)} className={s.strip} aria-label={`治疗计划 ${plan.title}`}>
      <Icon name="ruler" size={15} />
      <b className={s.stripTitle}>{plan.title}</b>
      <span className={s.stripMeter}>
        <Meter value={plan.lineCount === 0 ? 0 : plan.doneCount / plan.lineCount} label="已执行" />
      </span>
      <span className="num">
        {plan.doneCount}/{plan.lineCount}
      </span>
      {plan.nextStep && <span className={s.stripNext}>下一步 {plan.nextStep}</span>}
      <Icon name="chevron-right" size={14} />
    </Link>
  )
}
