import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { allCalls, contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeApplication, type Application } from '../src/app/application.ts'
import { defineDiskWatch } from '../src/app/disk-watch.ts'
import { SESSION_COOKIE } from '../src/modules/identity/sessions.ts'
import { TestClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { ReadinessProbe } from '../src/platform/database/readiness.ts'
import type { JobHandler, Jobs } from '../src/platform/jobs/jobs.ts'
import { makeLog } from '../src/platform/log.ts'
import { fixture, testApp, type Client, type RawAnswer, type TestApp } from './harness.ts'

/** Everything the server wrote into its log. */
const logged: string[] = []
const log = makeLog('trace', { write: (line) => void logged.push(line) })
const logText = () => logged.join('')

let app: TestApp
let desk: Client
let admin: Client
let webRoot: string
let port: number

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'dentin-web-'))
  await mkdir(path.join(webRoot, 'assets'))
  await mkdir(path.join(webRoot, '.vite'))
  await writeFile(path.join(webRoot, '.vite', 'manifest.json'), '{"list":"of chunks"}')
  await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><title>牙本</title>')
  await writeFile(path.join(webRoot, 'assets', 'app-1a2b.js'), 'export {}\n')
  app = await testApp({ log, webRoot })
  desk = await app.as('reception')
  admin = await app.as('admin')
  await app.application.http.listen({ host: '127.0.0.1', port: 0 })
  port = (app.application.http.server.address() as AddressInfo).port
})
afterAll(() => rm(webRoot, { recursive: true, force: true }))

const patientOf = (id: string) => contract.patient.get.path.replace('{id}', id)
const [p1, p2] = fixture.patients.a as [string, string]

/** What every answer carries, whatever it answers. */
function expectGuarded(answer: RawAnswer, what: string): void {
  const policy = String(answer.headers['content-security-policy'])
  const directives = new Map(policy.split(';').map((each) => [each.trim().split(' ')[0], each.trim()]))
  const scripts = directives.get('script-src') ?? directives.get('default-src') ?? ''
  expect([what, scripts]).toEqual([what, expect.stringMatching(/^(script-src 'self'|default-src 'none')$/)])
  expect([what, directives.get('frame-ancestors')]).toEqual([what, "frame-ancestors 'none'"])
  expect([what, answer.headers['strict-transport-security']]).toEqual([
    what,
    expect.stringMatching(/^max-age=31536000\b/),
  ])
  expect([what, answer.headers['x-content-type-options']]).toEqual([what, 'nosniff'])
  for (const name of ['server', 'x-powered-by'])
    expect([what, name, answer.headers[name]]).toEqual([what, name, undefined])
  expect([what, /\bat .+:\d+:\d+|node_modules|fastify|postgres|FST_|"stack"/i.test(answer.text)]).toEqual([what, false])
}

function expectEnvelope(answer: RawAnswer, http: number, code: number, what = ''): void {
  expect([what, answer.http, answer.json?.code]).toEqual([what, http, code])
  expect([what, Object.keys(answer.json ?? {}).sort()]).toEqual([what, ['code', 'data', 'message']])
  expect([what, answer.json?.message]).toEqual([what, expect.stringMatching(/[\u4e00-\u9fff]/)])
  expect([what, answer.headers['content-type']]).toEqual([what, 'application/json; charset=utf-8'])
}

/** Bytes over a line of our own; resolves with everything that came back once the server has closed it. */
function speak(text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const line = connect(port, '127.0.0.1', () => line.write(text))
    let all = ''
    line.setEncoding('utf8').on('data', (part) => (all += part))
    line.on('error', reject)
    line.on('close', () => {
      const [head = '', body = ''] = all.split('\r\n\r\n')
      const [status = '', ...lines] = head.split('\r\n')
      const headers = Object.fromEntries(
        lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 2)]),
      )
      resolve({ http: Number(status.split(' ')[1]), headers, text: body, json: JSON.parse(body) as RawAnswer['json'] })
    })
  })
}

describe('headers', () => {
  it('guard every kind of answer', async () => {
    const answers: Record<string, RawAnswer> = {
      success: await desk.raw('GET', patientOf(p1)),
      refusal: await app.nobody.raw('GET', patientOf(p1)),
      'unknown call': await desk.raw('GET', '/patient-api/no-such-call'),
      'prefix alone': await desk.raw('GET', '/patient-api'),
      'wrong method': await desk.raw('PATCH', patientOf(p1)),
      'bad input': await desk.raw('POST', contract.patient.create.path, {}),
      'malformed path': await desk.raw('GET', '/patient-api/%zz'),
      'path too long': await desk.raw('GET', patientOf('1'.repeat(300))),
      'page of the app': await app.nobody.raw('GET', '/patients/list'),
      'file of the app': await app.nobody.raw('GET', '/assets/app-1a2b.js'),
      health: await app.nobody.raw('GET', '/healthz'),
    }
    for (const [what, answer] of Object.entries(answers)) expectGuarded(answer, what)
    expect(answers.success?.http).toBe(200)
    expect(answers['page of the app']?.text).toContain('牙本')
  })

  it('keep what is about people out of every cache, and let files with a hash stay in it', async () => {
    for (const address of [patientOf(p1), '/patient-api/no-such-call', '/user-api?x=1', '/patient-api/%zz']) {
      expect([address, (await desk.raw('GET', address)).headers['cache-control']]).toEqual([address, 'no-store'])
    }
    const of = async (address: string) => (await app.nobody.raw('GET', address)).headers['cache-control']
    expect(await of('/assets/app-1a2b.js')).toBe('public, max-age=31536000, immutable')
    expect(await of('/')).toBe('no-cache')
    expect(await of('/patients/list')).toBe('no-cache')
  })

  it('guard no file that is not meant for browsers', async () => {
    for (const address of [
      '/.vite/manifest.json',
      '/%2evite/manifest.json',
      '/assets/../.vite/manifest.json',
      '/assets/app-1a2b.js.map',
    ]) {
      expect([address, (await app.nobody.raw('GET', address)).text.includes('of chunks')]).toEqual([address, false])
    }
  })

  it('name each request, with a number of our own', async () => {
    const first = await desk.raw('GET', patientOf(p1), undefined, { 'x-request-id': 'forged', 'request-id': 'forged' })
    const second = await desk.raw('GET', '/patient-api/no-such-call')
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })
})

it('success-code, toast-success: a success has code 0 and says 成功', async () => {
  const { http, json } = await desk.raw('GET', '/user-api/resource-list')
  expect([http, json?.code, json?.message]).toEqual([200, 0, '成功'])
})

describe('what is no call of ours', () => {
  it('gets the envelope: unknown path, unknown method, wrong method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expectEnvelope(await desk.raw(method, '/patient-api/no-such-call'), 404, 404, method)
    }
    expectEnvelope(await desk.raw('POST', '/no-such-page'), 404, 404)
    expectEnvelope(await desk.raw('GET', '/design-process'), 404, 404)
    const wrong = await desk.raw('PATCH', patientOf(p1))
    expectEnvelope(wrong, 405, 405)
    expect(wrong.headers.allow).toBe('GET')
    expectEnvelope(await desk.raw('GET', `${contract.patient.create.path}?a=1`), 405, 405)
  })

  it('is refused before anything reads it: too large, wrong type, malformed', async () => {
    const url = contract.patient.create.path
    expectEnvelope(await desk.raw('POST', url, { name: 'x'.repeat(1024 * 1024) }), 413, 413)
    const patients = await app.sql<{ count: string }>('select count(*) from patient')
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'image/png']) {
      expectEnvelope(await desk.raw('POST', url, 'name=a', { 'content-type': type }), 415, 415, type)
    }
    for (const text of [
      '{',
      '{"name":',
      'null,',
      '[1,]',
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
      '',
    ]) {
      expectEnvelope(await desk.raw('POST', url, text, { 'content-type': 'application/json' }), 400, 400, text)
    }
    expectEnvelope(await desk.raw('GET', '/patient-api/%zz'), 400, 400)
    expectEnvelope(await desk.raw('GET', patientOf('1'.repeat(300))), 404, 404)
    expect(await app.sql('select count(*) from patient')).toEqual(patients)
  })

  it('is answered and cut off when it is no HTTP, while others are served', async () => {
    const idle: Socket[] = []
    try {
      await new Promise<void>((resolve, reject) => {
        for (let n = 0; n < 1000; n++) {
          const line = connect(port, '127.0.0.1', () => {
            // Every second one begins a request that it never ends.
            if (n % 2) line.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ')
            if (idle.push(line) === 1000) resolve()
          })
          line.on('error', reject)
        }
      })
      const large = await speak(`GET /healthz HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`)
      expectEnvelope(large, 431, 400)
      expectGuarded(large, 'large header')
      const nonsense = await speak('FOO BAR\r\n\r\n')
      expectEnvelope(nonsense, 400, 400)
      expectGuarded(nonsense, 'nonsense')
      const started = Date.now()
      const answer = await fetch(`http://127.0.0.1:${port}${patientOf(p1)}`, {
        headers: { authorization: `Bearer ${desk.token}` },
      })
      expect([answer.status, Date.now() - started < 2000]).toEqual([200, true])
    } finally {
      for (const line of idle) line.destroy()
    }
  })
})

describe('a GET that changes something', () => {
  const writers = allCalls().filter(
    ({ call }) => call.method === 'GET' && call.effect === 'write' && call.allow.kind !== 'public',
  )
  const traces = () => app.sql<{ count: string }>('select count(*) from audit')

  it('B9: is not taken from another site, a prefetch or a cookie', async () => {
    expect(writers.length).toBeGreaterThan(2)
    const before = await traces()
    for (const { name, call } of writers) {
      const url = call.path.replace(/\{\w+\}/g, p1)
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-purpose': 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender' },
        { purpose: 'prefetch' },
      ]
      for (const headers of foreign) {
        expectEnvelope(await admin.raw('GET', url, undefined, headers), 403, 403, `${name} ${JSON.stringify(headers)}`)
      }
      const token = admin.token as string
      for (const cookie of [
        `${SESSION_COOKIE}=${token}`,
        `token=${token}`,
        `session=${token}`,
        `authorization=Bearer ${token}`,
      ]) {
        expectEnvelope(await app.nobody.raw('GET', url, undefined, { cookie }), 401, 401, name)
      }
      expectEnvelope(await app.nobody.raw('GET', `${url}?token=${token}&access_token=${token}`), 401, 401, name)
    }
    expect(await traces()).toEqual(before)
  })

  it('is taken from our own pages', async () => {
    const own = await desk.raw('GET', patientOf(p1), undefined, { 'sec-fetch-site': 'same-origin' })
    expect([own.http, own.json?.code]).toEqual([200, 0])
  })

  it('B9: and no write is taken with a cookie alone', async () => {
    for (const { name, call } of allCalls().filter(({ call }) => call.allow.kind !== 'public')) {
      const url = call.path.replace(/\{\w+\}/g, p1)
      const body = call.method === 'GET' ? undefined : {}
      const answer = await app.nobody.raw(call.method, url, body, { cookie: `dentin_token=${desk.token}` })
      expect([name, answer.http]).toEqual([name, 401])
    }
  })
})

describe('health and figures', () => {
  it('say that the server lives and the database answers', async () => {
    expect((await app.nobody.raw('GET', '/healthz')).text).toBe('{"status":"ok"}')
    expect((await app.nobody.raw('GET', '/readyz')).http).toBe(200)
  })

  it('are shown to this machine alone', async () => {
    const local = await app.nobody.raw('GET', '/metrics')
    expect(local.http).toBe(200)
    expect(local.text).toMatch(/dentin_call_seconds_count\{call="patient\.get",status="200"\} \d/)
    const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await app.application.http.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    expect(await ask('10.0.0.8')).toBe(403)
    expect(await ask('10.0.0.8', { 'x-forwarded-for': '127.0.0.1' })).toBe(403)
    // A proxy on this machine that we were not told of.
    expect(await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBe(403)
  })

  it('a database that hangs, or that takes nothing in, is not ready, and that is said within a second', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const hung = new ReadinessProbe(`postgres://x:y@127.0.0.1:${port}/z`)
    const begun = performance.now()
    expect(await hung.ask()).toBe('away')
    expect(performance.now() - begun).toBeLessThan(1_500)
    await hung.close()
    silent.close()
    const probe = new ReadinessProbe(app.appUrl)
    expect(await probe.ask()).toBe('ready')
    await app.owner.query('begin')
    await app.owner.query('lock table readiness in access exclusive mode')
    expect(await probe.ask()).toBe('away')
    await app.owner.query('rollback')
    expect(await probe.ask()).toBe('ready')
    await probe.close()
  })

  it('a disk that is full is not ready, and a write that finds no room is told in words', async () => {
    let free = 10 * 1024 ** 3
    const config = readConfig({ NODE_ENV: 'test' })
    const full = await makeApplication({
      config,
      appUrl: app.appUrl,
      clock: app.clock,
      log,
      http: { room: async () => ({ freeBytes: free, used: 1 - free / 1024 ** 4 }) },
    })
    const ready = async () => {
      const answer = await full.http.inject('/readyz')
      return [answer.statusCode, answer.json() as unknown]
    }
    expect(await ready()).toEqual([200, { status: 'ready' }])
    free = 1024 ** 2
    expect(await ready()).toEqual([503, { status: 'disk full', message: '磁盘已满，不能保存；请清理磁盘' }])
    free = 10 * 1024 ** 3
    await app.sql(`create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await app.sql('create trigger no_room before insert on patient for each row execute function no_room()')
    await app.sql('create trigger no_room before update on readiness for each row execute function no_room()')
    expect(await ready()).toEqual([503, { status: 'disk full', message: '磁盘已满，不能保存；请清理磁盘' }])
    const refused = await desk.raw('POST', contract.patient.create.path, {
      name: '磁盘满',
      gender: 1,
      mobile: '13912340001',
      sourceId: fixture.sources.a,
      requestId: uuidv7(),
    })
    await app.sql('drop function no_room() cascade')
    expectEnvelope(refused, 503, 503)
    expect(refused.json?.message).toBe('服务器磁盘已满，暂时不能保存，请联系管理员')
    await full.stop()
  })

  it('from nine tenths on the administrators are told that the disk fills up, once a day', async () => {
    const { services } = app.application
    const told = () =>
      app.sql<{ recipient_id: string; body: string }>(`select recipient_id, body from message where key like 'disk:%'`)
    let watch: () => Promise<unknown> = async () => {}
    let used = 0.89
    const jobs = {
      define: (_name: string, work: JobHandler) =>
        void (watch = () => work({}, { now: app.clock.now(), log, signal: new AbortController().signal })),
      schedule: () => {},
    }
    defineDiskWatch({ ...services, jobs: jobs as unknown as Jobs }, async () => ({ freeBytes: 5 * 1024 ** 3, used }))
    await watch()
    expect(await told()).toEqual([])
    used = 0.93
    await watch()
    await watch()
    const rows = await told()
    expect(rows.map((row) => row.recipient_id)).toContain(fixture.employees.a1.admin)
    expect(rows.map((row) => row.recipient_id)).not.toContain(fixture.employees.a1.director)
    expect(new Set(rows.map((row) => row.recipient_id)).size).toBe(rows.length)
    expect(rows[0]?.body).toContain('已用 93%，还剩 5.0 GB')
  })

  it('whoever stops sending in the middle of a request is told so', async () => {
    const config = readConfig({ NODE_ENV: 'test' })
    const patient = await makeApplication({ config, appUrl: app.appUrl, clock: app.clock, log, http: { stallMs: 400 } })
    await patient.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = patient.http.server.address() as AddressInfo
    const heard = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `POST ${contract.patient.importUpload.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5000\r\n\r\n--b\r\n`,
        ),
      )
      socket.setEncoding('utf8').on('data', (part: string) => (text += part))
      socket.on('close', () => resolve(text))
    })
    expect(heard).toMatch(/^HTTP\/1\.1 408 /)
    expect(heard).toContain('没有收完提交的内容，请检查网络后重试')
    await patient.stop()
  })

  describe('without a database', () => {
    let away: Application
    beforeAll(async () => {
      const config = readConfig({ NODE_ENV: 'test', TRUST_PROXY: 'true' })
      const appUrl = 'postgres://nobody:nothing@127.0.0.1:1/nowhere'
      away = await makeApplication({ config, appUrl, clock: new TestClock(new Date(0)), log })
    })
    afterAll(() => away.stop())

    it('the server is alive but not ready, and calls are told to wait', async () => {
      expect((await away.http.inject('/healthz')).statusCode).toBe(200)
      const ready = await away.http.inject('/readyz')
      expect([ready.statusCode, ready.json()]).toEqual([
        503,
        { status: 'database not reachable', message: '数据库没有应答' },
      ])
      const answer = await away.http.inject({ url: patientOf(p1), headers: { authorization: `Bearer ${desk.token}` } })
      expect([answer.statusCode, answer.json()]).toEqual([
        503,
        { code: 503, data: null, message: '系统繁忙，请稍后重试' },
      ])
      expect(answer.headers['retry-after']).toBe('3')
    })

    it('a client behind the proxy cannot say that it is this machine', async () => {
      const forwarded = (from: string) =>
        away.http.inject({ url: '/metrics', remoteAddress: '10.0.0.2', headers: { 'x-forwarded-for': from } })
      expect((await forwarded('127.0.0.1, 203.0.113.7')).statusCode).toBe(403)
      expect((await forwarded('203.0.113.7')).statusCode).toBe(403)
    })
  })
})

describe('the log', () => {
  const MARKS = ['欧阳留痕', '13912345670', 'LIUHEN', '青霉素留痕']
  const person = (more: object = {}) => ({
    name: MARKS[0],
    mobile: MARKS[1],
    gender: 1,
    sourceId: fixture.sources.a,
    remark: MARKS[3],
    requestId: uuidv7(),
    ...more,
  })
  const create = (input: object) => desk.raw('POST', contract.patient.create.path, input)

  it('carries no personal data, not even when the database fails', async () => {
    expect((await create(person())).json?.code).toBe(0)
    const found = await desk.raw(
      'GET',
      `/patient-api/v2/central/patient/search?keyword=${encodeURIComponent('欧阳留痕')}`,
    )
    expect(found.text).toContain('欧阳留痕')
    // Refused by schema, by rule, as malformed text, as a path, by a foreign key.
    expect((await create(person({ gender: MARKS[2] }))).http).toBe(400)
    expect((await create(person())).json?.code).not.toBe(0)
    expect((await create(person({ sourceId: uuidv7() }))).json?.code).not.toBe(0)
    expect((await desk.raw('POST', contract.patient.create.path, `{"name":"${MARKS[0]}"`)).http).toBe(400)
    expect((await desk.raw('GET', `/patient-api/${MARKS[2]}/%zz?name=${MARKS[2]}`)).http).toBe(400)
    expect((await desk.raw('GET', `/patient-api/${MARKS[2]}?name=${MARKS[2]}`)).http).toBe(404)

    await app.sql(`create function told() returns trigger language plpgsql as $$ begin
      raise exception 'row of % at %', new.name, new.mobile using detail = to_jsonb(new)::text, hint = new.remark; end $$`)
    await app.sql('create trigger told before insert or update on patient for each row execute function told()')
    const failed = await create(person({ acceptDuplicates: true }))
    await app.sql('drop function told() cascade')
    expectEnvelope(failed, 500, 500)
    expect(failed.json?.data).toEqual({ requestId: failed.headers['x-request-id'] })

    await app.sql(`alter table patient add constraint unnamed_rule check (name <> '${MARKS[0]}') not valid`)
    expectEnvelope(await create(person({ acceptDuplicates: true })), 500, 500)
    await app.sql('alter table patient drop constraint unnamed_rule')

    expect(logText()).toContain(String(failed.headers['x-request-id']))
    expect(logText()).toContain('database P0001')
    expect(logText()).toContain('unnamed_rule')
    for (const mark of MARKS) {
      for (const written of [mark, encodeURIComponent(mark)]) {
        expect(logged.filter((line) => line.includes(written))).toEqual([])
        expect(failed.text).not.toContain(written)
      }
    }
  })

  it('carries no token, cookie or header', () => {
    for (const token of [desk.token, admin.token]) expect(logText()).not.toContain(token as string)
    expect(logText()).not.toMatch(/authorization|Bearer|user-agent/i)
    expect(logText()).not.toContain(patientOf(p2))
  })
})
