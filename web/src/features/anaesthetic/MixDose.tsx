import { anaesthetic, laMix } from '@dentin/clinical/anaesthetic'
import { anaestheticWarnings, dosedAs, isChild } from '@dentin/clinical/anaesthetic-facts'
import { Select } from '../../ui/heavy.ts'
import { Button, Field, FormSection, IconButton, Meter, Notice, NumberField } from '../../ui/index.ts'
import { Answer, NoAnswer, rulesNames, Steps } from './Answer.tsx'
import { Calculator, type CalculatorProps } from './Calculator.tsx'
import { DrugFields, drugOptions } from './DrugFields.tsx'
import { GiveToRecord } from './GiveToRecord.tsx'
import { personOf, useDoseForm, wrongOf, type DoseForm, type Wrong } from './form.ts'
import { mixSteps, shown } from './formula.ts'
import { PersonFields } from './PersonFields.tsx'
import s from './anaesthetic.module.css'

/** ② What is left of a visit after several drugs: toxicity adds up, adrenaline adds up. */
export function MixDose({ open, links, recordTo }: CalculatorProps) {
  const form = useDoseForm(open)
  const wrong = wrongOf(form)
  return (
    <Calculator
      form={form}
      links={links}
      fields={
        <>
          <PersonFields form={form} wrong={wrong} />
          <GivenFields form={form} wrong={wrong} />
          <DrugFields form={form} title="接着用" withRules />
        </>
      }
      answer={<MixAnswer form={form} wrong={wrong} recordTo={recordTo} />}
    />
  )
}

function GivenFields({ form, wrong }: { form: DoseForm; wrong: Wrong }) {
  const { given, set } = form
  const change = (at: number, patch: Partial<(typeof given)[number]>) =>
    set({ given: given.map((row, n) => (n === at ? { ...row, ...patch } : row)) })
  return (
    <FormSection title="本次已用" columns={1}>
      {given.map((row, n) => (
        // A row has no identity of its own: two may say the same.
        <div key={n} className={s.given}>
          <Field label={`第 ${n + 1} 种麻药`} labelHidden>
            <Select
              value={row.drug}
              options={drugOptions}
              searchable={false}
              onChange={(drug) => drug && change(n, { drug })}
            />
          </Field>
          <Field label={`第 ${n + 1} 种用量`} labelHidden error={wrong[`ml.${n}`]}>
            <NumberField value={row.ml} onChange={(ml) => change(n, { ml })} decimals={2} unit="ml" />
          </Field>
          <IconButton
            icon="x"
            label={`去掉第 ${n + 1} 种`}
            onClick={() => set({ given: given.filter((_, at) => at !== n) })}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          variant="tint"
          icon="plus"
          disabled={given.length >= 6}
          onClick={() => set({ given: [...given, { drug: form.drug, ml: form.cartridgeMl }] })}
        >
          加一种
        </Button>
      </div>
    </FormSection>
  )
}

function MixAnswer({ form, wrong, recordTo }: { form: DoseForm; wrong: Wrong; recordTo: CalculatorProps['recordTo'] }) {
  const who = personOf(form)
  if (!who || Object.keys(wrong).length > 0) return <NoAnswer>填好体重和已用的麻药，就给出还能用多少</NoAnswer>
  const patient = dosedAs(who, form.rules)
  const given = form.given.map(({ drug, ml }) => ({ drug, ml: ml ?? 0 }))
  const mixed = laMix(patient, given, { drug: form.drug, cartridgeMl: form.cartridgeMl })
  const drug = anaesthetic(form.drug)
  const { used, room } = mixSteps(given, form.drug, who, patient, mixed)
  const rest = mixed.nextMaxMl ?? 0
  const over = !mixed.withinFraction || !mixed.withinAdrenaline
  const decides = room.find((step) => step.decides)
  return (
    <Answer
      title={`${drug.nameZh} 还能用`}
      figures={[
        { value: shown(rest), unit: 'ml' },
        { value: String(mixed.nextCartridgesDisplay ?? 0), unit: '支', note: `每支 ${form.cartridgeMl} ml` },
        { value: shown(rest * drug.mgPerMl), unit: 'mg' },
      ]}
      limit={over ? '已超上限' : decides?.label}
      warnings={[
        ...(mixed.withinLowestMax ? [] : ['各药合计已超过其中最小的单药上限（Malamed 更严的算法），请再斟酌']),
        ...anaestheticWarnings([...given.map(({ drug: id }) => id), form.drug], who),
      ]}
      basis={`${rulesNames[isChild(who) ? 'child' : form.rules]}，混合按毒性累加 Σ(已用÷上限) ≤ 1`}
      actions={given.length > 0 && <GiveToRecord form={form} maxMl={rest} given={given} recordTo={recordTo} />}
    >
      {over && (
        <Notice tone="danger" icon="ban">
          {mixed.withinFraction ? '肾上腺素已超本次上限' : '已用的麻药合计超过上限'}，不要再注射
        </Notice>
      )}
      <div className={s.share}>
        <span>已用上限的 {(mixed.fractionUsed * 100).toFixed(1)}%</span>
        <Meter
          value={mixed.fractionUsed}
          label={`已用上限的 ${(mixed.fractionUsed * 100).toFixed(1)}%`}
          tone={over ? 'danger' : 'brand'}
          height={6}
        />
      </div>
      <Steps title="已用" steps={used} />
      <Steps title="余量怎么算的" steps={room} />
    </Answer>
  )
}
