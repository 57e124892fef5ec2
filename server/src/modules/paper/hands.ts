import type { contract, HandlerOutput } from '@dentin/contract'
import type { SignaturePlace } from '@dentin/contract/paper'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { readAll } from '../../platform/files/store.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import type { Services } from '../../platform/services.ts'
import { prescriptionDetail } from '../prescription/index.ts'
import { recordsToPrint } from '../record/index.ts'
import { signaturePictureAt } from '../staff/index.ts'

/** Pictures of signatures on a paper, as data URLs. */
export type Hands = Readonly<Partial<Record<SignaturePlace, string>>>

/** Pictures by where they lie, which never changes. */
const known = new Map<string, string>()
const KEPT = 100

async function pictureOf({ files, log }: Services, found: { storageKey: string; mediaType: string }) {
  const before = known.get(found.storageKey)
  if (before !== undefined) return before
  // A paper with the name alone is better than none.
  const bytes = await readAll(await files.get(found.storageKey)).catch((error: unknown) => {
    log.warn({ err: error }, 'picture of a signature not read')
    return null
  })
  if (bytes === null) return null
  const picture = `data:${found.mediaType};base64,${bytes.toString('base64')}`
  if (known.size >= KEPT) known.clear()
  known.set(found.storageKey, picture)
  return picture
}

type Signed = readonly (readonly [place: SignaturePlace, by: string | null, at: Date | null])[]

/** The pictures that stood when each signed: what was signed before somebody had one shows the name alone. */
async function handsAt(tx: TenantTx, services: Services, signed: Signed): Promise<Hands> {
  const found = await Promise.all(
    signed.map(async ([place, by, at]): Promise<[SignaturePlace, string] | null> => {
      const kept = by && at ? await signaturePictureAt(tx, by, at) : null
      const picture = kept && (await pictureOf(services, kept))
      return picture ? [place, picture] : null
    }),
  )
  return Object.fromEntries(found.filter((each) => each !== null))
}

const record = select(
  columns('medical_record', 'r', 'sign_doctor_id', 'sign_time', 'countersigned_by', 'countersigned_at'),
)
const prescription = select(
  columns(
    'prescription',
    'x',
    'doctor_id',
    'prescribed_at',
    'audited_by',
    'audited_at',
    'dispensed_by',
    'dispensed_at',
  ),
)

/** The signatures of a record. */
export async function handsOfRecord(tx: TenantTx, services: Services, id: string): Promise<Hands> {
  const row = await tx.need(record.keptFrom`medical_record r where ${tx.own('r')} and r.id = ${id}`)
  return handsAt(tx, services, [
    ['doctor', row.signDoctorId, row.signTime],
    ['superior', row.countersignedBy, row.countersignedAt],
  ])
}

/** The signatures of a prescription. */
export async function handsOfPrescription(tx: TenantTx, services: Services, id: string): Promise<Hands> {
  const row = await tx.need(prescription.keptFrom`prescription x where ${tx.own('x')} and x.id = ${id}`)
  return handsAt(tx, services, [
    ['doctor', row.doctorId, row.prescribedAt],
    ['auditor', row.auditedBy, row.auditedAt],
    ['dispenser', row.dispensedBy, row.dispensedAt],
  ])
}

type Calls = typeof contract.paper

/** The signatures of a record that the person may print. */
export async function recordSignatures(
  context: ClinicContext,
  { id }: { id: string },
): Promise<HandlerOutput<Calls['recordSignatures']>> {
  const [sheet] = await recordsToPrint(context, { id })
  if (!sheet) throw new AppError('NOT_FOUND')
  return handsOfRecord(context.tx, context.services, id)
}

/** The signatures of a prescription that the person may read. */
export async function prescriptionSignatures(
  context: ClinicContext,
  { id }: { id: string },
): Promise<HandlerOutput<Calls['prescriptionSignatures']>> {
  await prescriptionDetail(context, id)
  return handsOfPrescription(context.tx, context.services, id)
}
