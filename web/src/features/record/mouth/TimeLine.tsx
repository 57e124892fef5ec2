import { useEffect, useRef, type KeyboardEvent } from 'react'
import { cx } from '../../../ui/index.ts'
import s from './mouth.module.css'

/** A point of the line: a visit or a day on which something changed, or today. */
export interface TimePoint {
  /** 2024-03-04; with the time where a day has several. */
  key: string
  label: string
  /** How many things changed. */
  changes: number
}

/** The days of a mouth on one line; arrow keys go from change to change. */
export function TimeLine({
  points,
  at,
  onPoint,
}: {
  points: readonly TimePoint[]
  /** The place of the chosen one. */
  at: number
  onPoint: (key: string) => void
}) {
  const line = useRef<HTMLOListElement>(null)
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
    onPoint(next.key)
    line.current?.querySelectorAll('button')[to ?? 0]?.focus()
  }
  return (
    <ol ref={line} className={s.line} aria-label="变化的日子">
      {points.map((point, n) => (
        <li key={point.key} className={cx(s.point, n <= at && s.passed)}>
          <button
            type="button"
            tabIndex={n === at ? 0 : -1}
            aria-current={n === at ? 'date' : undefined}
            title={point.changes > 0 ? `${point.key}，${point.changes} 处变化` : point.key}
            onClick={() => onPoint(point.key)}
            onKeyDown={onKeyDown}
          >
            <span aria-hidden className={s.stem} style={{ height: 4 + Math.min(point.changes, 6) * 3 }} />
            <span aria-hidden className={s.dot} />
            <span className={s.pointLabel}>{n === at ? point.key : point.label}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
