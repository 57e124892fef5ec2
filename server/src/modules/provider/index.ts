import { module } from '../../platform/module.ts'
import { providerSession, sessionSeen } from './commands/access.ts'
import { removeExpired } from './expiry.ts'
import { providerHandlers } from './handlers.ts'

export { makeFirstLink } from './commands/setup.ts'

/** What this module is to the rest of the house. */
export const providerModule = module({
  name: 'provider',
  owns: ['provider_account', 'provider_audit', 'provider_recovery_code', 'provider_session', 'provider_ticket'],
  reads: ['clinic_directory'],
  handlers: { provider: providerHandlers },
  platform: { removeExpired, sessionSeen: { provider: sessionSeen }, providerSession },
})
