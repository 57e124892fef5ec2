import { consentStates } from '@dentin/contract/consent'
import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { saveBytes } from '../../platform/files/store.ts'
import type { Services } from '../../platform/services.ts'
import { answerOf } from '../../platform/wiring.ts'
import type { ConsentToDraw } from './extension-points.ts'

/**
 * Makes the PDF of a consent at its last signature, or at a head's approval, and keeps its bytes. It is laid out within the transaction that seals: the
 * seal covers its hash, and neither is there without the other.
 * @returns its SHA-256
 */
export async function keepSheet(
  tx: TenantTx,
  services: Services,
  consent: Omit<ConsentToDraw, 'pdfHash'>,
): Promise<string> {
  const draw = answerOf(tx, 'consent', ({ drawSheet }) => drawSheet)
  const bytes = await draw(tx, services, { ...consent, pdfHash: null })
  const file = await saveBytes(tx, services, consent.clinicId, {
    bytes,
    name: `知情同意书 ${consent.consentNo}.pdf`,
    mediaType: 'application/pdf',
  })
  await tx.need(
    keptSql`insert into consent_sheet (tenant_id, id, clinic_id, consent_id, file_id, content_hash, made_at, of_approval)
      values (${tx.tenantId}, ${uuidv7()}, ${consent.clinicId}, ${consent.id}, ${file.id}, ${file.sha256}, ${tx.now},
        ${consentStates.is(consent.status, 'approved')}) returning id`,
  )
  return file.sha256
}

const kept = select(columns('consent_sheet', 't', 'content_hash'), columns('file_object', 'o', 'storage_key'))

/** Where the PDF that was kept at the last signature (else at the approval) lies; undefined when there is none. */
export const keptSheet = (tx: TenantTx, consentId: string): Promise<RowIn<typeof kept> | undefined> =>
  tx.row(
    kept.keptFrom`consent_sheet t join file_object o on ${tx.own('o')} and o.id = t.file_id
      where ${tx.own('t')} and t.consent_id = ${consentId} order by t.of_approval limit 1`,
  )
