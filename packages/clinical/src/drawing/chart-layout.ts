import { findTooth, teeth, toothColumn, type Arch, type Dentition } from '../teeth.ts'
import { toothShape } from './tooth-shape.ts'

export type ChartDentition = Dentition | 'mixed'
export type ChartSize = 'full' | 'small'

/** Where one tooth stands, in px of the chart. */
export interface ToothPlace {
  fdi: string
  arch: Arch
  dentition: Dentition
  /** Centre of the column and its edges. */
  x: number
  left: number
  right: number
  /** Cell of the tooth: its silhouette, occlusal symbol and number. */
  top: number
  bottom: number
  /** Height of the neck; null where only the occlusal symbol is drawn. */
  neckY: number | null
  occlusalY: number
  numberY: number
  /** px per mm, and the signs that turn the right upper drawing into this quadrant. */
  scale: number
  flipX: 1 | -1
  flipY: 1 | -1
}

export interface ChartLayout {
  width: number
  height: number
  scale: number
  midX: number
  lineY: number
  /** Edges of the widest row. */
  left: number
  right: number
  places: ToothPlace[]
  /** Codes row by row from the top, each from the left of the page to the right. */
  rows: string[][]
  gums: { fill: string; line: string }[]
}

/** Gaps in mm between columns and on each side of the midline. */
const columnGap = 0.64
const midGap = 1.75

/** Distances in mm: number to occlusal centre, occlusal centre to neck, neck to the end of the longest root. */
const reach: Record<Dentition, { occlusal: number; neck: number; upperRoot: number; lowerRoot: number }> = {
  permanent: { occlusal: 7.45, neck: 15.85, upperRoot: 16.4, lowerRoot: 15.4 },
  deciduous: { occlusal: 6.7, neck: 12.4, upperRoot: 13.5, lowerRoot: 11.6 },
}

function columns(dentition: Dentition): { position: number; width: number; centre: number }[] {
  let edge = midGap - columnGap / 2
  const last = dentition === 'permanent' ? 8 : 5
  return Array.from({ length: last }, (_, index) => {
    const position = index + 1
    const [upper, lower] = dentition === 'permanent' ? ['1', '4'] : ['5', '8']
    const width = Math.max(toothShape(`${upper}${position}`).width, toothShape(`${lower}${position}`).width) + columnGap
    const centre = edge + width / 2
    edge += width
    return { position, width, centre }
  })
}

/** Gum of one arch: a scalloped margin that rises between the teeth and fades into a gently curved outer edge. */
function gum(edges: number[], neckY: number, scale: number, flip: 1 | -1): { fill: string; line: string } {
  const y = (mm: number) => (neckY + flip * mm * scale).toFixed(1)
  const first = edges[0] ?? 0
  const last = edges.at(-1) ?? 0
  let line = `M${first.toFixed(1)} ${y(2.35)}`
  for (let index = 1; index < edges.length; index += 1) {
    const [a, b] = [edges[index - 1] ?? 0, edges[index] ?? 0]
    if (index === edges.length / 2) {
      line += `L${b.toFixed(1)} ${y(2.35)}`
      continue
    }
    const w = b - a
    line += `C${(a + w * 0.14).toFixed(1)} ${y(1.1)} ${(a + w * 0.3).toFixed(1)} ${y(0)} ${(a + w / 2).toFixed(1)} ${y(0)}`
    line += `C${(b - w * 0.3).toFixed(1)} ${y(0)} ${(b - w * 0.14).toFixed(1)} ${y(1.1)} ${b.toFixed(1)} ${y(2.35)}`
  }
  const middle = ((first + last) / 2).toFixed(1)
  return { line, fill: `${line}L${last.toFixed(1)} ${y(-6.5)}Q${middle} ${y(-8.3)} ${first.toFixed(1)} ${y(-6.5)}Z` }
}

/**
 * Places every tooth of a chart of a given width in px. Upper and lower share columns and all teeth share one scale;
 * a deciduous chart is drawn larger but never taller than a permanent one. 'mixed' puts the deciduous occlusal
 * symbols between the permanent rows; 'small' draws occlusal symbols only.
 */
export function layoutChart(dentition: ChartDentition, width: number, size: ChartSize): ChartLayout {
  const main: Dentition = dentition === 'deciduous' ? 'deciduous' : 'permanent'
  const permanent = columns('permanent')
  const half = (list: typeof permanent) => (list.at(-1)?.centre ?? 0) + (list.at(-1)?.width ?? 0) / 2
  // Room at both ends for an impacted third molar lying across.
  const overhang = size === 'small' ? 0.3 : 2.2
  const permanentScale = width / (2 * (half(permanent) + overhang))
  const scale = main === 'deciduous' ? permanentScale * 1.32 : permanentScale
  const list = columns(main)
  const between = columns('deciduous')
  const small = size === 'small'
  const midX = width / 2
  const numberOffset = small ? 7.5 : Math.max(10.5, scale * 1.75)
  const span = reach[main]
  const occlusalGap = (small ? (main === 'permanent' ? 8.4 : 7.4) : span.occlusal) * scale
  const mixedGap = dentition === 'mixed' ? numberOffset * 2 + (small ? 13.6 : 12.2) * scale : 0
  const above = numberOffset + occlusalGap + mixedGap
  const pad = small ? 3 : 6
  const end = (root: number) => (small ? 5.7 * scale : (span.neck + root) * scale) + pad
  const lineY = above + end(span.upperRoot)
  const height = lineY + above + end(span.lowerRoot)

  const place = (fdi: string, deciduousBetween: boolean): ToothPlace => {
    const tooth = findTooth(fdi)
    if (!tooth) throw new Error(`No tooth ${fdi}`)
    const column = (deciduousBetween ? between : list)[tooth.position - 1]
    const side = tooth.side === 'right' ? -1 : 1
    const up = tooth.arch === 'upper' ? -1 : 1
    const x = midX + side * (column?.centre ?? 0) * scale
    const halfWidth = ((column?.width ?? 0) / 2) * scale
    const inner = deciduousBetween ? 0 : mixedGap
    const occlusal = deciduousBetween ? (small ? 7.6 : 6.6) * scale : occlusalGap
    const occlusalY = lineY + up * (inner + numberOffset + occlusal)
    const near = lineY + up * (inner + 2)
    const far = deciduousBetween ? lineY + up * (mixedGap - 1) : up < 0 ? 1 : height - 1
    return {
      fdi,
      arch: tooth.arch,
      dentition: tooth.dentition,
      x,
      left: x - halfWidth,
      right: x + halfWidth,
      top: Math.min(near, far),
      bottom: Math.max(near, far),
      neckY: small || deciduousBetween ? null : occlusalY + up * span.neck * scale,
      occlusalY,
      numberY: lineY + up * (inner + numberOffset),
      scale,
      flipX: tooth.side === 'right' ? 1 : -1,
      flipY: tooth.arch === 'upper' ? 1 : -1,
    }
  }
  const row = (arch: Arch, kind: Dentition): ToothPlace[] =>
    teeth
      .filter((tooth) => tooth.arch === arch && tooth.dentition === kind)
      .sort((a, b) => toothColumn(a.fdi) - toothColumn(b.fdi))
      .map((tooth) => place(tooth.fdi, dentition === 'mixed' && kind === 'deciduous'))
  const rows =
    dentition === 'mixed'
      ? [row('upper', 'permanent'), row('upper', 'deciduous'), row('lower', 'deciduous'), row('lower', 'permanent')]
      : [row('upper', main), row('lower', main)]

  const outer = [rows[0] ?? [], rows.at(-1) ?? []]
  const gums = small
    ? []
    : outer.map((places, index) => {
        const halfRow = places.length / 2
        const edges = [
          ...places.slice(0, halfRow).map((item) => item.left),
          places[halfRow - 1]?.right ?? midX,
          places[halfRow]?.left ?? midX,
          ...places.slice(halfRow).map((item) => item.right),
        ]
        return gum(edges, places[0]?.neckY ?? 0, scale, index === 0 ? 1 : -1)
      })
  const first = rows[0] ?? []
  return {
    width,
    height: Math.ceil(height),
    scale,
    midX,
    lineY,
    left: first[0]?.left ?? 0,
    right: first.at(-1)?.right ?? width,
    places: rows.flat(),
    rows: rows.map((places) => places.map((item) => item.fdi)),
    gums,
  }
}

/** The tooth under a point of the chart, or undefined outside every cell. */
export function toothAt(layout: ChartLayout, x: number, y: number): string | undefined {
  return layout.places.find((item) => x >= item.left && x < item.right && y >= item.top - 2 && y < item.bottom + 2)?.fdi
}
