import { followUp } from '@dentin/contract/follow-up'
import { useState } from 'react'
import { useAllTariffs } from '../../domain/all-tariffs.ts'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog, MultiSelect, Picked, Select } from '../../ui/heavy.ts'
import { Checkbox, Field, NumberField, TextField, toast } from '../../ui/index.ts'
import { useSaveRule, type Rule, type Template } from './hooks.ts'
import { methodOptions, roleOptions, triggerOptions, typeOptions } from './words.ts'
import s from './follow.module.css'

const ABSENT = 4
/** Words between any of the usual signs. */
const split = (text: string): string[] => [...new Set(text.split(/[、，,;；\s]+/).filter(Boolean))]

/** What starts a follow-up, how much later, who does it and with which words. */
export function RuleDialog({
  rule,
  templates,
  onClose,
}: {
  rule: Rule | null
  templates: Template[]
  onClose: () => void
}) {
  const save = useSaveRule()
  const known = useAllTariffs()
  const form = useCallForm(followUp.saveRule, {
    defaultValues: {
      id: rule?.id ?? null,
      version: rule?.version,
      name: rule?.name ?? '',
      triggers: (rule?.triggers ?? [2, 3]) as [2, 3],
      words: rule?.words ?? [],
      exceptWords: rule?.exceptWords ?? [],
      tariffIds: rule?.tariffs.map((each) => each.id) ?? [],
      icdCodes: rule?.icdCodes ?? [],
      absentDays: rule?.absentDays ?? null,
      delayDays: rule?.delayDays ?? [1],
      graceDays: rule?.graceDays ?? 2,
      type: (rule?.type ?? 1) as 1,
      ownerRole: (rule?.ownerRole ?? 'service') as 'service',
      method: (rule?.method ?? 1) as 1,
      templateId: rule?.templateId ?? templates[0]?.id ?? '',
      enabled: rule?.enabled ?? true,
    },
  })
  const [texts, setTexts] = useState({
    words: (rule?.words ?? []).join('、'),
    exceptWords: (rule?.exceptWords ?? []).join('、'),
    icdCodes: (rule?.icdCodes ?? []).join('、'),
    delayDays: (rule?.delayDays ?? [1]).join('、'),
  })
  const write = (name: 'words' | 'exceptWords' | 'icdCodes', text: string) => {
    setTexts((now) => ({ ...now, [name]: text }))
    form.setValue(name, name === 'icdCodes' ? split(text.toUpperCase()) : split(text), { shouldDirty: true })
    form.clearErrors(name)
  }
  const writeDays = (text: string) => {
    setTexts((now) => ({ ...now, delayDays: text }))
    form.setValue('delayDays', split(text).map(Number), { shouldDirty: true })
    form.clearErrors('delayDays')
  }
  const triggers = form.watch('triggers') as number[]
  const absent = triggers.includes(ABSENT)
  const onItems = triggers.some((each) => each !== 1)
  const toggle = (value: number, on: boolean) => {
    const next = on
      ? value === ABSENT
        ? [ABSENT]
        : [...triggers.filter((each) => each !== ABSENT), value]
      : triggers.filter((each) => each !== value)
    form.setValue('triggers', next.sort((a, b) => a - b) as [2], { shouldDirty: true })
    form.clearErrors('triggers')
    if (next.includes(ABSENT)) writeDays('0')
  }
  const submit = form.save(save.mutateAsync, () => {
    toast.success(rule ? '更新成功' : '规则已建立')
    onClose()
  })
  const options = [
    ...known.map((each) => ({ value: each.id, label: each.name })),
    ...(rule?.tariffs ?? [])
      .filter((each) => !known.some((one) => one.id === each.id))
      .map((each) => ({ value: each.id, label: each.name })),
  ]
  return (
    <FormDialog
      form={form}
      title={rule ? `修改规则：${rule.name}` : '新建随访规则'}
      width={640}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <div className={s.two}>
        <Field label="规则名称" required error={form.errorOf('name')}>
          <TextField maxLength={30} {...form.register('name')} />
        </Field>
        <Picked form={form} name="type" label="随访类型" required>
          {(field) => <Select options={typeOptions} {...field} />}
        </Picked>
      </div>
      <Field label="触发" group required error={form.errorOf('triggers')}>
        <div className={s.next}>
          {triggerOptions.map((each) => (
            <Checkbox
              key={each.value}
              checked={triggers.includes(each.value)}
              onChange={(event) => toggle(each.value, event.target.checked)}
            >
              {each.label}
            </Checkbox>
          ))}
        </div>
      </Field>
      {onItems && (
        <>
          <div className={s.two}>
            <Field label="项目名称或分类含有" error={form.errorOf('words')} help="多个用顿号隔开">
              <TextField
                placeholder="拔牙、拔除"
                value={texts.words}
                onChange={(event) => write('words', event.target.value)}
              />
            </Field>
            <Field label="但名称不含" error={form.errorOf('exceptWords')}>
              <TextField
                placeholder="器械"
                value={texts.exceptWords}
                onChange={(event) => write('exceptWords', event.target.value)}
              />
            </Field>
          </div>
          <Picked form={form} name="tariffIds" label="或这些收费项目">
            {(field) => <MultiSelect placeholder="不指定" options={options} {...field} value={field.value ?? []} />}
          </Picked>
        </>
      )}
      {triggers.includes(1) && (
        <Field label="诊断编码以此开头" required error={form.errorOf('icdCodes')} help="如 K04、K05.3，多个用顿号隔开">
          <TextField value={texts.icdCodes} onChange={(event) => write('icdCodes', event.target.value)} />
        </Field>
      )}
      <div className={s.two}>
        {absent ? (
          <Picked form={form} name="absentDays" label="超过多少天未到店" required>
            {(field) => <NumberField unit="天" min={7} max={1095} {...field} value={field.value ?? null} />}
          </Picked>
        ) : (
          <Field label="多少天后" required error={form.errorOf('delayDays')} help="可填几个：1、7">
            <TextField
              inputMode="numeric"
              value={texts.delayDays}
              onChange={(event) => writeDays(event.target.value)}
            />
          </Field>
        )}
        <Picked form={form} name="graceDays" label="宽限天数" required help="计划日之后几天内算及时">
          {(field) => <NumberField unit="天" min={0} max={60} {...field} />}
        </Picked>
        <Picked form={form} name="ownerRole" label="执行岗位" required>
          {(field) => <Select options={roleOptions} {...field} />}
        </Picked>
        <Picked form={form} name="method" label="方式">
          {(field) => <Select options={methodOptions} {...field} />}
        </Picked>
      </div>
      <Picked form={form} name="templateId" label="内容模板" required>
        {(field) => (
          <Select
            options={templates.map((each) => ({ value: each.id, label: each.name, hint: each.content.slice(0, 24) }))}
            {...field}
          />
        )}
      </Picked>
    </FormDialog>
  )
}
