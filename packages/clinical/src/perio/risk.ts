export interface RiskInput {
  /** Percent of sites. */
  bopPct: number
  pd5Sites: number
  /** Of 28 teeth. */
  teethLost: number
  /** Bone loss in percent of the root at the worst site. */
  blPct: number
  age: number
  systemic: boolean
  /** Who stopped less than five years ago counts as current. */
  smoking: 'never' | 'former' | 'current'
  cigarettesPerDay: number
}
type Score = 0 | 1 | 2
export interface RiskResult {
  scores: Record<'bop' | 'pd5' | 'toothLoss' | 'blAge' | 'systemic' | 'env', Score>
  risk: 'low' | 'moderate' | 'high'
  blAge: number
}

const score = (value: number, low: number, high: number): Score => (value <= low ? 0 : value <= high ? 1 : 2)

/** Periodontal risk in supportive care (Lang & Tonetti 2003), by the six-axis diagram. */
export function periodontalRisk(of: RiskInput): RiskResult {
  const blAge = of.blPct / of.age
  const scores: RiskResult['scores'] = {
    bop: score(of.bopPct, 9, 25),
    pd5: score(of.pd5Sites, 4, 8),
    toothLoss: score(of.teethLost, 4, 8),
    blAge: score(blAge, 0.5, 1),
    systemic: of.systemic ? 2 : 0,
    env: of.smoking === 'current' ? (of.cigarettesPerDay >= 20 ? 2 : 1) : 0,
  }
  const all = Object.values(scores)
  const [ones, twos] = [1, 2].map((value) => all.filter((each) => each === value).length)
  const risk = (twos ?? 0) >= 2 ? 'high' : twos === 1 || (ones ?? 0) >= 2 ? 'moderate' : 'low'
  return { scores, risk, blAge }
}

/** Months to the next visit of supportive care (decision). */
export const recallMonths = { low: 12, moderate: 6, high: 3 } as const
