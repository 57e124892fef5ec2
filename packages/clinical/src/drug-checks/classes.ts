import data from '../data/drugs.json' with { type: 'json' }
import type { DrugClass } from './class-names.ts'

/** One drug of the shared list. Every row waits for a pharmacist's review. */
export interface ListedDrug {
  id: string
  nameZh: string
  category: string
  adultDose: string
  pediatricDose: string
  contraindications: readonly string[]
  source: string
}

/** The drugs of the shared list (76 of dental use). */
export const listedDrugs: readonly ListedDrug[] = data.items

const adrenalineAnaesthetics = [
  'lidocaine-epi-inj',
  'articaine-epi-100k',
  'articaine-epi-200k',
  'mepivacaine-epi',
  'bupivacaine-05',
]

/** Drugs by class, as ids of the shared list. A bupivacaine may hold adrenaline, so it counts as holding it. */
export const drugClasses = {
  penicillin: ['amoxicillin', 'amox-clav', 'penicillin-v', 'penicillin-g', 'ampicillin'],
  cephalosporin: ['cefradine', 'cefalexin', 'cefuroxime-axetil', 'cefaclor', 'ceftriaxone'],
  nitroimidazole: ['metronidazole', 'tinidazole', 'ornidazole', 'compound-cx'],
  macrolide: ['azithromycin', 'clarithromycin', 'erythromycin'],
  lincosamide: ['clindamycin'],
  tetracycline: ['doxycycline', 'minocycline-gel'],
  quinolone: ['moxifloxacin', 'levofloxacin'],
  azole: ['miconazole-gel', 'fluconazole', 'clotrimazole-troche'],
  nsaid: ['ibuprofen', 'diclofenac', 'celecoxib', 'loxoprofen', 'etoricoxib', 'aspirin'],
  amideAnaesthetic: [
    'lidocaine-inj',
    'lidocaine-gel',
    'lidocaine-epi-inj',
    'articaine-epi-100k',
    'articaine-epi-200k',
    'mepivacaine-3',
    'mepivacaine-epi',
    'prilocaine-4',
    'bupivacaine-05',
  ],
  esterAnaesthetic: ['procaine-inj', 'tetracaine-top', 'benzocaine-gel'],
  sulphite: adrenalineAnaesthetics,
  sulfonamide: ['celecoxib'],
  iodine: ['povidone-iodine'],
  chlorhexidine: ['chlorhexidine', 'compound-cx'],
  benzodiazepine: ['midazolam', 'diazepam'],
  colophony: ['sodium-fluoride-varnish'],
  latex: [],
  nickel: [],
  acrylic: [],
  eugenol: [],
} as const satisfies Record<DrugClass, readonly string[]>

/** Classes that stand for a substance in several drugs: an allergy to one such drug says nothing of the substance. */
const substances = new Set<DrugClass>(['sulphite', 'sulfonamide'])

/** The drugs of a class, or the drug itself when the word names a drug of the list. */
export const membersOf = (word: string): readonly string[] =>
  Object.hasOwn(drugClasses, word) ? drugClasses[word as DrugClass] : [word]

/** The families a drug belongs to by its structure. */
export const familiesOf = (drug: string): DrugClass[] =>
  (Object.keys(drugClasses) as DrugClass[]).filter((name) => !substances.has(name) && membersOf(name).includes(drug))

/** Two drugs of one of these classes within 14 days are one too many. */
export const onceClasses: readonly DrugClass[] = [
  'nsaid',
  'penicillin',
  'cephalosporin',
  'nitroimidazole',
  'macrolide',
  'lincosamide',
  'tetracycline',
  'quinolone',
]
