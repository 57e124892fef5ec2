import type { DrugClass } from './class-names.ts'
import type { Severity } from './rules.ts'

/** A line of the prescription. `dailyMg`: the daily dose in mg, null when it can't be said. */
export interface PrescribedDrug {
  drugId: string | null
  name: string
  dailyMg: number | null
}

/** An entry of the allergy list. `text` is read by the synonyms, also where a class is chosen: it may name another. */
export interface Allergy {
  class: DrugClass | null
  text: string
  status: 'active' | 'archived'
  kind: 'allergy' | 'adverse'
  reaction: 'immediateSevere' | 'other' | 'unknown'
}

/** What is known of the patient. Null means that nobody asked; an empty list that there is none. */
export interface DrugFacts {
  /** The day of the visit, YYYY-MM-DD. */
  today: string
  /** Full years. */
  age: number | null
  sex: 'female' | 'male' | null
  weightKg: number | null
  /** `week`: completed weeks. A pregnancy of 42 weeks and more is over. */
  pregnancy: { state: 'pregnant'; week: number | null } | { state: 'notPregnant' } | { state: 'unknown' }
  lactating: boolean | null
  /** Words of the file, one disease or several each. */
  diseases: readonly string[] | null
  allergies: readonly Allergy[] | null
  /** Words of the file for medicines taken. */
  medicines: readonly string[] | null
  /** Prescribed before this visit. `endsOn` YYYY-MM-DD; null counts as still taken. */
  recent: readonly (PrescribedDrug & { endsOn: string | null })[]
  /** What is done in this visit. */
  items: readonly ('extraction' | 'implant' | 'surgery')[]
}

/** What a check says. `datum`: what it used, in words. */
export interface DrugFinding {
  ruleId: string
  outcome: '命中' | '无法自动核对'
  severity: Severity
  drugs: string[]
  datum: string
  text: string
  source: string
}
