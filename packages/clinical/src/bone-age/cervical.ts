import { clinicalPoints, type Facing } from '../cephalometry/frame.ts'
import { allOf, beforeLine, distance, middle, type Point, type Points } from '../cephalometry/geometry.ts'

export type VertebraShape = 'horizontal' | 'square' | 'trapezoid' | 'vertical'
export type CervicalStage = 'CS1' | 'CS2' | 'CS3' | 'CS4' | 'CS5' | 'CS6'

/** Hollow from 7 % of the border's length. */
export const HOLLOW = 0.07
/** Below this front to rear height a body is a trapezoid (decision, no published limit). */
export const TAPER = 0.85

export interface CervicalResult {
  /** Height of the deepest point above the lower border, as a part of its length; + is hollow. */
  concavity: Partial<Record<'C2' | 'C3' | 'C4', number>>
  shape: Partial<Record<'C3' | 'C4', VertebraShape>>
  /** hw: height to width. taper: front to rear height. */
  ratios: Partial<Record<'C3' | 'C4', { hw: number; taper: number }>>
  stage: CervicalStage | null
  inconsistent: boolean
}

function shapeOf({ hw, taper }: { hw: number; taper: number }): VertebraShape {
  if (hw > 1.1) return 'vertical'
  if (hw >= 0.9) return 'square'
  return taper < TAPER ? 'trapezoid' : 'horizontal'
}

/**
 * Cervical vertebral maturation after Baccetti, Franchi & McNamara 2005. Image pixels, y down. A vertebra whose points are
 * not all marked has no key, and without one that the stage needs there is no stage.
 */
export function cervicalMaturation(points: Points, facing: Facing): CervicalResult {
  const marks = clinicalPoints(points, facing, 1)
  const at = (...codes: string[]) => allOf(codes, (code) => marks[code])
  const result: CervicalResult = { concavity: {}, shape: {}, ratios: {}, stage: null, inconsistent: false }
  for (const body of ['C2', 'C3', 'C4'] as const) {
    const border = at(`${body}pi`, `${body}ai`, `${body}m`) as [Point, Point, Point] | null
    if (border && distance(border[0], border[1]) > 0)
      // In the clinical frame a point above the line from the rear to the front corner lies to its left.
      result.concavity[body] = beforeLine(border[2], border[0], border[1]) / distance(border[0], border[1])
  }
  for (const body of ['C3', 'C4'] as const) {
    const corners = at(`${body}pi`, `${body}ai`, `${body}ps`, `${body}as`) as [Point, Point, Point, Point] | null
    if (!corners) continue
    const [pi, ai, ps, as] = corners
    const ratios = {
      hw: distance(middle(ps, as), middle(pi, ai)) / distance(middle(as, ai), middle(ps, pi)),
      taper: distance(as, ai) / distance(ps, pi),
    }
    if (!Number.isFinite(ratios.hw) || !Number.isFinite(ratios.taper)) continue
    result.ratios[body] = ratios
    result.shape[body] = shapeOf(ratios)
  }
  const { concavity, shape } = result
  const hollow = (body: 'C2' | 'C3' | 'C4') => (concavity[body] ?? Number.NaN) >= HOLLOW
  const shapes = [shape.C3, shape.C4]
  const known = concavity.C2 !== undefined && concavity.C3 !== undefined && concavity.C4 !== undefined
  if (!known || shapes.includes(undefined)) return result
  const stage: CervicalStage = hollow('C4')
    ? shapes.includes('vertical')
      ? 'CS6'
      : shapes.includes('square')
        ? 'CS5'
        : 'CS4'
    : hollow('C3')
      ? 'CS3'
      : hollow('C2')
        ? 'CS2'
        : 'CS1'
  const isEarly = stage === 'CS1' || stage === 'CS2' || stage === 'CS3'
  const isOld = shapes.includes('square') || shapes.includes('vertical')
  result.stage = stage
  result.inconsistent = (hollow('C3') && !hollow('C2')) || (hollow('C4') && !hollow('C3')) || (isEarly && isOld)
  return result
}

/** What a stage says of the growth peak. */
export const stageWords: Readonly<Record<CervicalStage, string>> = {
  CS1: '距生长高峰至少 2 年',
  CS2: '约 1 年后到生长高峰',
  CS3: '生长高峰在一年内',
  CS4: '生长高峰在 1–2 年前',
  CS5: '生长高峰至少在 1 年前',
  CS6: '生长高峰至少在 2 年前',
}
