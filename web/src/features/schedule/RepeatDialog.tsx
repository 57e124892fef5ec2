import { schedule } from '@dentin/contract/schedule'
import { addDays } from '@dentin/kit/datetime'
import { useCallForm } from '../../lib/form.ts'
import { DatePicker, FormDialog, MultiSelect, Picked } from '../../ui/heavy.ts'
import { Checkbox, Field, NumberField, Segmented, toast } from '../../ui/index.ts'
import { useRepeat, type Affected, type Sheet } from './hooks.ts'
import { rangeWords, sundayOf } from './model.ts'
import s from './schedule.module.css'

const CYCLES = [
  { value: 1, label: '每周相同' },
  { value: 2, label: 'A/B 周' },
  { value: 3, label: '3 周一轮' },
  { value: 4, label: '4 周一轮' },
] as const
const MODES = [
  { value: 'replace', label: '替换原有' },
  { value: 'empty', label: '只排空格' },
] as const

/** A week as it was, or a cycle of weeks, laid over the weeks to come. */
export function RepeatDialog({
  employees,
  week,
  onAffected,
  onClose,
}: {
  employees: Sheet['employees']
  week: string
  onAffected: (affected: Affected[], again: () => void) => void
  onClose: (affected?: boolean) => void
}) {
  const repeat = useRepeat()
  const form = useCallForm(schedule.repeat, {
    defaultValues: {
      sourceWeek: week,
      cycleWeeks: 1,
      targetWeek: addDays(week, 7),
      weeks: 1,
      employeeIds: [],
      mode: 'replace',
      skipHolidays: true,
      acceptAffected: false,
    },
  })
  const source = sundayOf(form.watch('sourceWeek'))
  const target = sundayOf(form.watch('targetWeek'))
  const cycle = form.watch('cycleWeeks')
  const weeks = form.watch('weeks')
  const submit = form.save(repeat.mutateAsync, (answer) => {
    if (!answer.saved) {
      onAffected(answer.affected, () => {
        form.setValue('acceptAffected', true)
        void submit()
      })
      return
    }
    toast.success(answer.changed > 0 ? `已排 ${answer.changed} 格` : '没有需要改动的格子')
    onClose(answer.affected.length > 0)
  })
  return (
    <FormDialog
      title="复制与循环"
      width={520}
      form={form}
      onClose={() => onClose()}
      onSubmit={submit}
      submitText="套用"
    >
      <Field label="循环" group error={form.errorOf('cycleWeeks')}>
        <Segmented
          label="循环"
          options={CYCLES}
          value={(cycle as 1) ?? 1}
          onChange={(value) => {
            form.setValue('cycleWeeks', value, { shouldDirty: true })
            if (target < addDays(source, value * 7)) form.setValue('targetWeek', addDays(source, value * 7))
            if (weeks < value) form.setValue('weeks', value)
          }}
        />
      </Field>
      <div className={s.two}>
        <Picked
          form={form}
          name="sourceWeek"
          label="从这一周起"
          help={rangeWords(source, addDays(source, cycle * 7 - 1))}
        >
          {(field) => <DatePicker label="从这一周起" clearable={false} {...field} />}
        </Picked>
        <Picked
          form={form}
          name="targetWeek"
          label="套用到这一周起"
          help={rangeWords(target, addDays(target, Math.max(1, weeks || 1) * 7 - 1))}
        >
          {(field) => <DatePicker label="套用到这一周起" clearable={false} {...field} />}
        </Picked>
      </div>
      <Picked form={form} name="weeks" label="连续几周">
        {(field) => <NumberField {...field} min={1} max={13} unit="周" />}
      </Picked>
      <Picked form={form} name="employeeIds" label="员工">
        {(field) => (
          <MultiSelect
            label="员工"
            searchable
            placeholder="全部员工"
            options={employees.map(({ id, name, deptName }) => ({ value: id, label: name, hint: deptName }))}
            {...field}
            value={field.value ?? []}
          />
        )}
      </Picked>
      <Field label="目标周原有的排班" group>
        <Segmented
          label="目标周原有的排班"
          options={MODES}
          value={form.watch('mode') ?? 'replace'}
          onChange={(mode) => form.setValue('mode', mode, { shouldDirty: true })}
        />
      </Field>
      <Checkbox {...form.register('skipHolidays')}>跳过节假日</Checkbox>
    </FormDialog>
  )
}
