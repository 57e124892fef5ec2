import type { FieldValues } from 'react-hook-form'
import type { CallForm } from '../../lib/form.ts'
import { Field, Segmented, TextField } from '../../ui/index.ts'

/** Whom an invoice is made out to: a person, or a firm with its tax number; and where it goes. */
export function BuyerFields<V extends FieldValues>({ form, prefix = '' }: { form: CallForm<V>; prefix?: string }) {
  const name = (field: string) => `${prefix}${field}` as never
  const company = Number(form.watch(name('titleType'))) === 1
  const text = (field: string, label: string, max: number, required = false, placeholder?: string) => (
    <Field label={label} required={required} error={form.errorOf(`${prefix}${field}`)}>
      <TextField maxLength={max} placeholder={placeholder} {...form.register(name(field))} />
    </Field>
  )
  return (
    <>
      <Field label="抬头类型" group error={form.errorOf(`${prefix}titleType`)}>
        <Segmented
          label="抬头类型"
          options={[
            { value: '0', label: '个人' },
            { value: '1', label: '企业' },
          ]}
          value={company ? '1' : '0'}
          onChange={(next) => form.setValue(name('titleType'), Number(next) as never, { shouldDirty: true })}
        />
      </Field>
      {text('title', '发票抬头', 100, true)}
      {company && text('taxNo', '纳税人识别号', 20, true, '统一社会信用代码')}
      {text('phone', '手机号', 11)}
      {text('mail', '邮箱', 100)}
    </>
  )
}
