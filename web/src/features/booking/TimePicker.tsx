import { weekdayName, shortDayText } from '@dentin/kit/date-text'
import { booking } from '@dentin/contract/booking'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { cx, ErrorLine, SkeletonRows } from '../../ui/index.ts'
import s from './booking.module.css'
import { presentDay } from '../../lib/present.ts'
import type { Page } from './booking-page.ts'

export interface Chosen {
  doctorId: string
  doctorName: string
  date: string
  time: string
}

const parts = [
  { label: '上午', from: '00:00', to: '12:00' },
  { label: '下午', from: '12:00', to: '18:00' },
  { label: '晚上', from: '18:00', to: '24:00' },
]

/** Days as a strip, times as buttons by part of the day. */
export function TimePicker({
  code,
  page,
  itemId,
  doctorId,
  chosen,
  onChoose,
}: {
  code: string
  page: Page
  itemId: string
  doctorId: string | null
  chosen: Chosen | null
  onChoose: (chosen: Chosen) => void
}) {
  const today = page.days[0]?.date ?? presentDay()
  const [date, setDate] = useState(chosen?.date ?? today)
  const slots = useCall(booking.slots, { code, itemId, date, doctorId }, { keep: false, staleTime: 0 })
  const times = new Map<string, { doctorId: string; doctorName: string }>()
  for (const doctor of slots.data ?? [])
    for (const time of doctor.times)
      if (!times.has(time)) times.set(time, { doctorId: doctor.doctorId, doctorName: doctor.doctorName })
  const sorted = [...times.keys()].sort((a, b) => a.localeCompare(b))
  return (
    <>
      <div className={s.days} role="group" aria-label="日期">
        {page.days.map(({ date: day, word, mark }) => (
          <button key={day} type="button" className={s.day} aria-pressed={day === date} onClick={() => setDate(day)}>
            <span>{day === today ? '今天' : weekdayName(day)}</span>
            <b>
              {Number(day.slice(5, 7))}/{Number(day.slice(8))}
            </b>
            <span>{word}</span>
            {mark && <i className={s[mark]}>{mark === 'rest' ? '休' : '班'}</i>}
          </button>
        ))}
      </div>
      {slots.error ? (
        <ErrorLine onRetry={() => void slots.refetch()}>{slots.error.message}</ErrorLine>
      ) : !slots.data ? (
        <SkeletonRows rows={2} height={44} />
      ) : sorted.length === 0 ? (
        <p className={cx(s.none, 'secondary')}>{shortDayText(date)} 没有可约的时间，请看看别的日子</p>
      ) : (
        parts.map((part) => {
          const own = sorted.filter((time) => time >= part.from && time < part.to)
          if (own.length === 0) return null
          return (
            <div key={part.label} role="group" aria-label={part.label}>
              <h3 className={s.partName}>{part.label}</h3>
              <div className={s.times}>
                {own.map((time) => (
                  <button
                    key={time}
                    type="button"
                    className={s.time}
                    aria-pressed={chosen?.date === date && chosen.time === time}
                    onClick={() =>
                      onChoose({ ...(times.get(time) as { doctorId: string; doctorName: string }), date, time })
                    }
                  >
                    {time}
                  </button>
                ))}
              </div>
            </div>
          )
        })
      )}
    </>
  )
}

export function Choice({
  options,
  value,
  onChange,
  label,
}: {
  options: { value: string; label: string; hint?: string }[]
  value: string
  onChange: (value: string) => void
  label: string
}) {
  return (
    <div className={s.choices} role="group" aria-label={label}>
      {options.map((each) => (
        <button
          key={each.value}
          type="button"
          className={s.choice}
          aria-pressed={each.value === value}
          onClick={() => onChange(each.value)}
        >
          <span>{each.label}</span>
          {each.hint && <small>{each.hint}</small>}
        </button>
      ))}
    </div>
  )
}
