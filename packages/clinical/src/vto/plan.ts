import { isPoint, NO_LENGTH, rotate, type Point, type Points } from '../geometry.ts'
import { DEFAULT_RATIOS, type SoftRatios } from './ratios.ts'

/** A move in mm: forward and up. */
export interface Move {
  dx?: number
  dy?: number
}
/** A tooth: tip in degrees (+ = crown forward) about a point of its axis, then a move. */
export interface ToothMove extends Move {
  tip?: number
  /** Where it tips: 0 at the apex, 1 at the edge. */
  centre?: number
}
/** A plan in the order in which it is applied. */
export interface TreatmentPlan {
  maxilla?: Move
  /** Degrees of closing about Co: chin up and forward. */
  autorotation?: number
  mandible?: Move
  U1?: ToothMove
  L1?: ToothMove
  genioplasty?: Move
}

/** Points that came to lie elsewhere, by their code, in the clinical frame (mm). */
export interface PlanResult {
  hard: Record<string, Point>
  soft: Record<string, Point>
}

/** Go and Co stay: they belong to the proximal segment. */
const MAXILLA = ['A', 'ANS', 'U1', 'U1A', 'U6'] as const
const MANDIBLE = ['B', 'Pog', 'Gn', 'Me', 'L1', 'L1A', 'L6'] as const
const CHIN = ['Pog', 'Gn', 'Me'] as const
/** Where a tooth tips unless the plan says otherwise: a third of its axis from the apex. */
const TIP_CENTRE = 1 / 3

type Placed = Map<string, Point>
const ways = ({ dx = 0, dy = 0 }: Move = {}): Point => [dx, dy]

function shift(points: Placed, codes: readonly string[], [dx, dy]: Point): void {
  for (const code of codes) {
    const point = points.get(code)
    if (point) points.set(code, [point[0] + dx, point[1] + dy])
  }
}

/** Closes the mandible about Co; where it comes to lie without Co nobody knows. */
function autorotate(points: Placed, degrees: number): void {
  const centre = points.get('Co')
  for (const code of MANDIBLE) {
    const point = points.get(code)
    if (point && centre) points.set(code, rotate(point, centre, degrees))
    else points.delete(code)
  }
}

/** Tips and moves a tooth. Without apex or edge it has no axis to tip. */
function moveTooth(points: Placed, tooth: 'U1' | 'L1', { tip = 0, centre = TIP_CENTRE, ...move }: ToothMove): void {
  const codes = [tooth, `${tooth}A`]
  if (tip !== 0) {
    const [edge, apex] = [points.get(tooth), points.get(`${tooth}A`)]
    if (!edge || !apex) for (const code of codes) points.delete(code)
    else {
      const about: Point = [apex[0] + centre * (edge[0] - apex[0]), apex[1] + centre * (edge[1] - apex[1])]
      const degrees = tooth === 'U1' ? tip : -tip
      points.set(tooth, rotate(edge, about, degrees))
      points.set(`${tooth}A`, rotate(apex, about, degrees))
    }
  }
  shift(points, codes, ways(move))
}

/** How soft points go, by the ways of what lies under them; undefined when that is not known. */
function softWays(
  plan: TreatmentPlan,
  ratios: SoftRatios,
  wayOf: Readonly<Record<'tooth' | 'lower' | 'B' | 'Pog' | 'Me', Point | undefined>>,
): Record<string, Point | undefined> {
  const [maxillaX, maxillaY] = ways(plan.maxilla)
  const [chinX, chinY] = ways(plan.genioplasty)
  const chin = (way: Point | undefined): Point | undefined =>
    way && [way[0] + (chinX >= 0 ? ratios.chinForward : ratios.chinBack) * chinX, way[1] + ratios.chinUp * chinY]
  const { tooth, lower, B } = wayOf
  return {
    Prn: [ratios.noseTip * maxillaX, 0],
    Sn: [ratios.subnasale * maxillaX, 0],
    UL: tooth && [ratios.upperLipMaxilla * maxillaX + ratios.upperLipTooth * tooth[0], ratios.upperLipUp * maxillaY],
    LL: lower && B && [ratios.lowerLipTooth * lower[0], B[1]],
    Si: B,
    "Pog'": chin(wayOf.Pog),
    "Me'": chin(wayOf.Me),
  }
}

/**
 * Simulates a plan on landmarks: bones and teeth by the plan, soft tissue by ratios. Only points that move are given; a point
 * whose place can't be known (no Co to turn about, no apex to tip about) is not. Source: clinical-calculators §3.
 * @param points in the clinical frame: x forward, y up, mm
 */
export function vto(
  { points, plan }: { points: Points; plan: TreatmentPlan },
  ratios: SoftRatios = DEFAULT_RATIOS,
): PlanResult {
  const start: Placed = new Map(
    Object.entries(points).flatMap(([code, point]): [string, Point][] => (isPoint(point) ? [[code, point]] : [])),
  )
  const now: Placed = new Map(start)
  const wayFrom = (before: Placed, code: string): Point | undefined => {
    const [from, to] = [before.get(code), now.get(code)]
    return from && to && [to[0] - from[0], to[1] - from[1]]
  }
  shift(now, MAXILLA, ways(plan.maxilla))
  if (plan.autorotation) autorotate(now, plan.autorotation)
  shift(now, MANDIBLE, ways(plan.mandible))
  const skeletal: Placed = new Map(now)
  if (plan.U1) moveTooth(now, 'U1', plan.U1)
  if (plan.L1) moveTooth(now, 'L1', plan.L1)
  const soft = softWays(plan, ratios, {
    tooth: wayFrom(skeletal, 'U1'),
    lower: wayFrom(start, 'L1'),
    B: wayFrom(start, 'B'),
    Pog: wayFrom(start, 'Pog'),
    Me: wayFrom(start, 'Me'),
  })
  shift(now, CHIN, ways(plan.genioplasty))
  const moves = (way: Point | undefined): way is Point => way !== undefined && Math.hypot(...way) > NO_LENGTH
  const hard = [...now].filter(([code]) => moves(wayFrom(start, code)))
  const led = Object.entries(soft).flatMap(([code, way]): [string, Point][] => {
    const point = start.get(code)
    return point && moves(way) ? [[code, [point[0] + way[0], point[1] + way[1]]]] : []
  })
  return { hard: Object.fromEntries(hard), soft: Object.fromEntries(led) }
}

/** Lip strain in mm (Holdaway 1983): what the lip is thicker at A' than at the vermilion border, beyond 1 mm. */
export const lipStrain = (thicknessAtA: number, thicknessAtVermilion: number): number =>
  Math.max(0, thicknessAtA - thicknessAtVermilion - 1)
