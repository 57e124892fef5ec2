import { toothShape } from '../drawing.ts'
import type { Arch } from '../teeth.ts'
import { toothRow } from './arch-places.ts'

/** px per mm at the natural size of the picture. */
export const PX = 7
/** Room of a tooth that was taken out and whose neighbours have closed up, in mm. */
const CLOSED_MM = 2.3
const GUTTER = 24
/** Between the biting edges, in mm. */
const FREEWAY_MM = 1.6

/** One tooth of an arch in occlusion, from the buccal side, in px. */
export interface ArchTooth {
  fdi: string
  arch: Arch
  gone: boolean
  x: number
  /** Height of the neck. */
  neckY: number
  /** Middle of the bracket, where the wire runs. */
  bracketY: number
  numberY: number
  width: number
  flipX: 1 | -1
  flipY: 1 | -1
  /** A tube stands on a molar. */
  tube: boolean
}
export interface ArchesLayout {
  width: number
  height: number
  midX: number
  upper: ArchTooth[]
  lower: ArchTooth[]
}

/** Teeth up to the second molars, and third molars that are said to be worked on. */
const shownOf = (arch: Arch, wisdom: ReadonlySet<string>) =>
  toothRow(arch).filter((fdi) => fdi[1] !== '8' || wisdom.has(fdi))

/** Deepest crown and longest root of an arch, in mm. */
function reachOf(teeth: readonly string[]): { crown: number; root: number } {
  const shapes = teeth.map((fdi) => toothShape(fdi))
  return {
    crown: Math.max(...shapes.map(({ crownHeight }) => crownHeight)),
    root: Math.max(...shapes.map(({ rootLength }) => rootLength)),
  }
}

/** Where the teeth of one half stand, from the midline outwards. */
function half(teeth: readonly string[], gone: ReadonlySet<string>) {
  let edge = 0
  return teeth.map((fdi) => {
    const width = gone.has(fdi) ? CLOSED_MM : toothShape(fdi).width
    const centre = edge + width / 2
    edge += width
    return { fdi, width, centre }
  })
}

/**
 * Both arches in occlusion seen from the buccal side, the patient's right at the left. Teeth that are gone leave 2.3 mm.
 * @param worked third molars that carry something
 */
export function layoutArches(gone: ReadonlySet<string>, worked: ReadonlySet<string> = new Set()): ArchesLayout {
  const rows = { upper: shownOf('upper', worked), lower: shownOf('lower', worked) }
  const reach = { upper: reachOf(rows.upper), lower: reachOf(rows.lower) }
  const halves = (['upper', 'lower'] as const).flatMap((arch) => {
    const middle = rows[arch].findIndex((fdi) => fdi[1] === '1')
    const right = half(rows[arch].slice(0, middle + 1).toReversed(), gone)
    const left = half(rows[arch].slice(middle + 1), gone)
    return [
      { arch, side: -1 as const, teeth: right },
      { arch, side: 1 as const, teeth: left },
    ]
  })
  const widest = Math.max(...halves.map(({ teeth }) => (teeth.at(-1)?.centre ?? 0) + (teeth.at(-1)?.width ?? 0) / 2))
  const midX = widest * PX + GUTTER
  const upperNeck = GUTTER + reach.upper.root * PX
  const lowerNeck = upperNeck + (reach.upper.crown + FREEWAY_MM + reach.lower.crown) * PX
  const height = lowerNeck + reach.lower.root * PX + GUTTER
  const placed = halves.flatMap(({ arch, side, teeth }) =>
    teeth.map(({ fdi, width, centre }): ArchTooth => {
      const isUpper = arch === 'upper'
      const [neckY, flipY] = isUpper ? [upperNeck, 1 as const] : [lowerNeck, -1 as const]
      const isMolar = Number(fdi[1]) >= 6
      return {
        fdi,
        arch,
        gone: gone.has(fdi),
        x: midX + side * centre * PX,
        neckY,
        bracketY: neckY + flipY * toothShape(fdi).crownHeight * (isMolar ? 0.48 : 0.54) * PX,
        numberY: isUpper ? 12 : height - 12,
        width: width * PX,
        flipX: side === -1 ? 1 : -1,
        flipY,
        tube: isMolar,
      }
    }),
  )
  const inRow = (arch: Arch) => placed.filter((tooth) => tooth.arch === arch).toSorted((a, b) => a.x - b.x)
  return { width: midX * 2, height, midX, upper: inRow('upper'), lower: inRow('lower') }
}

/** The way of a wire through the slots, a little beyond the last teeth. */
export function wirePath(row: readonly ArchTooth[]): string {
  const teeth = row.filter(({ gone }) => !gone)
  const [first, last] = [teeth[0], teeth.at(-1)]
  if (!first || !last) return ''
  const points = [
    [first.x - 20, first.bracketY],
    ...teeth.map(({ x, bracketY }) => [x, bracketY]),
    [last.x + 20, last.bracketY],
  ]
  return `M${points.map((point) => point.map((value) => value?.toFixed(1)).join(' ')).join('L')}`
}
