import { anaesthetics, CARTRIDGES_ML } from '@dentin/clinical/anaesthetic-data'
import { Select } from '../../ui/heavy.ts'
import { Field, FormSection, Segmented } from '../../ui/index.ts'
import { rulesNames } from './Answer.tsx'
import type { DoseForm } from './form.ts'
import s from './anaesthetic.module.css'

export const drugOptions = anaesthetics.map(({ id, nameZh }) => ({ value: id, label: nameZh }))
const cartridgeOptions = CARTRIDGES_ML.map((value) => ({ value: String(value), label: `${value} ml` }))

export function CartridgeField({ form }: { form: DoseForm }) {
  return (
    <Field label="每支容量">
      <Segmented
        block
        options={cartridgeOptions}
        value={String(form.cartridgeMl)}
        onChange={(cartridge) => form.set({ cartridge })}
      />
    </Field>
  )
}

function RulesField({ form }: { form: DoseForm }) {
  return (
    <Field label="规则集">
      <Segmented
        block
        options={(['standard', 'conservative'] as const).map((value) => ({
          value,
          label: rulesNames[value].slice(0, 3),
        }))}
        value={form.rules}
        onChange={(rules) => form.set({ rules })}
      />
    </Field>
  )
}

/** The drug, the size of its cartridge, and which limits hold. */
export function DrugFields({ form, title, withRules }: { form: DoseForm; title: string; withRules?: boolean }) {
  return (
    <FormSection title={title}>
      <Field label="麻药" className={s.wide}>
        <Select
          value={form.drug}
          options={drugOptions}
          searchable={false}
          onChange={(drug) => drug && form.set({ drug })}
        />
      </Field>
      <CartridgeField form={form} />
      {withRules && <RulesField form={form} />}
    </FormSection>
  )
}
