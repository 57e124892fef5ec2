import { commission, discountBearers, payBases, payKinds, payRoles, type PayRole } from '@dentin/contract/commission'
import { useState } from 'react'
import { useFieldArray, type FieldValues } from 'react-hook-form'
import { useCallForm, type CallForm } from '../../lib/form.ts'
import { FormDialog, MultiSelect, Picked, Select } from '../../ui/heavy.ts'
import {
  Button,
  Checkbox,
  Field,
  IconButton,
  MoneyInput,
  NumberField,
  numberOptions,
  Segmented,
  TextField,
  toast,
} from '../../ui/index.ts'
import { useCommissionSends, type Rule, type Rules, type TermsAsked } from './hooks.ts'
import s from './commission.module.css'

const roleOptions = (Object.keys(payRoles) as PayRole[]).map((value) => ({ value, label: payRoles[value] }))
/** What a rule is for: everything, categories, or single items. */
const SCOPES = { all: '全部项目', categories: '指定类别', tariffs: '指定项目' } as const
type Scope = keyof typeof SCOPES

/** A rule: whom and what it is for, of what it pays and how much, and from which month on. */
export function RuleDialog({
  rule,
  rules,
  onTry,
  onClose,
}: {
  rule: Rule | null
  rules: Rules
  onTry: (draft: TermsAsked) => void
  onClose: () => void
}) {
  const { saveRule } = useCommissionSends()
  const said = rule?.terms[0]
  const form = useCallForm(commission.saveRule, {
    defaultValues: {
      id: rule?.id ?? null,
      version: rule?.version ?? null,
      name: rule?.name ?? '',
      fromMonth: said && said.fromMonth > rules.openFrom ? said.fromMonth : rules.openFrom,
      role: said?.role ?? 'doctor',
      employeeIds: said?.employeeIds ?? [],
      tariffIds: said?.tariffIds ?? [],
      categories: said?.categories ?? [],
      clinicIds: said?.clinicIds ?? [],
      basis: (said?.basis ?? 1) as 1,
      lessMaterial: said?.lessMaterial ?? true,
      lessLab: said?.lessLab ?? true,
      lessFee: said?.lessFee ?? false,
      discountBy: (said?.discountBy ?? 1) as 1,
      openerShare: said?.openerShare ?? null,
      kind: (said?.kind ?? 1) as 1,
      steps: said?.steps ?? [{ from: '0.00', to: null, rate: 20 }],
    },
    keep: `commission-rule.${rule?.id ?? 'new'}`,
  })
  const [scope, setScope] = useState<Scope>(
    said && said.tariffIds.length > 0 ? 'tariffs' : said && said.categories.length > 0 ? 'categories' : 'all',
  )
  const choose = (next: Scope) => {
    setScope(next)
    if (next !== 'categories') form.setValue('categories', [], { shouldDirty: true })
    if (next !== 'tariffs') form.setValue('tariffIds', [], { shouldDirty: true })
    form.clearErrors(['categories', 'tariffIds'])
  }
  const submit = form.save(saveRule.mutateAsync, () => {
    toast.success(rule ? '规则已修改' : '规则已建立')
    onClose()
  })
  const check = (name: 'lessMaterial' | 'lessLab' | 'lessFee', label: string) => (
    <Checkbox {...form.register(name)}>{label}</Checkbox>
  )
  const options = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, label: name }))
  const tryIt = () => {
    const { name: _name, fromMonth: _from, version: _version, ...draft } = form.getValues()
    onTry(draft as TermsAsked)
  }
  return (
    <FormDialog
      form={form}
      title={rule ? `修改规则：${rule.name}` : '新建提成规则'}
      width={680}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
      footStart={
        <Button type="button" onClick={tryIt}>
          试算
        </Button>
      }
    >
      <div className={s.two}>
        <Field label="名称" required error={form.errorOf('name')}>
          <TextField maxLength={30} placeholder="医生基本提成" {...form.register('name')} />
        </Field>
        <Field
          label="从哪个月起"
          required
          error={form.errorOf('fromMonth')}
          help={rule ? '以前的月份照旧' : '已月结的月份不能选'}
        >
          <TextField type="month" {...form.register('fromMonth')} />
        </Field>
      </div>
      <div className={s.two}>
        <Picked form={form} name="role" label="给谁" required>
          {(field) => <Select options={roleOptions} {...field} />}
        </Picked>
        <Picked form={form} name="employeeIds" label="其中">
          {(field) => (
            <MultiSelect
              placeholder="全部员工"
              options={options(rules.employees)}
              {...field}
              value={field.value ?? []}
            />
          )}
        </Picked>
      </div>
      <Field label="算哪些项目" group error={form.errorOf('categories') ?? form.errorOf('tariffIds')}>
        <div className={s.stack}>
          <Segmented
            label="算哪些项目"
            size="sm"
            options={(Object.keys(SCOPES) as Scope[]).map((value) => ({ value, label: SCOPES[value] }))}
            value={scope}
            onChange={choose}
          />
          {scope === 'categories' && (
            <MultiSelect
              label="类别"
              placeholder="选择类别"
              options={rules.categories.map((value) => ({ value, label: value }))}
              value={form.watch('categories') as string[]}
              onChange={(next) => form.setValue('categories', next, { shouldDirty: true })}
            />
          )}
          {scope === 'tariffs' && (
            <MultiSelect
              label="项目"
              placeholder="选择项目"
              options={options(rules.tariffs)}
              value={form.watch('tariffIds') as string[]}
              onChange={(next) => form.setValue('tariffIds', next, { shouldDirty: true })}
            />
          )}
        </div>
      </Field>
      {rules.clinics.length > 1 && (
        <Picked form={form} name="clinicIds" label="门诊">
          {(field) => (
            <MultiSelect placeholder="全部门诊" options={options(rules.clinics)} {...field} value={field.value ?? []} />
          )}
        </Picked>
      )}
      <div className={s.two}>
        <Picked form={form} name="basis" label="基数" required>
          {(field) => <Select options={numberOptions(payBases)} {...field} />}
        </Picked>
        <Picked form={form} name="discountBy" label="优惠由谁承担" required help="门诊承担时按优惠前的价格算">
          {(field) => <Select options={numberOptions(discountBearers)} {...field} />}
        </Picked>
      </div>
      <Field label="从基数里减去" group>
        <div className={s.checks}>
          {check('lessMaterial', '材料成本')}
          {check('lessLab', '加工成本')}
          {check('lessFee', '支付手续费')}
        </div>
      </Field>
      {form.watch('role') === 'doctor' && (
        <Picked form={form} name="openerShare" label="开单医生占" help="其余归执行医生；留空按收费项目的业绩归属">
          {(field) => <NumberField unit="%" min={0} max={100} {...field} value={field.value ?? null} />}
        </Picked>
      )}
      <Picked
        form={form}
        name="kind"
        label="怎么算"
        required
        help="分段：每档各按自己的比例；整档：到了哪一档，全部按那一档的比例"
      >
        {(field) => (
          <Segmented
            label="怎么算"
            options={numberOptions(payKinds)}
            value={field.value ?? 1}
            onChange={(next) => {
              field.onChange(next)
              if (next === 1) {
                const first = (form.getValues('steps') as Terms)[0]
                form.setValue('steps', [{ from: '0.00', to: null, rate: first?.rate ?? 20 }], { shouldDirty: true })
              }
            }}
          />
        )}
      </Picked>
      <Steps form={form as unknown as CallForm<FieldValues>} />
    </FormDialog>
  )
}
type Terms = { from: string; to: string | null; rate: number }[]

/** The steps of a month's base, one below the other: each begins where the one before ends. */
function Steps({ form }: { form: CallForm<FieldValues> }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'steps' })
  const isFlat = Number(form.watch('kind')) === 1
  if (isFlat)
    return (
      <Picked form={form} name="steps.0.rate" label="比例" required>
        {(field) => <NumberField unit="%" min={0} max={100} decimals={2} {...field} value={Number(field.value ?? 0)} />}
      </Picked>
    )
  const add = () => {
    const steps = form.getValues('steps') as Terms
    const last = steps.at(-1)
    const from = last?.to ?? (last && Number(last.from) > 0 ? String(Number(last.from) * 2) : '50000.00')
    if (last && last.to === null) form.setValue(`steps.${steps.length - 1}.to`, from, { shouldDirty: true })
    append({ from, to: null, rate: last?.rate ?? 20 })
  }
  return (
    <Field label="各档" group required>
      <ol className={s.steps}>
        {fields.map((field, n) => (
          <li key={field.id} className={s.step}>
            <Picked form={form} name={`steps.${n}.from`} label={`第 ${n + 1} 档从`}>
              {(one) => <MoneyInput value={String(one.value ?? '')} onChange={one.onChange} onBlur={one.onBlur} />}
            </Picked>
            <Picked form={form} name={`steps.${n}.to`} label="到">
              {(one) => (
                <MoneyInput
                  value={String(one.value ?? '')}
                  placeholder="以上"
                  onChange={(yuan) => one.onChange(yuan === '' ? null : yuan)}
                  onBlur={one.onBlur}
                />
              )}
            </Picked>
            <Picked form={form} name={`steps.${n}.rate`} label="比例">
              {(one) => <NumberField unit="%" min={0} max={100} decimals={2} {...one} value={Number(one.value ?? 0)} />}
            </Picked>
            <IconButton
              icon="trash"
              label={`去掉第 ${n + 1} 档`}
              disabled={fields.length === 1}
              onClick={() => remove(n)}
            />
          </li>
        ))}
      </ol>
      <Button type="button" size="sm" icon="plus" disabled={fields.length >= 12} onClick={add}>
        加一档
      </Button>
    </Field>
  )
}
