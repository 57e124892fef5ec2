import { formatTeeth } from '@dentin/clinical/teeth'
import { priceText } from '@dentin/kit/money'
import { useState } from 'react'
import { teethOf, teethWords } from '../../../domain/teeth.ts'
import { Field, Switch, TextArea, TextButton, TextField } from '../../../ui/index.ts'
import { MultiSelect, Select } from '../../../ui/heavy.ts'
import { ToothPicker } from '../../../ui/tooth/index.ts'
import { ApiError } from '../../../lib/client.ts'
import type { Options } from '../model.ts'
import s from './board.module.css'

/** What an appointment is for. */
export interface Content {
  itemIds: string[]
  title: string
  teeth: string
  isUrgent: boolean
  nurseId: string | null
  consultantId: string | null
  remark: string
  visibleRemark: string
}
export const emptyContent: Content = {
  itemIds: [],
  title: '',
  teeth: '',
  isUrgent: false,
  nurseId: null,
  consultantId: null,
  remark: '',
  visibleRemark: '',
}

/** Words beside a field from a refused call. */
export function errorOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.fields.find((each) => each.field === field)?.message : undefined
}

const choices = (list: Options['nurses'] | undefined) =>
  (list ?? []).map((each) => ({ value: each.id, label: each.name }))

interface FieldsProps {
  value: Content
  onChange: (patch: Partial<Content>) => void
  options: Options | undefined
  error: unknown
}

/** What it is for; found by name, initials or pinyin. */
export function ItemsField({
  value,
  onChange,
  options,
  error,
  label = '预约项目',
  labelHidden = false,
  placeholder = '可多选，时长相加',
  className,
}: FieldsProps & {
  label?: string
  labelHidden?: boolean
  placeholder?: string
  className?: string | undefined
}) {
  return (
    <Field label={label} labelHidden={labelHidden} error={errorOf(error, 'itemIds')} className={className}>
      <MultiSelect
        value={value.itemIds}
        onChange={(itemIds) => onChange({ itemIds })}
        options={(options?.items ?? []).map((each) => ({
          value: each.id,
          label: each.name,
          search: each.search,
          hint: [`${each.duration} 分`, each.price !== null && priceText(each.price), each.deptName]
            .filter(Boolean)
            .join(' · '),
        }))}
        loading={!options}
        placeholder={placeholder}
      />
    </Field>
  )
}

/** Words and teeth. */
export function SubjectFields({ value, onChange, error }: Omit<FieldsProps, 'options'>) {
  const [picking, setPicking] = useState(false)
  return (
    <>
      <Field label="内容" help="不填时为项目名称" error={errorOf(error, 'title')}>
        <TextField value={value.title} maxLength={60} onChange={(event) => onChange({ title: event.target.value })} />
      </Field>
      <Field
        label="牙位"
        group
        error={errorOf(error, 'teeth')}
        labelRight={<TextButton onClick={() => setPicking((now) => !now)}>{picking ? '收起' : '选择牙位'}</TextButton>}
      >
        <div style={{ minHeight: 32, paddingTop: 5 }} className={value.teeth ? undefined : 'tertiary'}>
          {value.teeth ? teethWords(value.teeth) : '未选'}
        </div>
      </Field>
      {picking && (
        <div className={s.wide}>
          <ToothPicker
            value={teethOf(value.teeth)}
            onChange={(teeth) => onChange({ teeth: formatTeeth(teeth) })}
            withoutSurfaces
          />
        </div>
      )}
    </>
  )
}

/** Who else belongs to it. */
export function PeopleFields({ value, onChange, options, error }: FieldsProps) {
  return (
    <>
      <Field label="护士" error={errorOf(error, 'nurseId')}>
        <Select
          clearable
          searchable
          placeholder="不指定"
          value={value.nurseId}
          onChange={(nurseId) => onChange({ nurseId })}
          options={choices(options?.nurses)}
          loading={!options}
        />
      </Field>
      <Field label="咨询师" error={errorOf(error, 'consultantId')}>
        <Select
          clearable
          searchable
          placeholder="不指定"
          value={value.consultantId}
          onChange={(consultantId) => onChange({ consultantId })}
          options={choices(options?.consultants)}
          loading={!options}
        />
      </Field>
    </>
  )
}

/** What the patient may read of it. */
export function VisibleRemark({ value, onChange, error }: Omit<FieldsProps, 'options'>) {
  return (
    <Field label="给患者的备注" error={errorOf(error, 'visibleRemark')}>
      <TextArea
        value={value.visibleRemark}
        maxLength={200}
        onChange={(event) => onChange({ visibleRemark: event.target.value })}
      />
    </Field>
  )
}

/** Items, teeth, words and remarks, when an appointment is changed. */
export function ContentFields({ value, onChange, options, error }: FieldsProps) {
  const [more, setMore] = useState(false)
  const withPeople = more || Boolean(value.nurseId) || Boolean(value.consultantId)
  return (
    <>
      <ItemsField value={value} onChange={onChange} options={options} error={error} className={s.wide} />
      <SubjectFields value={value} onChange={onChange} error={error} />
      <Field label="内部备注" error={errorOf(error, 'remark')}>
        <TextArea value={value.remark} maxLength={500} onChange={(event) => onChange({ remark: event.target.value })} />
      </Field>
      <VisibleRemark value={value} onChange={onChange} error={error} />
      {withPeople && <PeopleFields value={value} onChange={onChange} options={options} error={error} />}
      <div className={`${s.wide} ${s.inline}`}>
        <Switch checked={value.isUrgent} onChange={(isUrgent) => onChange({ isUrgent })}>
          加急
        </Switch>
        {!withPeople && (
          <TextButton icon="users" onClick={() => setMore(true)}>
            更多：护士、咨询师
          </TextButton>
        )}
      </div>
    </>
  )
}
