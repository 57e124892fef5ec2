import {
  ADULT_AGE,
  CHILD_MAY_SIGN,
  consentStates,
  PHOTO_CONSENT,
  type ConsentContent,
  type Handwriting,
  type SignatureRole,
} from '@dentin/contract/consent'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { formatDate, uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { ageAt } from '../record/index.ts'
import { mustReach, SIGN, VOID } from './access.ts'
import { tellPhotosWithdrawn } from './extension-points.ts'
import { emergencyOf, findConsent, type FoundConsent } from './queries.ts'
import { signaturesOf } from './signatures.ts'
import { sealOf, textHash } from './seal.ts'
import { keepSheet } from './sheet.ts'

type Changed = HandlerOutput<typeof contract.consent.sign>
type Found = FoundConsent

/** Was it written by the patient, or by whoever signs in the patient's place? */
export const ofPatient = ({ role }: { role: string }): boolean => role === 'patient' || role === 'guardian'

/** The consent as it stands, locked until the end of the transaction. */
async function locked(context: ClinicContext, id: string, resource: typeof SIGN): Promise<Found> {
  const found = await findConsent(context.tx, sql`k.id = ${id} and k.clinic_id = ${context.clinicId}`, true)
  await mustReach(context, resource, found)
  return found
}

/** Changes the text while nobody has signed it. */
export async function saveConsent(
  context: ClinicContext,
  input: ParsedInput<typeof contract.consent.save>,
): Promise<Changed> {
  const { tx } = context
  const found = await locked(context, input.id, SIGN)
  if (!consentStates.may('edit', found.status)) throw new AppError('STATUS_CHANGED')
  if (found.textHash !== null) throw new AppError('CONSENT_TEXT_FIXED')
  // Who it is, and what has to be copied by hand, is not changed here.
  const { who, title, handSentence } = found.content
  const content = { ...input.content, who, title, handSentence }
  const row = await tx.update(
    'consent',
    { id: found.id, version: input.version },
    { draft: JSON.stringify(content) },
    { patientId: found.patientId },
  )
  tx.publish('consent', found.id)
  return { id: row.id, status: row.status, version: row.version }
}

/** Signs on the clinic's own device. */
export async function signConsent(
  context: ClinicContext,
  input: ParsedInput<typeof contract.consent.sign>,
): Promise<Changed> {
  const { tx } = context
  const found = await locked(context, input.id, SIGN)
  if (found.version !== input.version) throw new AppError('VERSION_CONFLICT')
  const by = { via: 1 as const, device: context.userAgent, address: context.ip, attended: context.actorName }
  const changed = await addSignatures(context, found, input, input.signatures, by)
  tx.publish('consent', found.id)
  return changed
}

/** Who signs for the patient, and what was ticked. */
export interface Signer {
  signerName: string
  signerRelation: string
  signerIdTail: string
  ticks: readonly boolean[]
}
interface Given {
  role: SignatureRole
  name: string
  strokes: Handwriting
}
interface Where {
  via: 1 | 2
  device: string
  address: string
  attended: string
}

/** Refuses a child's signature without its guardian, and a guardian without relation and identity number. */
function mustBeAble(
  birthDay: string | null,
  now: Date,
  { signerName, signerRelation, signerIdTail }: Signer,
  name: string,
): void {
  const age = ageAt(birthDay, formatDate(now))
  if (age !== null && age < ADULT_AGE && signerRelation === '') throw fieldError('CONSENT_GUARDIAN', 'signerRelation')
  if (signerRelation !== '' && signerIdTail === '')
    throw fieldError('BAD_INPUT', 'signerIdTail', '请填写监护人证件尾号')
  if (signerRelation === '' && signerName !== name)
    throw fieldError('BAD_INPUT', 'signerName', '不是本人签名，请选择与患者的关系')
}

/** The text from the first signature on: what was ticked belongs to it. It is appended, and the database lets nobody change it. */
export async function fixText(
  tx: TenantTx,
  found: Found,
  ticks: readonly boolean[],
): Promise<{ content: ConsentContent; hash: string }> {
  if (found.textHash !== null) return { content: found.content, hash: found.textHash }
  const content = {
    ...found.content,
    ticks: found.content.ticks.map((each, n) => ({ ...each, ticked: ticks[n] ?? each.ticked })),
  }
  const hash = textHash(content)
  await tx.need(
    keptSql`insert into consent_text (tenant_id, id, clinic_id, consent_id, content, content_hash, fixed_at)
      values (${tx.tenantId}, ${uuidv7()}, ${found.clinicId}, ${found.id}, ${JSON.stringify(content)}::jsonb, ${hash}, ${tx.now}) returning id`,
  )
  return { content, hash }
}

/** Appends a signature as it was written. */
export async function keepSignature(
  tx: TenantTx,
  found: Pick<Found, 'id' | 'clinicId'>,
  { role, name, strokes }: Given,
  where: Where,
): Promise<void> {
  await tx.need(
    keptSql`insert into consent_signature (tenant_id, id, clinic_id, consent_id, role, name, strokes, signed_at, via, device, address, attended_name)
      values (${tx.tenantId}, ${uuidv7()}, ${found.clinicId}, ${found.id}, ${role}, ${name}, ${JSON.stringify(strokes)}::jsonb, ${tx.now},
        ${where.via}, ${where.device.slice(0, 300)}, ${where.address.slice(0, 60)}, ${where.attended}) returning id`,
  )
}

/**
 * Adds signatures. With the patient's (or the guardian's) and the doctor's the consent is signed, its PDF is made and kept, and
 * the seal covers both; until then it stays 待签, whoever has signed.
 */
export async function addSignatures(
  { tx, services }: { tx: TenantTx; services: Services },
  found: Found,
  signer: Signer,
  given: readonly Given[],
  where: Where,
): Promise<Changed> {
  if (!consentStates.may('sign', found.status)) throw new AppError('STATUS_CHANGED')
  const before = await signaturesOf(tx, found.id)
  const roles = given.map(({ role }) => role)
  if (new Set([...before.map(({ role }) => role), ...roles]).size < before.length + roles.length)
    throw new AppError('CONSENT_SIGNED_TWICE')
  const forPatient = given.some(ofPatient)
  // What a head has approved is sealed: the next signature is the one that was missing.
  if (consentStates.is(found.status, 'approved') && !forPatient)
    throw fieldError('BAD_INPUT', 'signatures', '负责人已批准，请患者或监护人补签')
  if (forPatient) {
    mustBeAble(found.birthDay, tx.now, signer, found.content.who.name)
    if (roles.includes('patient') !== (signer.signerRelation === ''))
      throw fieldError('CONSENT_GUARDIAN', 'signerRelation')
    const ticked = found.content.ticks.every((each, n) => signer.ticks[n] ?? each.ticked)
    if (!ticked) throw fieldError('CONSENT_UNTICKED', 'ticks')
    if (found.content.handSentence !== '' && !roles.includes('sentence'))
      throw fieldError('CONSENT_SENTENCE', 'sentence')
  }
  // The sentence is written by whoever signs for the patient, together with the signature, where the text asks for one.
  if (roles.includes('sentence') && (!forPatient || found.content.handSentence === ''))
    throw fieldError('BAD_INPUT', 'signatures', '这份同意书没有须书写的句子')
  if (roles.includes('child') && (ageAt(found.birthDay, formatDate(tx.now)) ?? 0) < CHILD_MAY_SIGN)
    throw fieldError('BAD_INPUT', 'signatures', `未满 ${CHILD_MAY_SIGN} 岁的孩子不签名`)
  // A doctor may sign before the patient ticks: then the ticks are still open, and the text with them.
  if (!forPatient && found.textHash === null && found.content.ticks.some(({ ticked }) => !ticked))
    throw fieldError('CONSENT_UNTICKED', 'ticks')
  const { content, hash } = await fixText(tx, found, signer.ticks)
  for (const each of given)
    await keepSignature(tx, found, { ...each, name: each.role === 'doctor' ? found.doctorName : each.name }, where)
  const all = await signaturesOf(tx, found.id)
  const signs = forPatient ? signer : found
  const named = {
    signer_kind: forPatient ? (signer.signerRelation === '' ? 1 : 2) : undefined,
    signer_name: signs.signerName,
    signer_relation: signs.signerRelation,
    signer_id_tail: signs.signerIdTail,
  }
  const { signer_kind: kind, ...names } = named
  const isWhole = all.some(({ role }) => role === 'doctor') && all.some(ofPatient)
  const seal = async () => {
    const status = consentStates.code.signed
    const whole = { ...found, ...signs, status, emergency: emergencyOf(found) }
    const sheet = await keepSheet(tx, services, { ...whole, content, signatures: all, textHash: hash })
    const sealHash = sealOf(hash, whole, all, sheet)
    return { status, sign_time: tx.now, seal_hash: sealHash, pdf_hash: sheet }
  }
  const sealed = isWhole ? await seal() : {}
  const row = await tx.update(
    'consent',
    { id: found.id, version: found.version },
    { ...names, ...(kind === undefined ? {} : { signer_kind: kind }), ...sealed },
    { action: 'sign', patientId: found.patientId },
  )
  if (isWhole) await tx.logStatus('consent', found.id, found.clinicId, found.status, row.status)
  return { id: row.id, status: row.status, version: row.version }
}

/** Withdraws a consent, with the reason. Text and signatures stay readable; what asks for it asks again at once. */
export async function voidConsent(
  context: ClinicContext,
  input: ParsedInput<typeof contract.consent.void>,
): Promise<Changed> {
  const { tx } = context
  const found = await locked(context, input.id, VOID)
  if (!consentStates.may('void', found.status)) throw new AppError('STATUS_CHANGED')
  const row = await tx.update(
    'consent',
    { id: found.id, version: input.version },
    { status: consentStates.code.void, void_reason: input.reason, void_name: context.actorName, void_time: tx.now },
    { action: 'void', patientId: found.patientId, reason: input.reason },
  )
  await tx.logStatus('consent', found.id, found.clinicId, found.status, row.status, input.reason)
  if (found.templateKey === PHOTO_CONSENT) await tellPhotosWithdrawn(tx, context.services, found.patientId)
  tx.publish('consent', found.id)
  return { id: row.id, status: row.status, version: row.version }
}
