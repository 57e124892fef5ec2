import {
  isMissing,
  numberIn,
  prognosisNames,
  statusOf,
  type PerioCells,
  type ToothCells,
} from '@dentin/clinical/perio/cells'
import { isScreenLeft, PERIO_TEETH, sideOf, type Site } from '@dentin/clinical/perio/sites'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { cx } from '../../ui/index.ts'
import { Silhouette } from '../../ui/tooth/index.ts'
import {
  GAP,
  NUMBER_HEIGHT,
  placeAt,
  type Band,
  type ChartMode,
  type Layout,
  type LineKind,
} from '@dentin/clinical/perio/chart-geometry'
import { marginPath, pocketPath } from '@dentin/clinical/perio/chart-lines'
import type { Place } from './model.ts'
import { ToothSide } from './ToothSide.tsx'
import s from './chart.module.css'

export interface PerioChartProps {
  layout: Layout
  cells: PerioCells
  /** Where is recorded, and what; null: nothing is. */
  place?: Place | null
  mode?: ChartMode
  /** The earlier chart, where two are compared. */
  before?: PerioCells | undefined
  onPlace?: ((at: Site | { tooth: string; site: null }) => void) | undefined
}

const NONE: PerioCells = {}

/**
 * The four rows of an examination: figures, and the pockets drawn on the teeth. What stands still is a picture of its own,
 * and so is each row: a key paints one row again, not the mouth.
 */
export function PerioChart({ layout, cells, place = null, mode = 'chart', before = NONE, onPlace }: PerioChartProps) {
  const { width, height } = layout
  const click = (event: MouseEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = placeAt(layout, event.clientX - box.left, event.clientY - box.top)
    if (at) onPlace?.(at)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the chart around it hears keys
    <div className={s.chart} style={{ width, height }} aria-hidden onClick={onPlace && click}>
      <Still layout={layout} cells={cells} />
      {layout.bands.map((band) => (
        <BandOf
          key={`${band.teeth[0]}${band.side}`}
          band={band}
          layout={layout}
          cells={cells}
          before={mode === 'chart' ? NONE : before}
          mode={mode}
          place={place && band.teeth.includes(place.tooth) && sideOf(place.site) === band.side ? place : null}
        />
      ))}
      {layout.numbers.map(({ teeth, top }) => (
        <NumbersOf
          key={teeth[0]}
          teeth={teeth}
          top={top}
          layout={layout}
          cells={cells}
          active={place && teeth.includes(place.tooth) ? place.tooth : null}
        />
      ))}
    </div>
  )
}

/** Whether two charts say the same of some teeth. */
const sameTeeth = (teeth: readonly string[], a: PerioCells, b: PerioCells) =>
  a === b || teeth.every((tooth) => a[tooth] === b[tooth])

interface StillProps {
  layout: Layout
  cells: PerioCells
}
/** The grid and the drawings of the teeth: drawn again when a tooth is said to be missing, not when it is probed. */
const Still = memo(
  function Still({ layout, cells }: StillProps): ReactNode {
    const { width, height } = layout
    return (
      <svg className={s.still} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <Ground layout={layout} />
        {layout.bands.map((band) => (
          <g key={`${band.teeth[0]}${band.side}`}>
            {band.teeth.map((tooth) => (
              <Drawn key={tooth} tooth={tooth} band={band} layout={layout} stands={standsAt(cells[tooth])} />
            ))}
          </g>
        ))}
      </svg>
    )
  },
  (a, b) =>
    a.layout === b.layout && PERIO_TEETH.every((tooth) => standsAt(a.cells[tooth]) === standsAt(b.cells[tooth])),
)

interface BandProps {
  band: Band
  layout: Layout
  cells: PerioCells
  before: PerioCells
  mode: ChartMode
  /** null: it is elsewhere. */
  place: Place | null
}
const samePlace = (a: Place | null, b: Place | null) =>
  a === b || (a !== null && b !== null && a.tooth === b.tooth && a.site === b.site && a.kind === b.kind)
/** Figures and pockets of one side of one arch. */
const BandOf = memo(
  function BandOf({ band, layout, cells, before, mode, place }: BandProps): ReactNode {
    const { col, width } = layout
    const height = band.bottom - band.top
    return (
      <svg
        className={s.row}
        style={{ top: band.top }}
        width={width}
        height={height}
        viewBox={`0 ${band.top} ${width} ${height}`}
      >
        {mode !== 'difference' && <Flesh area={pocketPath(cells, band, col)} margin={marginPath(cells, band, col)} />}
        {mode === 'compare' && <path className={s.marginPast} d={marginPath(before, band, col)} />}
        {band.teeth.map((tooth, column) => {
          const here = place !== null && place.tooth === tooth
          return (
            <ToothSide
              key={tooth}
              tooth={tooth}
              band={band}
              left={column * col}
              col={col}
              toothScale={layout.toothScale}
              mode={mode}
              cells={cells[tooth]}
              before={mode === 'chart' ? undefined : before[tooth]}
              site={here ? place.site : null}
              kind={here ? place.kind : 'pd'}
            />
          )
        })}
      </svg>
    )
  },
  (a, b) =>
    a.layout === b.layout &&
    a.band === b.band &&
    a.mode === b.mode &&
    samePlace(a.place, b.place) &&
    sameTeeth(a.band.teeth, a.cells, b.cells) &&
    sameTeeth(a.band.teeth, a.before, b.before),
)

interface NumbersProps {
  teeth: readonly string[]
  top: number
  layout: Layout
  cells: PerioCells
  /** The tooth that is recorded; null: it is in the other arch. */
  active: string | null
}
const NumbersOf = memo(
  function NumbersOf({ teeth, top, layout, cells, active }: NumbersProps): ReactNode {
    const { col, width } = layout
    return (
      <svg
        className={s.row}
        style={{ top }}
        width={width}
        height={NUMBER_HEIGHT}
        viewBox={`0 ${top} ${width} ${NUMBER_HEIGHT}`}
      >
        {teeth.map((tooth, column) => (
          <ToothNumber
            key={tooth}
            tooth={tooth}
            x={(column + 0.5) * col}
            y={top + NUMBER_HEIGHT / 2}
            cells={cells[tooth]}
            active={active === tooth}
          />
        ))}
      </svg>
    )
  },
  (a, b) => a.layout === b.layout && a.top === b.top && a.active === b.active && sameTeeth(a.teeth, a.cells, b.cells),
)

const standsAt = (cells: ToothCells | undefined) => {
  const status = statusOf(cells)
  return status === 'present' ? 'tooth' : status
}

/** Everything that stands still: lines of the grid, bands of the numbers. */
const Ground = memo(function Ground({ layout }: { layout: Layout }): ReactNode {
  const { col, width, bands, numbers, gapTop } = layout
  return (
    <g>
      {bands.map((band) => (
        <g key={`${band.teeth[0]}${band.side}`}>
          {[0, 3, 6, 9, 12].map((mm) => {
            const y = band.cej + mm * band.perMm
            return <line key={mm} className={cx(s.mm, mm === 0 && s.cej)} x1={0} x2={width} y1={y} y2={y} />
          })}
          {band.teeth.slice(1).map((tooth, index) => {
            const middle = index === 7
            const [from, to] = band.rootsUp ? [band.top, band.graphTop] : [band.graphBottom, band.bottom]
            const x = Math.round((index + 1) * col) + 0.5
            return (
              <g key={tooth}>
                <line className={s.column} x1={x} x2={x} y1={from} y2={to} />
                {middle && <line className={s.midline} x1={x} x2={x} y1={band.top} y2={band.bottom} />}
              </g>
            )
          })}
        </g>
      ))}
      <rect className={s.band} x={0} width={width} y={gapTop} height={GAP} />
      {numbers.map(({ top }) => (
        <rect key={top} className={s.band} x={0} width={width} y={top} height={NUMBER_HEIGHT} />
      ))}
    </g>
  )
})

const Drawn = memo(function Drawn({
  tooth,
  band,
  layout,
  stands,
}: {
  tooth: string
  band: Band
  layout: Layout
  stands: 'tooth' | 'missing' | 'implant' | 'root'
}): ReactNode {
  const { col, toothScale } = layout
  const across = col * 0.0766
  return (
    <g className={cx(stands === 'missing' && s.ghost)}>
      <Silhouette
        fdi={tooth}
        stands={stands}
        x={(band.teeth.indexOf(tooth) + 0.5) * col}
        y={band.cej}
        scaleX={isScreenLeft(tooth) ? across : -across}
        scaleY={band.rootsUp ? toothScale : -toothScale}
      />
    </g>
  )
})

const Flesh = memo(function Flesh({ area, margin }: { area: string; margin: string }): ReactNode {
  return (
    <>
      <path className={s.pocket} d={area} />
      <path className={s.margin} d={margin} />
    </>
  )
})

const ToothNumber = memo(function ToothNumber({
  tooth,
  x,
  y,
  cells,
  active,
}: {
  tooth: string
  x: number
  y: number
  cells: ToothCells | undefined
  active: boolean
}): ReactNode {
  const prognosis = numberIn(cells, 'prognosis')
  const width = numberIn(cells, 'width')
  const note = typeof cells?.note === 'string' ? cells.note : ''
  const words = [
    prognosis === null ? '' : `预后 ${prognosisNames[prognosis] ?? ''}`,
    width === null ? '' : `角化龈 ${width} mm`,
    note,
  ].filter(Boolean)
  return (
    <g data-number={tooth}>
      {words.length > 0 && <title>{words.join('　')}</title>}
      {active && <rect className={s.numberBox} x={x - 14} y={y - 9} width={28} height={18} rx={4} />}
      <text className={cx(s.number, isMissing(cells) && s.numberMissing, active && s.numberActive)} x={x} y={y}>
        {tooth}
      </text>
      {prognosis !== null && prognosis > 1 && (
        <circle className={prognosis === 2 ? s.doubtful : s.poor} cx={x - 17.5} cy={y} r={2.5} />
      )}
      {(note !== '' || width !== null) && <circle className={s.noted} cx={x + 17.5} cy={y} r={2.5} />}
    </g>
  )
})

const lineNames: Readonly<Record<LineKind, string>> = {
  mobility: '松动 / 分叉',
  marks: '出血 菌斑',
  gm: '龈缘',
  pd: '探诊',
}

/** Names of the rows, in a column of their own so that they stay while the teeth scroll. */
export const RowNames = memo(function RowNames({
  layout,
  mode = 'chart',
  eras,
}: {
  layout: Layout
  mode?: ChartMode
  /** Days of the two charts that are compared. */
  eras?: { before: string; now: string }
}): ReactNode {
  return (
    <svg className={s.names} width={74} height={layout.height} viewBox={`0 0 74 ${layout.height}`} aria-hidden>
      {layout.bands.map((band, index) => (
        <g key={`${band.teeth[0]}${band.side}`}>
          {band.lines.map(({ kind, era, y }) => (
            <text key={`${kind}${era}`} className={cx(s.name, era === 'before' && s.past)} x={63} y={y}>
              {mode === 'compare' && kind !== 'mobility'
                ? `${kind === 'marks' ? '出血' : lineNames[kind]} ${eras?.[era].replace('月', '.').replace('日', '') ?? ''}`
                : mode === 'difference' && kind === 'pd'
                  ? '深度差'
                  : lineNames[kind]}
            </text>
          ))}
          <text className={s.sideName} x={63} y={band.cej - (band.rootsUp ? 14 : -10) - 4}>
            {band.side === 'B' ? '颊侧' : index < 2 ? '腭侧' : '舌侧'}
          </text>
          <text className={s.archName} x={63} y={band.cej - (band.rootsUp ? 14 : -10) + 14}>
            {index < 2 ? '上颌' : '下颌'}
          </text>
        </g>
      ))}
    </svg>
  )
})
