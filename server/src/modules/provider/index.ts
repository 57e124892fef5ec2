import { module } from '../../platform/module.ts'
import { providerHandlers } from './handlers.ts'

export { makeFirstLink } from './commands/setup.ts'

/** What this module is to the rest of the house. */
export const providerModule = module({
  name: 'provider',
  handlers: { provider: providerHandlers },
})
