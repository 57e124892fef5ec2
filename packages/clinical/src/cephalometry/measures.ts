import {
  angleAt,
  angleBetween,
  beforeLine,
  direction,
  distance,
  middle,
  minus,
  projected,
  reverse,
  turned,
  wrap,
  type Point,
} from './geometry.ts'
import type { Marks } from './lines.ts'

/** deg and ratio hold without a scale; mm needs one. */
export type MeasureUnit = 'deg' | 'mm' | 'ratio'
type Formula = (m: Marks) => number

/** How much lower the front end of `line` is than that of `reference`, in degrees; both run from back to front. */
const declination = (reference: Point, line: Point) => wrap(direction(reference) - direction(line))
const at =
  (a: string, vertex: string, b: string): Formula =>
  (m) =>
    angleAt(m.at(a), m.at(vertex), m.at(b))
const span =
  (a: string, b: string): Formula =>
  (m) =>
    distance(m.at(a), m.at(b))
/** How far a point lies in front of the line from its upper to its lower end. */
const before =
  (point: string, upper: string, lower: string): Formula =>
  (m) => {
    m.line(upper, lower)
    return beforeLine(m.at(point), m.at(upper), m.at(lower))
  }
/** Ricketts' other lines begin in the middle of nose tip and subnasale. */
const beforeS =
  (lip: string): Formula =>
  (m) =>
    beforeLine(m.at(lip), middle(m.at('Prn'), m.at('Sn')), m.at("Pog'"))

const facialAngle: Formula = (m) => angleBetween(reverse(m.frankfort), m.line('N', 'Pog'))
const abPlane: Formula = (m) => wrap(direction(m.line('A', 'B')) - direction(m.line('N', 'Pog')))
const tilt: Formula = (m) => declination(m.frankfort, m.palate)
const abMp: Formula = (m) => angleBetween(reverse(m.mandible), m.line('B', 'A'))
const sna = at('S', 'N', 'A')
const snb = at('S', 'N', 'B')
const [saddle, articular, gonial] = [at('N', 'S', 'Ar'), at('S', 'Ar', 'Go'), at('Ar', 'Go', 'Me')]
const [coA, coGn, pfh, afh] = [span('Co', 'A'), span('Co', 'Gn'), span('S', 'Go'), span('N', 'Me')]
const inFrontOf: Formula = (m) => projected(minus(m.at('U1'), m.at('L1')), m.frankfort)

const degrees: Readonly<Record<string, Formula>> = {
  SNA: sna,
  SNB: snb,
  ANB: (m) => sna(m) - snb(m),
  SND: at('S', 'N', 'D'),
  SNPog: at('S', 'N', 'Pog'),
  facialAngle,
  convexity: (m) => wrap(direction(m.line('N', 'A')) - direction(m.line('A', 'Pog'))),
  abPlane,
  FMA: (m) => declination(m.frankfort, m.mandible),
  SN_MP: (m) => declination(m.base, m.mandible),
  SN_GoGn: (m) => declination(m.base, m.line('Go', 'Gn')),
  SN_FH: (m) => declination(m.base, m.frankfort),
  SN_PP: (m) => declination(m.base, m.palate),
  FH_PP: tilt,
  PP_MP: (m) => declination(m.palate, m.mandible),
  yAxisFH: (m) => declination(m.frankfort, m.line('S', 'Gn')),
  NSGn: at('N', 'S', 'Gn'),
  FH_OP: (m) => declination(m.frankfort, m.occlusion),
  SN_OP: (m) => declination(m.base, m.occlusion),
  OP_MP: (m) => declination(m.occlusion, m.mandible),
  U1_SN: (m) => angleBetween(reverse(m.base), m.upper),
  U1_FH: (m) => angleBetween(reverse(m.frankfort), m.upper),
  U1_PP: (m) => angleBetween(reverse(m.palate), m.upper),
  U1_NA_deg: (m) => wrap(direction(m.upper) - direction(m.line('N', 'A'))),
  L1_NB_deg: (m) => wrap(direction(m.line('B', 'N')) - direction(m.lower)),
  IMPA: (m) => angleBetween(reverse(m.mandible), m.lower),
  FMIA: (m) => angleBetween(reverse(m.frankfort), reverse(m.lower)),
  U1_L1: (m) => (((direction(reverse(m.lower)) - direction(reverse(m.upper))) % 360) + 360) % 360,
  L1_APog_deg: (m) => wrap(direction(m.line('Pog', 'A')) - direction(m.lower)),
  L1_OP_dev: (m) => 90 - angleBetween(m.occlusion, m.lower),
  facialAxis: (m) => angleBetween(m.line('N', 'Ba'), m.line('Pt', 'Gn')),
  maxDepth: (m) => angleBetween(reverse(m.frankfort), m.line('N', 'A')),
  lowerFaceHeight: at('ANS', 'Xi', 'Pm'),
  mandArc: (m) => angleBetween(m.line('Xi', 'DC'), m.line('Pm', 'Xi')),
  saddle,
  articular,
  gonial,
  gonialUpper: at('Ar', 'Go', 'N'),
  gonialLower: at('N', 'Go', 'Me'),
  jarabakSum: (m) => saddle(m) + articular(m) + gonial(m),
  AB_MP: abMp,
  ODI: (m) => abMp(m) + tilt(m),
  APDI: (m) => facialAngle(m) + abPlane(m) + tilt(m),
  nasolabial: at('Cm', 'Sn', 'UL'),
  mentolabial: at('LL', 'Si', "Pog'"),
  softConvexity: (m) => wrap(direction(m.line("G'", 'Sn')) - direction(m.line('Sn', "Pog'"))),
  fullConvexity: at("N'", 'Prn', "Pog'"),
  softFacialAngle: (m) => angleBetween(reverse(m.frankfort), m.line("N'", "Pog'")),
  hAngle: (m) => wrap(direction(m.line("N'", "Pog'")) - direction(m.line('UL', "Pog'"))),
  zAngle: (m) => Math.min(...['UL', 'LL'].map((lip) => angleBetween(reverse(m.frankfort), m.line(lip, "Pog'")))),
}

const millimetres: Readonly<Record<string, Formula>> = {
  convexityMm: before('A', 'N', 'Pog'),
  wits: (m) => projected(minus(m.at('A'), m.at('B')), m.occlusion),
  U1_NA_mm: before('U1', 'N', 'A'),
  L1_NB_mm: before('L1', 'N', 'B'),
  Pog_NB_mm: before('Pog', 'N', 'B'),
  U1_APog_mm: before('U1', 'A', 'Pog'),
  L1_APog_mm: before('L1', 'A', 'Pog'),
  overjet: (m) => projected(minus(m.at('U1'), m.at('L1')), m.occlusion),
  overbite: (m) => projected(minus(m.at('L1'), m.at('U1')), turned(m.occlusion)),
  A_Nperp: (m) => projected(minus(m.at('A'), m.at('N')), m.frankfort),
  Pog_Nperp: (m) => projected(minus(m.at('Pog'), m.at('N')), m.frankfort),
  CoA: coA,
  CoGn: coGn,
  mxMdDiff: (m) => coGn(m) - coA(m),
  LAFH: span('ANS', 'Me'),
  U1_Avert: (m) => projected(minus(m.at('U1'), m.at('A')), m.frankfort),
  S_N: span('S', 'N'),
  S_Ar: span('S', 'Ar'),
  Ar_Go: span('Ar', 'Go'),
  Go_Me: span('Go', 'Me'),
  PFH: pfh,
  AFH: afh,
  UAFH: span('N', 'ANS'),
  MW: (m) => (inFrontOf(m) < 0 ? -1 : 1) * distance(m.at('U1'), m.at('L1')),
  UL_E: before('UL', 'Prn', "Pog'"),
  LL_E: before('LL', 'Prn', "Pog'"),
  UL_S: beforeS('UL'),
  LL_S: beforeS('LL'),
  UL_SnPog: before('UL', 'Sn', "Pog'"),
  LL_SnPog: before('LL', 'Sn', "Pog'"),
  lipGap: (m) => projected(minus(m.at('Stms'), m.at('Stmi')), turned(m.frankfort)),
}

const ratios: Readonly<Record<string, Formula>> = {
  FHI: (m) => pfh(m) / afh(m),
  GSn_SnMe: (m) => {
    const height = (upper: string, lower: string) => projected(minus(m.at(upper), m.at(lower)), turned(m.frankfort))
    return height("G'", 'Sn') / height('Sn', "Me'")
  },
}

/** Every measure of the lateral film with its unit and formula, taken in the clinical frame. */
export const lateralMeasures: readonly { id: string; unit: MeasureUnit; formula: Formula }[] = [
  ...Object.entries(degrees).map(([id, formula]) => ({ id, unit: 'deg' as const, formula })),
  ...Object.entries(millimetres).map(([id, formula]) => ({ id, unit: 'mm' as const, formula })),
  ...Object.entries(ratios).map(([id, formula]) => ({ id, unit: 'ratio' as const, formula })),
]
