import film from '../data/ceph-norms.json' with { type: 'json' }
import profile from '../data/profile-norms.json' with { type: 'json' }

/** Mean and spread of a measure in a population; the unit is that of the measure. */
export interface Norm {
  /** Norms of one source; those of two must not be mixed in one report. */
  set: string
  measure: string
  mean: number
  /** null: the source gives no SD, so that only the difference can be shown. */
  sd: number | null
  source: string
  /** false: not compared with the original yet (待确认). */
  verified: boolean
  sex?: string
  dentition?: string
  /** Age in years that the mean holds for, and its change a year (Ricketts). */
  baseAge?: number
  changePerYear?: number
}

/** Every norm. Source of each: in its line. */
export const norms: readonly Norm[] = [...film.items, ...profile.items]

/** Stands where a set has norms that nobody compared with the original. */
export const UNVERIFIED = '待确认'

/** Age in years from which Ricketts' means no longer change (decision). */
export const GROWTH_ENDS = 18

/** Who is measured; what is not known is left out. */
export interface NormOf {
  sex?: 'male' | 'female'
  /** Years. */
  age?: number
}

/** Norm of a measure at an age: `mean + (min(age, 18) − 9) · change per year`, where the norm says that it changes. */
export function normAtAge(norm: Norm, age: number | undefined): Norm {
  const { baseAge, changePerYear, mean } = norm
  if (baseAge === undefined || !changePerYear || age === undefined) return norm
  return { ...norm, mean: mean + (Math.min(age, GROWTH_ENDS) - baseAge) * changePerYear }
}

/** Norm of a measure in a set for a person; undefined when the set has none, or one for each sex and the sex is not known. */
export function normFor(set: string, measure: string, { sex, age }: NormOf = {}): Norm | undefined {
  const found = norms.find(
    (norm) => norm.set === set && norm.measure === measure && (norm.sex === undefined || norm.sex === sex),
  )
  return found && normAtAge(found, age)
}
