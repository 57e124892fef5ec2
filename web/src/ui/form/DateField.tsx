import { DatePicker as AntDatePicker, TimePicker as AntTimePicker } from 'antd'
import { addDays, monthOf, today, weekOf, type LocalDate } from '@dentin/kit/datetime'
import dayjs, { type Dayjs } from 'dayjs'
import updateLocale from 'dayjs/plugin/updateLocale'
import 'dayjs/locale/zh-cn'
import { useContext, useState, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import { AntTheme } from '../theme/antd.tsx'
import { useField } from './Field.tsx'
import { DayMarks } from './day-marks.ts'
import s from './date.module.css'
import popup from './day.module.css'
import { present, presentDay } from '../../lib/present.ts'

// The week of the clinic begins on Sunday; the locale's own begins on Monday.
dayjs.extend(updateLocale)
dayjs.updateLocale('zh-cn', { weekStart: 0 })
dayjs.locale('zh-cn')

interface Common {
  /** Spoken name; inside a `Field` its label is used. */
  label?: string
  /** First and last day that may be chosen. */
  min?: LocalDate
  max?: LocalDate
  disabled?: boolean
  invalid?: boolean
  clearable?: boolean
  width?: number | string
  onBlur?: () => void
}

export interface DatePickerProps extends Common {
  /** 'yyyy-MM-dd' or null. */
  value: LocalDate | null
  onChange: (date: LocalDate | null) => void
  placeholder?: string
  /** 今天 and 昨天 at the side. */
  shortcuts?: boolean
}

export interface DateRangePickerProps extends Common {
  /** Both days are inside the range. */
  value: readonly [LocalDate, LocalDate] | null
  onChange: (range: [LocalDate, LocalDate] | null) => void
}

const write = (day: Dayjs) => day.format('YYYY-MM-DD')
const read = (date: LocalDate | null | undefined) => (date ? dayjs(date) : null)

/** The shortcuts of every range: 今天 昨天 本周 本月 上月; the week begins on Sunday. */
export function rangeShortcuts(now: Date): { label: string; value: [LocalDate, LocalDate] }[] {
  const day = today(now)
  const whole = (days: LocalDate[]): [LocalDate, LocalDate] => [days[0] ?? day, days.at(-1) ?? day]
  const month = monthOf(day)
  return [
    { label: '今天', value: [day, day] },
    { label: '昨天', value: [addDays(day, -1), addDays(day, -1)] },
    { label: '本周', value: whole(weekOf(day)) },
    { label: '本月', value: whole(month) },
    { label: '上月', value: whole(monthOf(addDays(month[0] ?? day, -1))) },
  ]
}

/** Puts a range in order: a reversed one is swapped. */
export function ordered(from: LocalDate, to: LocalDate): [LocalDate, LocalDate] {
  return from <= to ? [from, to] : [to, from]
}

/** Days by key: the arrows go a day, the page keys a month. */
const DAY_KEYS: Readonly<Record<string, readonly [amount: number, unit: 'day' | 'month']>> = {
  ArrowUp: [-1, 'day'],
  ArrowDown: [1, 'day'],
  PageUp: [-1, 'month'],
  PageDown: [1, 'month'],
}

/**
 * The day that a key leads to: a day or a month on, and from there the next one that may be chosen. It is looked for
 * up to one year from where it began; null when there is none.
 */
export function dayByKey(from: LocalDate, key: string, bounds: Pick<Common, 'min' | 'max'>): LocalDate | null {
  const step = DAY_KEYS[key]
  if (!step) return null
  const [amount, unit] = step
  const reached = write(dayjs(from).add(amount, unit))
  const { min, max } = bounds
  // Between the bounds every day may be chosen, so the next one is the day itself or the nearer bound ahead of it.
  const next = amount > 0 && min && reached < min ? min : amount < 0 && max && reached > max ? max : reached
  const end = write(dayjs(from).add(Math.sign(amount), 'year'))
  const tooFar = amount > 0 ? next > end : next < end
  return tooFar || (min && next < min) || (max && next > max) ? null : next
}

/** A key in an empty field begins with today, or with the day nearest to it that may be chosen. */
const nearestDay = (now: LocalDate, bounds: Pick<Common, 'min' | 'max'>) =>
  dayByKey(addDays(now, -1), 'ArrowDown', bounds) ?? dayByKey(addDays(now, 1), 'ArrowUp', bounds)

/** Enter in an open picker takes what is typed and closes it; it does not send the form around it. */
function useOwnEnter(onOpen?: () => void) {
  const [open, setOpen] = useState(false)
  return {
    onOpenChange: (next: boolean) => {
      setOpen(next)
      if (next) onOpen?.()
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && open) event.preventDefault()
    },
  }
}

/** A day of the calendar: its number, festival or lunar day, and 休 or 班. */
export function DayCell({ date }: { date: LocalDate }) {
  const { word, mark } = useContext(DayMarks).of(date)
  return (
    <div className={cx('ant-picker-cell-inner', s.day)}>
      {Number(date.slice(8))}
      <span className={s.word}>{word ?? ' '}</span>
      {mark && <span className={cx(s.mark, s[mark])}>{mark === 'rest' ? '休' : '班'}</span>}
    </div>
  )
}

const cellRender = (current: string | number | Dayjs, info: { type: string; originNode: ReactNode }) =>
  info.type === 'date' && dayjs.isDayjs(current) ? <DayCell date={write(current)} /> : info.originNode

/** What every calendar of days has: the marks of the years that it shows, asked for when they come into sight. */
function useMarked(value: LocalDate | null) {
  const { need } = useContext(DayMarks)
  const show = (day: Dayjs | null) => {
    // The first and the last row reach into the neighbouring months.
    const middle = day ?? dayjs()
    for (const year of new Set([-1, 0, 2].map((months) => middle.add(months, 'month').year()))) need(year)
  }
  return {
    cellRender,
    onOpen: () => show(read(value) ?? dayjs(presentDay())),
    onPanelChange: (day: Dayjs | null | (Dayjs | null)[]) => show(Array.isArray(day) ? (day[0] ?? null) : day),
    classNames: { popup: { root: cx(s.popup, s.marked) } },
  }
}

function useShared({ label, min, max, disabled, invalid, clearable = true, width = '100%', onBlur }: Common) {
  const field = useField()
  const bad = invalid ?? field?.invalid
  return {
    id: field?.id,
    'aria-label': label,
    'aria-invalid': bad || undefined,
    'aria-required': field?.required || undefined,
    'aria-describedby': field?.describedBy,
    status: bad ? ('error' as const) : undefined,
    disabled,
    onBlur,
    minDate: read(min) ?? undefined,
    maxDate: read(max) ?? undefined,
    allowClear: clearable && { clearIcon: <Icon name="x-circle" size={14} label="清空" /> },
    style: { width },
    format: ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY/M/D', 'YYYY.M.D'],
    suffixIcon: <Icon className="secondary" name="calendar" size={16} />,
    previewValue: false as const,
  }
}

/** A day as 'yyyy-MM-dd'. Sunday first; also typed as 20261120 or 2026/11/20; ↑ ↓ and the page keys go on from it. */
export function DatePicker({ value, onChange, placeholder, shortcuts, ...rest }: DatePickerProps) {
  const [day, setDay] = useState(presentDay)
  const { onOpen, ...marked } = useMarked(value)
  const enter = useOwnEnter(() => {
    setDay(presentDay())
    onOpen()
  })
  return (
    <AntTheme>
      <AntDatePicker
        {...useShared(rest)}
        {...marked}
        {...enter}
        onKeyDown={(event) => {
          enter.onKeyDown(event)
          if (!(event.key in DAY_KEYS) || event.altKey || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          const now = presentDay()
          const next = value ? dayByKey(value, event.key, rest) : nearestDay(now, rest)
          if (next) onChange(next)
        }}
        value={read(value)}
        onChange={(next: Dayjs | null) => onChange(next ? write(next) : null)}
        placeholder={placeholder ?? '选择日期'}
        presets={
          shortcuts
            ? [
                { label: '今天', value: dayjs(day) },
                { label: '昨天', value: dayjs(addDays(day, -1)) },
              ]
            : undefined
        }
      />
    </AntTheme>
  )
}

/** The calendar of a day alone, opened by a button beside a field of its own. */
export function DayPopup({
  open,
  value,
  min,
  onOpen,
  onPick,
}: {
  open: boolean
  value: LocalDate | null
  min?: LocalDate
  onOpen: (open: boolean) => void
  onPick: (date: LocalDate) => void
}) {
  const { onOpen: ask, ...marked } = useMarked(value)
  return (
    <AntTheme>
      <AntDatePicker
        {...marked}
        open={open}
        onOpenChange={(next) => {
          if (next) ask()
          onOpen(next)
        }}
        value={read(value)}
        minDate={read(min) ?? undefined}
        onChange={(next: Dayjs | null) => next && onPick(write(next))}
        className={cx(popup.popup)}
        tabIndex={-1}
        aria-hidden
      />
    </AntTheme>
  )
}

/** A range of days, both included, with shortcuts; a reversed range is swapped. */
export function DateRangePicker({ value, onChange, ...rest }: DateRangePickerProps) {
  const { id, ...shared } = useShared(rest)
  const [now, setNow] = useState(present)
  const { onOpen, ...marked } = useMarked(value?.[0] ?? null)
  const enter = useOwnEnter(() => {
    setNow(present())
    onOpen()
  })
  return (
    <AntTheme>
      <AntDatePicker.RangePicker
        {...shared}
        {...marked}
        {...enter}
        id={id ? { start: id, end: `${id}-end` } : undefined}
        value={value ? [dayjs(value[0]), dayjs(value[1])] : null}
        onChange={(next) => onChange(next?.[0] && next[1] ? ordered(write(next[0]), write(next[1])) : null)}
        placeholder={['开始日期', '结束日期']}
        separator={<span className="tertiary">–</span>}
        order
        presets={rangeShortcuts(now).map(({ label, value: [from, to] }) => ({
          label,
          value: [dayjs(from), dayjs(rest.max && to > rest.max ? rest.max : to)] as [Dayjs, Dayjs],
        }))}
      />
    </AntTheme>
  )
}

export interface TimeFieldProps {
  /** 'HH:mm' or null. */
  value: string | null
  onChange: (time: string | null) => void
  label?: string
  /** Minutes between the choices, by default 5. */
  step?: 5 | 10 | 15 | 30
  disabled?: boolean
  invalid?: boolean
  clearable?: boolean
  width?: number | string
}

/** A time of day as 'HH:mm'; also typed as 0935. */
export function TimeField({
  value,
  onChange,
  label,
  step = 5,
  disabled,
  invalid,
  clearable = false,
  width = '100%',
}: TimeFieldProps) {
  const field = useField()
  const bad = invalid ?? field?.invalid
  const write = (time: Dayjs | null) => onChange(time ? time.format('HH:mm') : null)
  const enter = useOwnEnter()
  return (
    <AntTheme>
      <AntTimePicker
        {...enter}
        id={field?.id}
        aria-label={label}
        aria-invalid={bad || undefined}
        aria-describedby={field?.describedBy}
        status={bad ? 'error' : undefined}
        disabled={disabled}
        value={value ? dayjs(`2000-01-01T${value}:00`) : null}
        onChange={write}
        onCalendarChange={(time) => !Array.isArray(time) && time && write(time)}
        format={['HH:mm', 'HHmm', 'H:mm']}
        minuteStep={step}
        needConfirm={false}
        showNow={false}
        allowClear={clearable}
        placeholder="时间"
        style={{ width }}
        suffixIcon={<Icon name="clock" size={16} className="secondary" />}
      />
    </AntTheme>
  )
}
