import sharp from 'sharp'
import { uuidv7 } from '@dentin/kit'
import { contract, type WireInput } from '@dentin/contract'
import { OBJECT_PATH, UPLOAD_TOKEN_HEADER } from '@dentin/contract/picture'
import type { Client, TestApp } from './harness.ts'

let serial = 0

/** A photograph of its own content, of this size; `exif` as sharp takes it. */
export async function photo(
  { width = 60, height = 40 }: { width?: number; height?: number } = {},
  exif?: Record<string, Record<string, string>>,
): Promise<Buffer> {
  serial += 1
  const colour = { r: (serial * 37) % 256, g: (serial * 91) % 256, b: serial % 256 }
  const left = Buffer.from(
    `<svg width="${width}" height="${height}"><rect width="${width / 2}" height="${height}" fill="#fff"/></svg>`,
  )
  const picture = sharp({ create: { width, height, channels: 3, background: colour } }).composite([{ input: left }])
  return (exif ? picture.withExif(exif as never) : picture).jpeg().toBuffer()
}

/** Puts bytes to a place of the store with what a grant gave. */
export async function put(
  app: TestApp,
  token: string,
  key: string,
  bytes: Buffer,
  { name = 'a.jpg', method = 'PUT' }: { name?: string; method?: string } = {},
): Promise<{ http: number; code: number; message: string; data: { url: string; twice: boolean } }> {
  const response = await app.application.http.inject({
    method: method as 'PUT',
    url: `${OBJECT_PATH}${key}`,
    headers: {
      'content-type': 'image/jpeg',
      [UPLOAD_TOKEN_HEADER]: token,
      'x-file-name': encodeURIComponent(name),
    },
    payload: bytes,
  })
  return { http: response.statusCode, ...(JSON.parse(response.body) as { code: number; message: string; data: never }) }
}

/** A key that nobody has used. */
export const freshKey = (prefix: string): string => `${prefix}${uuidv7()}.jpg`

type Said = WireInput<typeof contract.picture.add>

/** Sends a photograph in and makes a picture of a stage of it, as a screen does. @returns its id */
export async function sendPicture(
  app: TestApp,
  client: Client,
  said: Pick<Said, 'imageStageId' | 'patientId' | 'type'> & Partial<Said>,
  bytes?: Buffer,
): Promise<string> {
  const { securityToken, prefix } = await client.call(contract.picture.stsWeb, {})
  const { data } = await put(app, securityToken, freshKey(prefix), bytes ?? (await photo()))
  const { id } = await client.call(contract.picture.add, { photoName: 'a.jpg', url: data.url, ...said })
  return id
}
