import {
  cellOf,
  furcationText,
  isMarked,
  isMissing,
  markNames,
  measureAt,
  numberIn,
  ROMAN,
  statusOf,
  type Mark,
  type ToothCells,
} from '@dentin/clinical/perio/cells'
import { turnOf, type Turn } from '@dentin/clinical/perio/compare'
import { furcationPlaces, sitesOnScreen } from '@dentin/clinical/perio/sites'
import { toothShape } from '@dentin/clinical/drawing'
import { memo, type ReactNode } from 'react'
import { cx } from '../../ui/index.ts'
import {
  degreeText,
  furcationSpots,
  siteOffset,
  type Band,
  type ChartMode,
  type Line,
} from '@dentin/clinical/perio/chart-geometry'
import s from './chart.module.css'

export interface ToothSideProps {
  tooth: string
  band: Band
  /** Where its column begins. No transform says it: each would be a layer to paint. */
  left: number
  col: number
  /** Pixels a millimetre of the tooth's drawing. */
  toothScale: number
  mode: ChartMode
  cells: ToothCells | undefined
  /** The earlier chart's, where two are compared. */
  before: ToothCells | undefined
  /** The site at which is recorded, and what. */
  site: number | null
  kind: 'pd' | 'gm' | 'plaque'
}

const depthClass = (mm: number) => (mm >= 6 ? s.deep : mm >= 4 ? s.middle : undefined)
const barClass = (mm: number) => (mm >= 6 ? s.barDeep : mm >= 4 ? s.barMiddle : s.bar)
/** A minus as it is printed. */
export const signed = (value: number): string => (value < 0 ? `−${-value}` : String(value))

/** Figures, pockets and furcations of one side of one tooth. Draws again only when something of it changed. */
export const ToothSide = memo(function ToothSide(props: ToothSideProps): ReactNode {
  const { tooth, band, left, col, cells, mode, before } = props
  if (isMissing(cells))
    return (
      <g>
        {band.lines.map(({ kind, era, y }) => (
          <NoFigures key={`${kind}${era}`} left={left} col={col} y={y} />
        ))}
      </g>
    )
  const sites = sitesOnScreen(tooth, band.side)
  return (
    <g>
      {band.lines.map((line) => (
        <Figures
          key={`${line.kind}${line.era}`}
          {...props}
          line={line}
          sites={sites}
          of={line.era === 'before' ? before : cells}
        />
      ))}
      {sites.map((site, at) => {
        const where = left + siteOffset(col, at)
        if (mode === 'difference') return <Shift key={site} {...props} site={site} x={where} />
        return (
          <g key={site}>
            {mode === 'compare' && <Bar band={band} cells={before} site={site} x={where - 3.5} past />}
            <Bar band={band} cells={cells} site={site} x={mode === 'compare' ? where + 3.5 : where} />
          </g>
        )
      })}
      <Furcations {...props} />
    </g>
  )
})

/** A pocket: from the margin to its floor. */
function Bar({
  band,
  cells,
  site,
  x,
  past = false,
}: {
  band: Band
  cells: ToothCells | undefined
  site: number
  x: number
  past?: boolean
}) {
  const depth = measureAt(cells, 'pd', site)
  if (depth === null || depth === 0 || isMissing(cells)) return null
  const margin = measureAt(cells, 'gm', site) ?? 0
  const [from, to] = [margin, margin + depth].map((mm) => inside(band, band.cej + mm * band.perMm)) as [number, number]
  return (
    <rect
      className={cx(past ? s.barPast : barClass(depth))}
      x={x - 3}
      y={Math.min(from, to)}
      width={6}
      height={Math.abs(to - from)}
      rx={1}
    />
  )
}
const inside = (band: Band, y: number) => Math.min(band.graphBottom - 1, Math.max(band.graphTop + 1, y))

/** How the floor of a pocket has moved. */
function Shift({ band, cells, before, site, x }: ToothSideProps & { site: number; x: number }) {
  const turn = turnAt(before, cells, site)
  if (!turn || turn.turn === 'same') return null
  const floor = (of: ToothCells | undefined) =>
    inside(band, band.cej + ((measureAt(of, 'gm', site) ?? 0) + (measureAt(of, 'pd', site) ?? 0)) * band.perMm)
  const [from, to] = [floor(before), floor(cells)]
  return (
    <rect
      className={shiftClass[turn.turn]}
      x={x - 3}
      y={Math.min(from, to) - (from === to ? 1 : 0)}
      width={6}
      height={Math.max(2, Math.abs(to - from))}
      rx={1}
    />
  )
}
const shiftClass: Readonly<Record<Turn, string | undefined>> = {
  better: s.shiftBetter,
  worse: s.shiftWorse,
  noise: s.shiftNoise,
  same: s.shiftNoise,
}

/** The change of depth at a site; null where one of both did not measure it. */
function turnAt(
  before: ToothCells | undefined,
  now: ToothCells | undefined,
  site: number,
): { mm: number; turn: Turn } | null {
  const [old, depth] = [measureAt(before, 'pd', site), measureAt(now, 'pd', site)]
  if (old === null || depth === null || isMissing(before)) return null
  return { mm: depth - old, turn: turnOf(depth - old) }
}

function Figures({
  line,
  sites,
  of,
  ...props
}: ToothSideProps & { line: Line; sites: readonly number[]; of: ToothCells | undefined }) {
  const { tooth, left, col, mode, site: active, kind, before } = props
  const { y } = line
  const now = line.era === 'now'
  if (line.kind === 'mobility') return <Mobility tooth={tooth} left={left} col={col} y={y} cells={of} />
  if (isMissing(of)) return <NoFigures left={left} col={col} y={y} />
  return sites.map((site, at) => {
    const x = left + siteOffset(col, at)
    const here = now && active === site
    if (line.kind === 'marks')
      return (
        <Marks
          key={site}
          x={x}
          y={y}
          k={Math.min(1, col / 58)}
          cells={of}
          site={site}
          here={here && kind === 'plaque'}
        />
      )
    if (line.kind === 'pd' && mode === 'difference') {
      const turn = turnAt(before, of, site)
      return (
        turn && (
          <text key={site} className={cx(s.figure, s[turn.turn])} x={x} y={y}>
            {turn.mm > 0 ? `+${turn.mm}` : signed(turn.mm)}
          </text>
        )
      )
    }
    const measure = line.kind === 'gm' ? 'gm' : 'pd'
    const value = measureAt(of, measure, site)
    const wide = Math.min(16, col * SPACE)
    return (
      <g key={site}>
        {line.kind === 'pd' && value !== null && value >= 4 && (
          <rect className={cx(s.cell, depthClass(value))} x={x - wide / 2} y={y - 11} width={wide} height={22} rx={3} />
        )}
        {here && kind === line.kind && (
          <rect
            className={s.active}
            x={x - wide / 2 - 1}
            y={y - (line.kind === 'pd' ? 11 : 9)}
            width={wide + 2}
            height={line.kind === 'pd' ? 22 : 18}
            rx={4}
          />
        )}
        {value !== null && (
          <text
            className={cx(
              s.figure,
              line.kind === 'pd' && depthClass(value),
              here && kind === line.kind && s.figureActive,
              line.kind === 'gm' && of?.[cellOf('filled', site)] === 1 && s.filled,
            )}
            x={x}
            y={y}
          >
            {signed(value)}
          </text>
        )}
      </g>
    )
  })
}
/** Of a tooth that is not there. */
const NoFigures = ({ left, col, y }: { left: number; col: number; y: number }) => (
  <line className={s.none} x1={left + col * 0.12} x2={left + col * 0.88} y1={y} y2={y} />
)
/** Width of a cell, of its column's. */
const SPACE = 0.26

/** Bleeding and pus as a dot, plaque and calculus as a square. */
function Marks({
  x,
  y,
  k,
  cells,
  site,
  here,
}: {
  x: number
  y: number
  /** Of their full size. */
  k: number
  cells: ToothCells | undefined
  site: number
  here: boolean
}) {
  const is = (mark: Mark) => isMarked(cells, mark, site)
  const said = (Object.keys(markNames) as Mark[]).filter(is).map((mark) => markNames[mark])
  return (
    <g>
      {said.length > 0 && <title>{said.join('、')}</title>}
      <circle className={cx(s.dot, is('bop') && s.bleeds)} cx={x - 3.6 * k} cy={y} r={3 * k} />
      {is('pus') && <circle className={s.pus} cx={x - 3.6 * k} cy={y} r={4.1 * k} />}
      <rect
        className={cx(s.square, is('plaque') && s.plaque)}
        x={x + 1.6 * k}
        y={y - 2.5 * k}
        width={5 * k}
        height={5 * k}
      />
      {is('calculus') && (
        <rect className={s.calculus} x={x + 0.9 * k} y={y - 3.2 * k} width={6.4 * k} height={6.4 * k} />
      )}
      {here && <rect className={s.active} x={x - 8.5} y={y - 7} width={17.5} height={14} rx={4} />}
    </g>
  )
}

/** Degree of mobility, and the worst furcation. */
function Mobility({
  tooth,
  left: from,
  col,
  y,
  cells,
}: {
  tooth: string
  left: number
  col: number
  y: number
  cells: ToothCells | undefined
}) {
  const mobility = numberIn(cells, 'mobility')
  const places = statusOf(cells) === 'implant' ? [] : furcationPlaces(tooth)
  const worst = Math.max(-1, ...places.map((place) => numberIn(cells, `furcation.${place}`) ?? -1))
  const middle = from + col / 2
  const [left, right] = places.length > 0 ? [middle - 9, middle + 10] : [middle, 0]
  const words = [mobility ? `松动 ${ROMAN[mobility]} 度` : '', furcationText(cells)].filter(Boolean).join('　')
  return (
    <g>
      {words && <title>{words}</title>}
      <text className={cx(s.degree, mobility === null && s.open)} x={left} y={y}>
        {degreeText(mobility)}
      </text>
      {places.length > 0 && (
        <text className={cx(s.degree, s.furcation, worst < 0 && s.open)} x={right} y={y}>
          {degreeText(worst < 0 ? null : worst)}
        </text>
      )}
    </g>
  )
}

function Furcations({ tooth, band, left, col, cells, toothScale }: ToothSideProps) {
  if (statusOf(cells) === 'implant') return null
  const dir = band.perMm < 0 ? -1 : 1
  const y = band.cej + dir * 3.2 * toothScale
  const aside = (toothShape(tooth).neck * col) / 17
  return furcationSpots(tooth, band.side).map(({ place, dx }) => {
    const degree = numberIn(cells, `furcation.${place}`) ?? 0
    if (degree === 0) return null
    const x = left + col / 2 + dx * aside
    return (
      <g key={place} transform={`translate(${x} ${y}) scale(1 ${dir})`}>
        <path className={cx(s.fork, degree >= 3 && s.forkFull)} d="M0 5L4.5 -3L-4.5 -3Z" />
        {degree === 2 && <path className={s.forkHalf} d="M0 5L0 -3L-4.5 -3Z" />}
      </g>
    )
  })
}
