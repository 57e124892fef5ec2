import { useEffect, useRef, type KeyboardEvent } from 'react'
import { cx } from '../../../ui/index.ts'
import s from './mouth.module.css'

/** A point of the line: a day on which something changed, or today. */
export interface TimePoint {
  day: string
  label: string
  /** How many things changed. */
  changes: number
}

/** The days of a mouth on one line; arrow keys go from change to change. */
export function TimeLine({
  points,
  day,
  onDay,
}: {
  points: readonly TimePoint[]
  day: string
  onDay: (day: string) => void
}) {
  const line = useRef<HTMLOListElement>(null)
  const at = points.findIndex((point) => point.day === day)
  useEffect(() => {
    const list = line.current
    const item = list?.children[at]
    if (!list || !(item instanceof HTMLElement)) return
    list.scrollLeft = item.offsetLeft - (list.clientWidth - item.clientWidth) / 2
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const to =
      event.key === 'Home' ? 0 : event.key === 'End' ? points.length - 1 : step === undefined ? undefined : at + step
    const next = to === undefined ? undefined : points[to]
    if (!next) return
    event.preventDefault()
    onDay(next.day)
    line.current?.querySelectorAll('button')[to ?? 0]?.focus()
  }
  return (
    <ol ref={line} className={s.line} aria-label="变化的日子">
      {points.map((point, n) => (
        <li key={point.day} className={cx(s.point, n <= at && s.passed)}>
          <button
            type="button"
            tabIndex={n === at ? 0 : -1}
            aria-current={n === at ? 'date' : undefined}
            title={point.changes > 0 ? `${point.day}，${point.changes} 处变化` : point.day}
            onClick={() => onDay(point.day)}
            onKeyDown={onKeyDown}
          >
            <span aria-hidden className={s.stem} style={{ height: 4 + Math.min(point.changes, 6) * 3 }} />
            <span aria-hidden className={s.dot} />
            <span className={s.pointLabel}>{n === at ? point.day : point.label}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
