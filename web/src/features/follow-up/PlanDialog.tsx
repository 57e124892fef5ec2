import type { PatientChoice } from '@dentin/contract/patient'
import type { WireInput } from '@dentin/contract/core/call'
import { followUp } from '@dentin/contract/follow-up'
import { addDays } from '@dentin/kit/datetime'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { DatePicker, FormDialog, Picked, Select, TimeField } from '../../ui/heavy.ts'
import { Field, TextArea, TextField, toast } from '../../ui/index.ts'
import { useCreate, useCreateMany, useFollowOptions, useUpdate, type FollowDetail } from './hooks.ts'
import { PatientField, type FollowPicker } from './parts.tsx'
import { methodOptions, roleOptions, typeOptions } from './words.ts'
import s from './follow.module.css'
import { presentDay } from '../../lib/present.ts'

const USUAL_GRACE = 2

type Props =
  | { follow: FollowDetail; onClose: () => void; onSaved: () => void }
  | {
      follow?: undefined
      /** A patient that is known already; null: one is chosen. */
      patient: { id: string } | null
      /** Several who are to be asked the same, each in words for them. */
      many?: readonly string[]
      /** What is usual from where it was asked for. */
      usual?: { type: number; subject: string }
      renderPicker?: FollowPicker
      onClose: () => void
      onSaved: () => void
    }

/** Plans a follow-up, or changes when and how an open one is done. */
export function PlanDialog(props: Props) {
  return props.follow ? (
    <ChangeDialog follow={props.follow} onClose={props.onClose} onSaved={props.onSaved} />
  ) : (
    <NewDialog {...props} />
  )
}

function NewDialog({
  patient,
  many = [],
  usual,
  renderPicker,
  onClose,
  onSaved,
}: {
  patient: { id: string } | null
  many?: readonly string[]
  usual?: { type: number; subject: string }
  renderPicker?: FollowPicker | undefined
  onClose: () => void
  onSaved: () => void
}) {
  const options = useFollowOptions()
  const create = useCreate()
  const createMany = useCreateMany()
  const [chosen, setChosen] = useState<PatientChoice | null>(null)
  const first = addDays(presentDay(), 1)
  const form = useCallForm(followUp.create, {
    defaultValues: {
      patientId: many[0] ?? patient?.id ?? '',
      type: (usual?.type ?? 3) as 3,
      planTime: `${first} 10:00:00`,
      deadline: null,
      ownerId: null,
      ownerRole: null,
      method: 1,
      subject: usual?.subject ?? '',
      content: '',
      templateId: null,
    },
  })
  const [ownerId, ownerRole] = [form.watch('ownerId') ?? null, form.watch('ownerRole') ?? null]
  const templates = options.data?.templates ?? []
  const send = async ({ patientId: _first, ...plan }: WireInput<typeof followUp.create>) => {
    const { created, passed } = await createMany.mutateAsync({ ...plan, patientIds: [...many] })
    toast.success(`已给 ${created} 位患者安排随访${passed > 0 ? `，${passed} 位已不在，跳过` : ''}`)
  }
  const submit =
    many.length > 0
      ? form.save(send, onSaved)
      : form.save(create.mutateAsync, () => {
          toast.success('随访已安排')
          onSaved()
        })
  const title = many.length > 1 ? `给 ${many.length} 位患者加随访` : '新建随访'
  return (
    <FormDialog form={form} title={title} width={560} onClose={onClose} onSubmit={submit} submitText="保存">
      {!patient && many.length === 0 && <PatientField form={form} renderPicker={renderPicker} onChosen={setChosen} />}
      <div className={s.two}>
        <Picked form={form} name="type" label="类型" required>
          {(field) => <Select options={typeOptions} {...field} />}
        </Picked>
        <Picked form={form} name="method" label="方式">
          {(field) => <Select options={methodOptions} {...field} />}
        </Picked>
        <When
          value={form.watch('planTime')}
          error={form.errorOf('planTime')}
          onChange={(planTime) => form.setValue('planTime', planTime, { shouldDirty: true, shouldValidate: true })}
        />
        <Field label="执行人" group error={form.errorOf('ownerId')}>
          <Select
            label="执行人"
            placeholder="我自己"
            clearable
            searchable
            value={ownerId ?? (ownerRole ? `role:${ownerRole}` : null)}
            onChange={(value) => {
              const role = value?.startsWith('role:') ? value.slice(5) : null
              form.setValue('ownerRole', role as 'nurse' | null, { shouldDirty: true })
              form.setValue('ownerId', role ? null : value, { shouldDirty: true })
            }}
            options={[
              ...roleOptions.map((each) => ({ value: `role:${each.value}`, label: `${each.label}（岗位）` })),
              ...(options.data?.people ?? []).map((each) => ({ value: each.id, label: each.name })),
            ]}
          />
        </Field>
      </div>
      {templates.length > 0 && (
        <Field label="套用模板" group error={form.errorOf('templateId')}>
          <Select
            label="套用模板"
            placeholder="不套用"
            clearable
            value={form.watch('templateId') ?? null}
            onChange={(id) => {
              form.setValue('templateId', id, { shouldDirty: true })
              const template = templates.find((each) => each.id === id)
              if (template)
                form.setValue('content', many.length > 0 ? template.content : worded(template.content, chosen), {
                  shouldDirty: true,
                  shouldValidate: true,
                })
            }}
            options={templates.map((each) => ({ value: each.id, label: each.name }))}
          />
        </Field>
      )}
      <Field label="事由" error={form.errorOf('subject')}>
        <TextField maxLength={60} placeholder="如：拔牙 38" {...form.register('subject')} />
      </Field>
      <Field
        label="随访要点"
        required
        error={form.errorOf('content')}
        help={many.length > 0 ? '写 {称呼} 或 {姓名}，会逐人填好' : undefined}
      >
        <TextArea rows={3} maxLength={500} placeholder="问什么、提醒什么" {...form.register('content')} />
      </Field>
    </FormDialog>
  )
}

/** A template's words for somebody, as far as they are known here: what is not is left open. */
function worded(content: string, patient: PatientChoice | null): string {
  const family = patient ? ([...patient.name][0] ?? '') : ''
  const called = !patient
    ? ''
    : patient.gender === 0
      ? `${family}先生`
      : patient.gender === 1
        ? `${family}女士`
        : patient.name
  return content
    .replaceAll('{姓名}', patient?.name ?? '')
    .replaceAll('{称呼}', called)
    .replace(/\{(项目|牙位|医生|日期)\}/g, '')
    .replace(/（\s*）/g, '')
}

function ChangeDialog({
  follow,
  onClose,
  onSaved,
}: {
  follow: FollowDetail
  onClose: () => void
  onSaved: () => void
}) {
  const update = useUpdate()
  const form = useCallForm(followUp.update, {
    defaultValues: {
      id: follow.id,
      version: follow.version,
      type: follow.type as 1,
      planTime: follow.planTime,
      deadline: follow.deadline.slice(0, 10),
      method: follow.method as 1,
      subject: follow.subject,
      content: follow.content,
    },
  })
  const submit = form.save(update.mutateAsync, () => {
    toast.success('更新成功')
    onSaved()
  })
  return (
    <FormDialog
      form={form}
      title={`修改 ${follow.patientName} 的随访`}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      <div className={s.two}>
        <Picked form={form} name="type" label="类型" required>
          {(field) => <Select options={typeOptions} {...field} />}
        </Picked>
        <Picked form={form} name="method" label="方式">
          {(field) => <Select options={methodOptions} {...field} />}
        </Picked>
        <When
          value={form.watch('planTime')}
          error={form.errorOf('planTime')}
          onChange={(planTime) => {
            form.setValue('planTime', planTime, { shouldDirty: true, shouldValidate: true })
            const least = addDays(planTime.slice(0, 10), USUAL_GRACE)
            if (form.getValues('deadline') < least) form.setValue('deadline', least, { shouldDirty: true })
          }}
        />
        <Picked form={form} name="deadline" label="截止日期" required>
          {(field) => <DatePicker clearable={false} {...field} />}
        </Picked>
      </div>
      <Field label="事由" error={form.errorOf('subject')}>
        <TextField maxLength={60} {...form.register('subject')} />
      </Field>
      <Field label="随访要点" required error={form.errorOf('content')}>
        <TextArea rows={3} maxLength={500} {...form.register('content')} />
      </Field>
    </FormDialog>
  )
}

/** Day and time of a plan. */
export function When({
  label = '计划时间',
  value,
  error,
  onChange,
}: {
  label?: string
  value: string
  error: string | undefined
  onChange: (moment: string) => void
}) {
  const [date, time] = [value.slice(0, 10), value.slice(11, 16) || '10:00']
  return (
    <Field label={label} group required error={error}>
      <div className={s.when}>
        <DatePicker
          label={`${label}：日期`}
          clearable={false}
          value={date || null}
          min={presentDay()}
          onChange={(next) => next && onChange(`${next} ${time}:00`)}
        />
        <TimeField
          label={`${label}：时间`}
          clearable={false}
          step={5}
          width={104}
          value={time}
          onChange={(next) => next && onChange(`${date} ${next}:00`)}
        />
      </div>
    </Field>
  )
}
