import type { RecordContent } from '@dentin/contract'
import { recordStates } from '@dentin/contract/core/status'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { tariffsByIds } from '../clinic/index.ts'
import { tariffsIn } from './for-consents.ts'
import { operationsIn, type Operation } from './items.ts'
import { readContent } from './rules.ts'

/** What a prescription asks of the record it belongs to. */
export interface RecordForPrescription {
  patientId: string
  clinicId: string
  /** What was measured and asked at the visit. */
  condition: RecordContent['generalCondition']
  /** What is done at the visit that a medicine may speak against. */
  operations: Operation[]
}

const asked = select(columns('medical_record', 'r', 'patient_id', 'clinic_id'), {
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
  const text = readContent(content)
  const items = await tariffsByIds(tx, clinicId, tariffsIn(text))
  return { ...rest, condition: text.generalCondition, operations: operationsIn(text, items) }
}
