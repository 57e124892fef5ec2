import { clockOf, minutesOf } from '@dentin/kit/datetime'
import { weekdayNames, type DayHours, type WeekHours } from '@dentin/kit/hours'
import { useState } from 'react'
import { TimeField } from '../../ui/heavy.ts'
import { Field, Switch, TextButton } from '../../ui/index.ts'
import s from './setting.module.css'

const USUAL: DayHours = { opensMin: 510, closesMin: 1110 }
const same = (a: DayHours | null, b: DayHours | null) => a?.opensMin === b?.opensMin && a?.closesMin === b?.closesMin

/** The opening hours of a week, a day in a row; a closed day keeps its hours in mind until it opens again. */
export function HoursField({
  value,
  onChange,
  errorOf,
  disabled,
}: {
  value: WeekHours
  onChange: (week: (DayHours | null)[]) => void
  /** What is wrong with a day, counted from Sunday. */
  errorOf: (day: number) => string | undefined
  disabled: boolean
}) {
  const [before, setBefore] = useState<Record<number, DayHours>>({})
  const put = (day: number, hours: DayHours | null) => onChange(value.map((each, n) => (n === day ? hours : each)))
  return (
    <div className={s.hours}>
      {weekdayNames.map((name, day) => {
        const hours = value[day] ?? null
        const open = () => before[day] ?? value.find((each) => each !== null) ?? USUAL
        const error = errorOf(day)
        return (
          <Field key={name} label={name} labelHidden group error={error}>
            <div className={s.hoursRow}>
              <span className="secondary" aria-hidden>
                {name}
              </span>
              <Switch
                checked={hours !== null}
                disabled={disabled}
                label={`${name}营业`}
                onChange={(next) => {
                  if (hours) setBefore({ ...before, [day]: hours })
                  put(day, next ? open() : null)
                }}
              >
                {hours ? '营业' : '休息'}
              </Switch>
              {hours && (
                <>
                  <span className={s.hoursSpan}>
                    <TimeField
                      label={`${name}开始营业`}
                      width={104}
                      disabled={disabled}
                      invalid={Boolean(error)}
                      value={clockOf(hours.opensMin)}
                      onChange={(time) => time && put(day, { ...hours, opensMin: minutesOf(time) })}
                    />
                    –
                    <TimeField
                      label={`${name}结束营业`}
                      width={104}
                      disabled={disabled}
                      invalid={Boolean(error)}
                      value={clockOf(hours.closesMin % 1440)}
                      // Midnight as an end is the end of this day.
                      onChange={(time) => time && put(day, { ...hours, closesMin: minutesOf(time) || 1440 })}
                    />
                  </span>
                  {!disabled && value.some((each) => !same(each, hours)) && (
                    <TextButton onClick={() => onChange(value.map(() => hours))} aria-label={`${name}的时间应用到每天`}>
                      应用到每天
                    </TextButton>
                  )}
                </>
              )}
            </div>
          </Field>
        )
      })}
    </div>
  )
}
