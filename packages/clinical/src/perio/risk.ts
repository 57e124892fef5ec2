import { atMost, known } from '../geometry.ts'
import type { CaseAnswers } from './case.ts'
import { isMissing, statusOf, type PerioCells } from './cells.ts'
import { PERIO_TEETH } from './sites.ts'
import type { PerioSummary } from './summary.ts'

/** What the six axes ask; what is not known is left out or null. */
export interface RiskInput {
  /** Bleeding sites in %. */
  bopPct?: number | null
  /** Sites of 5 mm and more. */
  pd5Sites?: number | null
  /** Of 28. */
  teethLost?: number | null
  /** Bone loss in %. */
  blPct?: number | null
  /** Years. */
  age?: number | null
  /** Systemic disease or genetic factor. */
  systemic?: boolean | null
  /** former: for five years or more; who stopped later enters as current. */
  smoking?: 'never' | 'former' | 'current' | null
  cigarettesPerDay?: number | null
}

/** 0 low, 1 moderate, 2 high. */
export type RiskScore = 0 | 1 | 2
export type RiskAxis = 'bop' | 'pd5' | 'toothLoss' | 'blAge' | 'systemic' | 'env'
export type Risk = 'low' | 'moderate' | 'high'

export interface RiskResult {
  scores: Partial<Record<RiskAxis, RiskScore>>
  /** Only when every axis is known. */
  risk?: Risk
  /** Bone loss in % ÷ age. */
  blAge?: number
}

const scored = (value: number | null | undefined, low: number, moderate: number): RiskScore | undefined =>
  typeof value !== 'number' ? undefined : atMost(value, low) ? 0 : atMost(value, moderate) ? 1 : 2

function smokingScore({ smoking, cigarettesPerDay }: RiskInput): RiskScore | undefined {
  if (!smoking) return undefined
  if (smoking !== 'current') return 0
  return (cigarettesPerDay ?? 0) < 20 ? 1 : 2
}

const AXES = 6

/**
 * Periodontal risk (Lang & Tonetti 2003, six axes). High with two or more 2s; moderate with one 2, or with two or more 1s.
 * Several web versions count pockets and teeth otherwise. Limits 待确认.
 */
export function pra(input: RiskInput): RiskResult {
  const { bopPct, pd5Sites, teethLost, blPct, age, systemic } = input
  const blAge = typeof blPct === 'number' && typeof age === 'number' && age > 0 ? blPct / age : undefined
  const scores: RiskResult['scores'] = known({
    bop: scored(bopPct, 9, 25),
    pd5: scored(pd5Sites, 4, 8),
    toothLoss: scored(teethLost, 4, 8),
    blAge: scored(blAge, 0.5, 1),
    systemic: typeof systemic === 'boolean' ? (systemic ? 2 : 0) : undefined,
    env: smokingScore(input),
  })
  const given = Object.values(scores)
  const count = (score: RiskScore) => given.filter((each) => each === score).length
  const risk = count(2) >= 2 ? 'high' : count(2) === 1 || count(1) >= 2 ? 'moderate' : 'low'
  return known({ scores, risk: given.length === AXES ? risk : undefined, blAge })
}

/** Months to the next recall by risk (decision). */
export const RECALL_MONTHS: Readonly<Record<Risk, number>> = { low: 12, moderate: 6, high: 3 }

export const riskNames: Readonly<Record<Risk, string>> = { low: '低', moderate: '中', high: '高' }
export const riskAxisNames: Readonly<Record<RiskAxis, string>> = {
  bop: '探诊出血',
  pd5: '≥ 5 mm 位点',
  toothLoss: '失牙',
  blAge: '骨吸收 ÷ 年龄',
  systemic: '全身或遗传因素',
  env: '吸烟',
}

/** The risk of a chart with what the doctor was asked. Wisdom teeth are not counted as lost; an implant stands for a lost tooth. */
export function chartRisk({
  cells,
  summary,
  answers,
  age,
}: {
  cells: PerioCells
  summary: Pick<PerioSummary, 'bopPct' | 'pd5Sites' | 'sites'>
  answers: CaseAnswers & { systemic?: boolean | null }
  age: number | null
}): RiskResult {
  const lost = PERIO_TEETH.filter(
    (tooth) => !tooth.endsWith('8') && (isMissing(cells[tooth]) || statusOf(cells[tooth]) === 'implant'),
  )
  const { diabetes, systemic } = answers
  // One that is there decides; that there is none is known only of both.
  const factor = diabetes || systemic ? true : diabetes === false && systemic === false ? false : null
  return pra({
    bopPct: summary.bopPct,
    pd5Sites: summary.sites === 0 ? null : summary.pd5Sites,
    teethLost: lost.length,
    blPct: answers.boneLoss ?? null,
    age,
    systemic: factor,
    smoking: typeof answers.cigarettes !== 'number' ? null : answers.cigarettes > 0 ? 'current' : 'never',
    cigarettesPerDay: answers.cigarettes ?? null,
  })
}
