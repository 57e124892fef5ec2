import { timeBands } from '@dentin/contract/core/visit-words'
import { weekdayName, dayText } from '@dentin/kit/date-text'
import { minutesOf, today, type LocalDate } from '@dentin/kit/datetime'
import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { cx, ErrorLine, Icon, rove, Skeleton, TextButton } from '../../../ui/index.ts'
import { useNow, type useFreePlaces } from '../hooks.ts'
import { type FreeDay } from '../model.ts'
import s from './book.module.css'

/** A day and where on it somebody begins. */
export interface Start {
  date: LocalDate
  time: string
}

const NEAREST = 3

/** The first place of each of the nearest days that have one. */
const nearestOf = (days: readonly FreeDay[], from: LocalDate): Start[] =>
  days
    .filter((day) => day.date >= from && day.starts.length > 0)
    .slice(0, NEAREST)
    .map((day) => ({ date: day.date, time: day.starts[0] as string }))

export interface FreePlacesProps {
  places: ReturnType<typeof useFreePlaces>
  date: LocalDate | null
  time: string | null
  minutes: number | null
  /** By key Enter a place is taken and the eye goes on to what saves it. */
  onPick: (start: Start, byKey: boolean) => void
  /** Said behind the places of the part of the day in which the chosen one lies. */
  note: string | null
  /** Places that somebody else was quicker to take. */
  lost: readonly Start[]
  /** Where there is no place that day. */
  onWait: (() => void) | undefined
  phone: boolean
  /** Only the places of the day: which days are nearest is said elsewhere. */
  dayOnly?: boolean
}

/** Free places as buttons: the nearest days, on the phone a strip of days, then those of the day by its parts. */
export function FreePlaces({
  places,
  date,
  time,
  minutes,
  onPick,
  note,
  lost,
  onWait,
  phone,
  dayOnly = false,
}: FreePlacesProps) {
  const present = today(useNow())
  if (!places.enabled) return <p className={s.hint}>{minutes === null ? '填写时长后给出空位' : '选择医生后给出空位'}</p>
  if (places.error) return <ErrorLine onRetry={places.retry}>空位没有读到：{places.error.message}</ErrorLine>
  if (places.isLoading) return <Skeleton height={96} />
  const day = places.around.find((each) => each.date === date)
  const starts = day?.starts ?? []
  const gone = lost.filter((each) => each.date === date && !starts.includes(each.time))
  const nearest = nearestOf(places.soon, present)
  const next = date ? nearestOf(places.around, date) : []
  const chosen = (each: Start) => each.date === date && each.time === time
  const none = date !== null && day !== undefined && starts.length === 0
  return (
    <div className={cx(s.free, phone && s.freePhone, places.isOld && s.old)} data-places aria-busy={places.isOld}>
      {!dayOnly && !none && nearest.length > 0 && (
        <NearestPlaces title={phone ? '最近' : '最近空档'} starts={nearest} chosen={chosen} onPick={onPick} />
      )}
      {phone && <DayStrip places={places} date={date} onDay={(to) => onPick({ date: to, time: '' }, false)} />}
      {none && (
        <div className={s.none} role="status">
          <p>
            {day.off ?? `当天没有 ${minutes} 分空位`}
            {onWait && <TextButton onClick={onWait}>加入候补</TextButton>}
          </p>
          {next.length > 0 && <NearestPlaces title="之后最近" starts={next} chosen={chosen} onPick={onPick} />}
        </div>
      )}
      {timeBands.map(({ label, from, to }) => {
        const within = (clock: string) => minutesOf(clock) >= from && minutesOf(clock) < to
        const here = starts.filter(within)
        const lostHere = gone.filter((each) => within(each.time))
        if (here.length + lostHere.length === 0) return null
        return (
          <Fragment key={label}>
            <div className={s.part}>
              <span>
                {label} <span className="num">{here.length}</span>
              </span>
              {phone && time && within(time) && note && <Beside words={note} />}
            </div>
            <div className={s.grid} role="group" aria-label={label}>
              {here.map((clock) => (
                <Place
                  key={clock}
                  isChosen={clock === time}
                  label={`${date ? dayText(date) : ''} ${clock}`}
                  onPick={(byKey) => date && onPick({ date, time: clock }, byKey)}
                >
                  {clock}
                </Place>
              ))}
              {lostHere.map((each) => (
                <button key={`lost ${each.time}`} type="button" className={cx(s.place, s.lost)} disabled>
                  <s>{each.time}</s>
                  <span className="sr-only"> 刚被占用</span>
                </button>
              ))}
              {!phone && time && within(time) && note && <Beside words={note} />}
            </div>
          </Fragment>
        )
      })}
    </div>
  )
}

function Beside({ words }: { words: string }) {
  return (
    <span className={s.beside}>
      <Icon name="link" size={13} />
      {words}
    </span>
  )
}

function NearestPlaces({
  title,
  starts,
  chosen,
  onPick,
}: {
  title: string
  starts: readonly Start[]
  chosen: (start: Start) => boolean
  onPick: (start: Start, byKey: boolean) => void
}) {
  return (
    <div className={s.nearest} role="group" aria-label={title}>
      <span className={s.part}>{title}</span>
      <div className={s.three}>
        {starts.map((each) => (
          <Place
            key={each.date}
            isNear
            isChosen={chosen(each)}
            label={`${dayText(each.date)} ${each.time}`}
            onPick={(byKey) => onPick(each, byKey)}
          >
            <span>{dayText(each.date)}</span>
            <b>{each.time}</b>
          </Place>
        ))}
      </div>
    </div>
  )
}

/** One place to begin; arrows lead on to the next, Enter takes it. */
function Place({
  isChosen,
  isNear = false,
  label,
  onPick,
  children,
}: {
  isChosen: boolean
  isNear?: boolean
  label: string
  onPick: (byKey: boolean) => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      data-place
      className={cx(isNear ? s.near : s.place, isChosen && s.chosen)}
      aria-pressed={isChosen}
      aria-label={label}
      // A click by a key has no count.
      onClick={(event) => onPick(event.detail === 0)}
      onKeyDown={(event) => rove(event, '[data-places]', '[data-place]')}
    >
      {children}
    </button>
  )
}

/** The days to swipe through, each with how many places it has. */
function DayStrip({
  places,
  date,
  onDay,
}: {
  places: ReturnType<typeof useFreePlaces>
  date: LocalDate | null
  onDay: (date: LocalDate) => void
}) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    row.current?.querySelector('[aria-pressed=true]')?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [date, places.around.length])
  return (
    <div ref={row} className={s.strip} role="group" aria-label="日期">
      {places.around.map(({ date: day, off, starts }) => (
        <button
          key={day}
          type="button"
          className={cx(s.stripDay, off !== null && s.stripOff)}
          aria-pressed={day === date}
          onClick={() => onDay(day)}
        >
          <span>{weekdayName(day)}</span>
          <b>{Number(day.slice(8))}</b>
          <span>{off !== null ? '休' : starts.length === 0 ? '满' : `空 ${starts.length}`}</span>
        </button>
      ))}
    </div>
  )
}
