import type { Arch } from '../teeth.ts'
import type { Stripping } from './ipr.ts'
import type { CareGrade, ChainKind, Elastic, OrthoPhase, Span, SpringKind, Wire } from './vocabulary.ts'

/** What is measured at a visit: gaps where teeth were taken out, overjet and overbite, and the canines, all in mm. */
export const visitMeasures = {
  spaceRight: { name: '右侧间隙', min: 0, max: 15 },
  spaceLeft: { name: '左侧间隙', min: 0, max: 15 },
  overjet: { name: '覆盖', min: -15, max: 20 },
  overbite: { name: '覆𬌗', min: -15, max: 15 },
  canineRight: { name: '右尖牙远中', min: -10, max: 10 },
  canineLeft: { name: '左尖牙远中', min: -10, max: 10 },
} as const
export type VisitMeasure = keyof typeof visitMeasures
export const visitMeasureKeys = Object.keys(visitMeasures) as VisitMeasure[]

/** What was done at one orthodontic visit. null says nothing of it: it stays as it was. */
export interface OrthoVisit {
  phase: OrthoPhase | null
  upperWire: Wire | null
  lowerWire: Wire | null
  /** Arches whose wire came off. */
  wiresOff: readonly Arch[]
  /** An empty list: none are worn any more. */
  elastics: readonly Elastic[] | null
  chains: readonly Span<ChainKind>[] | null
  springs: readonly Span<SpringKind>[] | null
  /** Brackets found lost, and those that were bonded again. */
  bracketLoss: readonly string[]
  rebonded: readonly string[]
  attachmentLoss: readonly string[]
  attachmentsRebonded: readonly string[]
  tray: { no: number; total: number; daysPerTray: number; refinement: number } | null
  /** Hours a day that the trays or the appliance are worn. */
  wearHours: number | null
  stripping: readonly Stripping[]
  hygiene: CareGrade | null
  cooperation: CareGrade | null
  measures: Readonly<Record<VisitMeasure, number | null>>
}

/** A visit and its day, YYYY-MM-DD. */
export interface DatedVisit {
  day: string
  visit: OrthoVisit
}
