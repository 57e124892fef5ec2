import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { columns, named, perhaps, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { dictWord } from '../clinic/index.ts'
import { opens, type Viewer } from './access.ts'
import { oppositeRelation, relationFits } from './rules.ts'

const ofKin = [
  columns(
    'patient_kin',
    'k',
    'id',
    'version',
    'related_patient_id',
    'relation',
    'is_guardian',
    'is_emergency',
    'remark',
  ),
  perhaps(named('patient', 'p', { relatedNumber: 'medical_number' })),
  { name: sql<string>`coalesce(p.name, k.name)`, relationName: sql<string>`coalesce(d.item, '')` },
] as const

/** A person's family, guardians and emergency contacts first. */
export async function kinOf(
  tx: TenantTx,
  patientId: string,
  viewer: Viewer,
): Promise<HandlerOutput<typeof contract.patient.kinList>> {
  const shown = select(...ofKin, {
    canOpen: sql<boolean>`coalesce(p.id is not null and p.status not in ${codes(fileStates, 'deleted')} and ${opens(viewer.reach)}, false)`,
    mobile: sql<string | null>`coalesce(k.mobile, case when ${opens(viewer.reach)} then p.mobile end)`,
  })
  return tx.rows(
    shown.from`patient_kin k left join patient p on ${tx.own('p')} and p.id = k.related_patient_id
        left join dict_item d on ${tx.own('d')} and d.type_code = 'relation' and d.item_code = k.relation::text
        where ${tx.own('k')} and k.patient_id = ${patientId}
        order by k.is_guardian desc, k.is_emergency desc, k.created_at, k.id limit 100`,
  )
}

const ofFile = columns('patient', 'p', 'id', 'name', 'gender', 'status')
const fileList = select(ofFile)
type FileRow = RowIn<typeof fileList>

/** The files of a tie, locked in the order of their ids; each open and within reach. */
async function lockFiles(tx: TenantTx, ids: readonly string[], viewer: Viewer): Promise<Map<string, FileRow>> {
  const rows = await tx.rows(
    fileList.keptFrom`patient p
        where ${tx.own('p')} and p.id = any(${ids}::uuid[]) and p.status not in ${codes(fileStates, 'deleted')} and ${opens(viewer.reach)}
        order by p.id for no key update of p`,
  )
  if (rows.length < new Set(ids).size) throw new AppError('NOT_FOUND')
  if (rows.some((row) => !fileStates.is(row.status, 'active'))) throw new AppError('PATIENT_NOT_ACTIVE')
  return new Map(rows.map((row) => [row.id, row]))
}

/** One that may be chosen now; what stands already stays although it was switched off. */
async function mustBeRelation(tx: TenantTx, relation: number): Promise<void> {
  if ((await dictWord(tx, 'relation', relation)) === null)
    throw fieldError('NOT_FOUND', 'relation', '没有这种关系，或已停用')
}

/** Adds somebody to a family; where that is a patient too, the tie stands in both files. */
export async function addKin(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.kinAdd>,
  viewer: Viewer,
): Promise<{ id: string }> {
  const { patientId, relatedPatientId } = input
  if (relatedPatientId === patientId) throw fieldError('PATIENT_KIN_SELF', 'relatedPatientId')
  if (!relatedPatientId && !input.name) throw fieldError('PATIENT_KIN_NAME', 'name')
  await mustBeRelation(tx, input.relation)
  const files = await lockFiles(tx, relatedPatientId ? [patientId, relatedPatientId] : [patientId], viewer)
  const [mine, other] = [files.get(patientId), relatedPatientId ? files.get(relatedPatientId) : undefined]
  if (other && !relationFits(input.relation, other.gender)) throw fieldError('PATIENT_KIN_GENDER', 'relation')
  const stamps = { created_at: tx.now, updated_at: tx.now }
  const id = uuidv7()
  await tx.insert(
    'patient_kin',
    {
      id,
      patient_id: patientId,
      related_patient_id: relatedPatientId,
      name: other?.name ?? input.name,
      relation: input.relation,
      mobile: input.mobile,
      is_guardian: input.isGuardian,
      is_emergency: input.isEmergency,
      remark: input.remark,
      ...stamps,
    },
    { patientId },
  )
  if (mine && other)
    await tx.insert(
      'patient_kin',
      {
        id: uuidv7(),
        patient_id: other.id,
        related_patient_id: mine.id,
        name: mine.name,
        relation: oppositeRelation(input.relation, mine.gender),
        ...stamps,
      },
      { patientId: other.id },
    )
  for (const file of files.keys()) tx.publish('patient', file, viewer.clinicId)
  return { id }
}

const tieList = select(columns('patient_kin', 'k', 'id', 'patient_id', 'related_patient_id', 'relation'))
/** The other file of a tie, with the same tie the other way round where it stands there. */
const otherSide = select(ofFile, perhaps(named('patient_kin', 'k', { mirror: 'id' })))

/** A tie and the file it stands in, with the same tie the other way round. */
async function lockKin(
  tx: TenantTx,
  id: string,
  viewer: Viewer,
): Promise<{ kin: RowIn<typeof tieList>; mirror: string | undefined; files: Map<string, FileRow> }> {
  const read = () => tx.need(tieList.keptFrom`patient_kin k where ${tx.own('k')} and k.id = ${id}`)
  const before = await read()
  const own = await lockFiles(tx, [before.patientId], viewer)
  const kin = await read()
  const other = kin.relatedPatientId
    ? await tx.row(
        otherSide.keptFrom`patient p
            left join patient_kin k on ${tx.own('k')} and k.patient_id = p.id and k.related_patient_id = ${kin.patientId}
            where ${tx.own('p')} and p.id = ${kin.relatedPatientId}`,
      )
    : undefined
  if (other) own.set(other.id, other)
  return { kin, mirror: other?.mirror ?? undefined, files: own }
}

/** Changes a tie; the other file's follows. */
export async function updateKin(
  tx: TenantTx,
  input: ParsedInput<typeof contract.patient.kinUpdate>,
  viewer: Viewer,
): Promise<{ id: string; version: number }> {
  const { kin, mirror, files } = await lockKin(tx, input.id, viewer)
  const other = kin.relatedPatientId ? files.get(kin.relatedPatientId) : undefined
  if (!other && !input.name) throw fieldError('PATIENT_KIN_NAME', 'name')
  if (input.relation !== kin.relation) await mustBeRelation(tx, input.relation)
  if (other && !relationFits(input.relation, other.gender)) throw fieldError('PATIENT_KIN_GENDER', 'relation')
  const row = await tx.update(
    'patient_kin',
    { id: kin.id, version: input.version },
    {
      name: other?.name ?? input.name,
      relation: input.relation,
      ...(input.mobile === undefined ? {} : { mobile: input.mobile }),
      is_guardian: input.isGuardian,
      is_emergency: input.isEmergency,
      remark: input.remark,
    },
    { patientId: kin.patientId },
  )
  const mine = files.get(kin.patientId)
  if (mirror && mine && kin.relation !== input.relation)
    await tx.update(
      'patient_kin',
      { id: mirror },
      { relation: oppositeRelation(input.relation, mine.gender) },
      { patientId: other?.id ?? null },
    )
  for (const file of files.keys()) tx.publish('patient', file, viewer.clinicId)
  return { id: row.id, version: row.version }
}

/** Takes a tie out of both files. */
export async function deleteKin(tx: TenantTx, id: string, viewer: Viewer): Promise<null> {
  const { kin, mirror, files } = await lockKin(tx, id, viewer)
  await tx.remove('patient_kin', { id: kin.id }, { patientId: kin.patientId })
  if (mirror) await tx.remove('patient_kin', { id: mirror }, { patientId: kin.relatedPatientId })
  for (const file of files.keys()) tx.publish('patient', file, viewer.clinicId)
  return null
}
