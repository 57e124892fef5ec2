import {
  cellOf,
  isMarked,
  isMissing,
  measureAt,
  numberIn,
  statusOf,
  type PerioCells,
  type ToothCells,
} from '../perio/cells.ts'
import {
  chartLayout,
  degreeText,
  furcationSpots,
  GAP,
  NUMBER_HEIGHT,
  siteOffset,
  type Band,
  type Layout,
  type LineKind,
} from '../perio/chart-geometry.ts'
import { marginPath, pocketPath } from '../perio/chart-lines.ts'
import { furcationPlaces, isScreenLeft, sitesOnScreen } from '../perio/sites.ts'
import { PaperWriter } from './chart-svg.ts'
import { placed, standingDrawing } from './placed.ts'
import { silhouetteShapes } from './silhouette.ts'
import { toothShape } from './tooth-shape.ts'

export interface PerioPaperChart {
  cells: PerioCells
  /** Width in points. */
  width: number
  /** Family of the figures' font, as the document names it. */
  font: string
}

/** Inks of a periodontal chart on paper. */
const INK = {
  grid: '#dfe6e3',
  cej: '#9aa6a2',
  middle: '#7d8a86',
  band: '#f3f6f5',
  text: '#22302c',
  zeroed: '#9aa6a2',
  margin: '#c0392b',
  pocket: '#c7d5e6',
  shallow: '#b7c6d6',
  moderate: '#e08a1e',
  deep: '#c0392b',
  bleeds: '#c0392b',
  pus: '#e08a1e',
  plaque: '#6b7c77',
  calculus: '#22302c',
  onDeep: '#ffffff',
} as const

const COLUMN = 44
/** Height in the units of the layout: the graphs give way, so that a sheet has room for the text too. */
const ROOM = 660
/** Of the names of the rows, left of the teeth. */
const NAMES = 62
const FIGURE = 11
const lineNames: Readonly<Record<LineKind, string>> = {
  mobility: '松动/分叉',
  marks: '出血 菌斑',
  gm: '龈缘',
  pd: '探诊',
}
const n = (value: number): string => String(Math.round(value * 100) / 100)
const rect = (x: number, y: number, width: number, height: number, looks: string): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${looks}/>`
const circle = (x: number, y: number, r: number, looks: string): string =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"${looks}/>`
const rule = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 0.6): string =>
  `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" stroke="${stroke}" stroke-width="${width}"/>`
const filled = (colour: string): string => ` fill="${colour}"`
const lined = (colour: string, width: number): string => ` fill="none" stroke="${colour}" stroke-width="${width}"`

const depthInk = (mm: number): string => (mm >= 6 ? INK.deep : mm >= 4 ? INK.moderate : INK.shallow)

/** Draws one chart; figures are written by the writer of paper charts. */
class PerioPaper {
  private readonly writer: PaperWriter
  private readonly layout: Layout
  private readonly cells: PerioCells

  constructor({ cells, font }: PerioPaperChart, layout: Layout) {
    this.cells = cells
    this.layout = layout
    this.writer = new PaperWriter(font)
  }

  ground(): string {
    const { col, width, bands, numbers, gapTop } = this.layout
    return [
      ...bands.flatMap((band) => [
        ...[0, 3, 6, 9, 12].map((mm) => {
          const y = band.cej + mm * band.perMm
          return rule(0, y, width, y, mm === 0 ? INK.cej : INK.grid, mm === 0 ? 0.9 : 0.5)
        }),
        ...band.teeth.slice(1).map((_, index) => {
          const x = (index + 1) * col
          const [from, to] = band.rootsUp ? [band.top, band.graphTop] : [band.graphBottom, band.bottom]
          return index === 7 ? rule(x, band.top, x, band.bottom, INK.middle) : rule(x, from, x, to, INK.grid)
        }),
      ]),
      rect(0, gapTop, width, GAP, filled(INK.band)),
      ...numbers.flatMap(({ teeth, top }) => [
        rect(0, top, width, NUMBER_HEIGHT, filled(INK.band)),
        ...teeth.map((tooth, at) =>
          this.writer.text(
            tooth,
            (at + 0.5) * col,
            top + NUMBER_HEIGHT / 2,
            12,
            isMissing(this.cells[tooth]) ? ' opacity=".45"' : ' font-weight="bold"',
          ),
        ),
      ]),
    ].join('')
  }

  names(): string {
    return this.layout.bands
      .flatMap((band, index) => [
        ...band.lines.map(({ kind, y }) => this.writer.text(lineNames[kind], -NAMES / 2, y, 9)),
        this.writer.text(
          band.side === 'B' ? '颊侧' : index < 2 ? '腭侧' : '舌侧',
          -NAMES / 2,
          band.cej - (band.rootsUp ? 14 : -10),
          10,
          ' font-weight="bold"',
        ),
      ])
      .join('')
  }

  band(band: Band): string {
    const { col } = this.layout
    return [
      ...band.teeth.map((tooth, column) => this.drawn(band, tooth, column)),
      `<path d="${pocketPath(this.cells, band, col)}" fill="${INK.pocket}" opacity=".35"/>`,
      `<path d="${marginPath(this.cells, band, col)}"${lined(INK.margin, 1.4)}/>`,
      ...band.teeth.map((tooth, column) => this.side(band, tooth, column * col)),
    ].join('')
  }

  private drawn(band: Band, tooth: string, column: number): string {
    const { col, toothScale } = this.layout
    const status = statusOf(this.cells[tooth])
    const stands = status === 'present' ? 'tooth' : status
    const across = col * 0.0766
    const shapes = placed(silhouetteShapes(toothShape(tooth), standingDrawing(stands)), {
      x: (column + 0.5) * col,
      y: band.cej,
      scaleX: isScreenLeft(tooth) ? across : -across,
      scaleY: band.rootsUp ? toothScale : -toothScale,
    })
    return this.writer.shapes(shapes, 1)
  }

  private side(band: Band, tooth: string, left: number): string {
    const { col } = this.layout
    const cells = this.cells[tooth]
    if (isMissing(cells))
      return band.lines.map(({ y }) => rule(left + col * 0.12, y, left + col * 0.88, y, INK.cej, 0.7)).join('')
    const sites = sitesOnScreen(tooth, band.side)
    return [
      ...sites.map((site, at) => this.bar(band, cells, site, left + siteOffset(col, at))),
      ...band.lines.flatMap(({ kind, y }) =>
        kind === 'mobility'
          ? [this.degrees(tooth, cells, left, y)]
          : sites.map((site, at) => this.figure(kind, cells, site, left + siteOffset(col, at), y)),
      ),
      this.furcations(band, tooth, cells, left),
    ].join('')
  }

  private bar(band: Band, cells: ToothCells | undefined, site: number, x: number): string {
    const depth = measureAt(cells, 'pd', site)
    if (depth === null || depth === 0) return ''
    const margin = measureAt(cells, 'gm', site) ?? 0
    const inside = (mm: number) =>
      Math.min(band.graphBottom - 1, Math.max(band.graphTop + 1, band.cej + mm * band.perMm))
    const [from, to] = [inside(margin), inside(margin + depth)]
    return rect(x - 3, Math.min(from, to), 6, Math.abs(to - from), filled(depthInk(depth)))
  }

  private figure(kind: LineKind, cells: ToothCells | undefined, site: number, x: number, y: number): string {
    if (kind === 'marks') {
      const is = (mark: 'bop' | 'pus' | 'plaque' | 'calculus') => isMarked(cells, mark, site)
      return [
        is('bop') && circle(x - 3, y, 2.4, filled(INK.bleeds)),
        is('pus') && circle(x - 3, y, 3.4, lined(INK.pus, 1.2)),
        is('plaque') && rect(x + 1.2, y - 2, 4, 4, filled(INK.plaque)),
        is('calculus') && rect(x + 0.6, y - 2.7, 5.4, 5.4, lined(INK.calculus, 0.9)),
      ]
        .filter(Boolean)
        .join('')
    }
    const value = measureAt(cells, kind === 'gm' ? 'gm' : 'pd', site)
    if (value === null) return ''
    const deep = kind === 'pd' && value >= 6
    const words = value < 0 ? `−${-value}` : String(value)
    const looks = kind === 'pd' && value >= 4 ? ' font-weight="bold"' : ''
    const zeroed = kind === 'gm' && cells?.[cellOf('filled', site)] === 1
    const ground = deep ? rect(x - 5.7, y - 9, 11.4, 18, `${filled(INK.deep)} rx="2"`) : ''
    return ground + this.writer.text(words, x, y, FIGURE, looks, deep ? INK.onDeep : zeroed ? INK.zeroed : INK.text)
  }

  private degrees(tooth: string, cells: ToothCells | undefined, left: number, y: number): string {
    const places = statusOf(cells) === 'implant' ? [] : furcationPlaces(tooth)
    const worst = Math.max(-1, ...places.map((place) => numberIn(cells, `furcation.${place}`) ?? -1))
    const middle = left + this.layout.col / 2
    const mobility = degreeText(numberIn(cells, 'mobility'))
    if (places.length === 0) return this.writer.text(mobility, middle, y, 10)
    return (
      this.writer.text(mobility, middle - 9, y, 10) +
      this.writer.text(degreeText(worst < 0 ? null : worst), middle + 10, y, 10)
    )
  }

  private furcations(band: Band, tooth: string, cells: ToothCells | undefined, left: number): string {
    if (statusOf(cells) === 'implant') return ''
    const { col, toothScale } = this.layout
    const dir = band.perMm < 0 ? -1 : 1
    const y = band.cej + dir * 3.2 * toothScale
    const aside = (toothShape(tooth).neck * col) / 17
    return furcationSpots(tooth, band.side)
      .map(({ place, dx }) => {
        const degree = numberIn(cells, `furcation.${place}`) ?? 0
        if (degree === 0) return ''
        const x = left + col / 2 + dx * aside
        const point = (px: number, py: number) => `${n(x + px)} ${n(y + dir * py)}`
        const fork = `<path d="M${point(0, 5)}L${point(4.5, -3)}L${point(-4.5, -3)}Z" fill="${degree >= 3 ? INK.text : INK.onDeep}" stroke="${INK.text}" stroke-width=".9"/>`
        return degree === 2
          ? `${fork}<path d="M${point(0, 5)}L${point(0, -3)}L${point(-4.5, -3)}Z" fill="${INK.text}"/>`
          : fork
      })
      .join('')
  }

  svg(): string {
    return [this.ground(), this.names(), ...this.layout.bands.map((band) => this.band(band))].join('')
  }
}

/**
 * The periodontal chart as SVG for paper: figures, pockets and margins over the teeth, as the screen draws them, without style
 * sheets. What was not measured is empty, never 0.
 */
export function perioSvg(chart: PerioPaperChart): { svg: string; width: number; height: number } {
  const layout = chartLayout(COLUMN, ROOM)
  const width = layout.width + NAMES
  const height = layout.height * (chart.width / width)
  const drawn = new PerioPaper(chart, layout).svg()
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${n(chart.width)}" height="${n(height)}" viewBox="${-NAMES} 0 ${n(width)} ${n(layout.height)}">${drawn}</svg>`,
    width: chart.width,
    height,
  }
}
