import { atLeast, atMost } from '../geometry.ts'

export type PerioStage = 'I' | 'II' | 'III' | 'IV'
export type PerioGrade = 'A' | 'B' | 'C'
export type PerioExtent = 'localized' | 'generalized' | 'molarIncisor'

/** A periodontitis case; whether it is one is asked before. What is not known is left out or null. */
export interface PerioCase {
  /** Years. */
  age?: number | null
  /** mm, at the worst interdental site. */
  maxInterdentalCal?: number | null
  /** Bone loss in % of the root length, at the worst tooth. */
  maxRblPct?: number | null
  /** mm */
  maxPd?: number | null
  teethLostToPerio?: number | null
  /** mm */
  verticalDefectMm?: number | null
  /** Glickman degree 1–4. */
  furcation?: number | null
  ridgeDefect?: 'none' | 'moderate' | 'severe' | null
  /** Only what periodontitis caused. */
  masticatoryDysfunction?: boolean | null
  /** Degree 0–3, with secondary trauma. */
  mobility?: number | null
  biteCollapse?: boolean | null
  /** Teeth that are left, when periodontitis took the others. */
  remainingTeeth?: number | null
  /** Of the teeth, in %. */
  pctTeethAffected?: number | null
  molarIncisor?: boolean | null
  /** Attachment or bone that was lost in five years, in mm. */
  progression5yMm?: number | null
  cigarettesPerDay?: number | null
  diabetes?: boolean | null
  /** % */
  hba1c?: number | null
  /** Stage before treatment; it is not lowered after it. */
  previousStage?: PerioStage | null
}

export interface PerioStaging {
  stage: PerioStage | null
  grade: PerioGrade | null
  extent?: PerioExtent | null
}

const STAGES = ['I', 'II', 'III', 'IV'] as const
const GRADES = ['A', 'B', 'C'] as const

/** Stages by attachment loss (≤ 2, 3–4, ≥ 5 mm), bone loss (< 15, 15–33, > 33 %), teeth lost (1–4, ≥ 5) and depth (≤ 4, 5, ≥ 6 mm). */
const byCal = (mm: number): number => (mm <= 0 ? 0 : atMost(mm, 2) ? 1 : mm < 5 ? 2 : 3)
const byBone = (percent: number): number => (percent <= 0 ? 0 : percent < 15 ? 1 : atMost(percent, 33) ? 2 : 3)
const byLost = (teeth: number): number => (teeth >= 5 ? 4 : teeth >= 1 ? 3 : 0)
const byDepth = (mm: number): number => (atMost(mm, 4) ? 1 : mm < 6 ? 2 : 3)

/** Stage 1–4; 0 when there is neither attachment nor bone loss. */
function stageNumber(found: PerioCase): number {
  const severity = Math.max(byCal(found.maxInterdentalCal ?? 0), byBone(found.maxRblPct ?? 0))
  const before = found.previousStage ? STAGES.indexOf(found.previousStage) + 1 : 0
  if (severity === 0) return before
  const third = (found.verticalDefectMm ?? 0) >= 3 || (found.furcation ?? 0) >= 2 || found.ridgeDefect === 'moderate'
  const fourth =
    found.masticatoryDysfunction === true ||
    (found.mobility ?? 0) >= 2 ||
    found.ridgeDefect === 'severe' ||
    found.biteCollapse === true ||
    (found.remainingTeeth ?? 20) < 20
  return Math.max(
    severity,
    byLost(found.teethLostToPerio ?? 0),
    byDepth(found.maxPd ?? 0),
    third ? 3 : 0,
    fourth ? 4 : 0,
    before,
  )
}

/** Grade by progression: of five years, else bone loss by age; B when neither is known. */
function primaryGrade({ progression5yMm: progression, maxRblPct, age }: PerioCase): number {
  if (typeof progression === 'number') return progression <= 0 ? 0 : progression < 2 ? 1 : 2
  if (typeof maxRblPct !== 'number' || !age || age <= 0) return 1
  const byAge = maxRblPct / age
  return !atLeast(byAge, 0.25) ? 0 : atMost(byAge, 1) ? 1 : 2
}

const smokingGrade = (cigarettes: number): number => (cigarettes <= 0 ? 0 : cigarettes < 10 ? 1 : 2)
const diabetesGrade = ({ diabetes, hba1c }: PerioCase): number => (!diabetes ? 0 : (hba1c ?? 0) >= 7 ? 2 : 1)

/** From this share of teeth in % a case is generalised. */
const GENERALIZED_PERCENT = 30

function extentOf({ molarIncisor, pctTeethAffected }: PerioCase): PerioExtent | undefined {
  if (molarIncisor) return 'molarIncisor'
  if (typeof pctTeethAffected !== 'number') return undefined
  return pctTeethAffected < GENERALIZED_PERCENT ? 'localized' : 'generalized'
}

/**
 * Stage, grade and extent of periodontitis (Tonetti, Greenwell & Kornman 2018; Papapanou et al. 2018): the worst finding
 * decides. All null without attachment and bone loss. Extent is not there when it can't be known. Limits 待确认.
 */
export function perioStaging(found: PerioCase): PerioStaging {
  const stage = stageNumber(found)
  if (stage === 0) return { stage: null, grade: null, extent: null }
  const grade = Math.max(primaryGrade(found), smokingGrade(found.cigarettesPerDay ?? 0), diabetesGrade(found))
  const extent = extentOf(found)
  return { stage: STAGES[stage - 1] ?? null, grade: GRADES[grade] ?? null, ...(extent && { extent }) }
}
