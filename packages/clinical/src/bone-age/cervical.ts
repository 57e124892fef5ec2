import { atLeast, atMost, cross, distance, known, line, middle, quotient, ROUNDING, type Points } from '../geometry.ts'
import { clinicalFrame, detectFacing, type Facing } from '../cephalometry/frame.ts'

/** Limits of the method. Hollow and square: published; trapezoid: the project's own (decision). */
export const CVM_LIMITS = {
  /** Depth of the lower border ÷ its length from which it is hollow (PMC8964471). */
  hollow: 0.07,
  /** Height ÷ width of a body above which it is vertical, and from which it is square. */
  vertical: 1.1,
  square: 0.9,
  /** Front ÷ rear height below which a body is a trapezoid. */
  trapezoid: 0.85,
} as const

export type BodyShape = 'vertical' | 'square' | 'trapezoid' | 'horizontal'
export type CervicalStage = 'CS1' | 'CS2' | 'CS3' | 'CS4' | 'CS5' | 'CS6'
type Body = 'C3' | 'C4'

export interface CervicalResult {
  /** Depth of the lower border ÷ its length, + when it is hollow. */
  concavity: Partial<Record<'C2' | Body, number>>
  shape: Partial<Record<Body, BodyShape>>
  /** hw: height ÷ width; taper: front ÷ rear height. */
  ratios: Partial<Record<Body, { hw: number; taper: number }>>
  /** Only when every point was placed. */
  stage?: CervicalStage
  /** Hollows or shapes that don't belong together: 形态不一致，请人工复核. */
  inconsistent?: boolean
}

/** Shape of a body, asked in this order: vertical, square, trapezoid, horizontal. */
export function bodyShape({ hw, taper }: { hw: number; taper: number }): BodyShape {
  if (!atMost(hw, CVM_LIMITS.vertical)) return 'vertical'
  if (atLeast(hw, CVM_LIMITS.square)) return 'square'
  return atLeast(taper, CVM_LIMITS.trapezoid) ? 'horizontal' : 'trapezoid'
}

/** Height and width of a body between the middles of its borders, and how it tapers. */
function bodyRatios(points: Points, body: Body): { hw: number; taper: number } | undefined {
  const corner = (place: string) => points[body + place]
  const height = distance(middle(corner('ps'), corner('as')), middle(corner('pi'), corner('ai')))
  const width = distance(middle(corner('pi'), corner('ps')), middle(corner('ai'), corner('as')))
  const taper = quotient(distance(corner('ai'), corner('as')), distance(corner('pi'), corner('ps')))
  const hw = quotient(height, width)
  return hw === undefined || taper === undefined ? undefined : { hw, taper }
}

/** Height of the deepest point over the lower border, in parts of the border. */
function borderDepth(points: Points, vertebra: 'C2' | Body): number | undefined {
  const border = line(points[`${vertebra}pi`], points[`${vertebra}ai`])
  const [rear, deepest] = [points[`${vertebra}pi`], points[`${vertebra}m`]]
  if (!border || !rear || !deepest) return undefined
  return cross(border, [deepest[0] - rear[0], deepest[1] - rear[1]]) / (border[0] ** 2 + border[1] ** 2)
}

/** Without landmarks of the face, the borders of the vertebrae say which way it looks. */
function facingOf(points: Points): Facing {
  const border = (['C2', 'C3', 'C4'] as const)
    .map((vertebra) => [points[`${vertebra}pi`], points[`${vertebra}ai`]] as const)
    .find(([rear, front]) => rear && front)
  if (!border?.[0] || !border[1]) return detectFacing(points)
  return border[1][0] > border[0][0] ? 'right' : 'left'
}

/**
 * Cervical vertebral maturation by Baccetti, Franchi & McNamara 2005, from corners (a/p front/rear, i/s lower/upper) and the
 * deepest point m of the lower borders of C2–C4.
 * @param points image pixels, x right, y down; no scale is needed
 * @param facing found from the points when left out
 */
export function cvm({ points, facing }: { points: Points; facing?: Facing }): CervicalResult {
  const placed = clinicalFrame(points, facing ?? facingOf(points), 1)
  const concavity = known({
    C2: borderDepth(placed, 'C2'),
    C3: borderDepth(placed, 'C3'),
    C4: borderDepth(placed, 'C4'),
  })
  const ratios = known({ C3: bodyRatios(placed, 'C3'), C4: bodyRatios(placed, 'C4') })
  const shape = known({ C3: ratios.C3 && bodyShape(ratios.C3), C4: ratios.C4 && bodyShape(ratios.C4) })
  const { C2, C3, C4 } = concavity
  const found = { concavity, shape, ratios }
  if (C2 === undefined || C3 === undefined || C4 === undefined || !shape.C3 || !shape.C4) return found
  const hollow = (depth: number) => depth >= CVM_LIMITS.hollow - ROUNDING
  const shapes = [shape.C3, shape.C4]
  const stage = stageOf([hollow(C2), hollow(C3), hollow(C4)], shapes)
  const early = ['CS1', 'CS2', 'CS3'].includes(stage)
  return {
    ...found,
    stage,
    inconsistent:
      (hollow(C3) && !hollow(C2)) ||
      (hollow(C4) && !hollow(C3)) ||
      (early && (shapes.includes('square') || shapes.includes('vertical'))),
  }
}

function stageOf([c2, c3, c4]: readonly [boolean, boolean, boolean], shapes: readonly BodyShape[]): CervicalStage {
  if (c4) return shapes.includes('vertical') ? 'CS6' : shapes.includes('square') ? 'CS5' : 'CS4'
  return c3 ? 'CS3' : c2 ? 'CS2' : 'CS1'
}

/** When the growth peak of the mandible is, by stage. */
export const CERVICAL_WORDS: Readonly<Record<CervicalStage, string>> = {
  CS1: '生长高峰至少在 2 年之后',
  CS2: '生长高峰约在 1 年之后',
  CS3: '生长高峰在 1 年之内，功能矫治时机',
  CS4: '生长高峰在 1～2 年前，功能矫治时机',
  CS5: '生长高峰至少在 1 年前',
  CS6: '生长高峰至少在 2 年前',
}
export const CERVICAL_INCONSISTENT = '形态不一致，请人工复核'

/** Age in years of a formula for Japanese girls of 7 to 14.9 years (Mito et al. 2002); undefined when a height is missing. */
export function mitoAge(points: Points): number | undefined {
  const height = (body: Body, side: 'a' | 'p') => distance(points[`${body}${side}i`], points[`${body}${side}s`])
  const depth = (body: Body) =>
    distance(middle(points[`${body}pi`], points[`${body}ps`]), middle(points[`${body}ai`], points[`${body}as`]))
  const third = quotient(height('C3', 'a'), depth('C3'))
  const fourth = quotient(height('C4', 'a'), depth('C4'))
  const taper = quotient(height('C4', 'a'), height('C4', 'p'))
  if (third === undefined || fourth === undefined || taper === undefined) return undefined
  return -0.2 + 6.2 * third + 5.9 * fourth + 4.74 * taper
}
