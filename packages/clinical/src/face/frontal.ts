import { allOf, distance, dot, lengthOf, middle, minus, type Point, type Points } from '../cephalometry/geometry.ts'

/** A part of the analysis that a point is missing for has no key. */
export interface FrontalResult {
  /** 三庭: Tr–G, G–Sn, Sn–Me', percent of their sum; ideal 33.3. */
  thirds?: number[]
  /** 五眼: from the right face edge to the left, percent of their sum; ideal 20. */
  fifths?: number[]
  /** Upper to lower part of the lower third; ideal 0.5. */
  lowerThirdSplit?: number
  /** Face height to width, percent (Martin & Saller). */
  facialIndex?: number
  /** mm (pixels are not said), + to the patient's left. */
  chinDeviation?: number
  noseDeviation?: number
  /** Degrees, + where the patient's left corner is lower. */
  lipCant?: number
  /** Percent, + where the left side is wider. */
  asym: Record<string, number>
}

const SIDES = ['Zy', 'Go', 'Ch', 'Al', 'Ex'] as const

/**
 * The frontal face along the axis of the pupils. Image pixels, y down; the patient's right lies on the image's left.
 * @param mmPerPx without it deviations in mm have no key
 */
export function frontalFace(points: Points, mmPerPx: number | null): FrontalResult {
  const result: FrontalResult = { asym: {} }
  const [right, left] = [points.PuR, points.PuL]
  if (!right || !left || distance(right, left) === 0) return result
  const across = minus(left, right)
  const down: Point = [-across[1], across[0]]
  const frame = (code: string): Point | undefined => {
    const point = points[code]
    return point && [dot(point, across) / lengthOf(across), dot(point, down) / lengthOf(down)]
  }
  const at = (...codes: string[]) => allOf(codes, frame)
  const parts = (codes: readonly string[], axis: 0 | 1): number[] | undefined => {
    const found = at(...codes)
    if (!found) return undefined
    const lengths = found.slice(1).map((point, n) => point[axis] - (found[n]?.[axis] ?? 0))
    const sum = lengths.reduce((total, each) => total + each, 0)
    return sum > 0 ? lengths.map((each) => (100 * each) / sum) : undefined
  }
  const set = <K extends keyof FrontalResult>(key: K, value: FrontalResult[K] | undefined) => {
    if (value !== undefined && (typeof value !== 'number' || Number.isFinite(value))) result[key] = value
  }
  set('thirds', parts(['Tr', 'G', 'Sn', "Me'"], 1))
  set('fifths', parts(['ZyR', 'ExR', 'EnR', 'EnL', 'ExL', 'ZyL'], 0))
  const lower = at('Sn', 'Sto', "Me'") as [Point, Point, Point] | null
  set('lowerThirdSplit', lower ? (lower[1][1] - lower[0][1]) / (lower[2][1] - lower[1][1]) : undefined)
  const whole = at("N'", "Me'", 'ZyR', 'ZyL') as [Point, Point, Point, Point] | null
  set('facialIndex', whole ? (100 * (whole[1][1] - whole[0][1])) / (whole[3][0] - whole[2][0]) : undefined)
  const mouth = at('ChR', 'ChL') as [Point, Point] | null
  set('lipCant', mouth ? (Math.atan2(mouth[1][1] - mouth[0][1], mouth[1][0] - mouth[0][0]) * 180) / Math.PI : undefined)
  const eyes = at('EnR', 'EnL') as [Point, Point] | null
  if (!eyes) return result
  const midline = middle(...eyes)[0]
  const aside = (code: string) => {
    const point = frame(code)
    return point && mmPerPx !== null ? (point[0] - midline) * mmPerPx : undefined
  }
  set('chinDeviation', aside("Me'"))
  set('noseDeviation', aside('Prn'))
  for (const side of SIDES) {
    const pair = at(`${side}R`, `${side}L`) as [Point, Point] | null
    if (!pair) continue
    const [r, l] = [Math.abs(midline - pair[0][0]), Math.abs(pair[1][0] - midline)]
    if (l + r > 0) result.asym[side] = (200 * (l - r)) / (l + r)
  }
  return result
}

/** The face by its index (Martin & Saller). */
export function faceForm(index: number): '超阔面' | '阔面' | '中面' | '狭面' | '超狭面' {
  if (index < 79) return '超阔面'
  if (index < 84) return '阔面'
  if (index < 88) return '中面'
  return index < 93 ? '狭面' : '超狭面'
}

/** The profile by its soft convexity in degrees (mean ± SD, decision). */
export const profileForm = (softConvexity: number): '凸面型' | '直面型' | '凹面型' =>
  softConvexity > 16 ? '凸面型' : softConvexity < 8 ? '凹面型' : '直面型'
