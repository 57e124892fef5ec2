import { weekdayLetters, shortDayText } from '@dentin/kit/date-text'
import { addDays, monthOf, weekday, weekOf, type LocalDate } from '@dentin/kit/datetime'
import { useState } from 'react'
import {
  Checkbox,
  cx,
  ErrorLine,
  IconButton,
  Skeleton,
  StatusIcon,
  usePainted,
  cssVar,
  TextButton,
} from '../../../ui/index.ts'
import { useMonth } from '../hooks.ts'
import { worksOn, type DoctorDay, type Week } from '../model.ts'
import s from './board.module.css'

const FULL = 0.85
const LEGEND = [0, 1, 2, 3, 4, 5, 9]

/** A month at a glance: Sunday first, the load of each day as a bar, holidays marked, the lunar day in the hint. */
export function MiniMonth({
  date,
  today,
  onPick,
  band = false,
}: {
  date: LocalDate
  today: LocalDate
  onPick: (date: LocalDate) => void
  /** The week of the day is one band. */
  band?: boolean
}) {
  const [turned, setTurned] = useState<{ from: LocalDate; shown: LocalDate } | null>(null)
  // Turning the pages is forgotten when another day is chosen.
  const shown = turned && turned.from === date ? turned.shown : date
  const days = monthOf(shown)
  const first = days[0] as LocalDate
  const turn = (to: LocalDate) => setTurned({ from: date, shown: to })
  const { data, error, refetch } = useMonth(shown)
  const load = new Map(data?.map((each) => [each.date, each]))
  return (
    <section aria-label="月历">
      <div className={s.sideHead}>
        <span>
          {Number(first.slice(0, 4))}年{Number(first.slice(5, 7))}月
        </span>
        <span style={{ display: 'flex' }}>
          <IconButton icon="chevron-left" label="上个月" size="xs" onClick={() => turn(addDays(first, -1))} />
          <IconButton
            icon="chevron-right"
            label="下个月"
            size="xs"
            onClick={() => turn(addDays(days.at(-1) as LocalDate, 1))}
          />
        </span>
      </div>
      <div className={s.month}>
        {weekdayLetters.map((name) => (
          <span key={name} className={s.monthHead}>
            {name}
          </span>
        ))}
        {Array.from({ length: weekday(first) }, (_, n) => (
          <span key={n} />
        ))}
        {days.map((day) => {
          const of = load.get(day)
          const share =
            of && of.availableMinutes > 0
              ? Math.min(1, of.bookedMinutes / of.availableMinutes)
              : of && of.bookedMinutes > 0
                ? 1
                : 0
          const words = [of?.lunar, of?.holidayName, of && `已约 ${of.count} 人`, of && `${Math.round(share * 100)}%`]
            .filter(Boolean)
            .join(' ')
          return (
            <button
              key={day}
              type="button"
              className={cx(
                s.monthDay,
                day < today && s.monthPast,
                day === today && s.monthToday,
                band && weekOf(day)[0] === weekOf(date)[0] && s.monthBand,
              )}
              aria-current={day === date ? 'date' : undefined}
              aria-label={`${shortDayText(day)} ${words}`}
              title={words}
              onClick={() => onPick(day)}
            >
              {Number(day.slice(8))}
              {of?.holidayName && (
                <span className={cx(s.monthMark, of.isWorkday && s.monthWork)}>{of.isWorkday ? '班' : '休'}</span>
              )}
              <span className={s.monthLoad}>
                <span className={cx(s.monthFill, share >= FULL && s.monthFull)} style={{ width: `${share * 100}%` }} />
              </span>
            </button>
          )
        })}
      </div>
      {error ? (
        <ErrorLine onRetry={() => void refetch()}>月历没有读到</ErrorLine>
      ) : (
        <div className={s.monthNote}>条形为当日已约比例，深色为 85% 以上</div>
      )}
    </section>
  )
}

export interface SidePanelProps {
  date: LocalDate
  today: LocalDate
  onDate: (date: LocalDate) => void
  week: Week | undefined
  /** Every doctor the person may see, with the day's state. */
  doctors: readonly DoctorDay[]
  /** Chosen doctors; empty: all. */
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
}

/** Left of the board: month, doctors, what the marks mean and how many there are of each. */
export function SidePanel({ date, today, onDate, week, doctors, chosen, onChoose }: SidePanelProps) {
  const painted = usePainted()
  const usual = doctors.filter(worksOn).map((each) => each.doctorId)
  const counts = new Map<number, number>()
  for (const day of week?.days ?? []) {
    for (const doctor of day.doctors)
      for (const card of doctor.appointments) counts.set(card.status, (counts.get(card.status) ?? 0) + 1)
  }
  const on = (id: string) => (chosen.length === 0 ? usual.includes(id) : chosen.includes(id))
  const toggle = (id: string) => {
    const next = doctors.map((each) => each.doctorId).filter((each) => (each === id ? !on(each) : on(each)))
    onChoose(next.join() === usual.join() ? [] : next)
  }
  return (
    <div className={s.side}>
      <MiniMonth date={date} today={today} onPick={onDate} />
      <section className={s.sidePart} aria-label="医生">
        <div className={s.sideHead}>
          <span>医生</span>
          {doctors.some((each) => !on(each.doctorId)) && (
            <TextButton onClick={() => onChoose(doctors.map((each) => each.doctorId))}>全选</TextButton>
          )}
        </div>
        {!week && [0, 1, 2, 3].map((n) => <Skeleton key={n} height={16} className={s.doctor} />)}
        {doctors.map((doctor) => (
          <div key={doctor.doctorId} className={s.doctor}>
            <Checkbox checked={on(doctor.doctorId)} onChange={() => toggle(doctor.doctorId)}>
              {doctor.doctorName}
            </Checkbox>
            <span className={s.doctorNote}>
              {doctor.stopFlag ? '停诊' : doctor.restFlag ? '休息' : doctor.deptName}
            </span>
          </div>
        ))}
      </section>
      <section className={s.sidePart} aria-label="状态">
        <div className={s.sideHead}>状态</div>
        <div className={s.legend}>
          {LEGEND.map((status) => {
            const { label, tone, shape } = painted('appointment', status)
            return (
              <span key={status} className={s.legendItem}>
                <span style={{ color: cssVar(tone === 'brand' ? 'brand-600' : tone) }}>
                  <StatusIcon shape={shape} />
                </span>
                {label}
                <span className={s.legendCount}>{counts.get(status) ?? 0}</span>
              </span>
            )
          })}
        </div>
      </section>
    </div>
  )
}
