import { fileStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput, ParsedInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { dictWord } from '../clinic/index.ts'
import { opens, type Viewer } from './access.ts'
import { oppositeRelation, relationFits } from './rules.ts'

/** A person's family, guardians and emergency contacts first. */
export async function kinOf(
  tx: TenantTx,
  patientId: string,
  viewer: Viewer,
): Promise<HandlerOutput<typeof contract.patient.kinList>> {
  return tx.rows<HandlerOutput<typeof contract.patient.kinList>[number]>(
    sql`select k.id, k.version, k.related_patient_id as "relatedPatientId", p.medical_number as "relatedNumber",
          coalesce(p.id is not null and p.status not in ${codes(fileStates, 'deleted')} and ${opens(viewer.reach)}, false) as "canOpen",
          coalesce(p.name, k.name) as name, k.relation, coalesce(d.item, '') as "relationName", coalesce(k.mobile, case when ${opens(viewer.reach)} then p.mobile end) as mobile, k.is_guardian as "isGuardian",
          k.is_emergency as "isEmergency", k.remark
        from patient_kin k left join patient p on p.tenant_id = ${tx.tenantId} and p.id = k.related_patient_id
        left join dict_item d on d.tenant_id = ${tx.tenantId} and d.type_code = 'relation' and d.item_code = k.relation::text
        where k.tenant_id = ${tx.tenantId} and k.patient_id = ${patientId}
        order by k.is_guardian desc, k.is_emergency desc, k.created_at, k.id limit 100`,
  )
}

interface FileRow {
  id: string
  name: string
  gender: number
  status: number
}

/** The files of a tie, locked in the order of their ids; each open and within reach. */
async function lockFiles(tx: TenantTx, ids: readonly string[], viewer: Viewer): Promise<Map<string, FileRow>> {
  const rows = await tx.rows<FileRow>(
    keptSql`select p.id, p.name, p.gender, p.status from patient p
        where p.tenant_id = ${tx.tenantId} and p.id = any(${ids}::uuid[]) and p.status not in ${codes(fileStates, 'deleted')} and ${opens(viewer.reach)}
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

interface KinRow {
  id: string
  patientId: string
  relatedPatientId: string | null
  relation: number
}

/** A tie and the file it stands in, with the same tie the other way round. */
async function lockKin(
  tx: TenantTx,
  id: string,
  viewer: Viewer,
): Promise<{ kin: KinRow; mirror: string | undefined; files: Map<string, FileRow> }> {
  const read = () =>
    tx.need<KinRow>(
      keptSql`select k.id, k.patient_id as "patientId", k.related_patient_id as "relatedPatientId", k.relation from patient_kin k
          where k.tenant_id = ${tx.tenantId} and k.id = ${id}`,
    )
  const before = await read()
  const own = await lockFiles(tx, [before.patientId], viewer)
  const kin = await read()
  const other = kin.relatedPatientId
    ? await tx.row<FileRow & { mirror: string | null }>(
        keptSql`select p.id, p.name, p.gender, p.status, k.id as mirror from patient p
            left join patient_kin k on k.tenant_id = ${tx.tenantId} and k.patient_id = p.id and k.related_patient_id = ${kin.patientId}
            where p.tenant_id = ${tx.tenantId} and p.id = ${kin.relatedPatientId}`,
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
