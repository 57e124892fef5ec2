import { uuidv7 } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import { columns, select } from '../../platform/database/select.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { measure, newStorageKey } from '../../platform/files/store.ts'
import type { ClinicContext, FileAnswer, UploadedFile } from '../../platform/http/context.ts'

/** The picture of somebody's signature in the file store. */
export interface SignaturePicture {
  storageKey: string
  mediaType: string
  since: Date
}

const picture = select(columns('employee_signature', 'g', 'storage_key', 'media_type', 'since'))

/** The picture that stood at a moment; null when there was none or its owner had taken it back. */
export async function signaturePictureAt(tx: TenantTx, employeeId: string, at: Date): Promise<SignaturePicture | null> {
  const row = await tx.row(
    picture.keptFrom`employee_signature g where ${tx.own('g')} and g.employee_id = ${employeeId} and g.since <= ${at}
      order by g.since desc, g.id desc limit 1`,
  )
  const { storageKey, mediaType, since } = row ?? {}
  return storageKey && mediaType && since ? { storageKey, mediaType, since } : null
}

/** Since when somebody has a picture of the own signature; null: has none. */
export const signatureSince = async (tx: TenantTx, employeeId: string): Promise<Date | null> =>
  (await signaturePictureAt(tx, employeeId, tx.now))?.since ?? null

async function write(
  { tx, employeeId }: ClinicContext,
  kept: { key: string; mediaType: string; sha256: string } | null,
): Promise<Date> {
  const { since } = await tx.need<{ since: Date }>(
    keptSql`insert into employee_signature (tenant_id, id, employee_id, storage_key, media_type, sha256, since)
      values (${tx.tenantId}, ${uuidv7()}, ${employeeId}, ${kept?.key ?? null}, ${kept?.mediaType ?? null}, ${kept?.sha256 ?? null}, ${tx.now})
      returning since`,
  )
  await tx.note(kept ? 'update' : 'delete', 'employee_signature', employeeId)
  return since
}

/** Keeps the picture of the own signature: it stands on what the person signs from now on. */
export async function saveSignature(context: ClinicContext, file: UploadedFile | undefined): Promise<{ since: Date }> {
  const { tx, services } = context
  if (!file) throw new AppError('BAD_INPUT', { message: '请选择要上传的图片' })
  const { sha256 } = await measure(file.path)
  const key = newStorageKey(tx.tenantId, tx.now, file.mediaType)
  await services.files.put(key, file.path, file.mediaType)
  try {
    return { since: await write(context, { key, mediaType: file.mediaType, sha256 }) }
  } catch (error) {
    await services.files.remove(key).catch(() => {})
    throw error
  }
}

/** Takes the own picture back: what was signed with it keeps it, later papers show the name alone. */
export async function removeSignature(context: ClinicContext): Promise<void> {
  if (await signatureSince(context.tx, context.employeeId)) await write(context, null)
}

/** The own picture. @throws AppError NOT_FOUND */
export async function openSignature({ tx, employeeId, services }: ClinicContext): Promise<FileAnswer> {
  const found = await signaturePictureAt(tx, employeeId, tx.now)
  if (!found) throw new AppError('NOT_FOUND')
  const extension = found.mediaType === 'image/png' ? 'png' : 'jpg'
  return {
    name: `签名.${extension}`,
    type: found.mediaType,
    stream: await services.files.get(found.storageKey),
  }
}
