import { findTooth, type Arch } from '../teeth.ts'
import outlines from './outlines.json' with { type: 'json' }

export type Zone = 'M' | 'D' | 'B' | 'L' | 'O'
export const zones: readonly Zone[] = ['B', 'L', 'M', 'D', 'O']

/**
 * The drawing of one tooth in millimetres, as a right upper tooth: x positive = mesial, y = 0 at the neck, positive
 * towards the biting edge. The occlusal symbol has its own frame, y positive = lingual.
 */
export interface ToothShape {
  width: number
  crownHeight: number
  rootLength: number
  neck: number
  crown: string
  roots: string[]
  rootsBehind: string[]
  crownMarks: string[]
  canals: string[]
  apices: [number, number][]
  grooves: string[]
  neckArc: string
  occlusal: OcclusalShape
}

export interface OcclusalShape {
  halfWidth: number
  halfDepth: number
  outline: string
  /** The outline drawn inwards, for the margin of a crown. */
  margin: string
  /** The hole left by a residual root. */
  hole: string
  zones: Record<Zone, string>
  /** The four lines between the side zones. */
  ridges: string
  fissures: string
}

interface SourceOcclusal {
  halfWidth: number
  halfDepth: number
  superellipse: number
  taper: number
  skew: number
  innerRatio: number[]
  fissures: string[]
}

interface Source {
  mesiodistalWidth: number
  crownHeight: number
  rootLength: number
  halfWidthAtNeck: number
  crown: string
  roots: string[]
  rootsBehind: string[]
  crownMarks: string[]
  canals: string[]
  apices: number[][]
  occlusal: SourceOcclusal
}

const source = outlines as unknown as Record<Arch, Record<string, Source>>

const round = (value: number): number => Math.round(value * 100) / 100

/** Maps every point of a path of absolute M, C, L, Z commands. */
export function mapPath(path: string, point: (x: number, y: number) => [number, number]): string {
  return path.replace(/([MCL])([^MCLZ]*)/g, (_, command: string, body: string) => {
    const numbers = (body.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number)
    const mapped: number[] = []
    for (let index = 0; index + 1 < numbers.length; index += 2)
      mapped.push(...point(numbers[index] ?? 0, numbers[index + 1] ?? 0).map(round))
    return command + mapped.join(' ')
  })
}

/**
 * Mean deciduous dimensions in mm after G. V. Black (as printed in Wheeler's Dental Anatomy): mesiodistal width,
 * crown height, root length, buccolingual depth; and the permanent tooth whose form is nearest.
 */
const deciduous: Record<Arch, [string, number, number, number, number][]> = {
  upper: [
    ['1', 6.5, 6, 10, 5],
    ['2', 5.1, 5.6, 11.4, 4],
    ['3', 7, 6.5, 13.5, 7],
    ['7', 7.3, 5.1, 10, 8.5],
    ['6', 8.2, 5.7, 11.7, 10],
  ],
  lower: [
    ['1', 4.2, 5, 9, 4],
    ['2', 4.1, 5.2, 10, 4],
    ['3', 5, 6, 11.5, 4.8],
    ['7', 7.7, 6, 9.8, 7],
    ['6', 9.9, 5.5, 11.3, 8.7],
  ],
}

function deciduousSource(arch: Arch, position: number): Source {
  const [model, width, crownHeight, rootLength, depth] = deciduous[arch][position - 1] ?? ['1', 6, 6, 10, 5]
  const base = source[arch][model] as Source
  const sx = width / base.mesiodistalWidth
  const sc = crownHeight / base.crownHeight
  const sr = rootLength / base.rootLength
  // Roots of deciduous molars spread wide to make room for the premolar germ.
  const spread = position >= 4 ? 0.3 : 0
  const point = (x: number, y: number): [number, number] => [
    x * sx * (1 + (y < 0 ? (spread * -y) / base.rootLength : 0)),
    y * (y > 0 ? sc : sr),
  ]
  const map = (paths: string[]) => paths.map((path) => mapPath(path, point))
  const sd = depth / (2 * base.occlusal.halfDepth)
  return {
    mesiodistalWidth: width,
    crownHeight,
    rootLength,
    halfWidthAtNeck: base.halfWidthAtNeck * sx,
    crown: mapPath(base.crown, point),
    roots: map(base.roots),
    rootsBehind: map(base.rootsBehind),
    crownMarks: map(base.crownMarks),
    canals: map(base.canals),
    apices: base.apices.map(([x = 0, y = 0]) => point(x, y)),
    occlusal: {
      ...base.occlusal,
      halfWidth: base.occlusal.halfWidth * sx,
      halfDepth: base.occlusal.halfDepth * sd,
      fissures: base.occlusal.fissures.map((path) => mapPath(path, (x, y) => [x * sx, y * sd])),
    },
  }
}

type Point = [number, number]

/** Point of a tapered, skewed superellipse at an angle in degrees (0 = mesial, 90 = lingual). */
function ellipsePoint(shape: SourceOcclusal, angle: number, ratio: [number, number], shift: number): Point {
  const radians = (angle * Math.PI) / 180
  const power = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / shape.superellipse)
  const t = power(Math.sin(radians)) * ratio[1]
  const x = shape.halfWidth * ratio[0] * power(Math.cos(radians)) * (1 - shape.taper * t)
  const y = shape.halfDepth * t
  return [x + shape.skew * y, y + shift * shape.halfDepth]
}

function arc(shape: SourceOcclusal, from: number, to: number, ratio: [number, number], shift: number): Point[] {
  const steps = Math.max(6, Math.round(Math.abs(to - from) / 5))
  return Array.from({ length: steps + 1 }, (_, step) =>
    ellipsePoint(shape, from + ((to - from) * step) / steps, ratio, shift),
  )
}

const polygon = (points: Point[]): string => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`

function occlusalShape(shape: SourceOcclusal, anterior: boolean): OcclusalShape {
  const inner: [number, number] = [shape.innerRatio[0] ?? 0.6, shape.innerRatio[1] ?? 0.6]
  const shift = anterior ? -0.11 : 0
  // Where the ridges meet the outline: the four corners behind, nearer to the ends of the edge in front.
  const buccal = anterior ? (Math.asin(0.44 ** (shape.superellipse / 2)) * 180) / Math.PI : 45
  const lingual = anterior ? (Math.asin(0.56 ** (shape.superellipse / 2)) * 180) / Math.PI : 45
  const end = anterior ? 28 : 45
  const outer: [number, number] = [1, 1]
  const zone = (from: number, to: number, innerFrom: number, innerTo: number): string =>
    polygon([...arc(shape, from, to, outer, 0), ...arc(shape, innerTo, innerFrom, inner, shift)])
  const ridge = (angle: number, innerAngle: number): string => {
    const [a, b] = [ellipsePoint(shape, innerAngle, inner, shift), ellipsePoint(shape, angle, outer, 0)]
    return `M${round(a[0])} ${round(a[1])}L${round(b[0])} ${round(b[1])}`
  }
  const ring = (ratio: number): string => polygon(arc(shape, 0, 355, [ratio, ratio], 0))
  return {
    halfWidth: shape.halfWidth,
    halfDepth: shape.halfDepth,
    outline: ring(1),
    margin: ring(0.8),
    hole: ring(0.52),
    zones: {
      M: zone(-buccal, lingual, -end, end),
      D: zone(180 - lingual, 180 + buccal, 180 - end, 180 + end),
      B: zone(180 + buccal, 360 - buccal, 180 + end, 360 - end),
      L: zone(lingual, 180 - lingual, end, 180 - end),
      O: polygon(arc(shape, 0, 355, inner, shift)),
    },
    ridges: [
      ridge(-buccal, -end),
      ridge(lingual, end),
      ridge(180 - lingual, 180 - end),
      ridge(180 + buccal, 180 + end),
    ].join(''),
    fissures: shape.fissures.join(''),
  }
}

/** One line down each root, from under the crown to three quarters of its length. */
function grooves(shape: Source): string[] {
  return shape.apices.map(([x = 0, y = 0]) => {
    const start = shape.apices.length > 1 ? Math.sign(x) * shape.halfWidthAtNeck * 0.56 : 0
    const stop = start * 0.3 + x * 0.7
    return `M${round(start)} -1.6C${round(start)} ${round(y * 0.35)} ${round((start + stop) / 2)} ${round(y * 0.55)} ${round(stop)} ${round(y * 0.76)}`
  })
}

const cache = new Map<string, ToothShape>()

/** The drawing of a tooth by FDI code; the two sides share one. Throws for a code that is no tooth. */
export function toothShape(fdi: string): ToothShape {
  const tooth = findTooth(fdi)
  if (!tooth) throw new Error(`No tooth ${fdi}`)
  const key = `${tooth.arch}-${tooth.dentition}-${tooth.position}`
  const known = cache.get(key)
  if (known) return known
  const base =
    tooth.dentition === 'deciduous'
      ? deciduousSource(tooth.arch, tooth.position)
      : (source[tooth.arch][tooth.position] as Source)
  const neck = base.halfWidthAtNeck
  const shape: ToothShape = {
    width: base.mesiodistalWidth,
    crownHeight: base.crownHeight,
    rootLength: base.rootLength,
    neck,
    crown: base.crown,
    roots: base.roots,
    rootsBehind: base.rootsBehind,
    crownMarks: base.crownMarks,
    canals: base.canals,
    apices: base.apices.map(([x = 0, y = 0]) => [x, y]),
    grooves: grooves(base),
    neckArc: `M${round(-neck - 0.22)} 1.75C${round(-neck * 0.5)} .4 ${round(neck * 0.5)} .4 ${round(neck + 0.22)} 1.75`,
    occlusal: occlusalShape(base.occlusal, tooth.position <= 3),
  }
  cache.set(key, shape)
  return shape
}
