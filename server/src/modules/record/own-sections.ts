import type { RecordContent } from '@dentin/contract'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { ownSectionsNow } from './extension-points.ts'
import { AppError } from '../../platform/errors.ts'
import { isOpen, readContent } from './rules.ts'
import { lockRecord, type Standing } from './standing.ts'

/**
 * Writes the section that a kind's own calls write into its record, which must be open; undefined takes it out. What the
 * text says beside it stays.
 * @returns the version of the record from now on
 */
export async function writeOwnSection<K extends 'perio'>(
  context: ClinicContext,
  recordId: string,
  key: K,
  section: RecordContent[K],
): Promise<number> {
  const { tx } = context
  const record = await lockRecord(context, recordId)
  if (!isOpen(record.status)) throw new AppError('RECORD_LOCKED')
  const content = { ...readContent(record.content), [key]: section }
  const row = await tx.update(
    'medical_record',
    { id: record.id },
    { content: JSON.stringify(content) },
    { patientId: record.patientId },
  )
  tx.publish('record', record.id)
  return row.version
}

/**
 * What is written into a record that is opened again: what its kind's own section says now. What was signed before and taken
 * out since would be signed anew.
 */
export async function reopenedText(tx: TenantTx, record: Standing): Promise<{ content?: string }> {
  const text = readContent(record.content)
  const now = await ownSectionsNow(tx, record, text)
  return now ? { content: JSON.stringify({ ...text, ...now }) } : {}
}
