import { schedule } from '@dentin/contract/schedule'
import { addDays } from '@dentin/kit/datetime'
import { useCallForm } from '../../lib/form.ts'
import { DatePicker, FormDialog, Picked } from '../../ui/heavy.ts'
import { Checkbox, Field, NumberField, Segmented } from '../../ui/index.ts'
import { useRepeat } from './hooks.ts'
import { EmployeeChoice, laid, ModeField, type LaidProps } from './laid.tsx'
import { rangeWords, sundayOf } from './model.ts'
import s from './schedule.module.css'

const CYCLES = [
  { value: 1, label: '每周相同' },
  { value: 2, label: 'A/B 周' },
  { value: 3, label: '3 周一轮' },
  { value: 4, label: '4 周一轮' },
] as const

/** A week as it was, or a cycle of weeks, laid over the weeks to come. */
export function RepeatDialog({ employees, week, onAffected, onClose }: LaidProps & { week: string }) {
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
    const again = () => {
      form.setValue('acceptAffected', true)
      void submit()
    }
    laid(answer, again, { onAffected, onClose })
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
        {(field) => <EmployeeChoice employees={employees} placeholder="全部员工" {...field} value={field.value} />}
      </Picked>
      <ModeField
        label="目标周原有的排班"
        modes={['replace', 'empty']}
        value={form.watch('mode')}
        onChange={(mode) => form.setValue('mode', mode, { shouldDirty: true })}
      />
      <Checkbox {...form.register('skipHolidays')}>跳过节假日</Checkbox>
    </FormDialog>
  )
}
