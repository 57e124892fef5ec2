import { minus, plus, rotated, times, type Point, type Points } from '../cephalometry/geometry.ts'

/** A move in mm: dx to the front, dy up. */
export interface Move {
  dx?: number
  dy?: number
}
/** A tooth: tip in degrees, + crown to the front, then the move. */
export interface ToothMove extends Move {
  tip?: number
  /** Where it turns, as a part of the way from apex to edge; a third unless said otherwise. */
  centre?: number
}

/** What is planned, applied in this order. */
export interface VtoPlan {
  maxilla?: Move
  /** Degrees about Co; + closes: chin up and forward. */
  autorotation?: number
  mandible?: Move
  U1?: ToothMove
  L1?: ToothMove
  genioplasty?: Move
}

/** How the soft tissue follows; values to be changed with their source (averages, the true error is often 2 mm or more). */
export const softRatios = {
  prnByMaxilla: 0.25,
  snByMaxilla: 0.5,
  upperLipByMaxilla: 0.6,
  upperLipByTooth: 0.4,
  upperLipUpByMaxilla: 0.3,
  lowerLipByTooth: 0.75,
  chinForward: 0.85,
  chinBack: 0.55,
  chinUp: 0.5,
} as const
export type SoftRatios = { readonly [K in keyof typeof softRatios]: number }

const MAXILLA = ['A', 'ANS', 'U1', 'U1A', 'U6'] as const
const MANDIBLE = ['B', 'Pog', 'Gn', 'Me', 'L1', 'L1A', 'L6'] as const
const CHIN = ['Pog', 'Gn', 'Me'] as const
const THIRD = 1 / 3

/** Points that moved, in the clinical frame (mm). */
export interface VtoResult {
  hard: Record<string, Point>
  soft: Record<string, Point>
}

/**
 * Moves hard points as planned and predicts the soft ones. Clinical frame: X to the front, Y up, mm. Only what moved is
 * answered; a soft point whose hard reference is not marked stays.
 */
export function predictProfile(points: Points, plan: VtoPlan, ratios: SoftRatios = softRatios): VtoResult {
  const hard = new Map<string, Point>(
    Object.entries(points).flatMap(([code, point]) => (point ? [[code, point] as [string, Point]] : [])),
  )
  const change = (codes: readonly string[], make: (point: Point) => Point) => {
    for (const code of codes) {
      const point = hard.get(code)
      if (point) hard.set(code, make(point))
    }
  }
  const shift = (codes: readonly string[], move: Move | undefined) => {
    if (move) change(codes, (point) => plus(point, [move.dx ?? 0, move.dy ?? 0]))
  }
  shift(MAXILLA, plan.maxilla)
  const joint = hard.get('Co')
  if (plan.autorotation && joint) {
    const angle = plan.autorotation
    change(MANDIBLE, (point) => rotated(point, joint, angle))
  }
  shift(MANDIBLE, plan.mandible)
  const edgeBefore = hard.get('U1')
  turnTooth(hard, 'U1', plan.U1, 1)
  turnTooth(hard, 'L1', plan.L1, -1)
  const chinBefore = new Map(CHIN.map((code) => [code, hard.get(code)]))
  shift(CHIN, plan.genioplasty)

  const soft = new Map<string, Point>()
  const move = (code: string, dx: number | undefined, dy: number | undefined) => {
    const point = points[code]
    if (point && dx !== undefined && dy !== undefined) soft.set(code, plus(point, [dx, dy]))
  }
  const moved = (code: string, to: Point | undefined = hard.get(code)): Point | undefined => {
    const from = points[code]
    return from && to ? minus(to, from) : undefined
  }
  const { dx: forward = 0, dy: up = 0 } = plan.maxilla ?? {}
  const edge = hard.get('U1')
  const toothAlone = edge && edgeBefore ? edge[0] - edgeBefore[0] : 0
  move('Prn', ratios.prnByMaxilla * forward, 0)
  move('Sn', ratios.snByMaxilla * forward, 0)
  move('UL', ratios.upperLipByMaxilla * forward + ratios.upperLipByTooth * toothAlone, ratios.upperLipUpByMaxilla * up)
  const [lower, b] = [moved('L1'), moved('B')]
  move('LL', lower && ratios.lowerLipByTooth * lower[0], b?.[1])
  move('Si', b?.[0], b?.[1])
  const { dx: chin = 0, dy: chinUp = 0 } = plan.genioplasty ?? {}
  const follows = chin >= 0 ? ratios.chinForward : ratios.chinBack
  for (const [code, under] of [
    ["Pog'", 'Pog'],
    ["Me'", 'Me'],
  ] as const) {
    const bone = moved(under, chinBefore.get(under))
    move(code, bone && bone[0] + follows * chin, bone && bone[1] + ratios.chinUp * chinUp)
  }
  return { hard: changed(hard, points), soft: changed(soft, points) }
}

/** Turns edge and apex about a point between them, then moves both. */
function turnTooth(hard: Map<string, Point>, edge: 'U1' | 'L1', move: ToothMove | undefined, sense: 1 | -1): void {
  if (!move) return
  const [crown, apex] = [hard.get(edge), hard.get(`${edge}A`)]
  const by: Point = [move.dx ?? 0, move.dy ?? 0]
  const turn = (point: Point): Point => {
    if (!move.tip || !crown || !apex) return point
    const centre = plus(apex, times(minus(crown, apex), move.centre ?? THIRD))
    return rotated(point, centre, sense * move.tip)
  }
  if (crown) hard.set(edge, plus(turn(crown), by))
  if (apex) hard.set(`${edge}A`, plus(turn(apex), by))
}

const changed = (now: ReadonlyMap<string, Point>, before: Points): Record<string, Point> =>
  Object.fromEntries(
    [...now].filter(([code, point]) => {
      const was = before[code]
      return was !== undefined && Math.hypot(point[0] - was[0], point[1] - was[1]) > 1e-9
    }),
  )
