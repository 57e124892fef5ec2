import type { AnaestheticRisk } from '@dentin/clinical/anaesthetic-words'
import { laAdrenaline } from '@dentin/clinical/anaesthetic'
import { adrenalineCapInWords, adrenalineReasons, anaestheticRisks } from '@dentin/clinical/anaesthetic-facts'
import { ADRENALINE_CAP_UG } from '@dentin/clinical/anaesthetic-data'
import { Field, FormSection, Segmented } from '../../ui/index.ts'
import { Answer, Steps } from './Answer.tsx'
import { Calculator, type CalculatorProps } from './Calculator.tsx'
import { CartridgeField } from './DrugFields.tsx'
import { ratios, useDoseForm, type DoseForm } from './form.ts'
import { shown } from './formula.ts'
import { HealthFields } from './PersonFields.tsx'
import s from './anaesthetic.module.css'

/** ④ How much of a solution the adrenaline in it allows, whatever the drug. */
export function AdrenalineDose({ open, links }: CalculatorProps) {
  const form = useDoseForm(open)
  return (
    <Calculator
      form={form}
      links={links}
      fields={
        <>
          <HealthFields form={form} />
          <FormSection title="用药">
            <Field label="肾上腺素浓度" className={s.wide}>
              <Segmented
                block
                options={ratios.map((value) => ({ value, label: value }))}
                value={form.ratio}
                onChange={(ratio) => form.set({ ratio })}
              />
            </Field>
            <CartridgeField form={form} />
          </FormSection>
        </>
      }
      answer={<AdrenalineAnswer form={form} />}
    />
  )
}

function AdrenalineAnswer({ form }: { form: DoseForm }) {
  const who = { asa: form.asa.value, risks: form.risks.value }
  const reasons = adrenalineReasons(who)
  const cardiac = reasons.length > 0
  const cap = cardiac ? ADRENALINE_CAP_UG.cardiac : ADRENALINE_CAP_UG.healthy
  const dose = laAdrenaline(form.ratio, cardiac, form.cartridgeMl)
  const warnings = (Object.keys(anaestheticRisks) as AnaestheticRisk[]).flatMap((risk) =>
    form.risks.value.includes(risk) && 'lessAdrenaline' in anaestheticRisks[risk]
      ? [anaestheticRisks[risk].warning]
      : [],
  )
  return (
    <Answer
      title={`含 ${form.ratio} 肾上腺素的麻药，本次最多`}
      figures={[
        { value: shown(dose.maxMl), unit: 'ml' },
        { value: String(dose.cartridgesDisplay), unit: '支', note: `每支 ${form.cartridgeMl} ml` },
        { value: shown(cap / 1000), unit: 'mg', note: `肾上腺素 ${cap} µg` },
      ]}
      limit={cardiac ? reasons.join('、') : '健康成人每次 0.2 mg'}
      warnings={warnings}
      basis="健康 0.2 mg，心血管病或 ASA Ⅲ 级及以上 0.04 mg（Malamed；纽约心脏协会）"
    >
      <Steps
        title="怎么算的"
        steps={[
          {
            label: '肾上腺素',
            text: `${adrenalineCapInWords(who)} ÷ ${dose.ugPerMl} µg/ml = ${shown(dose.maxMl)} ml`,
            decides: true,
          },
          {
            label: '换成支数',
            text: `${shown(dose.maxMl)} ml ÷ ${form.cartridgeMl} ml/支 = ${dose.cartridgesDisplay} 支（舍去不足 0.1 支的）`,
          },
        ]}
      />
      <Steps
        title="其他浓度"
        steps={ratios
          .filter((ratio) => ratio !== form.ratio)
          .map((ratio) => {
            const other = laAdrenaline(ratio, cardiac, form.cartridgeMl)
            return { label: ratio, text: `${shown(other.maxMl)} ml，${other.cartridgesDisplay} 支` }
          })}
      />
    </Answer>
  )
}
