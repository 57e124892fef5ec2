import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline, Readable, type Duplex } from 'node:stream'
import { formatDate, uuidv7 } from '@dentin/kit'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Selectable } from 'kysely'
import type { Config } from '../config.ts'
import { db, type DB } from '../database/builder.ts'
import type { TenantTx } from '../database/tx.ts'
import { AppError } from '../errors.ts'

/** Where files lie. Keys are made by the application: owner/yyyy/mm/uuid.ext, never a name from outside. */
export interface FileStore {
  /** Stores a file on disk (by its path) or bytes. When it returns, the whole object is there; before that, none of it. */
  put(key: string, source: string | Buffer, mediaType: string): Promise<void>
  /** The object's bytes. @throws AppError NOT_FOUND */
  get(key: string): Promise<Readable>
  /** Removes the object; one that is not there counts as removed. */
  remove(key: string): Promise<void>
}

const KEY =
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/\d{4}\/\d{2}\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[a-z0-9]{1,8}$/

function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error('storage key expected')
  return key
}

/** Files in a folder of this machine. */
export function localFileStore(folder: string): FileStore {
  const place = (key: string) => path.join(folder, ...checkKey(key).split('/'))
  return {
    async put(key, source) {
      const target = place(key)
      const home = path.dirname(target)
      await mkdir(home, { recursive: true, mode: 0o700 })
      const part = path.join(home, `.${uuidv7()}.part`)
      try {
        const file = await open(part, 'wx', 0o600)
        try {
          await file.writeFile(typeof source === 'string' ? createReadStream(source) : source)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(part, target)
        await syncFolder(home)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async get(key) {
      const file = await open(place(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new AppError('NOT_FOUND') : error
      })
      return file.createReadStream()
    },
    async remove(key) {
      await rm(place(key), { force: true })
    },
  }
}

/** Makes a rename last through a power cut. Not every system can open a folder for it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Where an S3-compatible store is and how to sign in to it. */
export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Stores that take the bucket only as part of the host name; all others are asked with the bucket in the path. */
const HOST_STYLE = /\.(?:aliyuncs\.com|myhuaweicloud\.com|myqcloud\.com|amazonaws\.com(?:\.cn)?)$/

/** Files in an S3-compatible store (OSS, OBS, COS, MinIO). The library is loaded when the first file is touched. */
export function s3FileStore(settings: S3Settings): FileStore {
  const load = async () => {
    const s3 = await import('@aws-sdk/client-s3')
    const client: S3Client = new s3.S3Client({
      endpoint: settings.endpoint,
      region: settings.region,
      forcePathStyle: !HOST_STYLE.test(new URL(settings.endpoint).hostname),
      credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
    })
    return { s3, client }
  }
  let loading: ReturnType<typeof load> | null = null
  const loaded = () => (loading ??= load())
  const Bucket = settings.bucket
  return {
    async put(key, source, mediaType) {
      const { s3, client } = await loaded()
      const ContentLength = typeof source === 'string' ? (await stat(source)).size : source.length
      const Body = typeof source === 'string' ? createReadStream(source) : source
      await client.send(
        new s3.PutObjectCommand({ Bucket, Key: checkKey(key), Body, ContentLength, ContentType: mediaType }),
      )
    },
    async get(key) {
      const { s3, client } = await loaded()
      try {
        const answer = await client.send(new s3.GetObjectCommand({ Bucket, Key: checkKey(key) }))
        if (!(answer.Body instanceof Readable)) throw new Error('the store gave no stream')
        return answer.Body
      } catch (error) {
        if (error instanceof s3.NoSuchKey || (error as { name?: string }).name === 'NotFound')
          throw new AppError('NOT_FOUND')
        throw error
      }
    },
    async remove(key) {
      const { s3, client } = await loaded()
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: checkKey(key) }))
    },
  }
}

/** The store that the settings ask for: S3 when it is configured, else the folder `files` of the data directory. */
export function makeFileStore(config: Config): FileStore {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = config
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    return s3FileStore({ endpoint, region: config.S3_REGION, bucket, accessKeyId, secretAccessKey })
  }
  return localFileStore(path.join(config.dataDir, 'files'))
}

const EXTENSIONS: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'application/dicom': 'dcm',
  'application/zip': 'zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'model/gltf-binary': 'glb',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
}

/** A new key for an object: owner (tenant or account)/yyyy/mm/uuid.ext, the month in Asia/Shanghai. */
export function newStorageKey(ownerId: string, now: Date, mediaType: string): string {
  const [year, month] = formatDate(now).split('-')
  return `${ownerId}/${year}/${month}/${uuidv7()}.${EXTENSIONS[mediaType] ?? 'bin'}`
}

/**
 * Keeps an uploaded file: the object first, then its row, so that no row ever points at half an object.
 * @param uploaded key: where it is to lie, when its sender has chosen the place
 * @returns the row of file_object
 */
export async function saveFile(
  tx: TenantTx,
  services: { files: FileStore },
  clinicId: string,
  uploaded: { path: string; name: string; mediaType: string; key?: string },
): Promise<Selectable<DB['file_object']>> {
  return keepObject(tx, services, clinicId, { ...uploaded, source: uploaded.path, ...(await measure(uploaded.path)) })
}

/**
 * Keeps a file that the product itself has made, as `saveFile` keeps an uploaded one.
 * @returns the row of file_object
 */
export async function saveBytes(
  tx: TenantTx,
  services: { files: FileStore },
  clinicId: string,
  { bytes, ...made }: { bytes: Buffer; name: string; mediaType: string },
): Promise<Selectable<DB['file_object']>> {
  return keepObject(tx, services, clinicId, { ...made, source: bytes, bytes: bytes.length, sha256: hashOfBytes(bytes) })
}

/**
 * Forgets files that nothing names any more. Their objects go once the transaction has committed.
 * @returns under which keys they are stored
 */
export async function dropFiles(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows(
    db
      .deleteFrom('file_object')
      .where('tenant_id', '=', tx.tenantId)
      .where('id', 'in', [...ids])
      .returning('storage_key'),
  )
  return rows.map(({ storage_key: key }) => key)
}

/** All bytes of a small object. */
export async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A stream of bytes as `change` makes it. Whichever of the two ends or fails takes the other with it: no file stays open. */
export function through(source: Readable, change: Duplex): Readable {
  // Whoever reads the result hears of a failure there.
  return pipeline(source, change, () => {})
}

/** SHA-256 of bytes, hex. */
export const hashOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes the row of an object that lies in the store already. */
export async function noteFile(
  tx: TenantTx,
  clinicId: string,
  stored: { key: string; name: string; mediaType: string; bytes: number; sha256: string },
): Promise<Selectable<DB['file_object']>> {
  return tx.need(
    db
      .insertInto('file_object')
      .values({
        tenant_id: tx.tenantId,
        id: uuidv7(),
        clinic_id: clinicId,
        storage_key: stored.key,
        name: stored.name,
        media_type: stored.mediaType,
        bytes: stored.bytes,
        sha256: stored.sha256,
        created_by: tx.actor.employeeId,
        created_at: tx.now,
      })
      .returningAll(),
  )
}

async function keepObject(
  tx: TenantTx,
  services: { files: FileStore },
  clinicId: string,
  kept: { source: string | Buffer; name: string; mediaType: string; bytes: number; sha256: string; key?: string },
): Promise<Selectable<DB['file_object']>> {
  const key = kept.key ?? newStorageKey(tx.tenantId, tx.now, kept.mediaType)
  await services.files.put(key, kept.source, kept.mediaType)
  try {
    return await noteFile(tx, clinicId, { ...kept, key })
  } catch (error) {
    await services.files.remove(key).catch(() => {})
    throw error
  }
}

/** Size and hash of a file on disk. */
export async function measure(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    hash.update(chunk)
  }
  return { bytes, sha256: hash.digest('hex') }
}
