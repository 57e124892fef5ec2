import { handwriting } from '@dentin/contract/consent'
import { sql } from 'kysely'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'

const signature = select(columns('consent_signature', 's', 'role', 'name', 'signed_at', 'via'), {
  strokes: sql<unknown>`s.strokes`,
})

/** Who has signed, in the order in which they did. */
export async function signaturesOf(tx: TenantTx, consentId: string) {
  const rows = await tx.rows(
    signature.keptFrom`consent_signature s where ${tx.own('s')} and s.consent_id = ${consentId} order by s.signed_at, s.id`,
  )
  return rows.map((row) => ({ ...row, strokes: handwriting.parse(row.strokes) }))
}
