import {
  ADRENALINE_CAP_UG,
  ADRENALINE_RATIOS,
  anaesthetics,
  type Anaesthetic,
  type AnaestheticPopulation,
  type AnaestheticRules,
  type DoseLimit,
} from './anaesthetic-data.ts'

/** For whom a dose is worked out. */
export interface AnaestheticPatient {
  population: AnaestheticPopulation
  /** kg */
  weightKg: number
  /** Whole years; needed for a drug with a lowest age. */
  age?: number
  /** Heart disease, or ASA Ⅲ and more: less adrenaline. */
  cardiac?: boolean
  /** standard unless said otherwise; a child has limits of its own. */
  ruleset?: AnaestheticRules
  /** 1; 0.5 for the old (articaine), 0.7 below six months. */
  factor?: number
  /** A factor of its own for each drug, in place of the one for all. */
  factorOf?: (drugId: string) => number
}

/** The largest dose of one drug. */
export type LargestDose =
  | { allowed: false; reason: 'minAge' }
  | {
      allowed: true
      maxMg: number
      maxMl: number
      cartridges: number
      /** Rounded down to a tenth, and to whole ones. */
      cartridgesDisplay: number
      wholeCartridges: number
      /** Adrenaline that goes with it, in µg. */
      adrenalineUg: number
      limitedBy: 'mgPerKg' | 'absolute' | 'vasoconstrictor'
    }

/** The drug of an id. @throws Error for an id that is not in the table */
export function anaesthetic(id: string): Anaesthetic {
  const drug = anaesthetics.find((each) => each.id === id)
  if (!drug) throw new Error(`Unknown anaesthetic ${id}`)
  return drug
}

/** The limit by weight and the absolute one that hold for a patient. */
export const limitOf = (drug: Anaesthetic, { population, ruleset = 'standard' }: AnaestheticPatient): DoseLimit =>
  population === 'child' ? drug.child : drug[ruleset]

const factorFor = (drug: Anaesthetic, { factor = 1, factorOf }: AnaestheticPatient): number =>
  factorOf?.(drug.id) ?? factor

/** The most adrenaline of one visit, in µg. */
export const capOf = ({ cardiac = false }: { cardiac?: boolean }): number =>
  cardiac ? ADRENALINE_CAP_UG.cardiac : ADRENALINE_CAP_UG.healthy

/** Rounded down, never up: a dose on the limit stays on it. */
const down = (value: number, digits: number): number => Math.floor(value * 10 ** digits + 1e-9) / 10 ** digits

const belowAge = (drug: Anaesthetic, { age }: AnaestheticPatient): boolean => age !== undefined && age < drug.minAge
/** Below the lowest age, or a child's age is not known where there is one. */
const tooYoung = (drug: Anaesthetic, patient: AnaestheticPatient): boolean =>
  belowAge(drug, patient) || (drug.minAge > 0 && patient.population === 'child' && patient.age === undefined)

/**
 * The largest dose of one drug: `mg = min(mg/kg × kg, mg) × factor`, `ml = mg ÷ (mg/ml)`, and no more than the adrenaline in
 * it allows. `limitedBy` names what decides. Source: clinical-calculators §6.2, numbers in `anaesthetics`.
 * @param drugId an id of `anaesthetics`
 * @param cartridgeMl volume of a cartridge in ml
 */
export function laMax(drugId: string, patient: AnaestheticPatient, cartridgeMl: number): LargestDose {
  const drug = anaesthetic(drugId)
  if (tooYoung(drug, patient)) return { allowed: false, reason: 'minAge' }
  const { mgPerKg, maxMg: capMg } = limitOf(drug, patient)
  const byWeight = mgPerKg * patient.weightKg
  let maxMg = Math.min(byWeight, capMg) * factorFor(drug, patient)
  let limitedBy: 'mgPerKg' | 'absolute' | 'vasoconstrictor' = byWeight <= capMg ? 'mgPerKg' : 'absolute'
  let maxMl = maxMg / drug.mgPerMl
  if (drug.adrenalineUgPerMl > 0) {
    const byAdrenaline = capOf(patient) / drug.adrenalineUgPerMl
    if (byAdrenaline < maxMl) {
      maxMl = byAdrenaline
      maxMg = maxMl * drug.mgPerMl
      limitedBy = 'vasoconstrictor'
    }
  }
  const cartridges = maxMl / cartridgeMl
  return {
    allowed: true,
    maxMg,
    maxMl,
    cartridges,
    cartridgesDisplay: down(cartridges, 1),
    wholeCartridges: down(cartridges, 0),
    adrenalineUg: maxMl * drug.adrenalineUgPerMl,
    limitedBy,
  }
}

/** What was given of one drug, in ml. */
export interface GivenAnaesthetic {
  drug: string
  ml: number
}

export interface MixedDose {
  totalMg: number
  /** Sum of each drug's part of its own largest dose; 1 is the limit. */
  fractionUsed: number
  adrenalineUg: number
  withinFraction: boolean
  withinAdrenaline: boolean
  /** The stricter rule: all together no more mg than the smallest of the largest doses. */
  withinLowestMax: boolean
  /** Room for the next drug, where one is asked for; ml is 0 when there is none. */
  nextMaxMl?: number
  nextCartridgesDisplay?: number
}

/** The largest mg of a drug by weight alone; the adrenaline of a visit is summed up apart. */
const largestMg = (drug: Anaesthetic, patient: AnaestheticPatient): number => {
  const { mgPerKg, maxMg } = limitOf(drug, patient)
  return Math.min(mgPerKg * patient.weightKg, maxMg) * factorFor(drug, patient)
}

/**
 * What several drugs of one visit come to together, and how much of a next one there is room for. A drug that the patient is
 * known to be too young for has no room at all: its part counts as more than the whole.
 */
export function laMix(
  patient: AnaestheticPatient,
  given: readonly GivenAnaesthetic[],
  next?: { drug: string; cartridgeMl: number },
): MixedDose {
  const doses = given.map(({ drug: id, ml }) => {
    const drug = anaesthetic(id)
    const largest = belowAge(drug, patient) ? 0 : largestMg(drug, patient)
    return { mg: ml * drug.mgPerMl, ug: ml * drug.adrenalineUgPerMl, largest }
  })
  const totalMg = doses.reduce((sum, { mg }) => sum + mg, 0)
  const adrenalineUg = doses.reduce((sum, { ug }) => sum + ug, 0)
  const fractionUsed = doses.reduce((sum, { mg, largest }) => sum + (mg === 0 ? 0 : mg / largest), 0)
  const mixed: MixedDose = {
    totalMg,
    fractionUsed,
    adrenalineUg,
    withinFraction: fractionUsed <= 1 + 1e-9,
    withinAdrenaline: adrenalineUg <= capOf(patient) + 1e-9,
    withinLowestMax: doses.length === 0 || totalMg <= Math.min(...doses.map(({ largest }) => largest)) + 1e-9,
  }
  if (!next) return mixed
  const drug = anaesthetic(next.drug)
  const byDrug = tooYoung(drug, patient) ? 0 : ((1 - fractionUsed) * largestMg(drug, patient)) / drug.mgPerMl
  const byAdrenaline =
    drug.adrenalineUgPerMl > 0 ? (capOf(patient) - adrenalineUg) / drug.adrenalineUgPerMl : Number.POSITIVE_INFINITY
  const nextMaxMl = Math.max(0, Math.min(byDrug, byAdrenaline))
  return { ...mixed, nextMaxMl, nextCartridgesDisplay: down(nextMaxMl / next.cartridgeMl, 1) }
}

/**
 * How much of a solution the adrenaline in it allows at one visit.
 * @param ratio a key of `ADRENALINE_RATIOS`: '1:100000'
 * @throws Error for a ratio that is not in the table
 */
export function laAdrenaline(
  ratio: string,
  cardiac: boolean,
  cartridgeMl: number,
): { ugPerMl: number; maxMl: number; cartridgesDisplay: number } {
  const ugPerMl = ADRENALINE_RATIOS[ratio]
  if (ugPerMl === undefined) throw new Error(`Unknown ratio ${ratio}`)
  const maxMl = capOf({ cardiac }) / ugPerMl
  return { ugPerMl, maxMl, cartridgesDisplay: down(maxMl / cartridgeMl, 1) }
}

const KG_PER_POUND = 0.45359237

/** Doses of a child by old rules, in mg; for reference, not for local anaesthetics. Clark: by weight; Young: by age. */
export const childRules = (age: number, weightKg: number, adultDoseMg: number): { clark: number; young: number } => ({
  clark: (adultDoseMg * (weightKg / KG_PER_POUND)) / 150,
  young: (adultDoseMg * age) / (age + 12),
})

/** A child's weight in kg guessed from its age (1 to 12 years), to fill a field in with a warning; null outside of it. */
export function estimateWeight(age: number): number | null {
  if (age < 1 || age > 12) return null
  return age <= 6 ? 2 * age + 8 : (7 * age - 5) / 2
}

/** Lipid emulsion 20 % for systemic toxicity (ASRA 2020): bolus, infusion, and the most of both, in ml. */
export type LipidRescue =
  | { bolusMl: number; infusionMlPerMin: number; maxMl: number }
  | { bolusMl: number; infusionMl: readonly [number, number]; infusionMin: readonly [number, number]; maxMl: number }

export function lipidRescue(weightKg: number): LipidRescue {
  const maxMl = 12 * weightKg
  return weightKg <= 70
    ? { bolusMl: 1.5 * weightKg, infusionMlPerMin: 0.25 * weightKg, maxMl }
    : { bolusMl: 100, infusionMl: [200, 250], infusionMin: [15, 20], maxMl }
}

/** Why a number can't be taken, in Chinese, by its field; empty when all can. */
export function anaestheticProblems(input: {
  weightKg: number | null
  age?: number | null
  ml?: readonly (number | null)[]
}): { field: string; message: string }[] {
  const { weightKg, age, ml = [] } = input
  return [
    ...(weightKg === null ? [{ field: 'weightKg', message: '请填体重' }] : []),
    ...(weightKg !== null && !(weightKg > 0 && weightKg <= 250)
      ? [{ field: 'weightKg', message: '体重应大于 0，不超过 250 kg' }]
      : []),
    ...(age !== null && age !== undefined && !(age >= 0 && age <= 120)
      ? [{ field: 'age', message: '年龄应在 0 到 120 之间' }]
      : []),
    ...ml.flatMap((each, n) =>
      each === null || !(each >= 0 && each <= 50) ? [{ field: `ml.${n}`, message: '用量应在 0 到 50 ml 之间' }] : [],
    ),
  ]
}
