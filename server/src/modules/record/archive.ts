import { qualityRulesOf } from '@dentin/contract/core/quality-rules'
import { recordStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { clinicSettings } from '../clinic/index.ts'
import { move, standing } from './standing.ts'

const DAY_MS = 86_400_000
/** A run files so many of a company at most; the rest is filed the night after. */
const AT_MOST = 2000
const clinics = select(columns('clinic', 'c', 'id'))

/** Files what was signed long enough ago and waits for nobody's signature. @returns how many records */
export async function fileRecords(tx: TenantTx): Promise<number> {
  let filed = 0
  for (const { id: clinicId } of await tx.rows(clinics.from`clinic c where ${tx.own('c')} order by c.id`)) {
    const { archiveDays, qualityRules } = await clinicSettings(tx, clinicId)
    const waits = qualityRulesOf(qualityRules).some(({ id, level }) => id === 'Q29' && level !== 0)
    const until = new Date(tx.now.getTime() - archiveDays * DAY_MS)
    const old = await tx.rows(
      standing.from`medical_record r join patient p on ${tx.own('p')} and p.id = r.patient_id
        where ${tx.own('r')} and r.clinic_id = ${clinicId} and r.status in ${codes(recordStates, 'signed')}
          and not (r.countersign_due and ${waits}) and r.sign_time < ${until}
        order by r.sign_time, r.id limit ${sql.lit(AT_MOST - filed)} for no key update of r skip locked`,
    )
    for (const record of old)
      await move({ tx }, record, recordStates.code.archived, {
        version: record.version,
        action: 'archive',
        patch: { archived_at: tx.now },
      })
    filed += old.length
    if (filed >= AT_MOST) break
  }
  return filed
}
