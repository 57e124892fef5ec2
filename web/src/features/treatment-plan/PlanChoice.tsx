import { ANSWERED_ON_TABLET, planStates, type PlanDetail, type PlanOption } from '@dentin/contract/treatment-plan'
import { formatYuanText } from '@dentin/kit/money'
import { useState } from 'react'
import { Button, confirm, EmptyState, ErrorLine, SkeletonRows, toast } from '../../ui/index.ts'
import { useAcceptPlan, usePlan } from './hooks.ts'
import { OptionView } from './OptionView.tsx'
import s from './treatment-plan.module.css'

/**
 * The patient chooses on the clinic's tablet: the options and nothing of the clinic beside them. Afterwards the tablet goes
 * back to whoever handed it over.
 */
export function PlanChoice({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: plan, error, refetch } = usePlan(id)
  const [chosen, setChosen] = useState<PlanOption | null>(null)
  if (!plan)
    return (
      <main className={s.choice}>
        {error ? <ErrorLine onRetry={() => void refetch()}>{error.message}</ErrorLine> : <SkeletonRows rows={12} />}
      </main>
    )
  if (chosen)
    return (
      <main className={s.choice}>
        <EmptyState
          layout="stack"
          icon="check"
          title={`已记下您的选择：${chosen.name}`}
          hint="请把平板交还给工作人员"
          action={<Button onClick={onBack}>工作人员：返回计划</Button>}
        />
      </main>
    )
  return (
    <main className={s.choice}>
      <header className={s.choiceHead}>
        <h1 className={s.choiceTitle}>{plan.title}</h1>
        <span className="secondary">{plan.patientName}</span>
        <span className={s.space} />
        <Button icon="arrow-left" onClick={onBack}>
          返回
        </Button>
      </header>
      {plan.can.answer ? (
        <Offered plan={plan} onChosen={setChosen} />
      ) : (
        <EmptyState
          layout="stack"
          icon="clock"
          title={`这份计划${planStates.names[plan.status] ?? ''}，现在不能选`}
          hint={planStates.is(plan.status, 'expired') ? '报价已过期，请工作人员重新报价' : '请把平板交还给工作人员'}
        />
      )}
    </main>
  )
}

function Offered({ plan, onChosen }: { plan: PlanDetail; onChosen: (option: PlanOption) => void }) {
  const accept = useAcceptPlan()
  const take = async (option: PlanOption) => {
    const sure = await confirm({
      title: `选择「${option.name}」？`,
      body: `方案价 ${formatYuanText(option.amount)} 元。可以先问医生再选。`,
      okText: '就选这个',
      cancelText: '再想想',
    })
    if (!sure) return
    accept.mutate(
      { id: plan.id, version: plan.version, optionId: option.id, how: ANSWERED_ON_TABLET },
      { onSuccess: () => onChosen(option), onError: ({ message }) => toast.error(message) },
    )
  }
  return (
    <div className={s.choiceOptions}>
      {plan.options.map((option, at) => (
        <div key={option.id} className={s.choiceOption}>
          <OptionView plan={plan} option={option} number={at + 1} picked={false} />
          <Button
            size="lg"
            variant="primary"
            icon="check"
            block
            busy={accept.isPending}
            onClick={() => void take(option)}
          >
            选「{option.name}」
          </Button>
        </div>
      ))}
    </div>
  )
}
