import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { drugHandlers } from './handlers.ts'

export { drugsByIds, type DrugBrief } from './queries.ts'

/** What this module is to the rest of the house: what the platform knows of drugs, and what a company makes of it. */
export const drugModule = module({
  name: 'drug',
  owns: ['company_drug', 'drug'],
  handlers: { drug: drugHandlers },
  constraints,
})
