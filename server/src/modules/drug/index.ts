import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { drugHandlers } from './handlers.ts'

export { drugsByIds, type DrugBrief } from './queries.ts'
export { rulesSigned } from './rule-signatures.ts'

/** What this module is to the rest of the house: what the platform knows of drugs, and what a company makes of it. */
export const drugModule = module({
  name: 'drug',
  owns: ['company_drug', 'drug', 'drug_rule_signature'],
  handlers: { drug: drugHandlers },
  constraints,
})
