import { REFERRAL_FILES } from '@dentin/contract/referral'
import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../../platform/database/plans.ts'
import { AppError } from '../../../platform/errors.ts'
import { saveFile } from '../../../platform/files/store.ts'
import type { ClinicContext, FileAnswer, UploadedFile } from '../../../platform/http/context.ts'
import { eitherSide, writingSide } from '../referral-queries.ts'
import { settled, type ReferralRow } from './referral.ts'

const FINISHED = 2

/** The referral whose files the person may change, locked while they are counted. */
async function lockForFiles(context: ClinicContext, id: string): Promise<ReferralRow> {
  const { tx } = context
  const row = await tx.need<ReferralRow>(
    keptSql`select f.* from referral f where f.id = ${id} and ${writingSide(context)} for no key update of f`,
  )
  if (row.status >= FINISHED) throw settled(row)
  return row
}

/** The screens of both clinics look again. */
function tellBoth({ tx }: ClinicContext, row: ReferralRow): void {
  for (const clinicId of new Set([row.from_clinic_id, row.to_clinic_id]))
    if (clinicId) tx.publish('reception', row.id, clinicId)
}

/** Puts a file to a referral that is not finished. @throws AppError NOT_FOUND, REFERRAL_SETTLED, REFERRAL_FILES_FULL */
export async function addReferralFile(
  context: ClinicContext,
  id: string,
  file: UploadedFile | undefined,
): Promise<{ id: string }> {
  const { tx, clinicId, services } = context
  if (!file) throw new AppError('BAD_INPUT', { message: '请选择要上传的文件' })
  const row = await lockForFiles(context, id)
  const { slot } = await tx.need<{ slot: number }>(
    keptSql`select min(n)::int as slot from generate_series(1, ${REFERRAL_FILES + 1}::int) n
        where n not in (select x.slot from referral_file x where x.tenant_id = ${tx.tenantId} and x.referral_id = ${id})`,
  )
  if (slot > REFERRAL_FILES) throw new AppError('REFERRAL_FILES_FULL')
  const kept = await saveFile(tx, services, clinicId, file)
  const made = await tx.insert(
    'referral_file',
    {
      id: uuidv7(),
      referral_id: id,
      file_id: kept.id,
      slot,
      created_by: context.employeeId,
      created_name: context.actorName,
      created_at: tx.now,
      updated_at: tx.now,
    },
    { patientId: row.patient_id, reason: file.name },
  )
  tellBoth(context, row)
  return { id: made.id }
}

/** Takes a file off a referral that is not finished; what was sent to others once stays in the store, behind the audit. */
export async function removeReferralFile(context: ClinicContext, id: string): Promise<void> {
  const { tx } = context
  const found = await tx.need<{ referralId: string; name: string }>(
    keptSql`select x.referral_id as "referralId", o.name from referral_file x
        join file_object o on o.tenant_id = ${tx.tenantId} and o.id = x.file_id
        where x.tenant_id = ${tx.tenantId} and x.id = ${id}`,
  )
  const row = await lockForFiles(context, found.referralId)
  await tx.remove('referral_file', { id }, { patientId: row.patient_id, reason: found.name })
  tellBoth(context, row)
}

/** A file of a referral, for both its sides. @throws AppError NOT_FOUND */
export async function openReferralFile(context: ClinicContext, id: string): Promise<FileAnswer> {
  const { tx, services } = context
  const file = await tx.need<{ storageKey: string; name: string; mediaType: string }>(
    keptSql`select o.storage_key as "storageKey", o.name, o.media_type as "mediaType" from referral_file x
        join referral f on f.tenant_id = ${tx.tenantId} and f.id = x.referral_id
        join file_object o on o.tenant_id = ${tx.tenantId} and o.id = x.file_id
        where x.tenant_id = ${tx.tenantId} and x.id = ${id} and ${eitherSide(context)}`,
  )
  return { name: file.name, type: file.mediaType, stream: await services.files.get(file.storageKey) }
}
