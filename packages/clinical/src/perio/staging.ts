export type PerioStage = 'I' | 'II' | 'III' | 'IV'
export type PerioGrade = 'A' | 'B' | 'C'
export type PerioExtent = 'localized' | 'generalized' | 'molarIncisor'

/** What a stage and grade go by. Left out: not known. */
export interface PerioCase {
  /** Full years. */
  age?: number | null
  /** mm */
  maxInterdentalCal?: number | null
  /** Radiographic bone loss in percent of the root. */
  maxRblPct?: number | null
  /** mm */
  maxPd?: number | null
  teethLostToPerio?: number | null
  /** Of the present teeth, percent. */
  pctTeethAffected?: number | null
  molarIncisor?: boolean | null
  /** Degrees Ⅰ to Ⅲ (Glickman to Ⅳ) as numbers. */
  furcation?: number | null
  /** mm */
  verticalDefectMm?: number | null
  ridgeDefect?: 'none' | 'moderate' | 'severe' | null
  /** These four only where periodontitis caused them. */
  masticatoryDysfunction?: boolean | null
  mobility?: number | null
  biteCollapse?: boolean | null
  teethRemaining?: number | null
  /** Attachment or bone lost in five years, mm. */
  progression5yMm?: number | null
  cigarettesPerDay?: number | null
  diabetes?: boolean | null
  /** Percent. */
  hba1c?: number | null
}

const stages = ['I', 'II', 'III', 'IV'] as const
const grades = ['A', 'B', 'C'] as const

/** 1 to 4; 0 where neither attachment nor bone is lost. */
function stageBy(of: PerioCase): number {
  const { maxInterdentalCal: cal = null, maxRblPct: bone = null } = of
  const byCal = cal === null || cal <= 0 ? 0 : cal <= 2 ? 1 : cal <= 4 ? 2 : 3
  const byBone = bone === null || bone <= 0 ? 0 : bone < 15 ? 1 : bone <= 33 ? 2 : 3
  const severity = Math.max(byCal, byBone)
  if (severity === 0) return 0
  const lost = of.teethLostToPerio ?? 0
  const depth = of.maxPd ?? 0
  const complex = (of.verticalDefectMm ?? 0) >= 3 || (of.furcation ?? 0) >= 2 || of.ridgeDefect === 'moderate'
  const rebuilding =
    of.masticatoryDysfunction === true ||
    (of.mobility ?? 0) >= 2 ||
    of.ridgeDefect === 'severe' ||
    of.biteCollapse === true ||
    (of.teethRemaining ?? 32) < 20
  return Math.max(
    severity,
    lost >= 5 ? 4 : lost >= 1 ? 3 : 0,
    depth >= 6 ? 3 : depth > 4 ? 2 : 1,
    complex ? 3 : 0,
    rebuilding ? 4 : 0,
  )
}

/** 0 to 2 for A to C. */
function gradeBy(of: PerioCase): number {
  const { progression5yMm: progress = null, maxRblPct: bone = null, age = null } = of
  const perYear = bone === null || age === null || age <= 0 ? null : bone / age
  const primary =
    progress !== null
      ? progress <= 0
        ? 0
        : progress < 2
          ? 1
          : 2
      : perYear === null
        ? 1
        : perYear < 0.25
          ? 0
          : perYear <= 1
            ? 1
            : 2
  const cigarettes = of.cigarettesPerDay ?? 0
  const smoking = cigarettes >= 10 ? 2 : cigarettes >= 1 ? 1 : 0
  const sugar = of.diabetes ? ((of.hba1c ?? 0) >= 7 ? 2 : 1) : 0
  return Math.max(primary, smoking, sugar)
}

/**
 * Stage, grade and extent of periodontitis (Tonetti, Greenwell & Kornman 2018). That it is periodontitis has to be asked
 * first. All null where neither attachment nor bone is lost. A stage is not lowered after treatment: that is the caller's.
 */
export function perioStaging(of: PerioCase): {
  stage: PerioStage | null
  grade: PerioGrade | null
  extent: PerioExtent | null
} {
  const stage = stageBy(of)
  if (stage === 0) return { stage: null, grade: null, extent: null }
  const affected = of.pctTeethAffected ?? null
  const extent = of.molarIncisor
    ? 'molarIncisor'
    : affected === null
      ? null
      : affected < 30
        ? 'localized'
        : 'generalized'
  return { stage: stages[stage - 1] ?? null, grade: grades[gradeBy(of)] ?? null, extent }
}
