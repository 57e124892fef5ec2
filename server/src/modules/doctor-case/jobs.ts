import type { Services } from '../../platform/services.ts'
import { DROP } from './pictures.ts'
import { takeDownWithdrawn } from './publishing.ts'

export const WITHDRAWN = 'doctor-case.withdrawn'

/** Takes down what a patient does not allow any more, in all clinics; removes covered copies that nothing names. */
export function defineCaseJobs({ jobs, database, files }: Services): void {
  jobs.define(WITHDRAWN, async (data) => {
    const { tenantId, patientId } = data as { tenantId: string; patientId: string }
    await database.withTenant(tenantId, 'all', (tx) => takeDownWithdrawn(tx, patientId))
  })
  jobs.define(DROP, async (data) => {
    for (const key of (data as { keys: string[] }).keys) await files.remove(key)
  })
}
