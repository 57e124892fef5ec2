import { prescriptionStates } from '@dentin/contract/prescription'
import { consentStates } from '@dentin/contract/consent'
import { moneyPaperKinds } from '@dentin/contract/paper'
import { planStates } from '@dentin/contract/treatment-plan'
import { recordStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { sql } from 'kysely'
import { systemActor } from '../../platform/database/ids.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import type { PublicContext } from '../../platform/http/context.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { standingOfReceipt, standingOfRefundSlip } from '../billing/index.ts'
import { standingOfCardReceipt, standingOfCardRefund } from '../card/index.ts'
import { standingOfAgreement } from '../instalment/index.ts'
import { standingOfPrepayReceipt, standingOfPrepayReturn } from '../prepay/index.ts'
import { mustBeWithin, type Limit } from '../identity/index.ts'

/** Patients of one carrier share an address, and every receipt has a code; nobody guesses 80 random bits, so this stops a flood alone. */
const PER_ADDRESS: Limit = { name: 'paper-verify', times: 600, minutes: 10 }

const codes = select(columns('document_code', 'k', 'tenant_id', 'document_id'))
const documents = select(
  columns('issued_document', 'd', 'kind', 'source_id', 'version_no', 'number', 'content_hash', 'issued_at'),
  named('clinic', 'c', { clinicName: 'name' }),
)
type Document = RowIn<typeof documents>
type Verified = HandlerOutput<typeof contract.paper.verify>

const records = select(columns('medical_record', 'r', 'status'))
const versions = select({ newest: sql<number>`coalesce(max(v.version_no), 0)` })
const plans = select(columns('treatment_plan', 't', 'status', 'version'))
const cases = select(columns('ortho_case', 'k', 'version'))
const consents = select(columns('consent', 'k', 'status', 'approved_at'))
const prescriptions = select(columns('prescription', 'x', 'status', 'version'))

/** The version of a paper that shows a draft, or an amendment that nobody has signed. */
export const UNSIGNED = 0

/** The version of a consent that was signed after a head had approved it. */
export const AFTERWARDS = 2

/** What a paper that was given out is worth today. A record that is being amended still holds: its text is the last signed one. */
async function standingOf(
  tx: TenantTx,
  { kind, sourceId, versionNo, contentHash }: Document,
): Promise<Verified['standing']> {
  if (kind === 'receipt') return standingOfReceipt(tx, sourceId, { versionNo, contentHash })
  if (kind === 'refundSlip') return standingOfRefundSlip(tx, sourceId)
  if (kind === 'prepayReceipt') return standingOfPrepayReceipt(tx, sourceId, contentHash)
  if (kind === 'prepayReturn') return standingOfPrepayReturn(tx, sourceId)
  if (kind === 'cardReceipt') return standingOfCardReceipt(tx, sourceId)
  if (kind === 'cardRefund') return standingOfCardRefund(tx, sourceId)
  if (kind === 'agreement') return standingOfAgreement(tx, sourceId, contentHash)
  // A seal stands for what was sealed, whatever becomes of it.
  if (kind === 'seal') return 'valid'
  // What was handed over tells of its day: it stands until the case goes on.
  if (kind === 'ortho' || kind === 'orthoWear') {
    const found = await tx.row(cases.keptFrom`ortho_case k where ${tx.own('k')} and k.id = ${sourceId}`)
    if (!found) return 'void'
    return found.version > versionNo ? 'newer' : 'valid'
  }
  if (kind === 'plan') {
    const found = await tx.row(plans.keptFrom`treatment_plan t where ${tx.own('t')} and t.id = ${sourceId}`)
    if (!found || planStates.is(found.status, 'refused') || planStates.is(found.status, 'expired')) return 'void'
    if (planStates.is(found.status, 'draft')) return 'unsigned'
    return found.version > versionNo ? 'newer' : 'valid'
  }
  if (kind === 'consent') {
    const found = await tx.row(consents.keptFrom`consent k where ${tx.own('k')} and k.id = ${sourceId}`)
    if (!found || consentStates.is(found.status, 'void')) return 'void'
    if (versionNo === UNSIGNED) return 'unsigned'
    // What a head approved was signed afterwards: that is another sheet.
    const isLater = found.approvedAt !== null && consentStates.is(found.status, 'signed')
    return isLater && versionNo < AFTERWARDS ? 'newer' : 'valid'
  }
  if (kind === 'prescription') {
    const found = await tx.row(prescriptions.keptFrom`prescription x where ${tx.own('x')} and x.id = ${sourceId}`)
    return !found || prescriptionStates.is(found.status, 'void') ? 'void' : 'valid'
  }
  const [found, { newest }] = await Promise.all([
    tx.row(records.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${sourceId}`),
    tx.need(versions.keptFrom`medical_record_version v where ${tx.own('v')} and v.record_id = ${sourceId}`),
  ])
  if (!found || recordStates.is(found.status, 'deleted')) return 'void'
  if (versionNo === UNSIGNED) return 'unsigned'
  return newest > versionNo ? 'newer' : 'valid'
}

/** What anybody who holds a paper may know of it: what it is and whether it still holds, and nothing of the patient. */
export async function verifyPaper(
  { services, ip, requestId }: PublicContext,
  { code }: ParsedInput<typeof contract.paper.verify>,
): Promise<Verified> {
  const actor = { ...systemActor, name: '核验', ip, requestId }
  await services.database.withPlatform((tx) => mustBeWithin(tx, PER_ADDRESS, ip), actor)
  return services.database.withPlatform(async (tx) => {
    const found = await tx.row(codes.keptFrom`document_code k where k.code_hash = ${hashToken(code)}`)
    if (!found) throw new AppError('PAPER_UNKNOWN')
    const inside = await tx.enter(found.tenantId, 'all')
    const document = await inside.need(
      documents.keptFrom`issued_document d
        join clinic c on ${inside.own('c')} and c.id = d.clinic_id
        where ${inside.own('d')} and d.id = ${found.documentId}`,
    )
    const { sourceId: _source, kind: kept, contentHash, ...shown } = document
    const kind = kept as Verified['kind']
    return {
      ...shown,
      kind,
      // The hash of a paper of money is that of its figures, which whoever asks is not told.
      contentHash: kind in moneyPaperKinds ? null : contentHash,
      standing: await standingOf(inside, document),
    }
  }, actor)
}
