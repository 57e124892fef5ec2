import { companyRule, companyRules, type RewardTerms } from '@dentin/contract/company-rule'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog, MultiSelect, Picked, Select } from '../../ui/heavy.ts'
import { Field, NumberField, RadioGroup, TextField, toast } from '../../ui/index.ts'
import { RewardTermsFields } from './RewardTermsFields.tsx'
import { useRuleSends, type CompanyRules, type RuleRow } from './hooks.ts'
import { monthWords } from './words.ts'
import s from './company-rule.module.css'

/** The marks whose bounds are set, best first. */
const MARKS = [5, 4, 3, 2] as const

/** Sets a rule from a month on. */
export function RuleDialog({ row, rules, onClose }: { row: RuleRow; rules: CompanyRules; onClose: () => void }) {
  const { save } = useRuleSends()
  const said = companyRules[row.rule]
  const form = useCallForm(companyRule.save, {
    defaultValues: { rule: row.rule, value: row.value, month: rules.months[0] ?? '', reason: '', version: null },
  })
  const submit = form.save(
    (input) => {
      // A month that has its value already is changed, not set a second time.
      const standing = row.history.find(({ fromDay }) => fromDay.slice(0, 7) === input.month)
      return save.mutateAsync({ ...input, version: standing?.version ?? null })
    },
    () => {
      toast.success('更新成功')
      onClose()
    },
  )
  return (
    <FormDialog form={form} title={said.name} onClose={onClose} onSubmit={submit} submitText="保存">
      <p className="t-13 secondary">
        {said.says}。影响：{said.figures}。
      </p>
      <Picked
        form={form}
        name="value"
        label={said.name}
        required
        group={said.kind === 'switch' || said.kind === 'steps' || said.kind === 'reward'}
      >
        {(field) => {
          if (said.kind === 'days')
            return (
              <NumberField
                {...field}
                value={field.value as number}
                min={said.min}
                max={said.max}
                unit="天"
                onChange={(next) => field.onChange(next ?? '')}
              />
            )
          if (said.kind === 'switch')
            return (
              <RadioGroup
                label={said.name}
                options={[
                  { value: 'no', label: '不计入' },
                  { value: 'yes', label: '计入' },
                ]}
                value={field.value === true ? 'yes' : 'no'}
                onChange={(value) => field.onChange(value === 'yes')}
              />
            )
          if (said.kind === 'steps') {
            const bounds = field.value as (number | null)[]
            return (
              <div className={s.steps}>
                {said.usual.map((_, n) => (
                  <label key={MARKS[n]}>
                    {MARKS[n]} 分
                    <NumberField
                      aria-label={`${MARKS[n] ?? ''} 分`}
                      value={bounds[n] ?? null}
                      min={1}
                      max={said.max}
                      unit={said.unit}
                      onChange={(next) => field.onChange(bounds.map((bound, at) => (at === n ? next : bound)))}
                    />
                  </label>
                ))}
              </div>
            )
          }
          if (said.kind === 'reward')
            return (
              <RewardTermsFields
                value={field.value as RewardTerms}
                couponTypes={rules.couponTypes}
                onChange={field.onChange}
              />
            )
          const names = [...new Set([...rules.categories, ...(field.value as string[])])]
          return (
            <MultiSelect
              label={said.name}
              options={names.map((value) => ({ value, label: value }))}
              value={field.value as string[]}
              onChange={field.onChange}
            />
          )
        }}
      </Picked>
      <Picked form={form} name="month" label="生效月份" required help="从这个月一日起；以前的数按原来的规则">
        {(field) => (
          <Select
            label="生效月份"
            options={rules.months.map((value) => ({ value, label: `${monthWords(value)}起` }))}
            value={String(field.value)}
            onChange={(value) => field.onChange(value ?? '')}
          />
        )}
      </Picked>
      <Field label="原因" error={form.errorOf('reason')}>
        <TextField maxLength={200} {...form.register('reason')} />
      </Field>
    </FormDialog>
  )
}
