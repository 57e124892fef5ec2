import { fileStates } from '@dentin/contract/core/status'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { Services } from '../../platform/services.ts'
import { companies } from '../identity/index.ts'
import { defineImportJobs } from './import/run.ts'
import { binEnds, removeForGood } from './archive.ts'

/** At most so many of one company in one night; the rest the next one. */
const AT_ONCE = 500

const fileId = select(columns('patient', 'p', 'id'))

/** Puts the emptying of the recycle bin on the clock, every night. */
export function definePatientJobs(services: Services): void {
  const { jobs, database } = services
  defineImportJobs(services)
  jobs.define('patient.empty-bin', async (_data, { now, signal, log }) => {
    const before = binEnds(now)
    for (const tenantId of await database.withPlatform(companies)) {
      const due = await database.withTenant(tenantId, 'all', (tx) =>
        tx.rows(
          fileId.from`patient p where ${tx.own('p')} and p.status in ${codes(fileStates, 'deleted')} and p.deleted_at < ${before}
              order by p.deleted_at limit ${AT_ONCE}`,
        ),
      )
      let gone = 0
      for (const { id } of due) {
        if (signal.aborted) return
        try {
          if (await database.withTenant(tenantId, 'all', (tx) => removeForGood(tx, id, before))) gone += 1
        } catch (error) {
          // Something came to hang on it that nobody told of: it stays deleted, and somebody looks.
          log.error({ err: error, tenantId, patientId: id }, 'deleted patient not removed')
        }
      }
      if (gone > 0) log.info({ tenantId, gone }, 'recycle bin emptied')
    }
  })
  jobs.schedule('patient.empty-bin', '40 3 * * *')
}
