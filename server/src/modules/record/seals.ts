import { recordStates } from '@dentin/contract/core/status'
import type { contract, HandlerOutput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, named, select, type RowIn } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { fieldError } from '../../platform/errors.ts'
import type { ClinicContext } from '../../platform/http/context.ts'
import { reachOf, rowsWithin } from '../staff/index.ts'
import { readable, SEAL } from './access.ts'

type Seals = HandlerOutput<typeof contract.recordSeal.ofPatient>

/** When a record on `r` was first sealed, for a select list; null: it is not. */
export const sealing = (tx: TenantTx) => ({
  sealedAt: sql<Date | null>`(select min(z.sealed_at) from record_seal_item z where ${tx.own('z')} and z.record_id = r.id)`,
})

const any = select({ n: sql<number>`count(*)::int` })
/** Is a record part of a seal? */
export const isSealed = async (tx: TenantTx, recordId: string): Promise<boolean> =>
  (await tx.need(any.keptFrom`record_seal_item z where ${tx.own('z')} and z.record_id = ${recordId}`)).n > 0

const chosen = select(
  columns('medical_record', 'r', 'id', 'record_no', 'status', 'version', 'visit_time', 'visit_kind'),
  columns('medical_record', 'r', 'teeth', 'diagnosis_text', 'treatment_text', 'sign_time', 'amend_reason'),
  columns('medical_record', 'r', 'countersigned_name', 'countersigned_at', 'archived_at', 'created_at', 'updated_at'),
  named('patient', 'p', { patientName: 'name' }),
  named('employee', 'd', { doctorName: 'name' }),
  { content: sql<unknown>`r.content`, recordType: sql<number>`r.record_type` },
)
const versions = select(
  columns('medical_record_version', 'v', 'version_no', 'content_hash', 'reason', 'signed_name', 'signed_at'),
  { content: sql<unknown>`v.content` },
)
export type RecordToSeal = RowIn<typeof chosen> & { versions: RowIn<typeof versions>[]; finished: boolean }

/**
 * The chosen records of a patient in this clinic with all their versions, the oldest visit first.
 * @throws AppError NOT_FOUND beside the records when one of them is none that this person may seal here
 */
export async function toSeal(
  context: ClinicContext,
  patientId: string,
  recordIds: readonly string[],
): Promise<RecordToSeal[]> {
  const { tx } = context
  const ids = [...new Set(recordIds)]
  const rows = await tx.rows(
    chosen.from`medical_record r
      join patient p on ${tx.own('p')} and p.id = r.patient_id
      join employee d on ${tx.own('d')} and d.id = r.doctor_id
      where ${tx.own('r')} and r.id = any(${ids}::uuid[]) and r.patient_id = ${patientId} and r.clinic_id = ${context.clinicId}
        and r.status not in ${codes(recordStates, 'deleted')}
        and ${rowsWithin(reachOf(context, SEAL), { clinic: sql`r.clinic_id`, doctors: [sql`r.doctor_id`] })}
      order by r.visit_time, r.id`,
  )
  if (rows.length < ids.length)
    throw fieldError('NOT_FOUND', 'recordIds', '所选病历里有已删除的，或不属于这位患者、本门诊')
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      versions: await tx.rows(
        versions.keptFrom`medical_record_version v where ${tx.own('v')} and v.record_id = ${row.id} order by v.version_no`,
      ),
      finished: recordStates.is(row.status, 'locked'),
    })),
  )
}

const asked = (tx: TenantTx) =>
  select(columns('record_seal', 's', 'id', 'seal_no', 'package_hash'), {
    unfinished: sql<number>`(select count(*)::int from record_seal_item i where ${tx.own('i')} and i.seal_id = s.id and not i.finished)`,
  })
/** The seal that the same request has made before. */
export const sealAsked = (
  { tx, employeeId }: ClinicContext,
  requestId: string,
): Promise<RowIn<ReturnType<typeof asked>> | undefined> =>
  tx.row(
    asked(tx)
      .keptFrom`record_seal s where ${tx.own('s')} and s.sealed_by = ${employeeId} and s.request_id = ${requestId}`,
  )

/** What is kept of a seal beside its package. */
interface NewSeal {
  id: string
  sealNo: string
  patientId: string
  reason: string
  witnesses: Seals[number]['witnesses']
  fileId: string
  packageHash: string
  files: Seals[number]['files']
  requestId: string
  at: Date
  records: readonly RecordToSeal[]
}

/** Keeps a seal and which records it holds, in which version. */
export async function keepSeal(context: ClinicContext, seal: NewSeal): Promise<void> {
  const { tx, clinicId, employeeId, actorName } = context
  await tx.need(
    keptSql`insert into record_seal (tenant_id, id, clinic_id, seal_no, patient_id, reason, witnesses, file_id, package_hash, files, request_id, sealed_by, sealed_name, sealed_at)
      values (${tx.tenantId}, ${seal.id}, ${clinicId}, ${seal.sealNo}, ${seal.patientId}, ${seal.reason}, ${JSON.stringify(seal.witnesses)}::jsonb,
        ${seal.fileId}, ${seal.packageHash}, ${JSON.stringify(seal.files)}::jsonb, ${seal.requestId}, ${employeeId}, ${actorName}, ${seal.at}) returning id`,
  )
  for (const record of seal.records)
    await tx.need(
      keptSql`insert into record_seal_item (tenant_id, id, clinic_id, seal_id, record_id, version_no, finished, sealed_at)
        values (${tx.tenantId}, ${uuidv7()}, ${clinicId}, ${seal.id}, ${record.id}, ${record.versions.at(-1)?.versionNo ?? 0}, ${record.finished}, ${seal.at}) returning id`,
    )
  await tx.note('seal', 'record_seal', seal.id, {
    patientId: seal.patientId,
    reason: seal.reason,
    after: {
      sealNo: seal.sealNo,
      packageHash: seal.packageHash,
      records: seal.records.map(({ recordNo }) => recordNo),
      witnesses: seal.witnesses,
    },
  })
  tx.publish('record', seal.patientId)
}

/** Seals `s` that hold a record of this patient that the person may read, whosever file it was then. */
export const sealsWithRecordsOf = (context: ClinicContext, patientId: string): RawBuilder<boolean> =>
  sql`exists (select 1 from record_seal_item i join medical_record r on ${context.tx.own('r')} and r.id = i.record_id
    where ${context.tx.own('i')} and i.seal_id = s.id and r.patient_id = ${patientId} and ${readable(context)})`

const listed = select(
  columns('record_seal', 's', 'id', 'clinic_id', 'seal_no', 'reason', 'package_hash', 'sealed_name', 'sealed_at'),
  named('clinic', 'c', { clinicName: 'name' }),
  { witnesses: sql<Seals[number]['witnesses']>`s.witnesses`, files: sql<Seals[number]['files']>`s.files` },
)
const items = select(
  columns('record_seal_item', 'i', 'seal_id', 'version_no', 'finished'),
  columns('medical_record', 'r', 'id', 'record_no', 'visit_time'),
)

/** The seals of a patient's records, the newest first. */
export async function sealsOf(context: ClinicContext, patientId: string): Promise<Seals> {
  const { tx } = context
  const seals = await tx.rows(
    listed.from`record_seal s join clinic c on ${tx.own('c')} and c.id = s.clinic_id
      where ${tx.own('s')} and ${sealsWithRecordsOf(context, patientId)} order by s.sealed_at desc, s.id desc limit 100`,
  )
  const ids = seals.map(({ id }) => id)
  const held = await tx.rows(
    items.keptFrom`record_seal_item i join medical_record r on ${tx.own('r')} and r.id = i.record_id
      where ${tx.own('i')} and i.seal_id = any(${ids}::uuid[]) order by r.visit_time, r.id`,
  )
  return seals.map(({ clinicId, ...seal }) => ({
    ...seal,
    records: held.filter(({ sealId }) => sealId === seal.id).map(({ sealId: _seal, ...record }) => record),
    open: clinicId === context.clinicId && context.can(SEAL),
  }))
}

const file = select(
  columns('record_seal', 's', 'id', 'seal_no', 'patient_id', 'package_hash'),
  columns('file_object', 'o', 'storage_key'),
)
/** Where the package of a seal of this clinic lies. @throws AppError NOT_FOUND */
export const sealedFile = (tx: TenantTx, id: string): Promise<RowIn<typeof file>> =>
  tx.need(
    file.keptFrom`record_seal s join file_object o on ${tx.own('o')} and o.id = s.file_id
      where ${tx.own('s')} and s.id = ${id}`,
  )
