import { createHash, createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { uuidv7 } from '@dentin/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { testPlatform } from '../../../test/platform.ts'
import { AppError } from '../errors.ts'
import { localFileStore, makeFileStore, newStorageKey, s3FileStore, saveFile } from './store.ts'

const app = await testPlatform()
const tenant = fixture.tenants.a
const clinic = fixture.clinics.a1
const key = () => newStorageKey(tenant, app.clock.now(), 'image/png')

async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dentin-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('keys are made of the tenant, the month in Beijing and a new id', () => {
  const made = newStorageKey(tenant, new Date('2026-11-30T16:30:00Z'), 'image/jpeg')
  expect(made).toMatch(new RegExp(`^${tenant}/2026/12/[0-9a-f-]{36}\\.jpg$`))
  expect(newStorageKey(tenant, new Date(), 'application/x-unknown')).toMatch(/\.bin$/)
})

describe('files in a folder', () => {
  test('come back byte for byte, from bytes and from disk, and can be removed', async () => {
    const store = localFileStore(path.join(folder, 'store'))
    const bytes = randomBytes(300_000)
    const [one, two] = [key(), key()]
    await store.put(one, bytes, 'image/png')
    const source = path.join(folder, 'source')
    await writeFile(source, bytes)
    await store.put(two, source, 'image/png')
    expect(await read(await store.get(one))).toEqual(bytes)
    expect(await read(await store.get(two))).toEqual(bytes)
    await store.remove(one)
    await store.remove(one)
    await expect(store.get(one)).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
    expect(await read(await store.get(two))).toEqual(bytes)
  })

  test('take no key but a generated one', async () => {
    const store = localFileStore(path.join(folder, 'store'))
    const good = key()
    for (const bad of [
      '../x',
      '/etc/passwd',
      `${good}/../../x`,
      `${tenant}/2026/11/../../x.png`,
      `${good}\0`,
      good.toUpperCase(),
      '',
      'a'.repeat(300),
      `${good}\n`,
    ]) {
      await expect(store.put(bad, Buffer.from('x'), 'image/png')).rejects.toThrow('storage key expected')
      await expect(store.get(bad)).rejects.toThrow('storage key expected')
      await expect(store.remove(bad)).rejects.toThrow('storage key expected')
    }
  })

  test('leave nothing behind when the source breaks', async () => {
    const store = localFileStore(path.join(folder, 'broken'))
    const wanted = key()
    await expect(store.put(wanted, path.join(folder, 'missing'), 'image/png')).rejects.toThrow(/ENOENT/)
    expect(await readdir(path.join(folder, 'broken', path.dirname(wanted)))).toEqual([])
    await expect(store.get(wanted)).rejects.toBeInstanceOf(AppError)
  })
})

describe('a saved upload', () => {
  const upload = async (text: string) => {
    const file = path.join(folder, uuidv7())
    await writeFile(file, text)
    return { path: file, name: '根尖片.png', mediaType: 'image/png' }
  }

  test('has a row that says what lies in the store', async () => {
    const row = await app.database.withTenant(tenant, clinic, async (tx) =>
      saveFile(tx, app, clinic, await upload('picture')),
    )
    expect(row).toMatchObject({
      tenant_id: tenant,
      clinic_id: clinic,
      name: '根尖片.png',
      media_type: 'image/png',
      bytes: 7,
      sha256: createHash('sha256').update('picture').digest('hex'),
      created_at: app.clock.now(),
    })
    expect((await read(await app.files.get(row.storage_key))).toString()).toBe('picture')
  })

  test('is not left in the store when its row is refused', async () => {
    const kept: string[] = []
    const files = {
      ...app.files,
      put: async (name: string, source: string | Buffer, type: string) => (
        kept.push(name),
        app.files.put(name, source, type)
      ),
    }
    await expect(
      app.database.withTenant(tenant, clinic, async (tx) =>
        saveFile(tx, { files }, fixture.clinics.a2, await upload('elsewhere')),
      ),
    ).rejects.toThrow(/row-level security/)
    await expect(app.files.get(kept[0] as string)).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
  })

  test('has no row when the store fails', async () => {
    const before = await app.sql('select 1 from file_object')
    const files = { ...app.files, put: async () => Promise.reject(new Error('disk full')) }
    await expect(
      app.database.withTenant(tenant, clinic, async (tx) => saveFile(tx, { files }, clinic, await upload('x'))),
    ).rejects.toThrow('disk full')
    expect(await app.sql('select 1 from file_object')).toHaveLength(before.length)
  })
})

/** What AWS Signature Version 4 asks a server to compute from a request. */
function signatureOf(
  request: IncomingMessage,
  secret: string,
): { expected: string; given: string; credential: string; payloadHash: string } {
  const header = (name: string) => String(request.headers[name] ?? '')
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    header('authorization'),
  )
  if (!match) throw new Error('no signature')
  const [, credential, signedHeaders, given] = match as unknown as [string, string, string, string]
  const [, date, region, service] = credential.split('/') as [string, string, string, string]
  const url = new URL(request.url ?? '/', 'http://x')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
  const payloadHash = header('x-amz-content-sha256')
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${header(name).trim().replace(/\s+/g, ' ')}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n')
  const scope = `${date}/${region}/${service}/aws4_request`
  const text = [
    'AWS4-HMAC-SHA256',
    header('x-amz-date'),
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const signing = [date, region, service, 'aws4_request'].reduce<Buffer | string>(
    (hmacKey, part) => createHmac('sha256', hmacKey).update(part).digest(),
    `AWS4${secret}`,
  )
  return { expected: createHmac('sha256', signing).update(text).digest('hex'), given, credential, payloadHash }
}

describe('files in an S3 store', () => {
  const secret = 'a-secret-only-this-test-knows'
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  const requests: { method: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const bytes = await read(request)
      requests.push({ method: request.method ?? '', headers: request.headers })
      const answer = (status: number, body: string | Buffer = '', type = 'application/xml') =>
        response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
      const problem = (status: number, code: string) =>
        answer(status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
      const { expected, given, credential, payloadHash } = signatureOf(request, secret)
      if (given !== expected || !credential.startsWith('test-key/')) return problem(403, 'SignatureDoesNotMatch')
      if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== createHash('sha256').update(bytes).digest('hex'))
        return problem(400, 'XAmzContentSHA256Mismatch')
      const name = decodeURIComponent(request.url?.split('?')[0] ?? '')
      if (request.method === 'PUT') {
        objects.set(name, { bytes, type: String(request.headers['content-type']) })
        return answer(200)
      }
      if (request.method === 'DELETE') {
        objects.delete(name)
        return answer(204)
      }
      const found = objects.get(name)
      return found ? answer(200, found.bytes, found.type) : problem(404, 'NoSuchKey')
    })().catch((error: Error) => response.writeHead(500).end(error.message))
  })
  let endpoint: string
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  const settings = () => ({
    endpoint,
    region: 'cn-east-1',
    bucket: 'dentin',
    accessKeyId: 'test-key',
    secretAccessKey: secret,
  })

  test('are put, read and removed with signatures that hold, and without checksums other stores do not know', async () => {
    const store = s3FileStore(settings())
    const bytes = randomBytes(200_000)
    const source = path.join(folder, 's3-source')
    await writeFile(source, bytes)
    const [one, two] = [key(), key()]
    await store.put(one, source, 'image/png')
    await store.put(two, bytes.subarray(0, 10), 'image/jpeg')
    expect(objects.get(`/dentin/${one}`)).toEqual({ bytes, type: 'image/png' })
    expect(await read(await store.get(one))).toEqual(await readFile(source))
    expect(await read(await store.get(two))).toEqual(bytes.subarray(0, 10))
    await store.remove(one)
    await store.remove(one)
    await expect(store.get(one)).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
    for (const { headers } of requests) {
      expect(
        Object.keys(headers).filter(
          (name) => name.startsWith('x-amz-checksum') || name === 'x-amz-sdk-checksum-algorithm',
        ),
      ).toEqual([])
      expect(headers['content-encoding']).toBeUndefined()
    }
    await expect(store.get('../secret')).rejects.toThrow('storage key expected')
  })

  test('are refused to a wrong secret', async () => {
    const store = s3FileStore({ ...settings(), secretAccessKey: 'another-secret' })
    await expect(store.put(key(), Buffer.from('x'), 'image/png')).rejects.toThrow('SignatureDoesNotMatch')
  })

  test('are used when the settings name a store', async () => {
    const store = makeFileStore({
      ...app.config,
      S3_ENDPOINT: endpoint,
      S3_REGION: 'cn-east-1',
      S3_BUCKET: 'dentin',
      S3_ACCESS_KEY_ID: 'test-key',
      S3_SECRET_ACCESS_KEY: secret,
    })
    const name = key()
    await store.put(name, Buffer.from('configured'), 'image/png')
    expect(objects.has(`/dentin/${name}`)).toBe(true)
  })
})
