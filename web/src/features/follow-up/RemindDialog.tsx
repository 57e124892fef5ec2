import { patientRemind } from '@dentin/contract/follow-up'
import { addDays } from '@dentin/kit/datetime'
import { useCallForm } from '../../lib/form.ts'
import { FormDialog, MultiSelect, Picked, Select } from '../../ui/heavy.ts'
import { Field, TextArea, TextField, toast } from '../../ui/index.ts'
import { useRemindPeople, useSaveReminder, type RemindRow } from './hooks.ts'
import { PatientField, type FollowPicker } from './parts.tsx'
import { When } from './PlanDialog.tsx'
import { repeatOptions } from './words.ts'
import s from './follow.module.css'
import { presentDay } from '../../lib/present.ts'

/** A reminder about a patient, new or changed. */
export function RemindDialog({
  remind,
  patient,
  renderPicker,
  onClose,
}: {
  remind: RemindRow | null
  patient: { id: string } | null
  renderPicker?: FollowPicker | undefined
  onClose: () => void
}) {
  const people = useRemindPeople()
  const save = useSaveReminder()
  const form = useCallForm(patientRemind.save, {
    defaultValues: {
      id: remind?.id ?? null,
      version: remind?.version,
      patientId: remind?.patientId ?? patient?.id ?? '',
      title: remind?.title ?? '',
      content: remind?.content ?? '',
      remindTime: remind?.remindTime ?? `${addDays(presentDay(), 1)} 09:00:00`,
      remindTo: remind?.remindTo.map((each) => each.id) ?? [],
      repeat: (remind?.repeat ?? 0) as 0,
    },
  })
  const submit = form.save(save.mutateAsync, () => {
    toast.success(remind ? '更新成功' : '提醒已建立')
    onClose()
  })
  return (
    <FormDialog
      form={form}
      title={remind ? '修改提醒' : '新建患者提醒'}
      width={520}
      onClose={onClose}
      onSubmit={submit}
      submitText="保存"
    >
      {!patient && !remind && <PatientField form={form} renderPicker={renderPicker} />}
      <Field label="标题" required error={form.errorOf('title')}>
        <TextField maxLength={40} placeholder="如：约种植二期" {...form.register('title')} />
      </Field>
      <Field label="内容" error={form.errorOf('content')}>
        <TextArea rows={2} maxLength={500} {...form.register('content')} />
      </Field>
      <div className={s.two}>
        <When
          label="提醒时间"
          value={form.watch('remindTime')}
          error={form.errorOf('remindTime')}
          onChange={(remindTime) =>
            form.setValue('remindTime', remindTime, { shouldDirty: true, shouldValidate: true })
          }
        />
        <Picked form={form} name="repeat" label="重复">
          {(field) => <Select options={repeatOptions} {...field} />}
        </Picked>
      </div>
      <Picked form={form} name="remindTo" label="提醒谁" required>
        {(field) => (
          <MultiSelect
            placeholder="本门诊的人，可多选"
            options={(people.data ?? []).map((each) => ({ value: each.id, label: each.name }))}
            {...field}
            value={field.value ?? []}
          />
        )}
      </Picked>
    </FormDialog>
  )
}
