import type { CellKey, CellValue, PerioCells, PerioProposal, PerioSummary } from '@dentin/clinical/perio/index'
import { z } from 'zod'
import { oneOf, oneWord, optionalText, requiredText, wholeNumber } from './fields.ts'
import { perioTreatmentKeys, sextantKeys } from './perio-words.ts'

const CELL =
  /^(?:(?:pd|gm|bop|pus|plaque|calculus|filled)\.[0-5]|furcation\.[BLMD]|status|mobility|width|prognosis|note)$/
const tooth = z.string({ error: '请选择牙位' }).regex(/^[1-8][1-8]$/, { error: '没有这个牙位' })
const cell = z.string({ error: '请选择位点' }).regex(CELL, { error: '没有这一格' }) as unknown as z.ZodType<
  CellKey,
  CellKey
>
/** A number, a status or a note; null: nothing stands there. What can't stand in the cell is told by its own answer. */
const value = z
  .union([wholeNumber('数值', -99, 99), requiredText('备注', 200)], { error: '格子里的内容有误' })
  .nullable()
  .default(null)

/** One cell as a batch changes it. */
export const cellChange = z.strictObject({
  tooth,
  cell,
  /** What stood there when it was typed. */
  from: value,
  to: value,
  /** The person has seen what somebody else put there, and overwrites it. */
  force: z.boolean({ error: '应为是或否' }).default(false),
})

/** A chart in an answer: tooth → cell → value; what was stored is not looked through cell by cell again. */
export const perioCells = z.looseObject({}) as unknown as z.ZodType<PerioCells, PerioCells>

/** One cell's value in an answer. */
export const cellValue = z.union([z.number(), z.string()]).nullable() as z.ZodType<CellValue | null, CellValue | null>

const count = z.number()
const known = z.number().nullable()
/** Figures of a chart: `PerioSummary`. */
export const perioSummary = z.object({
  sites: count,
  bopSites: count,
  bopPct: known,
  plaqueSites: count,
  plaquePct: known,
  meanPd: known,
  calSites: count,
  meanCal: known,
  pd3: count,
  pd4to5: count,
  pd6plus: count,
  pd5Sites: count,
  maxPd: known,
  maxInterdentalCal: known,
  worstTooth: z.string().nullable(),
  teeth: count,
  missing: count,
  maxMobility: known,
  maxFurcation: known,
  implants: z.object({ count, sites: count, bopPct: known, meanPd: known, maxPd: known }),
}) satisfies z.ZodType<PerioSummary, PerioSummary>

export const perioStages = ['I', 'II', 'III', 'IV'] as const
export const perioGrades = ['A', 'B', 'C'] as const
export const perioExtents = ['localized', 'generalized', 'molarIncisor'] as const
export const gingivitisExtents = ['localized', 'generalized'] as const

const said = (label: string) =>
  z
    .boolean({ error: `${label}应为是或否` })
    .nullable()
    .default(null)
const measure = (label: string, min: number, max: number, unit = '') =>
  z
    .number({ error: `${label}应为数字` })
    .min(min, { error: `${label}应在 ${min}～${max}${unit} 之间` })
    .max(max, { error: `${label}应在 ${min}～${max}${unit} 之间` })
    .nullable()
    .default(null)

/** What the chart does not say and the doctor is asked; null: nobody has said. */
export const perioAnswers = z.strictObject({
  /** Whether it is a case of periodontitis; asked before anything. */
  isCase: said('是否牙周炎'),
  teethLostToPerio: wholeNumber('因牙周炎失牙', 0, 32).nullable().default(null),
  /** % of the root length at the worst tooth. */
  boneLoss: measure('骨吸收', 0, 100, '%'),
  /** Cigarettes a day; who stopped less than five years ago enters as many as before. */
  cigarettes: wholeNumber('每天吸烟', 0, 100).nullable().default(null),
  diabetes: said('糖尿病'),
  /** % */
  hba1c: measure('HbA1c', 3, 20, '%'),
  /** Other systemic disease or genetic factor: only the recall asks for it. */
  systemic: said('其他全身或遗传因素'),
  /** mm */
  verticalDefect: measure('垂直骨缺损', 0, 20, ' mm'),
  ridgeDefect: oneWord('牙槽嵴缺损', ['none', 'moderate', 'severe']).nullable().default(null),
  chewing: said('咀嚼功能障碍'),
  biteCollapse: said('咬合塌陷、移位'),
  molarIncisor: said('磨牙-切牙型分布'),
  /** Mobility is secondary trauma of periodontitis. */
  secondaryTrauma: said('继发性咬合创伤'),
  /** mm of attachment or bone lost in five years. */
  progression5y: measure('五年进展', 0, 20, ' mm'),
})
export type PerioAnswers = z.output<typeof perioAnswers>

const unless = <const T extends readonly [string, ...string[]]>(label: string, words: T) =>
  oneWord(label, words).nullable().default(null)

/** What the doctor decided: as the program proposes, or otherwise with a reason. */
export const perioDiagnosis = z
  .strictObject({
    kind: oneWord('诊断', ['health', 'gingivitis', 'periodontitis']),
    /** Of a gingivitis. */
    gingivitis: unless('龈炎范围', gingivitisExtents),
    /** Of a periodontitis. */
    stage: unless('分期', perioStages),
    grade: unless('分级', perioGrades),
    extent: unless('范围', perioExtents),
    /** Why it differs from what is proposed. */
    reason: optionalText('理由', 200),
  })
  .superRefine(({ kind, gingivitis, stage, grade, extent }, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', message, path: [path] })
    if (kind === 'periodontitis') {
      if (stage === null) wrong('stage', '请选择分期')
      if (grade === null) wrong('grade', '请选择分级')
      if (gingivitis !== null) wrong('gingivitis', '龈炎范围只用于龈炎')
      return
    }
    if (stage !== null) wrong('stage', '分期只用于牙周炎')
    if (grade !== null) wrong('grade', '分级只用于牙周炎')
    if (extent !== null) wrong('extent', '范围只用于牙周炎')
    if (kind === 'gingivitis' ? gingivitis === null : gingivitis !== null)
      wrong('gingivitis', kind === 'gingivitis' ? '请选择龈炎范围' : '龈炎范围只用于龈炎')
  })
export type PerioDiagnosis = z.output<typeof perioDiagnosis>

const treatments = z
  .array(oneWord('治疗', perioTreatmentKeys), { error: '治疗应为列表' })
  .max(perioTreatmentKeys.length, { error: '治疗有重复' })
  .refine((list) => new Set(list).size === list.length, { error: '治疗有重复' })
  .default([])

/** What is to be done, sextant by sextant, and how often the patient comes after it. */
export const perioPlan = z.strictObject({
  sextants: z.strictObject(
    Object.fromEntries(sextantKeys.map((key) => [key, treatments])) as Record<
      (typeof sextantKeys)[number],
      typeof treatments
    >,
  ),
  maintenanceMonths: oneOf('维护间隔', [1, 2, 3, 4, 6, 9, 12]).nullable().default(null),
})
export type PerioPlan = z.output<typeof perioPlan>

/** In an answer, as it is stored: whole. */
export const wholeAnswers = perioAnswers as unknown as z.ZodType<PerioAnswers, PerioAnswers>
export const wholeDiagnosis = perioDiagnosis as unknown as z.ZodType<PerioDiagnosis, PerioDiagnosis>
export const wholePlan = perioPlan as unknown as z.ZodType<PerioPlan, PerioPlan>

/** What chart and answers come to: `PerioProposal`. */
export const perioProposal = z.object({
  kind: z.enum(['open', 'health', 'gingivitis', 'periodontitis']),
  gingivitis: z.enum(gingivitisExtents).nullable(),
  stage: z.enum(perioStages).nullable(),
  grade: z.enum(perioGrades).nullable(),
  extent: z.enum(perioExtents).nullable(),
  why: z.object({ stage: z.string(), grade: z.string(), extent: z.string() }),
}) satisfies z.ZodType<PerioProposal, PerioProposal>
