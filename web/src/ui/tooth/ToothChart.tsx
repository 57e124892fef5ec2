import {
  conditionOfKey,
  expandTeeth,
  type TeethSelection,
  type ToothConditionId,
  type ToothMark,
  type ToothNotation,
} from '@dentin/clinical'
import { presumedAbsent } from '@dentin/clinical/dentition'
import {
  groupMarks,
  layoutChart,
  pieceShapes,
  supernumeraryOf,
  toothAt,
  type ChartDentition,
  type ChartSize,
} from '@dentin/clinical/drawing'
import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import {
  isMoveKey,
  letterOf,
  moveTooth,
  selectRange,
  toggleSurface,
  toggleSurfaceOfAll,
  toggleTooth,
} from './selection.ts'
import { Pieces } from './Pieces.tsx'
import { Supernumerary } from './Supernumerary.tsx'
import { Tooth } from './Tooth.tsx'
import css from './tooth-chart.module.css'

export interface ToothChartProps {
  dentition: ChartDentition
  /** Whole years on the day of the chart: a mixed one draws faintly what is by age not in the mouth. */
  age?: number | null
  notation: ToothNotation
  conditions: readonly ToothMark[]
  selection: TeethSelection
  onSelectionChange?: (selection: TeethSelection) => void
  /** A letter key named a condition for these teeth: the selection, or the tooth under the cursor. */
  onMark?: (condition: ToothConditionId, teeth: TeethSelection) => void
  /** A digit while no tooth is selected begins the number of one. */
  onNumber?: (digit: string) => void
  /** Delete or Backspace: take the marks off these teeth. */
  onClear?: (teeth: TeethSelection) => void
  readOnly?: boolean
  size?: ChartSize
  /** px; measured from the container when left out. */
  width?: number
  label?: string
}

const none: readonly ToothMark[] = []
/** Digits choose surfaces of the selected teeth. */
const surfaceKeys: Record<string, string> = { 1: 'M', 2: 'D', 3: 'B', 4: 'L', 5: 'O', 6: 'C' }

/** The tooth chart: marks, selection by zone, tooth or dragged range, keyboard entry. */
export function ToothChart(props: ToothChartProps): ReactNode {
  const { dentition, notation, conditions, selection, readOnly = false, size = 'full', label = '牙位图' } = props
  const frame = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element || props.width !== undefined) return
    const measure = () => setMeasured(Math.round(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [props.width])
  const width = props.width ?? measured
  const layout = useMemo(() => (width > 0 ? layoutChart(dentition, width, size) : null), [dentition, width, size])

  const [groups, setGroups] = useState(() => ({ of: conditions, byTooth: groupMarks(conditions, new Map()) }))
  if (groups.of !== conditions) setGroups({ of: conditions, byTooth: groupMarks(conditions, groups.byTooth) })

  const { age = null } = props
  const absent = useMemo(
    () => (dentition === 'mixed' ? presumedAbsent(age, conditions) : new Set<string>()),
    [dentition, age, conditions],
  )
  const id = useId().replace(/[^\w-]/g, '')
  const hatch = `hatch${id}`
  const [cursor, setCursor] = useState('')
  const anchor = useRef('')
  const drag = useRef<{ from: string; last: string; base: TeethSelection } | null>(null)

  const entries = useMemo(() => {
    const map = new Map<string, string>()
    for (const code of expandTeeth(selection)) map.set(code, '')
    for (const entry of selection) if (entry.surfaces) map.set(entry.code, entry.surfaces)
    return map
  }, [selection])
  const interactive = !readOnly && props.onSelectionChange !== undefined
  const shown = layout?.rows.flat() ?? []
  const first = shown.find((fdi) => entries.has(fdi)) ?? shown[0] ?? ''
  const tabbable = shown.includes(cursor) ? cursor : first
  const lone = entries.size === 1
  const pegs = useMemo(() => {
    const codes = new Set(conditions.flatMap((mark) => supernumeraryOf(mark) ?? []))
    return [...codes].flatMap((code) => {
      const host = layout?.places.find(({ fdi }) => `S${fdi}` === code)
      return host ? [{ code, host }] : []
    })
  }, [conditions, layout])

  const pieces = useMemo(() => (layout ? pieceShapes(layout, conditions) : null), [conditions, layout])

  const focusTooth = (fdi: string): void => {
    setCursor(fdi)
    frame.current?.querySelector<SVGGElement>(`[data-tooth="${fdi}"]`)?.focus({ preventScroll: true })
  }
  const change = (next: TeethSelection): void => props.onSelectionChange?.(next)

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!interactive || !layout) return
    const at = tabbable
    const { key } = event
    const handled = () => event.preventDefault()
    if (isMoveKey(key)) {
      if (event.altKey || event.metaKey) return
      handled()
      const to = moveTooth(layout.rows, at, key)
      focusTooth(to)
      if (event.shiftKey) {
        if (!anchor.current || !shown.includes(anchor.current)) anchor.current = at
        change(selectRange(anchor.current, to))
      } else {
        anchor.current = to
        if (!event.ctrlKey) change([{ code: to, surfaces: '' }])
      }
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (key.toLowerCase() === 'a' && !event.altKey) {
        handled()
        change(shown.map((code) => ({ code, surfaces: '' })))
      }
      return
    }
    const target = selection.length > 0 ? selection : [{ code: at, surfaces: '' }]
    if (key === ' ') {
      handled()
      anchor.current = at
      change(toggleTooth(selection, at))
    } else if (key === 'Escape' && selection.length > 0) {
      event.stopPropagation()
      change([])
    } else if (key === 'Delete' || key === 'Backspace') {
      handled()
      props.onClear?.(target)
    } else if (props.onNumber && selection.length === 0 && /^[1-8]$/.test(key)) {
      handled()
      props.onNumber(key)
    } else if (surfaceKeys[key]) {
      handled()
      change(toggleSurfaceOfAll(target, surfaceKeys[key] ?? ''))
    } else {
      const condition = props.onMark ? conditionOfKey(key) : undefined
      if (!condition) return
      handled()
      if (selection.length === 0) change(target)
      props.onMark?.(condition.id, target)
    }
  }

  const toothOf = (event: PointerEvent): string | undefined => {
    const svg = frame.current?.querySelector('svg')
    if (!svg || !layout) return undefined
    const box = svg.getBoundingClientRect()
    const ratio = box.width > 0 ? layout.width / box.width : 1
    return toothAt(layout, (event.clientX - box.left) * ratio, (event.clientY - box.top) * ratio)
  }

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (!interactive || event.button !== 0 || !(event.target instanceof Element)) return
    const fdi = event.target.closest('[data-tooth]')?.getAttribute('data-tooth')
    if (!fdi) return
    // The press would otherwise focus what the browser picks and start a text selection.
    event.preventDefault()
    const zone = event.target.getAttribute('data-zone')
    focusTooth(fdi)
    if (event.shiftKey && anchor.current && shown.includes(anchor.current)) {
      change(selectRange(anchor.current, fdi))
      return
    }
    anchor.current = fdi
    if (event.ctrlKey || event.metaKey) {
      change(toggleTooth(selection, fdi))
      return
    }
    const mine = selection.filter((entry) => entry.code === fdi)
    const next = zone ? toggleSurface(mine, fdi, letterOf(fdi, zone)) : [{ code: fdi, surfaces: '' }]
    change(next)
    // A range is dragged from tooth to tooth of the arch.
    if (fdi.startsWith('S')) return
    drag.current = { from: fdi, last: fdi, base: next }
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  const onPointerMove = (event: PointerEvent): void => {
    const current = drag.current
    if (!current) return
    const to = toothOf(event)
    if (!to || to === current.last) return
    current.last = to
    change(to === current.from ? current.base : selectRange(current.from, to))
  }

  const endDrag = (): void => {
    const current = drag.current
    if (current && current.last !== current.from) focusTooth(current.last)
    drag.current = null
  }

  const short = size === 'small' ? undefined : layout
  return (
    <div
      ref={frame}
      role="listbox"
      aria-multiselectable
      aria-label={label}
      aria-readonly={readOnly || undefined}
      tabIndex={-1}
      aria-describedby={interactive ? `${id}-keys` : undefined}
      className={css.frame}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    >
      {layout && (
        <svg
          role="presentation"
          className={css.chart}
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
        >
          <defs>
            <pattern
              id={hatch}
              patternUnits="userSpaceOnUse"
              width={size === 'small' ? 0.9 : 0.66}
              height={size === 'small' ? 0.9 : 0.66}
              patternTransform="rotate(45)"
            >
              <rect width={2} height={2} className={css.hatchGround} />
              <rect width={size === 'small' ? 0.4 : 0.3} height={2} className={css.hatchLine} />
            </pattern>
          </defs>
          <g aria-hidden>
            {layout.gums.map((gum) => (
              <g key={gum.line}>
                <path d={gum.fill} className={css.gum} />
                <path d={gum.line} className={css.gumLine} />
              </g>
            ))}
            <path className={css.divider} d={`M${layout.left} ${Math.round(layout.lineY) + 0.5}H${layout.right}`} />
            <path className={css.midline} d={`M${layout.midX} ${short ? 20 : 2}V${layout.height - 2}`} />
            {layout.places.map((place) =>
              entries.has(place.fdi) ? (
                <rect
                  key={place.fdi}
                  className={lone ? css.boxLone : css.box}
                  x={place.left + (lone ? -0.5 : 0)}
                  y={place.top}
                  width={place.right - place.left + (lone ? 1 : 0)}
                  height={place.bottom - place.top}
                  rx={lone ? 6 : 0}
                />
              ) : null,
            )}
            {short && (
              <>
                <text className={css.side} x={short.midX - 13} y={13}>
                  右
                </text>
                <text className={css.side} x={short.midX + 13} y={13}>
                  左
                </text>
              </>
            )}
          </g>
          {pieces && <Pieces shapes={pieces.under} scale={layout.scale} hatch={hatch} />}
          {layout.places.map((place) => (
            <Tooth
              key={place.fdi}
              place={place}
              marks={groups.byTooth.get(place.fdi) ?? none}
              size={size}
              notation={notation}
              hatch={hatch}
              absent={absent.has(place.fdi)}
              selected={entries.has(place.fdi)}
              lone={lone && entries.has(place.fdi)}
              chosen={entries.get(place.fdi) ?? ''}
              tabbable={place.fdi === tabbable}
              interactive={interactive}
            />
          ))}
          {pieces && <Pieces shapes={pieces.over} scale={layout.scale} hatch={hatch} />}
          {pegs.map(({ code, host }) => (
            <Supernumerary
              key={code}
              code={code}
              host={host}
              marks={groups.byTooth.get(code) ?? none}
              selected={entries.has(code)}
              interactive={interactive}
            />
          ))}
        </svg>
      )}
      {interactive && (
        <span id={`${id}-keys`} hidden>
          方向键移动，按住 Shift 扩选，空格加选，数字 1 至 6 选近中、远中、颊、舌、𬌗面、颈部，字母标记，Delete 清除
        </span>
      )}
    </div>
  )
}
