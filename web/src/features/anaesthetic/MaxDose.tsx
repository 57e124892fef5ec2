import { anaesthetic } from '@dentin/clinical/anaesthetic'
import { anaestheticWarnings, CHILD_BELOW, dosedAs, isChild } from '@dentin/clinical/anaesthetic-facts'
import { Notice } from '../../ui/index.ts'
import { Answer, NoAnswer, rulesNames, Steps } from './Answer.tsx'
import { Calculator, type CalculatorProps } from './Calculator.tsx'
import { DrugFields } from './DrugFields.tsx'
import { useDoseForm, personOf, wrongOf, type DoseForm } from './form.ts'
import { GiveToRecord } from './GiveToRecord.tsx'
import { limitNames, maxSteps, shown } from './formula.ts'
import { PersonFields } from './PersonFields.tsx'

/** Average dose of articaine for a child, mg for each kg, as the insert gives it. */
const ARTICAINE_CHILD_AVERAGE = 1.33

/** ① The largest dose of one drug; for a child ③: by its measured weight and the limits of children. */
export function MaxDose({ open, links, recordTo, child }: CalculatorProps & { child?: boolean }) {
  const form = useDoseForm(open)
  const wrong = wrongOf({ ...form, given: [] }, child ? { ageNeeded: true, adultFrom: CHILD_BELOW } : {})
  return (
    <Calculator
      form={form}
      links={links}
      child={child ?? false}
      fields={
        <>
          <PersonFields form={form} wrong={wrong} {...(child ? { child } : {})} />
          <DrugFields form={form} title="用药" {...(child ? {} : { withRules: true })} />
        </>
      }
      answer={<MaxAnswer form={form} wrong={wrong} child={child ?? false} recordTo={recordTo} />}
    />
  )
}

function MaxAnswer({
  form,
  wrong,
  child,
  recordTo,
}: {
  form: DoseForm
  wrong: Readonly<Record<string, string>>
  child: boolean
  recordTo: CalculatorProps['recordTo']
}) {
  const who = personOf(form)
  if (!who || (child && who.age === null) || Object.keys(wrong).length > 0)
    return <NoAnswer>{child ? '填好实测体重和年龄，就给出最大用量' : '填好体重，就给出最大用量'}</NoAnswer>
  const patient = dosedAs(who, form.rules)
  const { dose, steps } = maxSteps(form.drug, who, patient, form.cartridgeMl)
  const drug = anaesthetic(form.drug)
  const basis = `${rulesNames[isChild(who) ? 'child' : form.rules]}，${drug.source}`
  if (!dose.allowed)
    return (
      <Answer title={drug.nameZh} figures={[{ value: '不用', unit: '' }]} basis={basis}>
        <Notice tone="danger" icon="ban">
          {drug.minAge} 岁以下不用这种麻药，请换一种
        </Notice>
      </Answer>
    )
  return (
    <Answer
      title={`${drug.nameZh} 最大用量`}
      figures={[
        { value: shown(dose.maxMl), unit: 'ml' },
        {
          value: String(dose.cartridgesDisplay),
          unit: '支',
          note: `整支 ${dose.wholeCartridges}，每支 ${form.cartridgeMl} ml`,
        },
        {
          value: shown(dose.maxMg),
          unit: 'mg',
          ...(dose.adrenalineUg > 0 ? { note: `肾上腺素 ${shown(dose.adrenalineUg)} µg` } : {}),
        },
      ]}
      limit={limitNames[dose.limitedBy]}
      warnings={anaestheticWarnings([form.drug], who)}
      basis={basis}
      actions={<GiveToRecord form={form} maxMl={dose.maxMl} given={null} recordTo={recordTo} />}
    >
      <Steps title="怎么算的" steps={steps} />
      {child && drug.id.startsWith('articaine') && (
        <Notice tone="muted">
          说明书的儿童平均用量：{who.weightKg} kg × {ARTICAINE_CHILD_AVERAGE} mg/kg ={' '}
          {shown(who.weightKg * ARTICAINE_CHILD_AVERAGE)} mg（
          {shown((who.weightKg * ARTICAINE_CHILD_AVERAGE) / drug.mgPerMl)} ml）。肥胖儿童按理想体重
        </Notice>
      )}
    </Answer>
  )
}
