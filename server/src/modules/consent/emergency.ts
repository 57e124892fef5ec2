import { consentStates, mayBeEmergency } from '@dentin/contract/consent'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { formatDateTime } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select } from '../../platform/database/select.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { notify } from '../messaging/index.ts'
import { holdersIn } from '../staff/index.ts'
import { APPROVE, mayApprove, mustReach, readable, SIGN } from './access.ts'
import { emergencyOf, findConsent, type FoundConsent } from './queries.ts'
import { sealOf } from './seal.ts'
import { keepSheet } from './sheet.ts'
import { fixText, keepSignature, ofPatient } from './signing.ts'
import { signaturesOf } from './signatures.ts'

// Where neither the patient nor a near relative can be asked and the treatment can't wait, the doctor says why and a head of the
// clinic approves in the patient's place (Civil Code 1220). The patient signs afterwards; until then it stays listed.

type Changed = HandlerOutput<typeof contract.consent.ask>

/** Nobody writes of an emergency longer ago than this. */
const HOURS_AGO = 24
const linkTo = (id: string): string => `/patientConsent?id=${id}`

/** A consent of the clinic for one of the steps, kept from others meanwhile. @throws AppError where the step can't be taken by right or state */
async function forStep(
  context: ClinicContext,
  id: string,
  step: 'ask' | 'takeBack' | 'decide',
  right: Parameters<typeof mustReach>[1],
): Promise<FoundConsent> {
  const found = await findConsent(context.tx, sql`k.id = ${id} and k.clinic_id = ${context.clinicId}`, true)
  await mustReach(context, right, found)
  if (!consentStates.may(step, found.status)) throw new AppError('STATUS_CHANGED')
  return found
}

function mustBeDoctor({ employeeId }: ClinicContext, { doctorId }: FoundConsent): void {
  if (doctorId !== employeeId) throw new AppError('CONSENT_DOCTOR_ONLY')
}

const done = ({ id, status, version }: Changed): Changed => ({ id, status, version })

/** The treating doctor asks a head of the clinic in the patient's place. The text is fixed from here on. */
export async function askHead(
  context: ClinicContext,
  input: ParsedInput<typeof contract.consent.ask>,
): Promise<Changed> {
  const { tx, clinicId } = context
  const found = await forStep(context, input.id, 'ask', SIGN)
  if (!mayBeEmergency(found)) throw new AppError('CONSENT_NOT_EMERGENCY')
  mustBeDoctor(context, found)
  const before = await signaturesOf(tx, found.id)
  if (before.some(ofPatient)) throw new AppError('CONSENT_SIGNED_TWICE', { message: '患者已经签名，不需要负责人批准' })
  const age = tx.now.getTime() - input.at.getTime()
  if (age < 0 || age > HOURS_AGO * 3_600_000)
    throw fieldError('BAD_INPUT', 'at', `紧急时间应在最近 ${HOURS_AGO} 小时之内，不能晚于现在`)
  const hasDoctor = before.some(({ role }) => role === 'doctor')
  if (!hasDoctor && !input.strokes) throw fieldError('BAD_INPUT', 'strokes', '请医生先签名')
  await fixText(tx, found, [])
  if (!hasDoctor && input.strokes)
    await keepSignature(
      tx,
      found,
      { role: 'doctor', name: found.doctorName, strokes: input.strokes },
      { via: 1, device: context.userAgent, address: context.ip, attended: context.actorName },
    )
  const row = await tx.update(
    'consent',
    { id: found.id, version: input.version },
    {
      status: consentStates.after('ask'),
      emergency_reason: input.reason,
      emergency_at: input.at,
      asked_by: context.employeeId,
      asked_name: context.actorName,
      asked_at: tx.now,
      refused_reason: '',
    },
    { action: 'ask', patientId: found.patientId, reason: input.reason },
  )
  await tx.logStatus('consent', found.id, clinicId, found.status, row.status, input.reason)
  const heads = (await holdersIn(tx, clinicId, APPROVE)).filter(({ id }) => id !== context.employeeId)
  if (heads.length === 0) throw new AppError('CONSENT_NO_HEAD')
  await notify(tx, {
    clinicId,
    employeeIds: heads.map(({ id }) => id),
    category: 'review',
    title: `${context.actorName} 请您批准紧急同意书：${found.patientName} ${found.templateName}`,
    body: `${formatDateTime(input.at).slice(5, 16)}　${input.reason}`,
    link: linkTo(found.id),
    key: `consent-asked:${found.id}:${row.version}`,
  })
  tx.publish('consent', found.id)
  return done(row)
}

/** The doctor takes it back, because the patient can be asked after all. */
export async function takeBackAsking(
  context: ClinicContext,
  input: ParsedInput<typeof contract.consent.takeBack>,
): Promise<Changed> {
  const { tx } = context
  const found = await forStep(context, input.id, 'takeBack', SIGN)
  mustBeDoctor(context, found)
  const row = await tx.update(
    'consent',
    { id: found.id, version: input.version },
    { status: consentStates.after('takeBack') },
    { action: 'takeBack', patientId: found.patientId },
  )
  await tx.logStatus('consent', found.id, found.clinicId, found.status, row.status)
  tx.publish('consent', found.id)
  return done(row)
}

/**
 * A head answers. Agreeing makes and keeps the PDF and seals it with the text, the doctor's signature and the approval; refusing,
 * with words, brings it back to 待签.
 */
export async function decideAsking(
  context: ClinicContext,
  input: ParsedInput<typeof contract.consent.decide>,
): Promise<Changed> {
  const { tx, services } = context
  const found = await forStep(context, input.id, 'decide', APPROVE)
  if (found.askedBy === context.employeeId || found.doctorId === context.employeeId)
    throw new AppError('CONSENT_OWN_APPROVAL')
  if (!input.agree && input.reason === '') throw fieldError('BAD_INPUT', 'reason', '请写明拒绝的原因')
  const agreed = async () => {
    const approved = { ...found, approvedBy: context.employeeId, approvedName: context.actorName, approvedAt: tx.now }
    const status = consentStates.code.approved
    const signatures = await signaturesOf(tx, found.id)
    const hash = found.textHash ?? ''
    const emergency = emergencyOf(approved)
    const sheet = await keepSheet(tx, services, { ...found, status, signatures, emergency, textHash: hash })
    return {
      status,
      approved_by: context.employeeId,
      approved_name: context.actorName,
      approved_at: tx.now,
      pdf_hash: sheet,
      seal_hash: sealOf(hash, { ...found, emergency }, signatures, sheet),
    }
  }
  const row = await tx.update(
    'consent',
    { id: found.id, version: input.version },
    input.agree ? await agreed() : { status: consentStates.code.toSign, refused_reason: input.reason },
    { action: input.agree ? 'approve' : 'refuse', patientId: found.patientId, reason: input.reason },
  )
  await tx.logStatus('consent', found.id, found.clinicId, found.status, row.status, input.reason)
  if (found.askedBy)
    await notify(tx, {
      clinicId: found.clinicId,
      employeeIds: [found.askedBy],
      category: 'review',
      title: `${context.actorName} ${input.agree ? '批准' : '没有批准'}紧急同意书：${found.patientName} ${found.templateName}`,
      body: input.agree ? '可以处置；患者清醒或近亲属到场后请补签' : input.reason,
      link: linkTo(found.id),
      key: `consent-decided:${found.id}:${row.version}`,
    })
  tx.publish('consent', found.id)
  return done(row)
}

const waiting = select(
  columns('consent', 'k', 'id', 'consent_no', 'template_name', 'patient_id', 'status', 'approved_at'),
  named('consent', 'k', { reason: 'emergency_reason' }),
  named('employee', 'e', { doctorName: 'name' }),
  named('patient', 'p', {
    patientName: 'name',
    gender: 'gender',
    birthDay: 'birth_day',
    medicalNumber: 'medical_number',
  }),
  { at: sql<Date>`k.emergency_at`, approvedName: sql<string | null>`nullif(k.approved_name, '')` },
)

/** What emergencies of the clinic have left to be done, the oldest first. */
export const emergencies = (context: ClinicContext): Promise<HandlerOutput<typeof contract.consent.emergencies>> => {
  const { tx, clinicId } = context
  const seen: RawBuilder<boolean> = mayApprove(context) ? sql<boolean>`true` : readable(context)
  return tx.rows(
    waiting.from`consent k
      join employee e on ${tx.own('e')} and e.id = k.doctor_id
      join patient p on ${tx.own('p')} and p.id = k.patient_id
      where ${tx.own('k')} and k.clinic_id = ${clinicId} and k.status in ${codes(consentStates, 'emergency')} and ${seen}
      order by k.emergency_at, k.id limit 200`,
  )
}
