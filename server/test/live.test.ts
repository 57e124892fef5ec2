import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { revokeAllSessions } from '../src/modules/identity/sessions.ts'
import { fixture, testApp, type Client } from './harness.ts'

const HEARTBEAT_MS = 250

const app = await testApp({ heartbeatMs: HEARTBEAT_MS })
let desk: Client
let port: number

beforeAll(async () => {
  desk = await app.as('reception')
  await app.application.http.listen({ host: '127.0.0.1', port: 0 })
  port = (app.application.http.server.address() as AddressInfo).port
})

interface Heard {
  event: string
  id: string | null
  data: string
}

/** One open stream, as a browser would read it. */
class Stream {
  readonly heard: Heard[] = []
  lastId: string | null = null
  beats = 0
  status = 0
  headers: IncomingMessage['headers'] = {}
  ended = false
  #request: ClientRequest | null = null

  /** Opens it; resolves when the server has said `open`, or refused. */
  open(client: Client, lastEventId?: string, at = port): Promise<this> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${client.token}`,
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      }
      this.#request = httpRequest({ port: at, path: '/platform-api/events', headers, agent: false }, (response) => {
        this.status = response.statusCode ?? 0
        this.headers = response.headers
        let rest = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          const blocks = (rest + part).split('\n\n')
          rest = blocks.pop() ?? ''
          for (const block of blocks) this.#take(block, () => resolve(this))
        })
        response.on('error', () => {})
        response.on('close', () => {
          this.ended = true
          resolve(this)
        })
      })
      this.#request.on('error', (error) => (this.status ? resolve(this) : reject(error)))
      this.#request.end()
    })
  }

  #take(block: string, opened: () => void): void {
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2)
    this.lastId = field('id') ?? this.lastId
    const event = field('event')
    if (block.startsWith(':')) this.beats += 1
    if (event === 'open') opened()
    else if (event) this.heard.push({ event, id: field('id') ?? null, data: field('data') ?? '' })
  }

  /** The line is cut, as when a train goes into a tunnel. */
  cut(): void {
    this.#request?.destroy()
  }

  topics(): string[] {
    return this.heard.map(({ event }) => event)
  }

  refs(): (string | null)[] {
    return this.heard.map(({ data }) => (JSON.parse(data) as { refId?: string | null }).refId ?? null)
  }
}

const streams: Stream[] = []
afterEach(() => {
  for (const stream of streams.splice(0)) stream.cut()
})
async function listen(client: Client, lastEventId?: string, at = port): Promise<Stream> {
  const stream = new Stream()
  streams.push(stream)
  return stream.open(client, lastEventId, at)
}

async function until(what: () => boolean, withinMs = 1000): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await sleep(10)) if (what()) return true
  return what()
}

let count = 0
/** Somebody makes a patient; gives the id, which the event of the topic `patient` carries. */
async function newPatient(by: Client): Promise<string> {
  const n = ++count
  const source = by.clinicId === fixture.clinics.b1 ? fixture.sources.b : fixture.sources.a
  const made = await by.call(contract.patient.create, {
    name: `实时${n}`,
    gender: 1,
    mobile: `1370000${String(n).padStart(4, '0')}`,
    sourceId: source,
    acceptDuplicates: true,
    requestId: uuidv7(),
  })
  return made.id
}
const heardPatient = (stream: Stream, id: string) => stream.refs().includes(id)

/** An event as a transaction writes it, but with its commit in our hands. */
async function slowWriter(): Promise<{ write(refId: string): Promise<void>; commit(): Promise<void> }> {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  await client.query('begin')
  return {
    async write(refId) {
      const [id, tenant, clinic] = [uuidv7(), fixture.tenants.a, fixture.clinics.a1]
      await client.query(
        `insert into event (tenant_id, id, clinic_id, topic, ref_id, created_at) values ($1, $2, $3, 'patient', $4, $5)`,
        [tenant, id, clinic, refId, app.clock.now()],
      )
      await client.query(`select pg_notify('dentin_event', $1)`, [
        JSON.stringify({ tenantId: tenant, id, clinicId: clinic, topic: 'patient', refId }),
      ])
    },
    async commit() {
      await client.query('commit')
      await client.end()
    },
  }
}

it('a branch referral that is finished in the other clinic is told to the screens of the first one, and to nobody else', async () => {
  const { visit } = contract
  const there = await app.as('director', 'a2')
  const one = await desk.call(visit.register, {
    requestId: uuidv7(),
    patientId: await newPatient(desk),
    doctorId: fixture.doctors.a1[0] as string,
  })
  const referral = await desk.call(visit.referOut, {
    requestId: uuidv7(),
    registrationId: one.id,
    kind: 2,
    toClinicId: fixture.clinics.a2,
    reason: '专科治疗',
  })
  const made = await there.call(visit.acceptReferral, {
    id: referral.id,
    version: 1,
    doctorId: fixture.doctors.a2[0] as string,
  })
  await there.call(visit.start, { registrationId: made.id, acceptBusy: true })
  const [here, foreign] = [await listen(desk), await listen(await app.as('admin', 'b1'))]
  await there.call(visit.finish, { registrationId: made.id })
  expect(await until(() => here.refs().includes(referral.id))).toBe(true)
  expect(here.topics()).toContain('reception')
  // The number itself is the other clinic's own affair.
  expect(here.refs()).not.toContain(made.id)
  expect(foreign.refs()).not.toContain(referral.id)
  const [row] = (await desk.call(visit.referralList, { direction: 'out' })).list.filter(
    (each) => each.id === referral.id,
  )
  expect(row?.status).toBe(3)
})

describe('a live stream', () => {
  it('hears within a second what another person writes, without any data of a person', async () => {
    const stream = await listen(desk)
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(stream.headers['cache-control']).toBe('no-store')
    expect(stream.headers['x-content-type-options']).toBe('nosniff')
    const id = await newPatient(await app.as('director'))
    expect(await until(() => heardPatient(stream, id))).toBe(true)
    const event = stream.heard.find(({ data }) => data.includes(id))
    expect(event).toEqual({ event: 'patient', id: expect.stringMatching(/^[0-9a-f-]{36}$/), data: `{"refId":"${id}"}` })
  })

  it('hears nothing of another clinic or another tenant', async () => {
    const [here, there, foreign] = [
      await listen(desk),
      await listen(await app.as('reception', 'a2')),
      await listen(await app.as('reception', 'b1')),
    ]
    const ours = await newPatient(desk)
    const theirs = await newPatient(await app.as('reception', 'b1'))
    expect(await until(() => heardPatient(here, ours) && heardPatient(foreign, theirs))).toBe(true)
    await sleep(HEARTBEAT_MS * 2)
    expect(here.refs()).not.toContain(theirs)
    expect([there.refs().includes(ours), there.refs().includes(theirs)]).toEqual([false, false])
    expect(foreign.refs()).not.toContain(ours)
  })

  it('hears only the topics of the posts, and loses one with its resource', async () => {
    const withoutPatients = await listen(await app.as('storekeeper'))
    const withPatients = await listen(await app.as('reception'))
    const first = await newPatient(desk)
    expect(await until(() => heardPatient(withPatients, first))).toBe(true)
    const { a: posts } = fixture.posts
    const taken = await app.sql<{ data_scope: number }>(
      'delete from post_resource where post_id = $1 and resource = $2 returning data_scope',
      [posts.reception, '/allTimePatients:view'],
    )
    try {
      // The next heartbeat reads the grants anew.
      const beats = withPatients.beats
      expect(await until(() => withPatients.beats >= beats + 2, 3000)).toBe(true)
      await sleep(HEARTBEAT_MS)
      const second = await newPatient(await app.as('director'))
      await sleep(HEARTBEAT_MS * 3)
      expect(withPatients.refs()).not.toContain(second)
    } finally {
      await app.sql('insert into post_resource (tenant_id, post_id, resource, data_scope) values ($1, $2, $3, $4)', [
        fixture.tenants.a,
        posts.reception,
        '/allTimePatients:view',
        taken[0]?.data_scope,
      ])
    }
    expect(withoutPatients.topics()).not.toContain('patient')
  })

  it('is not opened without a live session', async () => {
    expect((await listen(app.nobody)).status).toBe(401)
    const revoked = await app.as('reception')
    await revoked.call(contract.identity.logout, {})
    expect((await listen(revoked)).status).toBe(401)
  })
})

describe('after a cut', () => {
  it('a stream that had heard nothing yet resumes and misses nothing', async () => {
    const first = await listen(desk)
    first.cut()
    const missed = [await newPatient(desk), await newPatient(desk)]
    const second = await listen(desk, first.lastId ?? undefined)
    expect(await until(() => missed.every((id) => heardPatient(second, id)))).toBe(true)
  })

  it('hears what was written in between, each once, also what commits out of order', async () => {
    const first = await listen(desk)
    const early = uuidv7()
    const slow = await slowWriter()
    // Its id is older than that of the next event, which is heard first.
    await slow.write(early)
    const heard = await newPatient(desk)
    expect(await until(() => heardPatient(first, heard))).toBe(true)
    first.cut()
    await slow.commit()
    const between = await newPatient(desk)
    const second = await listen(desk, first.lastId ?? undefined)
    expect(await until(() => heardPatient(second, early) && heardPatient(second, between))).toBe(true)
    await sleep(HEARTBEAT_MS * 3)
    expect(second.refs().filter((id) => id === early || id === between).length).toBe(2)
  })

  it('of the database line, an open stream catches up, also with what commits late', async () => {
    const stream = await listen(desk)
    const known = await newPatient(desk)
    expect(await until(() => heardPatient(stream, known))).toBe(true)
    const slow = await slowWriter()
    const early = uuidv7()
    await slow.write(early)
    const later = await newPatient(desk)
    expect(await until(() => heardPatient(stream, later))).toBe(true)
    await app.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen dentin_event' and datname = current_database()`,
    )
    await slow.commit()
    const deaf = await newPatient(desk)
    expect(await until(() => heardPatient(stream, early) && heardPatient(stream, deaf), 3000)).toBe(true)
    const after = await newPatient(desk)
    expect(await until(() => heardPatient(stream, after), 2000)).toBe(true)
    expect([stream.ended, new Set(stream.heard.map(({ id }) => id)).size]).toEqual([false, stream.heard.length])
  })

  it('of too long, or with an id that is none, everything is to be read again', async () => {
    const twoHoursAgo = (Date.now() - 2 * 3_600_000).toString(16).padStart(12, '0')
    for (const id of [`${twoHoursAgo.slice(0, 8)}-${twoHoursAgo.slice(8)}-7000-8000-000000000000`, 'nonsense', '0']) {
      const stream = await listen(desk, id)
      expect([id, stream.status, await until(() => stream.topics().includes('resync'))]).toEqual([id, 200, true])
    }
    const fresh = await listen(desk)
    await sleep(HEARTBEAT_MS)
    expect(fresh.topics()).not.toContain('resync')
  })
})

describe('a stream ends', () => {
  it('when the session is revoked', async () => {
    const leaving = await app.as('reception')
    const stream = await listen(leaving)
    await leaving.call(contract.identity.logout, {})
    expect(await until(() => stream.ended, 2000)).toBe(true)
    expect(stream.heard.at(-1)).toMatchObject({ event: 'closed', data: '{"reason":"session"}' })
  })

  it('A6: within a second of signing out and of a new password, however seldom it looks', async () => {
    const slow = await testApp({ heartbeatMs: 600_000 })
    await slow.application.http.listen({ host: '127.0.0.1', port: 0 })
    const at = (slow.application.http.server.address() as AddressInfo).port
    const [leaving, changing] = [await slow.as('reception'), await slow.as('nurse')]
    const open = [await listen(leaving, undefined, at), await listen(changing, undefined, at)]
    await leaving.call(contract.identity.logout, {})
    expect(await until(() => open[0]?.ended === true, 1000)).toBe(true)
    await slow.application.services.database.withPlatform((tx) =>
      revokeAllSessions(tx, fixture.accounts.a1.nurse, 'password-changed'),
    )
    expect(await until(() => open[1]?.ended === true, 1000)).toBe(true)
    expect(open[1]?.heard.at(-1)).toMatchObject({ event: 'closed', data: '{"reason":"session"}' })
  })

  it('as the oldest of eleven of one sign-in; another clinic is not held up by one that opens hundreds', async () => {
    const open: Stream[] = []
    for (let n = 0; n < 11; n++) open.push(await listen(desk))
    expect(await until(() => open[0]?.ended === true)).toBe(true)
    expect(open[0]?.heard.at(-1)).toMatchObject({ event: 'closed', data: '{"reason":"replaced"}' })
    expect(open.slice(1).some(({ ended }) => ended)).toBe(false)
    const crowd: Client[] = []
    for (let n = 0; n < 20; n++) crowd.push(await app.as('reception'))
    const refused = (await Promise.all(crowd.flatMap((who) => Array.from({ length: 10 }, () => listen(who))))).filter(
      ({ status }) => status === 503,
    )
    expect(refused).toHaveLength(10)
    expect((await listen(await app.as('reception', 'b1'))).status).toBe(200)
  })

  it('when the session is expired', async () => {
    const person = await app.as('reception')
    const stream = await listen(person)
    await app.sql('update session set expires_at = $1 where token_hash = encode(sha256($2), $3)', [
      app.clock.now(),
      Buffer.from(person.token as string),
      'hex',
    ])
    expect(await until(() => stream.ended, 2000)).toBe(true)
  })

  it('when its person switches to another clinic', async () => {
    const { a: tenant } = fixture.tenants
    const employee = fixture.employees.a1.admin
    await app.sql(
      `insert into employee_clinic (tenant_id, id, employee_id, clinic_id, dept_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $6)`,
      [tenant, uuidv7(), employee, fixture.clinics.a2, fixture.depts.a2, app.clock.now()],
    )
    await app.sql(
      'insert into account_clinic (account_id, tenant_id, clinic_id, employee_id) values ($1, $2, $3, $4)',
      [fixture.accounts.a1.admin, tenant, fixture.clinics.a2, employee],
    )
    await app.sql('insert into employee_post (tenant_id, clinic_id, employee_id, post_id) values ($1, $2, $3, $4)', [
      tenant,
      fixture.clinics.a2,
      employee,
      fixture.posts.a.admin,
    ])
    const person = await app.as('admin')
    const stream = await listen(person)
    const switched = await person.call(contract.identity.switchClinic, { clinicId: fixture.clinics.a2 })
    expect(switched.clinicId).toBe(fixture.clinics.a2)
    expect(await until(() => stream.ended, 2000)).toBe(true)
    const after = await newPatient(desk)
    expect(stream.refs()).not.toContain(after)
  })

  it('leaves nothing behind in the server when its reader goes', async () => {
    const { events } = app.application.services
    expect(await until(() => events.streams === 0, 2000)).toBe(true)
    const second = await app.as('reception')
    const many = await Promise.all(Array.from({ length: 20 }, (_, n) => listen(n % 2 === 0 ? desk : second)))
    expect(events.streams).toBe(20)
    for (const stream of many) stream.cut()
    expect(await until(() => events.streams === 0, 2000)).toBe(true)
  })

  it('at once when the server stops, and no new one begins', async () => {
    const open = await Promise.all([listen(desk), listen(desk)])
    const started = Date.now()
    await app.application.http.close()
    expect(Date.now() - started).toBeLessThan(1000)
    for (const stream of open) {
      expect(await until(() => stream.ended)).toBe(true)
      expect(stream.heard.at(-1)).toMatchObject({ event: 'closed', data: '{"reason":"stopping"}' })
    }
    await expect(listen(desk)).rejects.toThrow('ECONNREFUSED')
  })
})
