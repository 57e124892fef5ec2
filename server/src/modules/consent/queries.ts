import { consentContent, consentStates, type ConsentContent } from '@dentin/contract/consent'
import type { contract, HandlerOutput } from '@dentin/contract'
import { formatDate } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { columns, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { mustReachPatient } from '../patient/index.ts'
import { ageAt } from '../record/index.ts'
import { may, readable, SIGN, VOID } from './access.ts'
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
  columns('consent', 'k', 'pdf_hash'),
  perhaps(named('consent_text', 'x', { textHash: 'content_hash' })),
  { draft: sql<unknown>`k.draft`, text: sql<unknown>`x.content` },
)
export type WholeConsent = RowIn<typeof whole>

/** A consent with its text, where a condition on `k` holds; `lock` keeps others from changing it meanwhile. */
export async function findConsent(
  tx: TenantTx,
  condition: RawBuilder<unknown>,
  lock = false,
): Promise<WholeConsent & { content: ConsentContent }> {
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

/** One consent with all that is shown of it. */
export async function consentDetail(
  context: ClinicContext,
  id: string,
): Promise<HandlerOutput<typeof contract.consent.get>> {
  const { tx } = context
  const found = await findConsent(tx, sql`k.id = ${id} and ${readable(context)}`)
  const signatures = await signaturesOf(tx, id)
  const { draft: _draft, text, textHash: kept, doctorId, clinicId, recordId: _record, pdfHash, ...shown } = found
  const here = clinicId === context.clinicId
  const whose = { clinicId, doctorId }
  const intact =
    (kept === null || textHash(text) === kept) &&
    (found.sealHash === null || sealOf(kept ?? '', found, signatures, pdfHash) === found.sealHash)
  const open = here && consentStates.may('sign', found.status) && (await may(context, SIGN, whose))
  await tx.note('view', 'consent', id, { patientId: found.patientId })
  return {
    ...shown,
    textHash: kept,
    pdfHash,
    age: ageAt(found.birthDay, formatDate(tx.now)),
    signatures,
    intact,
    can: {
      edit: open && signatures.length === 0,
      sign: open,
      void: here && consentStates.may('void', found.status) && (await may(context, VOID, whose)),
    },
  }
}
