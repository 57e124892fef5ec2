import { planStates, treatmentPlan } from '@dentin/contract/treatment-plan'
import type { RecordPaper } from '@dentin/contract/core/papers'
import type { ReactNode } from 'react'
import { usePaperChoice } from '../../domain/paper-choice.tsx'
import { ageText, genderWord } from '../../domain/person.ts'
import { useCall } from '../../lib/query.ts'
import { Logo, PrintPage, PrintPending, PrintView } from '../../ui/index.ts'
import { OptionView } from './OptionView.tsx'
import s from './treatment-plan.module.css'

/** The sheet of a plan for the patient: each option with the mouth when it is done. Opening it leaves a trace. */
export function PlanSheet({
  id,
  pdf,
  onBack,
}: {
  id: string
  pdf: (paper: RecordPaper) => ReactNode
  onBack: () => void
}) {
  const { data, error, refetch } = useCall(
    treatmentPlan.print,
    { id },
    { keep: false, enabled: id !== '', staleTime: 60_000 },
  )
  const { paper, notation, choice } = usePaperChoice()
  if (!id) return <PrintPending error="没有指明要打印哪一份治疗计划" onBack={onBack} />
  if (!data) return <PrintPending error={error?.message} onRetry={() => void refetch()} onBack={onBack} />
  const { plan } = data
  return (
    <PrintView
      title={`治疗计划 ${plan.patientName} ${plan.planNo}`}
      onBack={onBack}
      extra={choice}
      printer={pdf(paper)}
    >
      <PrintPage
        paper={paper}
        logo={<Logo markOnly />}
        clinicName={plan.clinicName}
        contact={[data.clinicAddress, data.clinicPhone].filter(Boolean).join('　')}
        title="治疗计划"
        number={plan.planNo}
        patient={
          <div className={s.sheetPatient}>
            <span>
              姓名 <b>{plan.patientName}</b>
            </span>
            <span>性别 {genderWord(plan.gender) || '—'}</span>
            <span>年龄 {ageText(plan.birthDay, data.printedAt) || '—'}</span>
            <span>病历号 {plan.medicalNumber}</span>
            <span>医生 {plan.doctorName}</span>
          </div>
        }
        signatures={[{ label: '患者或监护人' }, { label: '医生', content: '' }, { label: '日期' }]}
        note={[
          planStates.names[plan.status],
          plan.validUntil && `报价有效到 ${plan.validUntil}，之内不随价目变`,
          `打印于 ${data.printedAt.slice(0, 16)}，第 ${data.printCount} 次`,
        ]
          .filter(Boolean)
          .join('　')}
      >
        <h2 className={s.sheetTitle}>{plan.title}</h2>
        <div className={s.sheetOptions}>
          {plan.options.map((option, at) => (
            <OptionView
              key={option.id}
              plan={plan}
              option={option}
              number={at + 1}
              picked={false}
              notation={notation}
            />
          ))}
        </div>
      </PrintPage>
    </PrintView>
  )
}
