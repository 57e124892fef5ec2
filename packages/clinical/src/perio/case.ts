import { measureAt, type PerioCells } from './cells.ts'
import { gingivalCase } from './chart.ts'
import { PERIO_TEETH } from './sites.ts'
import { perioStaging, type PerioCase, type PerioExtent, type PerioGrade, type PerioStage } from './staging.ts'
import { perioSummary, teethWithLoss } from './summary.ts'

/** What the chart does not say and the doctor is asked. */
export interface CaseAnswers {
  /** Whether it is periodontitis; null: nobody has said. */
  isCase?: boolean | null
  teethLostToPerio?: number | null
  /** % of the root length at the worst tooth. */
  boneLoss?: number | null
  cigarettes?: number | null
  diabetes?: boolean | null
  hba1c?: number | null
  verticalDefect?: number | null
  ridgeDefect?: PerioCase['ridgeDefect']
  /** Chewing that suffers from what periodontitis took. */
  chewing?: boolean | null
  biteCollapse?: boolean | null
  molarIncisor?: boolean | null
  /** Mobility is secondary trauma of periodontitis. */
  secondaryTrauma?: boolean | null
  progression5y?: number | null
}

/** What chart and answers come to, each with the datum that decided. */
export interface PerioProposal {
  kind: 'open' | 'health' | 'gingivitis' | 'periodontitis'
  /** Of a gingivitis. */
  gingivitis: 'localized' | 'generalized' | null
  stage: PerioStage | null
  grade: PerioGrade | null
  extent: PerioExtent | null
  why: { stage: string; grade: string; extent: string }
}

export const perioStageNames: Readonly<Record<PerioStage, string>> = { I: 'Ⅰ 期', II: 'Ⅱ 期', III: 'Ⅲ 期', IV: 'Ⅳ 期' }
export const ridgeDefectNames: Readonly<Record<'none' | 'moderate' | 'severe', string>> = {
  none: '无',
  moderate: '中度',
  severe: '重度',
}
export const perioExtentNames: Readonly<Record<PerioExtent, string>> = {
  localized: '局限型',
  generalized: '广泛型',
  molarIncisor: '磨牙-切牙型',
}
/** Lower limit of interdental loss of a stage in mm: what counts a tooth as involved. */
const STAGE_FROM: Readonly<Record<PerioStage, number>> = { I: 1, II: 3, III: 5, IV: 5 }

/**
 * What of the chart alone speaks for periodontitis, in Chinese: interdental loss at two teeth that are no neighbours, or at two
 * teeth a loss of 3 mm and more with a pocket deeper than 3 mm on the cheek or the tongue. Null: nothing does. Source: Tonetti,
 * Greenwell & Kornman 2018.
 */
export function perioSign(cells: PerioCells): string | null {
  const teeth = teethWithLoss(cells, 1)
  const rows = [PERIO_TEETH.slice(0, 16), PERIO_TEETH.slice(16)]
  const place = (tooth: string) => rows.map((row) => row.indexOf(tooth))
  const apart = teeth.some((a) =>
    teeth.some(
      (b) =>
        place(a).every((at, row) => at < 0 || (place(b)[row] ?? -1) < 0 || Math.abs(at - (place(b)[row] ?? 0)) > 1) &&
        a !== b,
    ),
  )
  const facial = PERIO_TEETH.filter((tooth) =>
    [1, 4].some((site) => {
      const [depth, margin] = [measureAt(cells[tooth], 'pd', site), measureAt(cells[tooth], 'gm', site)]
      return depth !== null && margin !== null && depth > 3 && depth + margin >= 3
    }),
  )
  if (apart) return '不相邻的两颗牙有牙间附着丧失，像牙周炎'
  return facial.length >= 2 ? '两颗牙颊侧或舌侧附着丧失 ≥ 3 mm 且袋深 > 3 mm，像牙周炎' : null
}

/**
 * Proposes stage, grade and extent of a chart, and says which datum decided. Whether it is periodontitis is asked first.
 * @param previousStage before treatment: it is not lowered after it
 */
export function perioProposal(
  cells: PerioCells,
  answers: CaseAnswers,
  { age, previousStage = null }: { age: number | null; previousStage?: PerioStage | null },
): PerioProposal {
  const none = { gingivitis: null, stage: null, grade: null, extent: null, why: { stage: '', grade: '', extent: '' } }
  const summary = perioSummary(cells)
  if (answers.isCase === null || answers.isCase === undefined) return { kind: 'open', ...none }
  if (!answers.isCase) {
    if (summary.bopPct === null) return { kind: 'open', ...none }
    const found = gingivalCase(summary.bopPct)
    return found === 'health' ? { kind: 'health', ...none } : { kind: 'gingivitis', ...none, gingivitis: found }
  }
  const base: PerioCase = {
    age,
    maxInterdentalCal: summary.maxInterdentalCal,
    maxRblPct: answers.boneLoss ?? null,
    maxPd: summary.maxPd,
    teethLostToPerio: answers.teethLostToPerio ?? null,
    verticalDefectMm: answers.verticalDefect ?? null,
    furcation: summary.maxFurcation,
    mobility: answers.secondaryTrauma ? summary.maxMobility : null,
    ridgeDefect: answers.ridgeDefect ?? null,
    masticatoryDysfunction: answers.chewing ?? null,
    biteCollapse: answers.biteCollapse ?? null,
    remainingTeeth: (answers.teethLostToPerio ?? 0) > 0 ? summary.teeth : null,
    progression5yMm: answers.progression5y ?? null,
    cigarettesPerDay: answers.cigarettes ?? null,
    diabetes: answers.diabetes ?? null,
    hba1c: answers.hba1c ?? null,
    previousStage,
  }
  const { stage, grade } = perioStaging(base)
  if (!stage || !grade)
    return { kind: 'periodontitis', ...none, why: { ...none.why, stage: '还没有附着丧失或骨吸收的数据' } }
  const involved = teethWithLoss(cells, STAGE_FROM[stage]).length
  const pctTeethAffected = summary.teeth === 0 ? null : (100 * involved) / summary.teeth
  const { extent = null } = perioStaging({ ...base, pctTeethAffected, molarIncisor: answers.molarIncisor ?? null })
  const share =
    pctTeethAffected === null
      ? ''
      : `${involved}/${summary.teeth} 牙（${pctTeethAffected.toFixed(1)}%）牙间附着丧失 ≥ ${STAGE_FROM[stage]} mm`
  return {
    kind: 'periodontitis',
    gingivitis: null,
    stage,
    grade,
    extent,
    why: {
      stage: stageReason(base, stage, summary.worstTooth),
      grade: gradeReason(base, grade),
      extent: answers.molarIncisor ? '磨牙-切牙型分布' : share,
    },
  }
}

/** The data that lead to a stage each alone, the first of them. */
function stageReason(found: PerioCase, stage: PerioStage, worst: string | null): string {
  const data: [Partial<PerioCase>, string][] = [
    [
      { maxInterdentalCal: found.maxInterdentalCal ?? null },
      `最重牙间附着丧失 ${found.maxInterdentalCal ?? 0} mm（${worst ?? ''}）`,
    ],
    [{ maxRblPct: found.maxRblPct ?? null }, `骨吸收 ${found.maxRblPct ?? 0}%`],
    [{ teethLostToPerio: found.teethLostToPerio ?? null }, `因牙周炎失牙 ${found.teethLostToPerio ?? 0} 颗`],
    [{ maxPd: found.maxPd ?? null }, `最大探诊深度 ${found.maxPd ?? 0} mm`],
    [{ furcation: found.furcation ?? null }, `根分叉病变 ${found.furcation ?? 0} 度`],
    [{ verticalDefectMm: found.verticalDefectMm ?? null }, `垂直骨缺损 ${found.verticalDefectMm ?? 0} mm`],
    [{ mobility: found.mobility ?? null }, `继发创伤，松动 ${found.mobility ?? 0} 度`],
    [{ ridgeDefect: found.ridgeDefect ?? null }, `牙槽嵴${ridgeDefectNames[found.ridgeDefect ?? 'none']}缺损`],
    [{ masticatoryDysfunction: found.masticatoryDysfunction ?? null }, '咀嚼功能障碍'],
    [{ biteCollapse: found.biteCollapse ?? null }, '咬合塌陷、移位'],
    [{ remainingTeeth: found.remainingTeeth ?? null }, `余牙 ${found.remainingTeeth ?? 0} 颗`],
    [{ previousStage: found.previousStage ?? null }, '治疗前的分期，不因治疗降低'],
  ]
  const alone = (datum: Partial<PerioCase>) => {
    const severity =
      'maxInterdentalCal' in datum || 'maxRblPct' in datum || 'previousStage' in datum ? {} : { maxInterdentalCal: 0.5 }
    return perioStaging({ ...severity, ...datum }).stage === stage
  }
  return data.find(([datum]) => alone(datum))?.[1] ?? ''
}

function gradeReason(found: PerioCase, grade: PerioGrade): string {
  const severity = { maxInterdentalCal: 1 }
  const alone = (datum: PerioCase, from: string) => {
    const is = perioStaging({ ...severity, ...datum }).grade === grade
    return is ? [from] : []
  }
  const { progression5yMm, maxRblPct, age, cigarettesPerDay, diabetes, hba1c } = found
  const calm = { progression5yMm: 0 }
  return (
    [
      ...(typeof progression5yMm === 'number' ? alone({ progression5yMm }, `五年进展 ${progression5yMm} mm`) : []),
      ...(typeof progression5yMm !== 'number' && maxRblPct && age
        ? alone({ maxRblPct, age }, `骨吸收 ${maxRblPct}% ÷ ${age} 岁 = ${(maxRblPct / age).toFixed(2)}`)
        : []),
      ...(cigarettesPerDay ? alone({ ...calm, cigarettesPerDay }, `吸烟每天 ${cigarettesPerDay} 支`) : []),
      ...(diabetes
        ? alone({ ...calm, diabetes, hba1c: hba1c ?? null }, hba1c ? `糖尿病，HbA1c ${hba1c}%` : '糖尿病，HbA1c 未知')
        : []),
    ][0] ?? '没有进展的数据，按 B 级'
  )
}
