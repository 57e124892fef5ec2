import { uuidv7 } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx } from '../database/tx.ts'
import { AppError, fieldError } from '../errors.ts'
import type { FileAnswer, UploadedFile } from '../http/context.ts'
import { measure, newStorageKey, type FileStore } from './store.ts'

/** A picture that somebody sent in: a certificate, a portrait. It belongs to an account and lies in the file store. */
export interface Picture {
  id: string
  accountId: string
  paperType: string
  storageKey: string
  mediaType: string
  /** The clinic that shows it to everybody. */
  clinicId: string | null
}

/** So many pictures may one account send in within a day. */
const PER_DAY = 100
const DAY_MS = 86_400_000

const columns = sql`id, account_id as "accountId", paper_type as "paperType", storage_key as "storageKey", media_type as "mediaType", clinic_id as "clinicId"`

/**
 * Keeps an uploaded picture: the object first, then its row.
 * @throws AppError TOO_MANY
 */
export async function savePicture(
  tx: PlatformTx,
  services: { files: FileStore },
  owner: { accountId: string; paperType: string },
  uploaded: UploadedFile,
): Promise<Picture> {
  const since = new Date(tx.now.getTime() - DAY_MS)
  const sent = await tx.need<{ count: number }>(
    sql`select count(*)::int as count from picture where account_id = ${owner.accountId} and created_at > ${since}`,
  )
  if (sent.count >= PER_DAY) throw new AppError('TOO_MANY', { message: '今天上传的图片太多了，请明天再试' })
  const { bytes, sha256 } = await measure(uploaded.path)
  const key = newStorageKey(owner.accountId, tx.now, uploaded.mediaType)
  await services.files.put(key, uploaded.path, uploaded.mediaType)
  try {
    return await tx.need<Picture>(
      keptSql`insert into picture (id, account_id, paper_type, storage_key, media_type, bytes, sha256, created_at)
          values (${uuidv7()}, ${owner.accountId}, ${owner.paperType}, ${key}, ${uploaded.mediaType}, ${bytes}, ${sha256}, ${tx.now})
          returning ${columns}`,
    )
  } catch (error) {
    await services.files.remove(key).catch(() => {})
    throw error
  }
}

/** A picture by its id. */
export async function pictureById(tx: PlatformTx, id: string): Promise<Picture | undefined> {
  return tx.row<Picture>(keptSql`select ${columns} from picture where id = ${id}`)
}

/**
 * Makes sure that pictures named in a form are the person's own and of the right kind, or sent in under the specification's
 * one word for every use, `avatar`.
 * @param kept ids that stood there before, whoever sent them in
 * @throws AppError BAD_INPUT at the field
 */
export async function requireOwnPictures(
  tx: PlatformTx,
  accountId: string,
  wanted: { field: string; paperType: string; ids: readonly string[] },
  kept: readonly string[] = [],
): Promise<void> {
  const fresh = [...new Set(wanted.ids)].filter((id) => !kept.includes(id))
  if (fresh.length === 0) return
  const found = await tx.rows<{ id: string }>(
    keptSql`select id from picture where id = any(${fresh}::uuid[]) and account_id = ${accountId} and paper_type = any(${['avatar', wanted.paperType]}::text[])`,
  )
  if (found.length !== fresh.length) throw fieldError('BAD_INPUT', wanted.field, '图片不存在或已失效，请重新上传')
}

/**
 * Notes which pictures a clinic shows to everybody; the others that it showed belong to their senders again. To be called with
 * the clinic's row locked.
 * @throws AppError BAD_INPUT at the field when one is gone or another clinic's
 */
export async function showPictures(
  tx: PlatformTx,
  clinicId: string,
  wanted: readonly { field: string; ids: readonly string[] }[],
): Promise<void> {
  const all = wanted.flatMap(({ ids }) => ids)
  const shown = await tx.rows<{ id: string }>(
    keptSql`update picture set clinic_id = case when id = any(${all}::uuid[]) then ${clinicId}::uuid end
        where clinic_id = ${clinicId} or (clinic_id is null and id = any(${all}::uuid[])) returning id`,
  )
  const lost = wanted.find(({ ids }) => ids.some((id) => !shown.some((each) => each.id === id)))
  if (lost) throw fieldError('BAD_INPUT', lost.field, '图片不存在或已失效，请重新上传')
}

/**
 * Takes pictures out that were sent in before a moment and that nobody shows or names.
 * @param named whether a form names the picture `x`
 * @returns under which keys they are stored
 */
export async function dropPictures(
  tx: PlatformTx,
  { before, named, atMost }: { before: Date; named: RawBuilder<boolean>; atMost: number },
): Promise<string[]> {
  const rows = await tx.rows<{ storageKey: string }>(
    sql`delete from picture p where p.id in (
          select x.id from picture x where x.created_at < ${before} and x.clinic_id is null and not (${named})
          order by x.created_at limit ${atMost})
        returning p.storage_key as "storageKey"`,
  )
  return rows.map(({ storageKey }) => storageKey)
}

/** The picture as a call answers with it. */
export async function openPicture(services: { files: FileStore }, picture: Picture): Promise<FileAnswer> {
  const extension = picture.mediaType === 'image/png' ? 'png' : 'jpg'
  return {
    name: `${picture.id}.${extension}`,
    type: picture.mediaType,
    stream: await services.files.get(picture.storageKey),
  }
}
