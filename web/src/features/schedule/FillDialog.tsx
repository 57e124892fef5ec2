import { weekdayLetters } from '@dentin/kit/date-text'
import { schedule } from '@dentin/contract/schedule'
import { addDays } from '@dentin/kit/datetime'
import { useState } from 'react'
import { useCallForm } from '../../lib/form.ts'
import { DateRangePicker, FormDialog, Picked, Select, TimeField } from '../../ui/heavy.ts'
import { Checkbox, Field } from '../../ui/index.ts'
import { useFill, type Shift } from './hooks.ts'
import { EmployeeChoice, laid, ModeField, type LaidProps } from './laid.tsx'
import s from './schedule.module.css'

/** One shift for several people over a stretch of days; also leave for a week. */
export function FillDialog({
  employees,
  chosen,
  shifts,
  from,
  onAffected,
  onClose,
}: LaidProps & {
  chosen: string[]
  shifts: readonly Shift[]
  from: string
}) {
  const fill = useFill()
  const [partly, setPartly] = useState(false)
  const form = useCallForm(schedule.fill, {
    defaultValues: {
      employeeIds: chosen,
      from,
      to: addDays(from, 6),
      weekdays: [1, 2, 3, 4, 5],
      entries: [{ shiftId: shifts[0]?.id ?? null }],
      mode: 'replace',
      skipHolidays: true,
      acceptAffected: false,
    },
  })
  const weekdays = form.watch('weekdays')
  const entry = form.watch('entries')[0]
  const submit = form.save(fill.mutateAsync, (answer) => {
    const again = () => {
      form.setValue('acceptAffected', true)
      void submit()
    }
    laid(answer, again, { onAffected, onClose })
  })
  return (
    <FormDialog
      title="批量排班、请假"
      width={520}
      form={form}
      onClose={() => onClose()}
      onSubmit={submit}
      submitText="排班"
    >
      <Picked form={form} name="employeeIds" label="员工" required>
        {(field) => <EmployeeChoice employees={employees} placeholder="选择员工" {...field} value={field.value} />}
      </Picked>
      <Field label="日期" required error={form.errorOf('from') ?? form.errorOf('to')}>
        <DateRangePicker
          label="日期"
          clearable={false}
          value={[form.watch('from'), form.watch('to')]}
          onChange={(range) => {
            if (!range) return
            form.setValue('from', range[0], { shouldDirty: true })
            form.setValue('to', range[1], { shouldDirty: true })
          }}
        />
      </Field>
      <Field label="星期" required group error={form.errorOf('weekdays')}>
        <div className={s.days}>
          {weekdayLetters.map((name, n) => (
            <Checkbox
              key={name}
              checked={weekdays.includes(n as 0)}
              onChange={(event) =>
                form.setValue(
                  'weekdays',
                  event.target.checked
                    ? [...weekdays, n as 0].sort((a, b) => a - b)
                    : weekdays.filter((each) => each !== n),
                  { shouldDirty: true, shouldValidate: true },
                )
              }
            >
              周{name}
            </Checkbox>
          ))}
        </div>
      </Field>
      <Field label="班次" required error={form.errorOf('entries')}>
        <Select
          label="班次"
          options={shifts.map(({ id, name, periods }) => ({
            value: id,
            label: name,
            hint: periods.map((each) => `${each.start}–${each.end}`).join(' '),
          }))}
          value={entry?.shiftId ?? null}
          onChange={(shiftId) => form.setValue('entries', [{ ...entry, shiftId }], { shouldDirty: true })}
        />
      </Field>
      <Checkbox
        checked={partly}
        onChange={(event) => {
          setPartly(event.target.checked)
          form.setValue('entries', [
            { shiftId: entry?.shiftId, ...(event.target.checked ? { start: '13:30', end: '17:30' } : {}) },
          ])
          if (event.target.checked) form.setValue('mode', 'add')
        }}
      >
        只用其中一段时间（如请半天假）
      </Checkbox>
      {partly && (
        <div className={s.two}>
          <Field label="开始">
            <TimeField
              label="开始"
              value={entry?.start ?? null}
              onChange={(start) => form.setValue('entries', [{ ...entry, start }])}
            />
          </Field>
          <Field label="结束">
            <TimeField
              label="结束"
              value={entry?.end ?? null}
              onChange={(end) => form.setValue('entries', [{ ...entry, end }])}
            />
          </Field>
        </div>
      )}
      <ModeField
        label="原有的排班"
        modes={['replace', 'empty', 'add']}
        value={form.watch('mode')}
        onChange={(mode) => form.setValue('mode', mode, { shouldDirty: true })}
      />
      <Checkbox {...form.register('skipHolidays')}>跳过节假日</Checkbox>
    </FormDialog>
  )
}
