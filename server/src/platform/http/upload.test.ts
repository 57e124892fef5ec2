import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { AppError } from '../errors.ts'
import type { UploadedFile } from './context.ts'
import { receiveUpload, redraw, uploadFolder } from './upload.ts'

const MB = 1024 * 1024
const rule = { field: 'file', maxBytes: 10 * MB, types: ['image/jpeg', 'image/png'] }
let dataDir: string
let base: string
let png: Buffer
let jpeg: Buffer
let last: { file: UploadedFile; fields: Record<string, unknown>; content: Buffer } | null = null

const app = Fastify({ bodyLimit: MB })

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'dentin-test-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  await app.register(multipart, {
    attachFieldsToBody: false,
    limits: { files: 1, fields: 30, fieldSize: 65_536, parts: 40 },
  })
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    error instanceof AppError
      ? reply.code(error.http).send({ code: error.code, refusal: error.refusal, message: error.message })
      : reply.code(error.statusCode ?? 500).send({ code: error.statusCode ?? 500, message: error.message }),
  )
  app.post('/upload', async (request) => {
    const { file, fields } = await receiveUpload(request, rule, { config })
    try {
      last = { file, fields, content: await readFile(file.path) }
      return { code: 0, name: file.name, bytes: file.bytes, mediaType: file.mediaType, fields }
    } finally {
      await file.discard()
    }
  })
  base = await app.listen({ host: '127.0.0.1', port: 0 })
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#7799bb' } })
  png = await picture.clone().png().toBuffer()
  jpeg = await picture.clone().jpeg().toBuffer()
})

afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const left = async () => readdir(uploadFolder(dataDir)).catch(() => [])

interface Answer {
  code: number
  refusal?: string
  message?: string
  name?: string
  bytes?: number
  mediaType?: string
  fields?: Record<string, unknown>
}

async function post(...parts: [name: string, value: string | Buffer, filename?: string][]): Promise<Answer> {
  const form = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), filename ?? 'x.png')
  }
  return (await (await fetch(`${base}/upload`, { method: 'POST', body: form })).json()) as Answer
}

/** A JPEG of exactly this many bytes: what follows its end mark is not looked at. */
const jpegOf = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)])

describe('a good upload', () => {
  test('arrives on disk with its true type, its fields and a harmless name, and is gone afterwards', async () => {
    const answer = await post(
      ['patientId', 'p1'],
      ['file', png, '../../etc/pass\u202ewd\u0007.jpg'],
      ['remark', '术前'],
    )
    expect(answer).toMatchObject({
      code: 0,
      mediaType: 'image/png',
      bytes: png.length,
      fields: { patientId: 'p1', remark: '术前' },
    })
    expect(answer.name).toBe('passwd.jpg')
    expect(last?.content).toEqual(png)
    expect(path.dirname(last?.file.path ?? '')).toBe(uploadFolder(dataDir))
    expect(await left()).toEqual([])
  })

  test('C4: may have any name', async () => {
    for (const name of ['..', '%2e%2e%2f', 'CON', '牙'.repeat(300), 'a\tb', ' ']) {
      const answer = await post(['file', jpeg, name])
      expect(answer.code).toBe(0)
      expect([...(answer.name ?? '')].length).toBeLessThanOrEqual(120)
      expect(answer.name).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u)
    }
  })

  test('C5: may be as large as the limit, not one byte larger', async () => {
    expect(await post(['file', jpegOf(10 * MB), 'a.jpg'])).toMatchObject({ code: 0, bytes: 10 * MB })
    expect(await post(['file', jpegOf(10 * MB + 1), 'a.jpg'])).toMatchObject({
      code: 40010,
      message: '上传文件不能大于10M',
    })
    expect(await left()).toEqual([])
  })
})

describe('a large upload', () => {
  test('C5: that says how large it is, is refused before it has been sent', async () => {
    const { answer, sent } = await pour({ declared: 500 * MB, most: 500 * MB })
    expect(answer).toMatchObject({ code: 40010, message: '上传文件不能大于10M' })
    expect(sent).toBeLessThan(60 * MB)
    expect(await left()).toEqual([])
  })

  test('C5: without an end is refused, then cut off, and takes no memory', async () => {
    const before = process.memoryUsage().rss
    const { answer, sent, closed } = await pour({ declared: null, most: Infinity, pauseAfter: 30 * MB })
    expect(answer).toMatchObject({ code: 40010 })
    expect(closed).toBe(true)
    expect(sent).toBeGreaterThan(10 * MB)
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * MB)
    expect(await left()).toEqual([])
  }, 25_000)
})

/** Sends a file part that goes on and on; after `pauseAfter` bytes only a little at a time. */
async function pour(options: {
  declared: number | null
  most: number
  pauseAfter?: number
}): Promise<{ answer: Answer; sent: number; closed: boolean }> {
  const boundary = 'xxBOUNDARYxx'
  const request = httpRequest(`${base}/upload`, {
    method: 'POST',
    port: (app.server.address() as AddressInfo).port,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(options.declared === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': options.declared }),
    },
  })
  request.setMaxListeners(0)
  let sent = 0
  let closed = false
  let answer: Answer | null = null
  request.on('close', () => (closed = true))
  request.on('error', () => (closed = true))
  request.on('response', (response) => {
    let text = ''
    response.on('data', (chunk: Buffer) => (text += chunk.toString()))
    response.on('end', () => (answer = JSON.parse(text) as Answer))
    response.on('error', () => {})
  })
  request.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`)
  const chunk = Buffer.alloc(64 * 1024)
  const declared = options.declared !== null
  const deadline = Date.now() + 15_000
  while (!closed && sent < options.most && Date.now() < deadline && !(declared && answer)) {
    sent += chunk.length
    if (!request.write(chunk))
      await Promise.race([new Promise((resolve) => request.once('drain', resolve)), sleep(300)])
    await (sent > (options.pauseAfter ?? Infinity) ? sleep(50) : sleep(0))
  }
  const outcome = { answer: answer as unknown as Answer, sent, closed }
  request.destroy()
  return outcome
}

describe('content is what counts', () => {
  const wrong = { code: 40011, message: '请上传 jpeg、jpg 或 png 图片' }

  test('C1, C3: a wrong type under a picture name is refused', async () => {
    const gif = await sharp(png).gif().toBuffer()
    for (const bytes of [
      Buffer.from('<html><script>alert(1)</script></html>'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      Buffer.from('%PDF-1.7\n'),
      Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
      gif,
      Buffer.alloc(0),
    ]) {
      expect(await post(['file', bytes, 'a.png'])).toMatchObject(wrong)
    }
    expect(await left()).toEqual([])
  })

  test('a flood of points is refused without decoding it', async () => {
    const before = process.memoryUsage().rss
    const answer = await post(['file', flood(30_000, 30_000), 'a.png'])
    expect(answer).toMatchObject({ code: 40011, message: '图片尺寸过大，请缩小后再上传' })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB)
  })

  test('cut-off, garbled and moving pictures are refused', async () => {
    const noise = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, n) => (n * 7919) % 251)), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .png()
      .toBuffer()
    for (const bytes of [
      noise.subarray(0, noise.length / 2),
      jpeg.subarray(0, jpeg.length / 2),
      jpeg.subarray(0, 20),
    ]) {
      expect(await post(['file', bytes, 'a.jpg'])).toMatchObject({ code: 40011, message: '图片已损坏，不能打开' })
    }
    expect(await left()).toEqual([])
  })
})

/** A PNG that says it is very large; its rows are zeros and pack to next to nothing. */
function flood(width: number, height: number): Buffer {
  const table = Array.from({ length: 256 }, (_, n) => {
    let value = n
    for (let k = 0; k < 8; k++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
    return value >>> 0
  })
  const crc = (bytes: Buffer) =>
    ~bytes.reduce((value, byte) => (table[(value ^ byte) & 0xff] as number) ^ (value >>> 8), 0xffffffff) >>> 0
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const tail = Buffer.alloc(4)
    tail.writeUInt32BE(crc(body))
    return Buffer.concat([head, body, tail])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a form of another shape', () => {
  test('is refused and leaves nothing', async () => {
    expect(await post(['other', png, 'a.png'])).toMatchObject({ code: 400, message: '不认识的字段' })
    expect(await post(['file', png, 'a.png'], ['file', png, 'b.png'])).toMatchObject({
      code: 400,
      message: '一次只能上传一个文件',
    })
    expect(await post(['remark', 'x'])).toMatchObject({ code: 400, message: '请选择要上传的文件' })
    expect(await post(['file', 'text instead of a file'])).toMatchObject({ code: 400 })
    expect(await post(['a', '1'], ['a', '2'], ['file', png])).toMatchObject({ code: 400, message: '字段重复' })
    expect((await post(['__proto__', 'x'], ['file', png])).code).toBe(400)
    expect((await post(['a', 'x'.repeat(70_000)], ['file', png])).code).toBe(400)
    expect(await left()).toEqual([])
  })

  test('that is not multipart, has no boundary or breaks off is refused', async () => {
    const send = async (type: string, body: string) =>
      (await (
        await fetch(`${base}/upload`, { method: 'POST', headers: { 'content-type': type }, body })
      ).json()) as Answer
    expect(await send('application/json', '{}')).toMatchObject({ code: 415 })
    expect(await send('multipart/form-data', 'x')).toMatchObject({ code: 400 })
    const torn = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'
    expect(await send('multipart/form-data; boundary=b', torn)).toMatchObject({ code: 400 })
    expect(await send('multipart/form-data; boundary=b', '')).toMatchObject({ code: 400 })
    expect(await left()).toEqual([])
  })

  test('whose sender goes away leaves nothing', async () => {
    const request = httpRequest(`${base}/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    })
    request.on('error', () => {})
    request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    request.write(png)
    await expect.poll(left).toHaveLength(1)
    request.destroy()
    await expect.poll(left).toEqual([])
  })
})

test('C9: place, time and camera are taken out of a picture, which is turned upright', async () => {
  const folder = path.join(dataDir, 'strip')
  await mkdir(folder)
  const file = path.join(folder, 'a.jpg')
  const told = sharp(jpeg).withExif({
    IFD0: { Make: 'PhoneMaker' },
    IFD3: { GPSLatitude: '31/1 14/1 0/1', GPSLatitudeRef: 'N' },
  })
  await writeFile(file, await told.withMetadata({ orientation: 6 }).jpeg().toBuffer())
  expect((await sharp(file).metadata()).exif).toBeDefined()
  expect(await redraw(file, 2560)).toBe((await stat(file)).size)
  const after = await sharp(await readFile(file)).metadata()
  expect(after).toMatchObject({ format: 'jpeg', width: 40, height: 60 })
  expect(after.exif).toBeUndefined()
  expect(after.orientation).toBeUndefined()
  expect((await readFile(file)).includes('PhoneMaker')).toBe(false)
  expect(await readdir(folder)).toEqual(['a.jpg'])
})

test('C2, C9: a redrawn picture keeps nothing that was hidden in the file, and is made smaller, never larger', async () => {
  const folder = path.join(dataDir, 'redraw')
  await mkdir(folder)
  const file = path.join(folder, 'a.jpg')
  await writeFile(file, Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>PK\u0003\u0004META-INF')]))
  await redraw(file, 2560)
  expect((await readFile(file)).includes('script')).toBe(false)
  expect(await sharp(await readFile(file)).metadata()).toMatchObject({ width: 60, height: 40 })
  await redraw(file, 30)
  expect(await sharp(await readFile(file)).metadata()).toMatchObject({ width: 30, height: 20 })
})
