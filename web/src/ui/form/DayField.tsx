import { readDay } from '@dentin/kit/day-words'
import { dayText } from '@dentin/kit/date-text'
import type { LocalDate } from '@dentin/kit/datetime'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../control/Button.tsx'
import { DayPopup } from './DateField.tsx'
import { useField } from './Field.tsx'
import { TextField } from './TextField.tsx'
import s from './day.module.css'

export interface DayFieldProps {
  value: LocalDate | null
  /** null: what stands in the field is no day. */
  onChange: (date: LocalDate | null) => void
  today: LocalDate
  label?: string
  /** The first day that may be chosen in the calendar. */
  min?: LocalDate
  invalid?: boolean
  /** With a calendar behind the field. */
  calendar?: boolean
}

const PAUSE_MS = 250
/** '12月4日 周五', with the year when it is another one. */
const dayWords = (date: LocalDate, today: LocalDate): string =>
  `${date.slice(0, 4) === today.slice(0, 4) ? '' : `${date.slice(0, 4)}年`}${dayText(date)}`

/**
 * A day that is typed as it is said: 25, 1125, +14, 明天, 两周后, 下周五. What was understood stands at the right while it is
 * typed; what is not understood turns the field red and is no day.
 */
export function DayField({ value, onChange, today, label, min, invalid, calendar = true }: DayFieldProps) {
  const field = useField()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  // A day from elsewhere, such as a click on a calendar, stands for what was typed.
  const [sent, setSent] = useState(value)
  if (sent !== value) {
    setSent(value)
    setTyped(null)
  }
  const understood = typed === null ? value : readDay(typed, today)
  const lost = typed !== null && typed.trim() !== '' && understood === null
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (day: LocalDate | null) => {
    clearTimeout(timer.current)
    setSent(day)
    if (day !== value) onChange(day)
  }
  const settle = () => {
    if (typed === null) return
    send(understood)
    if (understood !== null) setTyped(null)
  }
  return (
    <span className={s.day}>
      <TextField
        aria-label={label}
        id={field?.id}
        invalid={lost || (invalid ?? field?.invalid ?? false)}
        value={typed ?? (value ? dayWords(value, today) : '')}
        placeholder="25、1125、+14、下周五"
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          const text = event.target.value
          setTyped(text)
          clearTimeout(timer.current)
          // 1125 is 1, 11 and 112 on its way: what follows the day waits for a pause.
          timer.current = setTimeout(() => send(readDay(text, today)), PAUSE_MS)
        }}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed !== null && !event.nativeEvent.isComposing) {
            // Takes the day; the form waits for another Enter.
            event.preventDefault()
            settle()
          }
        }}
        suffix={
          <span className={s.end}>
            <span className={lost ? s.lost : s.words} role="status">
              {lost ? '看不懂' : understood && typed !== null ? dayWords(understood, today) : ''}
            </span>
            {calendar && (
              <IconButton
                icon="calendar"
                size="xs"
                label="打开日历"
                tabIndex={-1}
                aria-expanded={open}
                onClick={() => setOpen((now) => !now)}
              />
            )}
          </span>
        }
      />
      {calendar && (
        <DayPopup
          open={open}
          value={value}
          {...(min ? { min } : {})}
          onOpen={setOpen}
          onPick={(day) => {
            setTyped(null)
            setOpen(false)
            send(day)
          }}
        />
      )}
    </span>
  )
}
