import { markLayer, type ToothConditionId, type ToothLayer, type ToothMark } from '../tooth-conditions.ts'
import type { ChartLayout, ToothPlace } from './chart-layout.ts'
import { ellipse, path, type Shape } from './shape.ts'
import { toothDrawing } from './tooth-drawing.ts'
import { toothShape } from './tooth-shape.ts'

type Kind = 'bridge' | 'partial' | 'full' | 'retainer' | 'splint'

const kinds: Partial<Record<ToothConditionId, Kind>> = {
  bridge_abutment: 'bridge',
  pontic: 'bridge',
  removable: 'partial',
  full_denture: 'full',
  retainer: 'retainer',
  splint: 'splint',
}

/** One piece over teeth of one row, from the left of the page to the right. */
interface Piece {
  kind: Kind
  layer: ToothLayer
  row: readonly ToothPlace[]
  /** Places in the row, side by side or with teeth between. */
  at: readonly number[]
}

/** What is drawn of pieces over several teeth, in mm of the whole chart: below the teeth, and above them. */
interface PieceShapes {
  under: Shape[]
  over: Shape[]
}

/** The pieces that marks tell of: what shares a group, else what stands side by side. */
function piecesOf(layout: ChartLayout, marks: readonly ToothMark[]): Piece[] {
  const byCode = new Map(layout.places.map((place) => [place.fdi, place]))
  return layout.rows.flatMap((codes) => {
    const row = codes.flatMap((code) => byCode.get(code) ?? [])
    const found = new Map<string, { kind: Kind; layer: ToothLayer; grouped: boolean; at: Set<number> }>()
    for (const mark of marks) {
      const [kind, at] = [kinds[mark.condition], codes.indexOf(mark.tooth)]
      if (!kind || at < 0 || mark.status === 'removed') continue
      const layer = markLayer(mark)
      const key = [kind, layer, mark.group ?? ''].join(' ')
      const piece = found.get(key) ?? { kind, layer, grouped: mark.group !== undefined, at: new Set<number>() }
      found.set(key, piece)
      piece.at.add(at)
    }
    return [...found.values()].flatMap(({ kind, layer, grouped, at }): Piece[] => {
      const sorted = [...at].sort((one, other) => one - other)
      return (grouped ? [sorted] : runsOf(sorted)).map((run) => ({ kind, layer, row, at: run }))
    })
  })
}

/** Numbers one after another. */
function runsOf(sorted: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const at of sorted) {
    const last = runs.at(-1)
    if (last?.at(-1) === at - 1) last.push(at)
    else runs.push([at])
  }
  return runs
}

type Point = readonly [x: number, y: number]
const short = (value: number): string => value.toFixed(2)
const line = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')

/** A band of a width along points from left to right. */
const band = (points: readonly Point[], width: number): string =>
  `${line([
    ...points.map(([x, y]): Point => [x, y - width / 2]),
    ...points.toReversed().map(([x, y]): Point => [x, y + width / 2]),
  ])}Z`

/** A smooth line through points. */
function curve(points: readonly Point[]): string {
  const [first] = points
  if (!first) return ''
  const rest = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] ?? first
    const middle = short((fromX + x) / 2)
    return `C${middle} ${short(fromY)} ${middle} ${short(y)} ${short(x)} ${short(y)}`
  })
  return `M${short(first[0])} ${short(first[1])}${rest.join('')}`
}

/** Reckons in mm of the chart where parts of a row lie. */
class Rule {
  constructor(private readonly row: readonly ToothPlace[]) {}

  private place(at: number): ToothPlace {
    const place = this.row[at]
    if (!place) throw new Error(`No place ${at} in the row`)
    return place
  }
  shape(at: number) {
    return toothShape(this.place(at).fdi)
  }
  x(at: number): number {
    const place = this.place(at)
    return place.x / place.scale
  }
  left(at: number): number {
    const place = this.place(at)
    return place.left / place.scale
  }
  right(at: number): number {
    const place = this.place(at)
    return place.right / place.scale
  }
  /** Half way between a tooth and the next one. */
  contact(at: number): number {
    return (this.right(at) + this.left(at + 1)) / 2
  }
  /** So many mm from the neck towards the biting edge; null where no silhouettes are drawn. */
  side(at: number, mm: number): number | null {
    const { neckY, flipY, scale } = this.place(at)
    return neckY === null ? null : neckY / scale + flipY * mm
  }
  /** So many mm from the middle of the chewing surface towards the tongue. */
  above(at: number, mm: number): number {
    const { occlusalY, flipY, scale } = this.place(at)
    return occlusalY / scale + flipY * mm
  }
}

/** One bar through the contact points of the crowns, from the first unit to the last. */
function bridge({ row, at, layer }: Piece): PieceShapes {
  const rule = new Rule(row)
  const [first = 0, last = 0] = [at[0], at.at(-1)]
  const height = (of: number) => rule.shape(of).crownHeight * 0.6
  const along = (y: (of: number) => number | null): Point[] =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).flatMap((of): Point[] => {
      const own = y(of)
      if (own === null) return []
      const next = of < last ? y(of + 1) : null
      return [[rule.x(of), own], ...(next === null ? [] : [[rule.contact(of), (own + next) / 2] as const])]
    })
  const bar = along((of) => rule.side(of, height(of)))
  return {
    under: [
      path(
        band(
          along((of) => rule.above(of, 0)),
          1.5,
        ),
        'piece',
        layer,
      ),
    ],
    over: bar.length > 1 ? [path(band(bar, 1.1), 'piece', layer)] : [],
  }
}

/** The base under the teeth of a denture, clasps on the teeth beside it, and the bar between two saddles. */
function denture({ kind, row, at, layer }: Piece, isTooth: (fdi: string) => boolean): PieceShapes {
  const rule = new Rule(row)
  const [under, over]: [Shape[], Shape[]] = [[], []]
  const saddle = (d: string): Shape => ({ ...path(d, 'piece', 'base', layer), hatched: layer === 'plan' })
  const clasp = (from: number, to: number, x: number): void => {
    const neighbour = row[to]
    if (!neighbour || !isTooth(neighbour.fdi)) return
    const [base, low, tip] = [rule.side(from, 0), rule.side(to, 2.4), rule.side(to, 1.5)]
    if (base === null || low === null || tip === null) return
    const middle = rule.x(to)
    over.push(
      path(
        `M${short(x)} ${short(base)}C${short(x)} ${short(low)} ${short((x + middle) / 2)} ${short(low)} ${short(middle)} ${short(tip)}`,
        'piece',
        'line',
        `${layer}Line`,
      ),
      ellipse(middle, tip, 0.35, 0.35, 'piece', layer),
    )
  }
  for (const run of runsOf(at)) {
    const [first = 0, last = 0] = [run[0], run.at(-1)]
    const [left, right] = [rule.left(first), rule.right(last)]
    const [deep, near, outer] = [rule.side(first, -3.1), rule.side(first, 1.3), rule.side(first, -3.9)]
    if (deep !== null && near !== null && outer !== null)
      under.push(
        saddle(
          `M${short(left)} ${short(near)}C${short(left)} ${short(deep)} ${short(left + 1)} ${short(deep)} ${short(left + 2)} ${short(deep)}Q${short((left + right) / 2)} ${short(outer)} ${short(right - 2)} ${short(deep)}C${short(right - 1)} ${short(deep)} ${short(right)} ${short(deep)} ${short(right)} ${short(near)}Z`,
        ),
      )
    const depth = Math.max(...run.map((of) => rule.shape(of).occlusal.halfDepth))
    const [front, back] = [rule.above(first, depth * 0.1), rule.above(first, depth + 0.2)]
    const round = rule.above(first, depth - 0.8)
    under.push(
      saddle(
        `M${short(left)} ${short(front)}L${short(left)} ${short(round)}Q${short(left)} ${short(back)} ${short(left + 1)} ${short(back)}L${short(right - 1)} ${short(back)}Q${short(right)} ${short(back)} ${short(right)} ${short(round)}L${short(right)} ${short(front)}Z`,
      ),
    )
    if (kind === 'partial') {
      clasp(first, first - 1, left)
      clasp(last, last + 1, right)
    }
  }
  const runs = runsOf(at)
  for (const [index, run] of runs.entries()) {
    const [from = 0, to] = [run.at(-1), runs[index + 1]?.[0]]
    if (to === undefined) continue
    const between = Array.from({ length: to - from + 1 }, (_, step) => from + step)
    const points = between.map((of): Point => [rule.x(of), rule.above(of, rule.shape(of).occlusal.halfDepth * 0.8)])
    over.push(path(band(points, 0.8), 'piece', layer))
  }
  return { under, over }
}

/** A wire behind the teeth, from the first to the last; a splint is a band: two lines. */
function wire({ kind, row, at, layer }: Piece): PieceShapes {
  const rule = new Rule(row)
  const [first = 0, last = 0] = [at[0], at.at(-1)]
  const between = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const through = (y: (of: number) => number | null): Point[] => {
    const points = between.flatMap((of): Point[] => {
      const own = y(of)
      return own === null ? [] : [[rule.x(of), own]]
    })
    const [begin, end] = [points[0], points.at(-1)]
    if (!begin || !end) return []
    return [[rule.left(first) + 0.6, begin[1]], ...points, [rule.right(last) - 0.6, end[1]]]
  }
  const lines = kind === 'splint' ? [-0.55, 0.55] : [0]
  return {
    under: [],
    over: lines.flatMap((off) =>
      [
        through((of) => rule.side(of, rule.shape(of).crownHeight * 0.5 + off)),
        through((of) => rule.above(of, rule.shape(of).occlusal.halfDepth * 0.55 + off)),
      ]
        .filter((points) => points.length > 0)
        .map((points) => path(curve(points), 'piece', 'line', `${layer}Line`)),
    ),
  }
}

/** What is one piece over several teeth, drawn as one: bridges, dentures, retainers, splints. */
export function pieceShapes(layout: ChartLayout, marks: readonly ToothMark[]): PieceShapes {
  const isTooth = (fdi: string): boolean => {
    const { natural, position, implant, crown } = toothDrawing(marks.filter(({ tooth }) => tooth === fdi))
    if (implant && crown) return true
    return natural === 'whole' && (position === 'normal' || position === 'overerupted')
  }
  const drawn = piecesOf(layout, marks).map((piece) => {
    switch (piece.kind) {
      case 'bridge':
        return bridge(piece)
      case 'partial':
      case 'full':
        return denture(piece, isTooth)
      case 'retainer':
      case 'splint':
        return wire(piece)
    }
  })
  return { under: drawn.flatMap(({ under }) => under), over: drawn.flatMap(({ over }) => over) }
}
