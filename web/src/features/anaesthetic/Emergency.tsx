import { childRules } from '@dentin/clinical/anaesthetic'
import { useState } from 'react'
import { EmergencySteps } from '../../domain/anaesthetic-emergency.tsx'
import { Field, Icon, NumberField } from '../../ui/index.ts'
import type { DoseForm } from './form.ts'
import { shown } from './formula.ts'
import s from './anaesthetic.module.css'

const isWeight = (kg: number | null): kg is number => kg !== null && kg > 0 && kg <= 250

/** What to do when it goes wrong, one tap away under every answer, with the amounts for the weight that was filled in. */
export function Emergency({ form }: { form: DoseForm }) {
  const weightKg = isWeight(form.weight.value) ? form.weight.value : null
  return (
    <details className={s.fold}>
      <summary>
        <Icon name="alert" size={15} />
        中毒、过敏与逆转
        <span className="t-12 tertiary">{weightKg === null ? '填体重后给出用量' : `按 ${weightKg} kg`}</span>
        <Icon name="chevron-down" size={16} className={s.turn} />
      </summary>
      <EmergencySteps weightKg={weightKg} age={form.age.value} />
    </details>
  )
}

/** A child's dose of other drugs by the old rules, to compare with; not of local anaesthetics. */
export function ChildRules({ form }: { form: DoseForm }) {
  const [adultMg, setAdultMg] = useState<number | null>(null)
  const { weight, age } = form
  const rules =
    adultMg !== null && adultMg > 0 && isWeight(weight.value) && age.value !== null
      ? childRules(age.value, weight.value, adultMg)
      : null
  return (
    <details className={s.fold}>
      <summary>
        <Icon name="ruler" size={15} />
        儿童剂量换算
        <span className="t-12 tertiary">其他药物参考，不用于局麻药</span>
        <Icon name="chevron-down" size={16} className={s.turn} />
      </summary>
      <Field label="成人剂量">
        <NumberField value={adultMg} onChange={setAdultMg} decimals={1} unit="mg" />
      </Field>
      <dl className={s.steps}>
        <div className={s.step}>
          <dt>Clark（体重）</dt>
          <dd>成人剂量 × 磅 ÷ 150{rules && ` = ${shown(rules.clark)} mg`}</dd>
        </div>
        <div className={s.step}>
          <dt>Young（年龄）</dt>
          <dd>成人剂量 × 岁 ÷（岁 + 12）{rules && ` = ${shown(rules.young)} mg`}</dd>
        </div>
      </dl>
      {!rules && <p className={s.basis}>填好体重、年龄和成人剂量，就给出结果</p>}
    </details>
  )
}
