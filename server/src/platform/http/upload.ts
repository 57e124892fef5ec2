import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { UploadRule } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import type { FastifyRequest } from 'fastify'
import { fileTypeFromFile } from 'file-type'
import sharp from 'sharp'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { UploadedFile } from './context.ts'

/** Pictures with more points than this are refused before they are decoded. */
const MAX_PIXELS = 100_000_000
/** Beside the file, a form may hold this much: its fields and the lines between the parts. */
const FORM_BYTES = 2_200_000
/** After a refusal the sender is heard for a while, so that the answer reaches it; then the connection is cut. */
const LINGER_MS = 5_000
const RASTER = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/tiff', 'image/avif'])
/** What phones save by default and browsers do not show. */
const PHONE_FORMATS = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'])
const HEIC_TOLD = '暂不支持 HEIC 图片。请在手机相机设置中把格式改为「兼容性最佳」，或截图后上传'
const TYPE_NAMES: Record<string, string> = {
  'image/jpeg': 'jpeg、jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'application/dicom': 'dcm',
  'application/zip': 'zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'model/gltf-binary': 'glb',
}

/** The folder for files on their way in. */
export function uploadFolder(dataDir: string): string {
  return path.join(dataDir, 'tmp')
}

/**
 * Takes in a multipart form with exactly one file, streamed to a temporary file; nothing is held in memory. The caller
 * calls `file.discard()` in the end; after a failure no temporary file is left.
 * @throws AppError UPLOAD_TOO_LARGE from the first byte over the limit on, UPLOAD_WRONG_TYPE when the content (not the
 * name) is of another type or cannot be read as a picture, BAD_INPUT for a form of another shape
 */
export async function receiveUpload(
  request: FastifyRequest,
  rule: UploadRule,
  services: Pick<Services, 'config'>,
): Promise<{ file: UploadedFile; fields: Record<string, unknown> }> {
  if (!request.isMultipart()) throw new AppError('UNSUPPORTED_TYPE')
  const folder = uploadFolder(services.config.dataDir)
  const target = path.join(folder, `${uuidv7()}.upload`)
  const discard = () => rm(target, { force: true })
  try {
    if (Number(request.headers['content-length'] ?? 0) > rule.maxBytes + FORM_BYTES) throw tooLarge(rule)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { name, bytes, fields } = await readForm(request, rule, target)
    const mediaType = await checkContent(target, rule)
    const kept = rule.redraw ? await redraw(target, rule.redraw) : bytes
    return { file: { path: target, name, bytes: kept, mediaType, discard }, fields }
  } catch (error) {
    await discard()
    cutOff(request)
    throw refusalOf(error)
  }
}

/**
 * Takes in a file that is the whole body of a request, as `receiveUpload` takes one out of a form.
 * @throws AppError as `receiveUpload`
 */
export async function receiveBody(
  request: FastifyRequest,
  rule: Omit<UploadRule, 'field'>,
  services: Pick<Services, 'config'>,
): Promise<UploadedFile> {
  const whole = { ...rule, field: '' }
  const folder = uploadFolder(services.config.dataDir)
  const target = path.join(folder, `${uuidv7()}.upload`)
  const discard = () => rm(target, { force: true })
  try {
    if (Number(request.headers['content-length'] ?? 0) > rule.maxBytes) throw tooLarge(whole)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const bytes = await writeLimited(request.raw, target, whole)
    const mediaType = await checkContent(target, whole)
    return { path: target, name: '', bytes, mediaType, discard }
  } catch (error) {
    await discard()
    cutOff(request)
    throw refusalOf(error)
  }
}

async function readForm(
  request: FastifyRequest,
  rule: UploadRule,
  target: string,
): Promise<{ name: string; bytes: number; fields: Record<string, unknown> }> {
  const fields = new Map<string, unknown>()
  let file: { name: string; bytes: number } | null = null
  // The form's own limit only stands behind the count in `writeLimited`.
  const limits = { fileSize: rule.maxBytes + 65_536, files: 2 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const problem = file ? '一次只能上传一个文件' : part.fieldname === rule.field ? null : '不认识的字段'
      if (problem) {
        part.file.destroy()
        throw new AppError('BAD_INPUT', {
          message: problem,
          fields: [{ field: part.fieldname.slice(0, 60), message: problem }],
        })
      }
      file = { name: displayName(part.filename), bytes: await writeLimited(part.file, target, rule) }
    } else {
      const problem = fields.has(part.fieldname)
        ? '字段重复'
        : part.valueTruncated || part.fieldnameTruncated
          ? '内容过长'
          : null
      if (problem)
        throw new AppError('BAD_INPUT', {
          message: problem,
          fields: [{ field: part.fieldname.slice(0, 60), message: problem }],
        })
      fields.set(part.fieldname, part.value)
    }
  }
  if (!file)
    throw new AppError('BAD_INPUT', {
      message: '请选择要上传的文件',
      fields: [{ field: rule.field, message: '请选择要上传的文件' }],
    })
  return { ...file, fields: Object.fromEntries(fields) }
}

/** Writes the stream to the file and stops at the first byte over the limit. @returns the number of bytes */
async function writeLimited(source: Readable, target: string, rule: UploadRule): Promise<number> {
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > rule.maxBytes) done(tooLarge(rule))
      else done(null, chunk)
    },
  })
  await pipeline(source, count, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  return bytes
}

/** @returns the media type that the content has */
async function checkContent(file: string, rule: UploadRule): Promise<string> {
  const found = (await fileTypeFromFile(file))?.mime
  if (found && PHONE_FORMATS.has(found) && rule.types.includes('image/jpeg'))
    throw new AppError('UPLOAD_WRONG_TYPE', { message: HEIC_TOLD })
  if (!found || !rule.types.includes(found)) throw wrongType(rule)
  if (RASTER.has(found)) await checkPicture(file)
  return found
}

/** Reads the picture once from beginning to end at a small size: a flood of points, a cut-off or a moving picture is refused. */
async function checkPicture(file: string): Promise<void> {
  const refuse = (message: string) => new AppError('UPLOAD_WRONG_TYPE', { message })
  try {
    const picture = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true })
    const { width, height, pages } = await picture.metadata()
    if (width * height > MAX_PIXELS) throw refuse('图片尺寸过大，请缩小后再上传')
    if ((pages ?? 1) > 1) throw refuse('不支持动态图片')
    await picture.resize(32, 32, { fit: 'inside' }).raw().toBuffer()
  } catch (error) {
    if (error instanceof AppError) throw error
    const tooMany = error instanceof Error && error.message.includes('pixel limit')
    throw refuse(tooMany ? '图片尺寸过大，请缩小后再上传' : '图片已损坏，不能打开')
  }
}

/**
 * Draws a picture anew: upright, at most so many points a side, without its metadata (camera, place, time) and without
 * whatever else was hidden in the file. For portraits and papers that are shown around; clinical originals stay as they are.
 * @returns its size in bytes
 */
export async function redraw(file: string, longestSide: number): Promise<number> {
  const picture = sharp(file, { limitInputPixels: MAX_PIXELS }).autoOrient()
  const { format } = await picture.metadata()
  const drawn = picture.resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
  const bytes = await (format === 'jpeg' ? drawn.jpeg({ quality: 88 }) : drawn).toBuffer()
  const part = `${file}.part`
  try {
    await writeFile(part, bytes, { mode: 0o600 })
    await rename(part, file)
    return bytes.length
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The last part of the name as it was sent, without what could mislead a reader: for showing, never for a path. */
function displayName(sent: string | undefined): string {
  const last = (sent ?? '').split(/[\\/]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '').trim()
  return [...plain].slice(0, 120).join('') || '未命名'
}

function tooLarge(rule: UploadRule): AppError {
  const mega = 1024 * 1024
  const size = rule.maxBytes >= mega ? `${Math.floor(rule.maxBytes / mega)}M` : `${Math.floor(rule.maxBytes / 1024)}K`
  return new AppError('UPLOAD_TOO_LARGE', { message: `上传文件不能大于${size}` })
}

function wrongType(rule: UploadRule): AppError {
  const names = rule.types.map((type) => TYPE_NAMES[type] ?? type)
  const listed = names.length > 1 ? `${names.slice(0, -1).join('、')} 或 ${names.at(-1)}` : names.join('')
  const kind = rule.types.every((type) => type.startsWith('image/')) ? '图片' : '文件'
  return new AppError('UPLOAD_WRONG_TYPE', { message: `请上传 ${listed} ${kind}` })
}

/** What went wrong, for the sender. A form that breaks off or does not parse is bad input, not a fault of ours. */
function refusalOf(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, syscall, statusCode } = error as NodeJS.ErrnoException & { statusCode?: number }
  if (code === 'ENOSPC' || code === 'EFBIG' || code === 'EDQUOT') {
    return new AppError('BUSY', { message: '服务器存储空间不足，暂时不能上传' })
  }
  if (syscall || (statusCode ?? 0) >= 400) return error
  return new AppError('BAD_INPUT', { message: '上传的内容不完整，请重新上传' })
}

/** Throws the rest of a refused form away unread; a sender that does not come to an end loses its connection. */
function cutOff(request: FastifyRequest): void {
  const { raw } = request
  if (raw.readableEnded || raw.destroyed) return
  const cut = setTimeout(() => raw.destroy(), LINGER_MS)
  cut.unref()
  raw.once('close', () => clearTimeout(cut))
  raw.once('end', () => clearTimeout(cut))
  raw.on('error', () => {})
  raw.resume()
}
