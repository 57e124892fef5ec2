import { planStates } from '@dentin/contract/treatment-plan'
import { Link } from 'react-router'
import { useCan } from '../../lib/permission.ts'
import { cx, EmptyState, ErrorLine, LinkButton, Meter, Money, SkeletonRows, StatusTag } from '../../ui/index.ts'
import { usePatientPlans } from './hooks.ts'
import s from './treatment-plan.module.css'

interface Props {
  patientId: string
  newTo: string
  planTo: (id: string) => string
}

/** 治疗计划 in the patient's file. */
export function PatientPlans({ patientId, newTo, planTo }: Props) {
  const { data, error, refetch } = usePatientPlans(patientId)
  const can = useCan()
  const make = can('/treatmentPlan:edit') && (
    <LinkButton to={newTo} icon="plus" variant="primary">
      新建治疗计划
    </LinkButton>
  )
  if (error) return <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine>
  if (!data) return <SkeletonRows rows={4} />
  if (data.length === 0)
    return <EmptyState icon="ruler" title="还没有治疗计划" hint="把几种做法和价格并排给患者看" action={make} />
  return (
    <div className={s.cards}>
      <div>{make}</div>
      {data.map((plan) => (
        <Link key={plan.id} to={planTo(plan.id)} className={s.card}>
          <span className={s.cardHead}>
            <b>{plan.title}</b>
            <StatusTag kind={planStates} value={plan.status} />
            <span className="t-12 tertiary num">{plan.planNo}</span>
            <span className="t-13 secondary">{plan.doctorName}</span>
            {planStates.is(plan.status, 'quoted') && <span className="t-12 secondary">有效到 {plan.validUntil}</span>}
          </span>
          <span className={s.cardOptions}>
            {plan.options.map((option) => (
              <span key={option.id} className={cx(option.chosen && s.chosenWord)}>
                {option.name}　<Money yuan={option.amount} />
              </span>
            ))}
          </span>
          {planStates.is(plan.status, 'agreed') && (
            <span className={s.cardProgress}>
              <Meter value={plan.lineCount === 0 ? 0 : plan.doneCount / plan.lineCount} label="已执行" />
              <span className="t-12 secondary">
                已做 {plan.doneCount} / {plan.lineCount}
                {plan.nextStep && `，下一步 ${plan.nextStep}`}
              </span>
            </span>
          )}
        </Link>
      ))}
    </div>
  )
}
