import {
  antibioticTierNames,
  drug as calls,
  drugCategories,
  drugSectionKeys,
  drugSections,
} from '@dentin/contract/drug'
import type { WireInput } from '@dentin/contract/core/call'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog, Picked, Select } from '../../ui/heavy.ts'
import { Checkbox, Field, numberOptions, Notice, TextArea, TextField, toast } from '../../ui/index.ts'
import { useSaveDrug, type DrugDetail } from './hooks.ts'
import s from './drug.module.css'

type Category = WireInput<typeof calls.save>['category']
const SHORT = 100

/** A drug's text to be written. What the platform wrote becomes the company's own when it is changed. */
export function DrugDialog({
  drug,
  onClose,
  onSaved,
}: {
  drug: DrugDetail | null
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const save = useSaveDrug()
  const form = useCallForm(calls.save, {
    defaultValues: {
      id: drug?.id ?? null,
      version: drug?.version ?? null,
      name: drug?.name ?? '',
      genericName: drug?.genericName ?? '',
      category: (drug?.category ?? '其他') as Category,
      spec: drug?.spec ?? '',
      routes: drug?.routes ?? ['口服'],
      prescriptionOnly: drug?.prescriptionOnly ?? true,
      antibioticTier: (drug?.antibioticTier ?? null) as 1 | null,
      texts: drug?.texts ?? {},
      source: drug?.source ?? '',
    },
  })
  const submit = form.save(save.mutateAsync, ({ id }) => {
    toast.success(drug ? '已保存' : '已新增')
    onSaved(id)
  })
  return (
    <FormDialog
      form={form}
      title={drug ? `修改药品：${drug.name}` : '新增药品'}
      width={720}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      {drug?.signedName && <Notice icon="alert">改动后，{drug.signedName} 的药师签名将失效。</Notice>}
      <div className={s.two}>
        <Field label="药品名称" required error={form.errorOf('name')}>
          <TextField maxLength={60} {...form.register('name')} />
        </Field>
        <Field label="英文通用名" error={form.errorOf('genericName')}>
          <TextField maxLength={80} {...form.register('genericName')} />
        </Field>
        <Picked form={form} name="category" label="类别" required>
          {(field) => <Select options={drugCategories.map((each) => ({ value: each, label: each }))} {...field} />}
        </Picked>
        <Field label="规格" required error={form.errorOf('spec')}>
          <TextField maxLength={60} {...form.register('spec')} />
        </Field>
        <Picked form={form} name="routes" label="给药途径（几个之间用、隔开）">
          {({ value, onChange, onBlur }) => (
            <TextField
              maxLength={80}
              defaultValue={Array.isArray(value) ? value.join('、') : ''}
              onBlur={onBlur}
              onChange={(event) => onChange(event.target.value.split(/[、,，\s]+/).filter(Boolean))}
            />
          )}
        </Picked>
        <Picked form={form} name="antibioticTier" label="抗菌药物分级">
          {(field) => <Select clearable placeholder="未分级" options={numberOptions(antibioticTierNames)} {...field} />}
        </Picked>
      </div>
      <Picked form={form} name="prescriptionOnly" label="处方药" group>
        {({ value, onChange }) => (
          <Checkbox checked={value === true} onChange={(event) => onChange(event.target.checked)}>
            凭处方使用
          </Checkbox>
        )}
      </Picked>
      {drugSectionKeys.map((key) => (
        <Field key={key} label={drugSections[key][0]} error={form.errorOf(`texts.${key}`)}>
          {drugSections[key][1] <= SHORT ? (
            <TextField maxLength={drugSections[key][1]} {...form.register(`texts.${key}`)} />
          ) : (
            <TextArea rows={2} maxLength={drugSections[key][1]} {...form.register(`texts.${key}`)} />
          )}
        </Field>
      ))}
      <Field label="资料来源" required error={form.errorOf('source')}>
        <TextField maxLength={200} placeholder="如：药品说明书 2024 年版" {...form.register('source')} />
      </Field>
    </FormDialog>
  )
}
