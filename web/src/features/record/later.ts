import { deferred } from '../../lib/deferred.ts'

// What parts of the editor load after it.

/** What to do when an anaesthetic goes wrong: fetched with the line of the visit's dose, so that it opens without a network too. */
export const EmergencySteps = deferred(
  async () => (await import('../../domain/anaesthetic-emergency.tsx')).EmergencySteps,
)
