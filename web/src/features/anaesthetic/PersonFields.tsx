import type { AnaestheticRisk } from '@dentin/clinical/anaesthetic-words'
import { anaestheticRisks, CHILD_BELOW } from '@dentin/clinical/anaesthetic-facts'
import { estimateWeight } from '@dentin/clinical/anaesthetic'
import { Select } from '../../ui/heavy.ts'
import { Checkbox, ErrorLine, Field, FormSection, Notice, NumberField, TextButton } from '../../ui/index.ts'
import type { DoseForm, Wrong } from './form.ts'
import s from './anaesthetic.module.css'

const risks = Object.entries(anaestheticRisks) as [AnaestheticRisk, { name: string }][]
const ASA = [1, 2, 3, 4].map((value) => ({ value, label: `${'ⅠⅡⅢⅣ'[value - 1]} 级` }))

/** Where a filled-in value comes from; nothing for a typed one. */
const from = ({ fromFile }: { fromFile: boolean }, words: string) => (fromFile ? words : undefined)

/** Whom the dose is for: weight, age, what speaks against a full dose. */
export function PersonFields({ form, wrong, child }: { form: DoseForm; wrong: Wrong; child?: boolean }) {
  const { file, set } = form
  const guess = child && form.weight.value === null && form.age.value !== null ? estimateWeight(form.age.value) : null
  return (
    <FormSection title={form.patientId && file ? `患者　${file.name}` : '患者'}>
      {form.failed && (
        <div className={s.wide}>
          <ErrorLine onRetry={form.failed.retry}>{form.failed.message}</ErrorLine>
        </div>
      )}
      <Field
        label="体重"
        required
        error={wrong.weightKg}
        help={from(form.weight, `取自 ${file?.weight?.at.slice(0, 10) ?? ''} 的病历，请核对`)}
      >
        <NumberField
          value={form.weight.value}
          onChange={(weight) => set({ weight })}
          decimals={1}
          unit="kg"
          placeholder={child ? '实测体重' : undefined}
        />
      </Field>
      <Field label="年龄" required={child} error={wrong.age} help={from(form.age, '取自患者档案')}>
        <NumberField value={form.age.value} onChange={(age) => set({ age })} unit="岁" />
      </Field>
      {guess !== null && (
        <div className={s.wide}>
          <Notice
            tone="danger"
            icon="alert"
            action={<TextButton onClick={() => set({ weight: guess })}>先按 {guess} kg 估算</TextButton>}
          >
            儿童须用实测体重。按年龄估算约 {guess} kg，只作参考
          </Notice>
        </div>
      )}
      {form.age.value === 0 && (
        <div className={s.wide}>
          <Checkbox
            checked={form.underSixMonths.value}
            onChange={({ target }) => set({ small: target.checked ? '1' : '0' })}
          >
            不满 6 个月
          </Checkbox>
        </div>
      )}
      <HealthRows form={form} />
      {!child && form.age.value !== null && form.age.value < CHILD_BELOW && !wrong.age && (
        <div className={s.wide}>
          <Notice tone="muted">未满 {CHILD_BELOW} 岁，按儿童限量计算</Notice>
        </div>
      )}
    </FormSection>
  )
}

/** What speaks against a full dose, without weight and age. */
export function HealthFields({ form }: { form: DoseForm }) {
  return (
    <FormSection title={form.patientId && form.file ? `患者　${form.file.name}` : '患者'}>
      {form.failed && (
        <div className={s.wide}>
          <ErrorLine onRetry={form.failed.retry}>{form.failed.message}</ErrorLine>
        </div>
      )}
      <HealthRows form={form} />
    </FormSection>
  )
}

function HealthRows({ form }: { form: DoseForm }) {
  const { set } = form
  return (
    <>
      <Field label="ASA 分级" help={from(form.asa, '取自病历')}>
        <Select
          value={form.asa.value}
          options={ASA}
          clearable
          searchable={false}
          placeholder="未评"
          onChange={(asa) => set({ asa })}
        />
      </Field>
      <Field label="全身情况" group className={s.wide} help={from(form.risks, '已按档案勾选，请核对')}>
        <div className={s.risks}>
          {risks.map(([risk, { name }]) => (
            <Checkbox
              key={risk}
              checked={form.risks.value.includes(risk)}
              onChange={({ target }) =>
                set({
                  risks: target.checked
                    ? [...form.risks.value, risk]
                    : form.risks.value.filter((each) => each !== risk),
                })
              }
            >
              {name}
              {form.said.get(risk) && <span className={s.said}>档案：{form.said.get(risk)}</span>}
            </Checkbox>
          ))}
        </div>
      </Field>
    </>
  )
}
