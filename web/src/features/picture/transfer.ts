import { exifOf, readTaken } from '@dentin/kit/exif'
import { OBJECT_PATH, UPLOAD_TOKEN_HEADER } from '@dentin/contract/picture'
import { ApiError, NETWORK_ERROR } from '../../lib/client.ts'

/** What an upload shows that it may. */
export interface Grant {
  token: string
  prefix: string
}

const MAX_BYTES = 10 * 1024 * 1024
const HEIC = '暂不支持 HEIC 图片。请在手机相机设置中把格式改为「兼容性最佳」，或截图后上传'

/** What is wrong with a file before it is sent; null: nothing. The server looks at the content again. */
export function problemOf({ name, size, type }: Pick<File, 'name' | 'size' | 'type'>): string | null {
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return HEIC
  if (type !== 'image/jpeg' && type !== 'image/png') return '请上传 jpeg、jpg 或 png 图片'
  return size > MAX_BYTES ? '上传文件不能大于10M' : null
}

/** Under which key a file is put; the same again when it is tried again. */
export const keyFor = ({ prefix }: Grant, file: Pick<File, 'type'>): string =>
  `${prefix}${crypto.randomUUID()}.${file.type === 'image/png' ? 'png' : 'jpg'}`

/** Puts a file, and tells how far it has come (0 to 1). @throws ApiError */
export function putFile(
  grant: Grant,
  key: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<{ url: string; twice: boolean }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', `${OBJECT_PATH}${key}`)
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader(UPLOAD_TOKEN_HEADER, grant.token)
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name))
    request.timeout = 120_000
    const lost = () => reject(new ApiError(NETWORK_ERROR, '网络中断，没有传完'))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('error', lost)
    request.addEventListener('timeout', lost)
    request.addEventListener('load', () => {
      try {
        const { code, message, data } = JSON.parse(request.responseText) as {
          code: number
          message: string
          data: { url: string; twice: boolean }
        }
        if (code === 0) resolve(data)
        else reject(new ApiError(code, message))
      } catch {
        lost()
      }
    })
    request.send(file)
  })
}

/** EXIF stands before the picture itself; a preview inside it may be long. */
const HEAD_BYTES = 256 * 1024

/** How large a picture stands, as the browser shows it, and when it was taken; null when it can't be read. */
export async function lookAt(file: Blob): Promise<{ width: number; height: number; takenAt: number | null } | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const { width, height } = bitmap
    bitmap.close()
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
    return { width, height, takenAt: readTaken(exifOf(head)).shotTime?.getTime() ?? null }
  } catch {
    return null
  }
}
