export { checkDrugs } from './check.ts'
export { type DrugClass, drugClasses, drugClassNames, listedDrugs } from './classes.ts'
export type { Allergy, DrugFacts, DrugFinding, PrescribedDrug } from './facts.ts'
export { type DrugRule, drugRules } from './rules.ts'
