import {
  atMost,
  dot,
  isPoint,
  known,
  line,
  middle,
  minus,
  offset,
  quotient,
  type Point,
  type Points,
} from '../geometry.ts'

/** Sides that are compared: 颧点, 下颌角, 口角, 鼻翼, 外眦. */
const COMPARED = ['Zy', 'Go', 'Ch', 'Al', 'Ex'] as const
type Compared = (typeof COMPARED)[number]

/** From when a figure is marked (decision, no source). */
export const FRONTAL_LIMITS = {
  /** Percentage points from the ideal third or fifth. */
  share: 3,
  /** Deviation from the midline in mm: reported above the first, marked above the second. */
  deviationMm: { reported: 2, marked: 4 },
  /** Difference of the sides in per cent. */
  asymmetry: 10,
} as const

/** Thirds, fifths and lower third of an ideal face (Farkas 1994). */
export const FRONTAL_IDEAL = { third: 100 / 3, fifth: 20, lowerThirdSplit: 0.5 } as const

export interface FrontalFace {
  /** Image pixels, x right, y down; the patient's R points lie on the left of the image. */
  points: Points
  /** mm of one pixel; without it there is no millimetre. */
  mmPerPx?: number | null
}

export interface FrontalResult {
  /** 三庭 Tr–G, G–Sn, Sn–Me' in % of their sum. */
  thirds?: number[]
  /** 五眼 from the right to the left edge of the face, in % of the sum. */
  fifths?: number[]
  /** (Sn–Sto) ÷ (Sto–Me'). */
  lowerThirdSplit?: number
  /** 100 · (N'–Me') ÷ (Zy–Zy). */
  facialIndex?: number
  /** mm from the midline, + towards the patient's left. */
  chinDeviation?: number
  noseDeviation?: number
  /** Degrees, + when the patient's left corner of the mouth is lower. */
  lipCant?: number
  /** 200·(L−R) ÷ (L+R) of the distances from the midline, in %. */
  asym: Partial<Record<Compared, number>>
}

/** Lengths between neighbours in % of the whole; undefined when one is missing or the whole is nothing. */
function shares(places: readonly (number | undefined)[]): number[] | undefined {
  const whole = minus(places.at(-1), places[0])
  const parts = places.slice(1).map((place, n) => quotient(minus(place, places[n]), whole))
  return parts.every((part) => part !== undefined) ? parts.map((part) => 100 * part) : undefined
}

/** Points that lie below the pupils; the first placed one says which way is down. */
const BELOW = ["Me'", 'Sto', 'Sn', 'Prn', 'GoR', 'GoL', 'ChR', 'ChL'] as const

/**
 * Frontal photo in natural head position, measured along the axis of the pupils (PuR→PuL) and at a right angle to it, so
 * that a tilted or mirrored picture gives the same. Ratios need no scale. Sources: Farkas 1994; Martin & Saller 1957;
 * clinical-calculators §2.1.
 */
export function frontalFace({ points, mmPerPx }: FrontalFace): FrontalResult {
  const at = (code: string): Point | undefined => {
    const point = points[code]
    return isPoint(point) ? point : undefined
  }
  const axis = line(at('PuR'), at('PuL'))
  if (!axis) return { asym: {} }
  const across: Point = [axis[0] / Math.hypot(...axis), axis[1] / Math.hypot(...axis)]
  const lower = BELOW.map((code) => offset(middle(at('PuR'), at('PuL')), at(code))).find((way) => way !== undefined)
  const turned: Point = [-across[1], across[0]]
  const down: Point = lower && dot(turned, lower) < 0 ? [-turned[0], -turned[1]] : turned
  const x = (code: string) => along(at(code), across)
  const y = (code: string) => along(at(code), down)

  const midline = along(middle(at('EnR'), at('EnL')), across)
  const scale = mmPerPx && mmPerPx > 0 ? mmPerPx : undefined
  const deviation = (code: string) => {
    const pixels = minus(x(code), midline)
    return pixels === undefined || scale === undefined ? undefined : pixels * scale
  }
  const asymmetry = (code: Compared) => {
    const [left, right] = [minus(x(`${code}L`), midline), minus(midline, x(`${code}R`))]
    if (left === undefined || right === undefined) return undefined
    const [l, r] = [Math.abs(left), Math.abs(right)]
    return quotient(200 * (l - r), l + r)
  }
  const mouth = line(at('ChR'), at('ChL'))
  const index = quotient(minus(y("Me'"), y("N'")), minus(x('ZyL'), x('ZyR')))
  return known({
    thirds: shares([y('Tr'), y('G'), y('Sn'), y("Me'")]),
    fifths: shares([x('ZyR'), x('ExR'), x('EnR'), x('EnL'), x('ExL'), x('ZyL')]),
    lowerThirdSplit: quotient(minus(y('Sto'), y('Sn')), minus(y("Me'"), y('Sto'))),
    facialIndex: index === undefined ? undefined : 100 * index,
    chinDeviation: deviation("Me'"),
    noseDeviation: deviation('Prn'),
    lipCant: mouth && (Math.atan2(dot(mouth, down), dot(mouth, across)) * 180) / Math.PI,
    asym: known(Object.fromEntries(COMPARED.map((code) => [code, asymmetry(code)]))),
  })
}

const along = (point: Point | undefined, axis: Point): number | undefined => point && dot(point, axis)

/** Shape of a face by its index (Martin & Saller): 超阔面 below 79, 阔面 to 83.9, 中面 to 87.9, 狭面 to 92.9, 超狭面 from 93. */
export const faceShape = (facialIndex: number): string =>
  facialIndex < 79
    ? '超阔面'
    : facialIndex < 84
      ? '阔面'
      : facialIndex < 88
        ? '中面'
        : facialIndex < 93
          ? '狭面'
          : '超狭面'

/** Whether a third or fifth (in %) lies so far from the ideal one that it is marked. */
export const shareMarked = (share: number, ideal: number): boolean =>
  !atMost(Math.abs(share - ideal), FRONTAL_LIMITS.share)

/** What a deviation from the midline in mm is: not mentioned, reported (over 2 mm) or marked (over 4 mm). */
export function deviationLevel(mm: number): 'none' | 'reported' | 'marked' {
  const { reported, marked } = FRONTAL_LIMITS.deviationMm
  return !atMost(Math.abs(mm), marked) ? 'marked' : !atMost(Math.abs(mm), reported) ? 'reported' : 'none'
}

/** Whether a difference of the sides (in %) is marked. */
export const asymmetryMarked = (percent: number): boolean => !atMost(Math.abs(percent), FRONTAL_LIMITS.asymmetry)
