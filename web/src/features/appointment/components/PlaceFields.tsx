import type { LocalDate } from '@dentin/kit/datetime'
import { Field, NumberField } from '../../../ui/index.ts'
import { DatePicker, Select, TimeField } from '../../../ui/heavy.ts'
import { chairChoices, clockOf, minutesOf, wireTime, type Options } from '../model.ts'
import { errorOf } from './fields.tsx'
import s from './board.module.css'

/** Where an appointment stands, as the form holds it. */
export interface PlaceValue {
  doctorId: string | null
  chairId: string | null
  date: LocalDate | null
  time: string | null
  minutes: number | null
}

/** The place as the calls take it; null while something is missing. */
export function wirePlace(
  value: PlaceValue,
): { doctorId: string; chairId: string | null; startTime: string; endTime: string } | null {
  const { doctorId, chairId, date, time, minutes } = value
  if (!doctorId || !date || !time || !minutes) return null
  const start = minutesOf(time)
  return {
    doctorId,
    chairId,
    startTime: wireTime(date, start),
    endTime: wireTime(date, Math.min(1440, start + minutes)),
  }
}

/** Doctor, chair, day, time and length; the same when booking and when moving. */
export function PlaceFields({
  value,
  onChange,
  options,
  error,
  tried,
  itemIds = [],
}: {
  value: PlaceValue
  onChange: (patch: Partial<PlaceValue>) => void
  options: Options | undefined
  error: unknown
  tried: boolean
  /** What it is for: chairs that suit it come first. */
  itemIds?: readonly string[]
}) {
  const missing = (empty: boolean, words: string) => (tried && empty ? words : undefined)
  const end = value.time && value.minutes ? clockOf(Math.min(1440, minutesOf(value.time) + value.minutes)) : null
  return (
    <>
      <Field label="医生" required error={errorOf(error, 'doctorId') ?? missing(!value.doctorId, '请选择医生')}>
        <Select
          value={value.doctorId}
          onChange={(doctorId) =>
            onChange({ doctorId, chairId: options?.doctors.find((each) => each.id === doctorId)?.chairId ?? null })
          }
          loading={!options}
          options={(options?.doctors ?? []).map((each) => ({
            value: each.id,
            label: each.name,
            hint: each.stopFlag ? '停诊' : each.deptName,
          }))}
        />
      </Field>
      <Field label="诊椅" error={errorOf(error, 'chairId')}>
        <Select
          value={value.chairId}
          onChange={(chairId) => onChange({ chairId })}
          clearable
          placeholder="不指定"
          options={chairChoices(options, itemIds)}
        />
      </Field>
      <Field label="日期" required error={missing(!value.date, '请选择日期')}>
        <DatePicker value={value.date} onChange={(date) => onChange({ date })} clearable={false} />
      </Field>
      <div className={s.two}>
        <Field label="开始" required error={errorOf(error, 'startTime') ?? missing(!value.time, '请选择时间')}>
          <TimeField value={value.time} onChange={(time) => onChange({ time })} step={5} />
        </Field>
        <Field
          label="时长"
          required
          help={end ? `到 ${end}` : undefined}
          error={errorOf(error, 'endTime') ?? missing(!value.minutes, '请填写时长')}
        >
          <NumberField
            value={value.minutes}
            onChange={(minutes) => onChange({ minutes })}
            min={5}
            max={600}
            step={5}
            unit="分"
          />
        </Field>
      </div>
    </>
  )
}
