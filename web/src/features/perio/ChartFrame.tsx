import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import {
  COLUMN_LEAST,
  cellPlace,
  chartLayout,
  type ChartMode,
  type Layout,
} from '@dentin/clinical/perio/chart-geometry'
import { RowNames } from './PerioChart.tsx'
import type { Place } from './model.ts'
import s from './frame.module.css'

const COLUMN_MOST = 76
const NAMES = 74
/** Between the chart and what stands above and below it. */
const AIR = 18

/** The box that scrolls a chart, and the height that it has for it. */
function roomFor(box: HTMLElement, taken: number): number | null {
  for (let at = box.parentElement; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at)
    if (overflowY !== 'auto' && overflowY !== 'scroll') continue
    const footer = at.querySelector('footer')?.offsetHeight ?? 0
    return at.clientHeight - footer - taken - AIR
  }
  return null
}

/** Columns as wide and graphs as high as there is room, and the names of the rows at their side. */
export function ChartFrame({
  mode = 'chart',
  eras,
  place = null,
  taken = 0,
  children,
}: {
  mode?: ChartMode
  eras?: { before: string; now: string }
  /** Stays in sight. */
  place?: Place | null
  /** Height that other things beside the chart take. */
  taken?: number
  children: (layout: Layout) => ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const cursor = useRef<HTMLSpanElement>(null)
  const [size, setSize] = useState<{ col: number; room: number | null; scrolls: boolean } | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => {
      const col = Math.floor((element.clientWidth - NAMES - 2) / 16)
      setSize({
        col: Math.max(COLUMN_LEAST, Math.min(COLUMN_MOST, col)),
        room: roomFor(element, taken),
        scrolls: col < COLUMN_LEAST,
      })
    }
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    addEventListener('resize', measure)
    measure()
    return () => {
      watch.disconnect()
      removeEventListener('resize', measure)
    }
  }, [taken])
  const { col, room, scrolls } = size ?? { col: 0, room: null, scrolls: false }
  const layout = useMemo(() => (col === 0 ? null : chartLayout(col, room, mode)), [col, room, mode])
  const at = layout && place ? cellPlace(layout, place, place.kind) : null
  const [x, y] = [at?.x ?? null, at?.y ?? null]
  useLayoutEffect(() => {
    if (x === null) return undefined
    // After the cell is painted: looking where it is must not hold the key up.
    let timer: ReturnType<typeof setTimeout> | undefined
    const frameId = requestAnimationFrame(() => {
      timer = setTimeout(() => cursor.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    })
    return () => {
      cancelAnimationFrame(frameId)
      clearTimeout(timer)
    }
  }, [x, y])
  return (
    <div ref={box} className={s.box}>
      {layout && (
        <div className={s.row}>
          <RowNames layout={layout} mode={mode} {...(eras ? { eras } : {})} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- where the chart is wider than the screen, it is scrolled by keys */}
          <div className={s.scroll} role="region" aria-label="牙周图" tabIndex={scrolls ? 0 : undefined}>
            <div className={s.inner} style={{ width: layout.width }}>
              {children(layout)}
              {at && <span ref={cursor} className={s.cursor} style={{ left: at.x, top: at.y }} />}
            </div>
          </div>
        </div>
      )}
    </div>
  )
}
