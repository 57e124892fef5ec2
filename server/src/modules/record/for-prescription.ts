import type { RecordContent } from '@dentin/contract'
import { recordStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { readContent } from './rules.ts'

/** What a prescription asks of the record it belongs to. */
export interface RecordForPrescription {
  patientId: string
  clinicId: string
  /** What was measured and asked at the visit. */
  condition: RecordContent['generalCondition']
  treatmentText: string
}

const asked = select(columns('medical_record', 'r', 'patient_id', 'clinic_id', 'treatment_text'), {
  content: sql<unknown>`r.content`,
})

/** A record of a clinic; nothing for a deleted one, or another clinic's. */
export async function recordForPrescription(
  tx: TenantTx,
  clinicId: string,
  id: string,
): Promise<RecordForPrescription | undefined> {
  const row = await tx.row(
    asked.keptFrom`medical_record r where ${tx.own('r')} and r.clinic_id = ${clinicId} and r.id = ${id}
        and r.status not in ${codes(recordStates, 'deleted')}`,
  )
  if (!row) return undefined
  const { content, ...rest } = row
  return { ...rest, condition: readContent(content).generalCondition }
}
