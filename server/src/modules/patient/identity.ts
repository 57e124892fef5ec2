import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { searchedKeys } from '@dentin/contract/patient'
import { checkIdNumber, today } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { opens, type Viewer } from './access.ts'
import { FACE, fieldsOf, searchOf } from './fields.ts'
import { lockCompany, refuseDuplicates, type Desk } from './commands.ts'

/** Looks at an identity document: is the number right, what does it say, and has somebody got it already? */
export async function checkIdentity(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.identityCheck>,
  viewer: Viewer,
): Promise<HandlerOutput<typeof contract.patient.identityCheck>> {
  const idNo = input.idNo.toUpperCase()
  const check = input.idType === 1 ? checkIdNumber(idNo, today(tx.now)) : null
  const owner = select(
    columns('patient', 'p', 'id', 'name', 'medical_number'),
    named('clinic', 'h', { clinicName: 'short_name' }),
    { canOpen: sql<boolean>`coalesce(${opens(viewer.reach)}, false)` },
  )
  const found = await tx.row(
    owner.from`patient p join clinic h on ${tx.own('h')} and h.id = p.home_clinic_id
        where ${tx.own('p')} and p.id_type = ${input.idType} and p.id_no = ${idNo} and p.status in ${codes(fileStates, 'kept')}
          and p.id is distinct from ${input.patientId}::uuid limit 1`,
  )
  return {
    ok: (check?.ok ?? true) && !found,
    problem: check && !check.ok ? check.reason : '',
    birthDay: check?.ok ? check.birthDay : null,
    gender: check?.ok ? check.gender : null,
    // Whoever may not open the file hears that there is one, and where to ask.
    taken: !found
      ? null
      : found.canOpen
        ? found
        : { id: null, name: null, medicalNumber: null, clinicName: found.clinicName, canOpen: false },
  }
}

const standing = select(
  columns('patient', 'p', 'status', 'version'),
  fieldsOf(...FACE, ...searchedKeys, 'idType', 'idNo'),
)

/** An open file within reach, locked; the company's lock is held, as for everything that is compared with other files. */
async function lockFile(tx: TenantTx, id: string, desk: Desk): Promise<RowIn<typeof standing>> {
  await lockCompany(tx)
  const row = await tx.need(
    standing.keptFrom`patient p
        where ${tx.own('p')} and p.id = ${id} and p.status not in ${codes(fileStates, 'deleted')} and ${opens(desk.reach)}
        for no key update of p`,
  )
  if (!fileStates.is(row.status, 'active')) throw new AppError('PATIENT_NOT_ACTIVE')
  return row
}

/** Gives a file another phone number. */
export async function updatePhone(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.updatePhone>,
  desk: Desk,
): Promise<HandlerOutput<typeof contract.patient.updatePhone>> {
  const before = await lockFile(tx, input.id, desk)
  const person = { ...before, mobile: input.mobile }
  if (before.version === input.version)
    await refuseDuplicates(tx, person, { id: input.id, was: before }, input.acceptDuplicates, desk)
  const row = await tx.update(
    'patient',
    { id: input.id, version: input.version },
    {
      mobile: input.mobile,
      mobile_owner: input.mobileOwner,
      no_mobile_reason: null,
      search: searchOf({ ...before, mobile: input.mobile }),
    },
    { action: 'phone', patientId: input.id },
  )
  tx.publish('patient', input.id)
  return { id: row.id, version: row.version }
}

/** Notes an identity document in a file. An identity number is believed: birthday and gender become what it says. */
export async function updateIdentity(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.identityUpdate>,
  desk: Desk,
): Promise<HandlerOutput<typeof contract.patient.identityUpdate>> {
  const before = await lockFile(tx, input.id, desk)
  const idNo = input.idNo.toUpperCase()
  const check = input.idType === 1 ? checkIdNumber(idNo, today(tx.now)) : null
  if (check && !check.ok) throw fieldError('PATIENT_INVALID', 'idNo', check.reason)
  const birthDay = check?.ok ? check.birthDay : before.birthDay
  const gender = check?.ok ? check.gender : before.gender
  const person = { ...before, idType: input.idType, idNo, birthDay }
  if (before.version === input.version)
    await refuseDuplicates(tx, person, { id: input.id, was: before }, input.acceptDuplicates, desk)
  const row = await tx.update(
    'patient',
    { id: input.id, version: input.version },
    {
      id_type: input.idType,
      id_no: idNo,
      ...(check?.ok ? { birth_day: birthDay, birth_year_estimated: false, gender } : {}),
    },
    { action: 'identity', patientId: input.id },
  )
  tx.publish('patient', input.id)
  return { id: row.id, version: row.version, birthDay, gender }
}
