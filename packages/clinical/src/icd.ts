import data from './data/icd10-dental.json' with { type: 'json' }
import type { AgeRange } from './age-range.ts'

/** One ICD-10 entry. Four-character codes follow WHO ICD-10; Chinese names follow the common translation. */
export interface IcdDiagnosis {
  code: string
  nameZh: string
  nameEn: string
  /** A category (K04) groups subcategories (K04.5); only the latter are entered as diagnoses. */
  level: 'category' | 'subcategory'
  parent: string | null
  /** True for the fine codes a dental clinic uses every day. */
  common: boolean
  /** True when the diagnosis belongs to a tooth and must name one. */
  toothRequired: boolean
  /** Ages in whole years at which the diagnosis is made; null: no limit. */
  ages: AgeRange
}

const EVERY_AGE: AgeRange = { from: null, to: null }
/** Diagnoses of an age. Teething ends with the last deciduous tooth. */
const agesByCode: Readonly<Record<string, AgeRange>> = { 'K00.7': { from: 0, to: 3 } }

/** The fine codes a dental clinic uses every day. */
const common = new Set(
  (
    'K02.0 K02.1 K02.2 K02.3 K03.0 K03.1 K03.8 K04.0 K04.1 K04.4 K04.5 K04.6 K04.7 K04.8 K05.0 K05.1 K05.2 K05.3 ' +
    'K06.0 K06.1 K07.2 K07.3 K07.4 K07.6 K08.1 K08.3 K12.0 K13.2 S02.5 Z01.2'
  ).split(' '),
)

/** Diseases of single teeth: eruption and impaction, caries, hard tissue, pulp, missing teeth and roots, injury. */
const ofTooth = /^(K00\.[1-6]|K01|K02|K03|K04|K08\.[13]|S02\.5|S03\.2)/

/**
 * Dental diagnoses of ICD-10 (K00–K14 with the dental codes of chapters S and Z), sorted by code. The names must be
 * checked against the national clinical edition in force before they are used for insurance settlement.
 */
export const icdDiagnoses: readonly IcdDiagnosis[] = data.items.map((item) => ({
  code: item.code,
  nameZh: item.nameZh,
  nameEn: item.nameEn,
  level: item.level as IcdDiagnosis['level'],
  parent: item.parent,
  common: common.has(item.code),
  toothRequired: item.level === 'subcategory' && ofTooth.test(item.code),
  ages: agesByCode[item.code] ?? EVERY_AGE,
}))

const byCode = new Map(icdDiagnoses.map((diagnosis) => [diagnosis.code, diagnosis]))

/** The diagnosis of a code, or undefined. */
export function findIcd(code: string): IcdDiagnosis | undefined {
  return byCode.get(code)
}
