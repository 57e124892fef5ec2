import { consentStates } from '@dentin/contract/consent'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { hashOfBytes, readAll } from '../../platform/files/store.ts'
import type { ApartContext, FileAnswer } from '../../platform/http/context.ts'
import { renderPdf } from '../../platform/pdf/pdf.ts'
import type { Services } from '../../platform/services.ts'
import { consentDetail, keptSheet, type ConsentToDraw, type DrawSheet } from '../consent/index.ts'
import { consentPaper } from './consent-paper.ts'
import { letterheadOf, type Letterhead } from './letterhead.ts'
import { keepIssued, newPaperCode, verifyUrl } from '../issued-document/index.ts'
import { AFTERWARDS, UNSIGNED } from './verify.ts'

const whose = select(columns('consent', 'k', 'clinic_id'))

/** Said at the foot of a signed consent of which no PDF was kept. */
export const ON_DEMAND = '签署时未留存 PDF，本件按需生成'

/** The head of the clinic that keeps a consent. */
export async function clinicOfConsent(tx: TenantTx, services: Services, id: string): Promise<Letterhead> {
  const { clinicId } = await tx.need(whose.keptFrom`consent k where ${tx.own('k')} and k.id = ${id}`)
  return letterheadOf(tx, services, clinicId)
}

/** Which sheet of a consent it is: none before it holds, the first, or the one that was signed after an approval. */
export const consentVersion = ({ status, emergency }: Pick<ConsentToDraw, 'status' | 'emergency'>): number =>
  consentStates.is(status, 'open')
    ? UNSIGNED
    : emergency?.approvedAt && consentStates.is(status, 'signed')
      ? AFTERWARDS
      : 1

/** The PDF of a consent at its last signature or approval; it counts as issued, and its code leads to the public check. */
export const drawSheet: DrawSheet = async (tx, services, consent) => {
  const code = newPaperCode()
  const clinic = await clinicOfConsent(tx, services, consent.id)
  const pdf = await renderPdf(consentPaper(consent, clinic, verifyUrl({ services }, code), tx.now))
  const issued = {
    kind: 'consent' as const,
    sourceId: consent.id,
    versionNo: consentVersion(consent),
    number: consent.consentNo,
    patientName: consent.patientName,
  }
  const who = { clinicId: consent.clinicId, actorName: tx.actor.name }
  await keepIssued(tx, who, issued, code, hashOfBytes(pdf))
  return pdf
}

/**
 * The PDF that was kept at the last signature, byte for byte; null when none was.
 * @throws AppError PAPER_ALTERED when what lies in the store is not what was kept
 */
export async function signedSheet(context: ApartContext, id: string): Promise<FileAnswer | null> {
  const found = await context.open(async (tx) => {
    const sheet = await consentDetail({ ...context, tx }, id)
    const kept = await keptSheet(tx, id)
    if (kept) await tx.note('print', 'consent', id, { patientId: sheet.patientId })
    return kept && { ...kept, sheet }
  })
  if (!found) return null
  const bytes = await readAll(await context.services.files.get(found.storageKey))
  if (hashOfBytes(bytes) !== found.contentHash) throw new AppError('PAPER_ALTERED')
  return {
    name: `知情同意书 ${found.sheet.patientName} ${found.sheet.consentNo}.pdf`,
    type: 'application/pdf',
    stream: bytes,
  }
}
