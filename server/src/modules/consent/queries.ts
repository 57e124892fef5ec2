import { consentContent, consentStates, mayBeEmergency, type ConsentContent } from '@dentin/contract/consent'
import type { contract, HandlerOutput } from '@dentin/contract'
import { formatDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { columns, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { ageAt } from '../record/index.ts'
import { APPROVE, may, mayApprove, readable, SIGN, VOID } from './access.ts'
import type { Emergency } from './extension-points.ts'
import { photosAllowed } from './required.ts'
import { sealOf, textHash } from './seal.ts'
import { signaturesOf } from './signatures.ts'

const head = [
  columns('consent', 'k', 'id', 'consent_no', 'template_key', 'template_name', 'template_version', 'kind', 'status'),
  columns(
    'consent',
    'k',
    'teeth',
    'signer_name',
    'signer_relation',
    'sign_time',
    'void_reason',
    'void_name',
    'void_time',
  ),
  columns('consent', 'k', 'created_at', 'version'),
  named('employee', 'e', { doctorName: 'name' }),
] as const
const listed = select(...head, columns('consent', 'k', 'record_id'))

/** A patient's consents, the newest first. */
export async function consentsOf(
  context: ClinicContext,
  { id }: { id: string },
): Promise<HandlerOutput<typeof contract.consent.ofPatient>> {
  const { tx } = context
  await mustReachPatient(context, id)
  const list = await tx.rows(
    listed.from`consent k join employee e on ${tx.own('e')} and e.id = k.doctor_id
      where ${tx.own('k')} and k.patient_id = ${id} and ${readable(context)} order by k.created_at desc, k.id desc limit 200`,
  )
  return { list, photosAllowed: await photosAllowed(tx, id) }
}

const whole = select(
  ...head,
  columns('consent', 'k', 'clinic_id', 'patient_id', 'doctor_id', 'signer_id_tail', 'seal_hash', 'record_id'),
  columns('patient', 'p', 'gender', 'birth_day'),
  named('patient', 'p', { patientName: 'name' }),
  named('clinic', 'c', { clinicName: 'name' }),
  columns('consent', 'k', 'pdf_hash', 'emergency_reason', 'emergency_at', 'asked_by', 'asked_name', 'asked_at'),
  columns('consent', 'k', 'approved_by', 'approved_name', 'approved_at', 'refused_reason'),
  perhaps(named('consent_text', 'x', { textHash: 'content_hash' })),
  { draft: sql<unknown>`k.draft`, text: sql<unknown>`x.content` },
)
type WholeConsent = RowIn<typeof whole>
export type FoundConsent = WholeConsent & { content: ConsentContent }

type Asked = Pick<
  WholeConsent,
  'emergencyReason' | 'emergencyAt' | 'askedName' | 'askedAt' | 'approvedName' | 'approvedAt' | 'refusedReason'
>

/** Why a head was asked in the patient's place; null: nobody was. */
export const emergencyOf = (row: Asked): Emergency | null =>
  row.emergencyAt === null || row.askedAt === null
    ? null
    : {
        reason: row.emergencyReason,
        at: row.emergencyAt,
        askedName: row.askedName,
        askedAt: row.askedAt,
        approvedName: row.approvedName || null,
        approvedAt: row.approvedAt,
        refusedReason: row.refusedReason,
      }

/** A consent with its text, where a condition on `k` holds; `lock` keeps others from changing it meanwhile. */
export async function findConsent(tx: TenantTx, condition: RawBuilder<unknown>, lock = false): Promise<FoundConsent> {
  const row = await tx.need(
    whole.from`consent k
      join patient p on ${tx.own('p')} and p.id = k.patient_id
      join clinic c on ${tx.own('c')} and c.id = k.clinic_id
      join employee e on ${tx.own('e')} and e.id = k.doctor_id
      left join consent_text x on ${tx.own('x')} and x.consent_id = k.id
      where ${tx.own('k')} and ${condition} ${lock ? sql`for no key update of k` : sql``}`,
  )
  return { ...row, content: consentContent.parse(row.text ?? row.draft) }
}

/** A consent with all that is shown of it but what an approver may do. */
type Detail = HandlerOutput<typeof contract.consent.get>
type Shown = Omit<Detail, 'can'> & { can: Omit<Detail['can'], 'decide'> }

/** One consent with all that is shown of it, and what its doctor and whoever has it signed may do. */
export const consentDetail = async (context: ClinicContext, id: string): Promise<Shown> =>
  (await detailWhere(context, sql`k.id = ${id} and ${readable(context)}`)).shown

/** The same for the screen; a head of the clinic opens what he is asked about. */
export async function getConsent(context: ClinicContext, { id }: { id: string }): Promise<Detail> {
  const approves = mayApprove(context)
  const asked = sql<boolean>`k.clinic_id = ${context.clinicId} and k.asked_at is not null and ${approves}::boolean`
  const { shown, found } = await detailWhere(context, sql`k.id = ${id} and (${readable(context)} or (${asked}))`)
  const decide =
    approves &&
    consentStates.may('decide', found.status) &&
    found.clinicId === context.clinicId &&
    found.askedBy !== context.employeeId &&
    found.doctorId !== context.employeeId &&
    (await may(context, APPROVE, found))
  return { ...shown, can: { ...shown.can, decide } }
}

async function detailWhere(
  context: ClinicContext,
  condition: RawBuilder<unknown>,
): Promise<{ shown: Shown; found: FoundConsent }> {
  const { tx } = context
  const found = await findConsent(tx, condition)
  const { id } = found
  const signatures = await signaturesOf(tx, id)
  const {
    draft: _draft,
    text,
    textHash: kept,
    doctorId,
    clinicId,
    recordId: _record,
    pdfHash,
    emergencyReason: _reason,
    emergencyAt: _at,
    askedBy: _asker,
    askedName: _askedName,
    askedAt: _askedAt,
    approvedBy: _approver,
    approvedName: _approvedName,
    approvedAt: _approvedAt,
    refusedReason: _refused,
    ...shown
  } = found
  const here = clinicId === context.clinicId
  const whose = { clinicId, doctorId }
  const emergency = emergencyOf(found)
  const intact =
    (kept === null || textHash(text) === kept) &&
    (found.sealHash === null || sealOf(kept ?? '', { ...found, emergency }, signatures, pdfHash) === found.sealHash)
  const [signs, voids] = await Promise.all([may(context, SIGN, whose), may(context, VOID, whose)])
  const open = here && consentStates.may('sign', found.status) && signs
  const isDoctor = here && signs && doctorId === context.employeeId
  const patientSigned = signatures.some(({ role }) => role === 'patient' || role === 'guardian')
  await tx.note('view', 'consent', id, { patientId: found.patientId })
  const answer: Shown = {
    ...shown,
    textHash: kept,
    pdfHash,
    age: ageAt(found.birthDay, formatDate(tx.now)),
    signatures,
    intact,
    emergency,
    can: {
      edit: open && consentStates.may('edit', found.status) && signatures.length === 0,
      sign: open,
      void: here && consentStates.may('void', found.status) && voids,
      ask: isDoctor && consentStates.may('ask', found.status) && mayBeEmergency(found) && !patientSigned,
      takeBack: isDoctor && consentStates.may('takeBack', found.status),
    },
  }
  return { shown: answer, found }
}
