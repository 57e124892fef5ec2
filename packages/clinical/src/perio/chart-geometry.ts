import {
  furcationPlaces,
  isScreenLeft,
  isUpper,
  LOWER_ROW,
  sitesOnScreen,
  UPPER_ROW,
  type FurcationPlace,
  type PerioSide,
  type Site,
} from './sites.ts'

/** What the rows of figures show: of one chart, of two, or what became of each site. */
export type ChartMode = 'chart' | 'compare' | 'difference'
export type LineKind = 'mobility' | 'marks' | 'gm' | 'pd'
/** A row of figures: where its middle is, and of which of two charts it is. */
export interface Line {
  kind: LineKind
  era: 'before' | 'now'
  y: number
}

/** One side of one arch: figures and graph. */
export interface Band {
  teeth: readonly string[]
  side: PerioSide
  rootsUp: boolean
  top: number
  bottom: number
  lines: readonly Line[]
  graphTop: number
  graphBottom: number
  /** Where the CEJ is. */
  cej: number
  /** Pixels a millimetre towards the apex: below zero where the roots point up. */
  perMm: number
}
/** The row of tooth numbers of an arch. */
export interface Numbers {
  teeth: readonly string[]
  top: number
}
export interface Layout {
  col: number
  width: number
  height: number
  /** Pixels a millimetre of a tooth's drawing, along it. */
  toothScale: number
  bands: readonly Band[]
  numbers: readonly Numbers[]
  /** Between the arches. */
  gapTop: number
}

export const NUMBER_HEIGHT = 23
export const GAP = 14
const GRAPH_MOST = 112
const GRAPH_LEAST = 84
/** Of a graph of full height: from the CEJ to the end at the roots, pixels a millimetre of pocket, of tooth. */
const ROOT_PART = 68
const MM = 4.7
const TOOTH_MM = 3.6
const HEIGHTS: Readonly<Record<LineKind, number>> = { mobility: 18, marks: 16, gm: 17, pd: 23 }
/** From the middle of a column to its outer sites, of the column's width. */
const SITE_SHARE = 0.275
export const COLUMN_LEAST = 44

/** Rows of figures from the graph outwards. */
const outwards: readonly LineKind[] = ['pd', 'gm', 'marks', 'mobility']

function linesFor(mode: ChartMode, outer: boolean): { kind: LineKind; era: Line['era'] }[] {
  const kinds = outer ? outwards : outwards.filter((kind) => kind !== 'mobility')
  return kinds.flatMap((kind): { kind: LineKind; era: Line['era'] }[] =>
    mode === 'compare' && kind !== 'mobility'
      ? [
          { kind, era: 'now' },
          { kind, era: 'before' },
        ]
      : [{ kind, era: 'now' }],
  )
}

/** Height of everything but the four graphs. */
const frameHeight = (mode: ChartMode): number =>
  [true, false, false, true].reduce(
    (sum, outer) => sum + linesFor(mode, outer).reduce((all, { kind }) => all + HEIGHTS[kind], 0),
    2 * NUMBER_HEIGHT + GAP,
  )

/**
 * Where everything of a chart stands.
 * @param col width of a tooth's column
 * @param room height that there is; the graphs give way to it, to three quarters of theirs
 */
export function chartLayout(col: number, room: number | null, mode: ChartMode = 'chart'): Layout {
  const graph = room === null ? GRAPH_MOST : Math.max(GRAPH_LEAST, Math.min(GRAPH_MOST, (room - frameHeight(mode)) / 4))
  const k = graph / GRAPH_MOST
  const bands: Band[] = []
  const numbers: Numbers[] = []
  let y = 0
  const band = (teeth: readonly string[], side: PerioSide, rootsUp: boolean) => {
    const top = y
    const outer = side === 'B'
    const lines: Line[] = []
    const put = ({ kind, era }: { kind: LineKind; era: Line['era'] }) => {
      lines.push({ kind, era, y: y + HEIGHTS[kind] / 2 })
      y += HEIGHTS[kind]
    }
    const all = linesFor(mode, outer)
    // Above the graph the earlier figures stand over the later ones too.
    if (rootsUp) for (const line of all.toReversed()) put(line)
    const graphTop = y
    y += graph
    const graphBottom = y
    if (!rootsUp) for (const line of pairsTurned(all)) put(line)
    const cej = rootsUp ? graphTop + ROOT_PART * k : graphBottom - ROOT_PART * k
    const perMm = (rootsUp ? -MM : MM) * k
    bands.push({ teeth, side, rootsUp, top, bottom: y, lines, graphTop, graphBottom, cej, perMm })
  }
  const number = (teeth: readonly string[]) => {
    numbers.push({ teeth, top: y })
    y += NUMBER_HEIGHT
  }
  band(UPPER_ROW, 'B', true)
  number(UPPER_ROW)
  band(UPPER_ROW, 'L', false)
  const gapTop = y
  y += GAP
  band(LOWER_ROW, 'L', true)
  number(LOWER_ROW)
  band(LOWER_ROW, 'B', false)
  return { col, width: 16 * col, height: y, toothScale: TOOTH_MM * k, bands, numbers, gapTop }
}

/** The earlier figures over the later ones where rows run downwards. */
function pairsTurned(lines: { kind: LineKind; era: Line['era'] }[]): { kind: LineKind; era: Line['era'] }[] {
  const kinds = [...new Set(lines.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => lines.filter((line) => line.kind === kind).toReversed())
}

const columnOf = (band: { teeth: readonly string[] }, tooth: string): number => band.teeth.indexOf(tooth)

/** Middle of a site from the left of its column, by its place on the screen 0–2. */
export const siteOffset = (col: number, place: number): number => col * (0.5 + (place - 1) * SITE_SHARE)

const bandOf = (layout: Layout, { tooth, site }: Site): Band | undefined =>
  layout.bands.find(({ teeth, side }) => teeth.includes(tooth) && (site < 3 ? side === 'B' : side === 'L'))

/** Where the cell of a site is: the middle of its depth, for what is told beside it. */
export function cellPlace(layout: Layout, place: Site, kind: 'pd' | 'gm' | 'plaque' = 'pd'): { x: number; y: number } {
  const band = bandOf(layout, place)
  if (!band) return { x: 0, y: 0 }
  const row = kind === 'plaque' ? 'marks' : kind
  const line = band.lines.find((each) => each.kind === row && each.era === 'now')
  const at = sitesOnScreen(place.tooth, band.side).indexOf(place.site)
  return { x: columnOf(band, place.tooth) * layout.col + siteOffset(layout.col, at), y: line?.y ?? band.cej }
}

/** What is at a point of the chart: a site, or a tooth's number. */
export function placeAt(layout: Layout, x: number, y: number): Site | { tooth: string; site: null } | null {
  const column = Math.floor(x / layout.col)
  const numbers = layout.numbers.find(({ top }) => y >= top && y < top + NUMBER_HEIGHT)
  const named = numbers?.teeth[column]
  if (named) return { tooth: named, site: null }
  const band = layout.bands.find(({ top, bottom }) => y >= top && y < bottom)
  const tooth = band?.teeth[column]
  if (!band || !tooth) return null
  const at = Math.min(2, Math.max(0, Math.round((x / layout.col - column - 0.5) / SITE_SHARE + 1)))
  return { tooth, site: sitesOnScreen(tooth, band.side)[at] ?? 0 }
}

/** Where each place of a furcation is seen: of three roots the two outer ones from the palate. */
export function furcationSpots(tooth: string, side: 'B' | 'L'): { place: FurcationPlace; dx: number }[] {
  const mesial = isScreenLeft(tooth) ? 1 : -1
  return furcationPlaces(tooth).flatMap((place): { place: FurcationPlace; dx: number }[] => {
    if (place === 'B' || place === 'L') return place === side ? [{ place, dx: 0 }] : []
    const seen = isUpper(tooth) && side === 'L'
    return seen ? [{ place, dx: place === 'M' ? mesial : -mesial }] : []
  })
}

/** In narrow letters: the numerals of the Chinese face are as wide as a character. */
const DEGREES = ['0', 'I', 'II', 'III', 'IV']
/** A degree of mobility or of a furcation in the row of figures; null: not measured. */
export const degreeText = (degree: number | null): string =>
  degree === null ? '·' : degree === 0 ? '0' : `${DEGREES[degree] ?? ''}°`
