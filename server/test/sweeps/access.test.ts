import { allResources, PROVIDER_ROLES, requestOf, type AnyCall, type ProviderRole } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { defaultPosts } from '../../src/modules/clinic/index.ts'
import { openSessionFor } from '../../src/modules/identity/index.ts'
import { fixture, MARKER_B, POST_CODES, type Client } from '../harness.ts'
import { invariantsHold } from './malformed.ts'
import { ask, bound, calls, capitals, clinical, differing, guarded, MARKS, provided, sweepWorld } from './world.ts'

const world = await sweepWorld()
const { app, checksum, personFor, inputOf } = world

/**
 * What reaches the neighbouring clinic by what it is for, in the order of the calls. Whoever asks is an administrator of the
 * chain, whose branches share their files. Everything else that reads or writes there is a leak, and so is what stands here
 * and no longer does.
 */
const OF_THE_COMPANY: readonly string[] = [
  // The price list is one for all clinics: each of their desks hears that its categories stand in another order.
  'clinic.sortTariffCategories writes event',
  'clinic.sortTariffs writes event',
  // The head office sees what its clinics charge, and hands its prices down to those that it chooses.
  'clinic.tariffHistory reads',
  'clinic.handDownTariffs writes event tariff_clinic tariff_price',
  // Anybody may ask any clinic to be taken in.
  'staff.apply writes event message relate_apply',
  // A patient's file is one for the whole chain: what was done, planned and asked elsewhere stands in it.
  // Rules and texts of follow-ups are the company's.
  'followUp.options reads',
  'followUp.rules reads',
  'appointment.byPatient reads',
  // So do pictures.
  'picture.list reads',
  'picture.stages reads',
  'record.get reads',
  'record.print reads',
  // So do consents: whoever asks is told what was signed elsewhere.
  'consent.ofPatient reads',
  'consent.get reads',
  // So do prepayments: the whole chain takes them in payment.
  'prepay.ofPatient reads',
  'perio.draft reads',
  'perio.snapshot reads',
  'perio.ofPatient reads',
  'perio.compare reads',
  'perio.print reads',
  // The desk hears that a patient is expected in another branch, by its name; no step is offered there.
  'reporting.standing reads',
]

/** What no client may say of itself or of what it sends. */
const FORBIDDEN = {
  tenantId: fixture.tenants.b,
  clinicId: fixture.clinics.b1,
  userAuth: 2,
  orgAuth: 1,
  authStatus: 1,
  balance: '100.00',
  paid: true,
  status: 3,
  version: 1,
}

describe('every declared call', { timeout: 120_000 }, () => {
  it('has a path of its own and a handler', () => {
    const places = calls.map(({ call }) => `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(places).size).toBe(places.length)
    for (const { call } of calls)
      expect(app.application.http.hasRoute({ method: call.method, url: call.path.replace(/\{(\w+)\}/g, ':$1') })).toBe(
        true,
      )
  })

  it('A1: answers 401 without a token, with a malformed, an expired and a revoked one, and changes nothing', async () => {
    const expired = await app.as('admin')
    const revoked = await app.as('admin')
    await app.sql('update session set expires_at = $1 where token_hash = encode(sha256($2), $3)', [
      app.clock.now(),
      Buffer.from(expired.token as string),
      'hex',
    ])
    await app.sql('update session set revoked_at = $1 where token_hash = encode(sha256($2), $3)', [
      app.clock.now(),
      Buffer.from(revoked.token as string),
      'hex',
    ])
    const admin = await app.as('admin')
    const provider = await app.asProvider('administrator')
    const [idle, ended, frozen] = [
      await app.asProvider('administrator'),
      await app.asProvider('administrator'),
      await app.asProvider('administrator'),
    ]
    const half = new Date(app.clock.now().getTime() - 31 * 60_000)
    await app.sql('update provider_session set last_seen_at = $1 where account_id = $2', [half, idle.accountId])
    await app.sql('update provider_session set revoked_at = $1 where account_id = $2', [half, ended.accountId])
    await app.sql('update provider_account set status = 1 where id = $1', [frozen.accountId])
    /** Tokens that are, or were, good for something else. */
    const strangersTo = (call: AnyCall) => (call.allow.kind === 'provider' ? [admin, idle, ended, frozen] : [provider])
    const before = await checksum()
    const { Client: Person } = await import('../harness.ts')
    const malformed = new Person(app.application.http, 'not a token', null)
    for (const { name, call } of guarded) {
      for (const client of [app.nobody, malformed, expired, revoked, ...strangersTo(call)]) {
        const answer = await ask(client, call, inputOf(name, call, 'a1'))
        expect([name, answer.http, answer.json?.code]).toEqual([name, 401, 401])
      }
    }
    expect(await checksum()).toBe(before)
  })

  it('A1: answers 403 to a person without a clinic, a recognised doctor among them, and changes nothing', async () => {
    const loose = [app.nobody, app.nobody]
    const { Client: Person } = await import('../harness.ts')
    for (const [n, doctor] of [false, true].entries()) {
      const id = uuidv7()
      await app.sql(
        `insert into account (id, login_name, phone, password_hash, user_auth) values ($1, $2, $3, 'x', $4)`,
        [id, `loose.${n}`, `1399990000${n}`, doctor ? 2 : 0],
      )
      if (doctor)
        await app.sql(
          `insert into doctor_auth (id, account_id, real_name, title_post, id_card, cert, status, submitted_at, decided_at, decided_by)
           values ($1, $2, '林默', '主治医师', '{}', '{}', 1, now(), now(), '平台')`,
          [uuidv7(), id],
        )
      const { token } = await app.application.services.database.withPlatform((tx) => openSessionFor(tx, `loose.${n}`))
      loose[n] = new Person(app.application.http, token, null)
    }
    const before = await checksum()
    for (const { name, call } of clinical) {
      if (call.allow.kind === 'account') continue
      for (const client of loose) {
        const answer = await ask(client, call, inputOf(name, call, 'a1'))
        expect([name, answer.http, answer.json?.code]).toEqual([name, 403, 40301])
      }
    }
    expect(await checksum()).toBe(before)
  })

  it('A8: answers 403 to every post that has none of its resources', async () => {
    const before = await checksum()
    let refused = 0
    for (const code of POST_CODES) {
      const post = defaultPosts.find((each) => each.code === code)
      const client = await app.as(code)
      for (const { name, call } of bound) {
        if (call.allow.kind !== 'resource' || call.allow.anyOf.some((each) => each in (post?.resources ?? {}))) continue
        const answer = await ask(client, call, inputOf(name, call, 'a1'))
        expect([name, code, answer.http, answer.json?.code]).toEqual([name, code, 403, 403])
        refused++
      }
    }
    expect(refused).toBeGreaterThan(0)
    expect(await checksum()).toBe(before)
  })

  it('answers 403 to everybody of the provider who has none of its roles', async () => {
    const staff: { role: ProviderRole; client: Client }[] = []
    for (const role of PROVIDER_ROLES) staff.push({ role, client: await app.asProvider(role) })
    const before = await checksum()
    let refused = 0
    for (const { role, client } of staff) {
      for (const { name, call } of provided) {
        if (call.allow.kind !== 'provider' || call.allow.roles.includes(role)) continue
        const answer = await ask(client, call, inputOf(name, call, 'a1'))
        expect([name, role, answer.http, answer.json?.code]).toEqual([name, role, 403, 403])
        refused++
      }
    }
    expect(refused).toBeGreaterThan(0)
    expect(await checksum()).toBe(before)
  })

  it('A1: gives and changes nothing of another tenant, whoever asks, in small letters and in capitals', async () => {
    const theirs = await checksum(`tenant_id = '${fixture.tenants.b}'`, 'tenant_id')
    for (const { name, call } of clinical) {
      for (const shape of [(text: string) => text, capitals]) {
        const client = await personFor(call)
        const answer = await ask(client, call, shape(JSON.stringify(inputOf(name, call, 'b1'))))
        expect([name, answer.http < 500]).toEqual([name, true])
        expect([name, answer.text.includes(MARKER_B)]).toEqual([name, false])
      }
    }
    expect(await checksum(`tenant_id = '${fixture.tenants.b}'`, 'tenant_id')).toBe(theirs)
  })

  it('A1: gives and changes nothing of the neighbouring clinic but what is said to be of the whole company', async () => {
    const theirs = `clinic_id = '${fixture.clinics.a2}'`
    let before = await checksum(theirs, 'clinic_id')
    const reached: string[] = []
    for (const { name, call } of clinical) {
      const client = await personFor(call)
      const answer = await ask(client, call, inputOf(name, call, 'a2'))
      if (answer.http >= 500) reached.push(`${name} fails`)
      if (answer.text.includes(MARKS.a2)) reached.push(`${name} reads`)
      const after = call.effect === 'write' ? await checksum(theirs, 'clinic_id') : before
      const changed = differing(before, after)
      if (changed.length > 0) reached.push(`${name} writes ${changed.map((line) => line.split(':')[0]).join(' ')}`)
      before = after
    }
    expect(reached).toEqual(OF_THE_COMPANY)
  })

  it('A6: is refused in a clinic that the screen does not think it is in', async () => {
    for (const { name, call } of clinical) {
      const client = await personFor(call)
      const { url, body } = requestOf(call, inputOf(name, call, 'a1') as never)
      const answer = await client.raw(call.method, url, body ?? undefined, { 'x-clinic-id': fixture.clinics.a2 })
      expect([name, answer.json?.code]).toEqual([name, 40901])
    }
  })

  it('A4: refuses fields that it does not know, those that decide what is whose and what is paid among them', async () => {
    const before = await checksum()
    for (const { name, call } of guarded) {
      if (call.upload) continue
      const client = await personFor(call)
      const { url, body } = requestOf(call, inputOf(name, call, 'a1') as never)
      const own = new Set([...Object.keys(call.params), ...Object.keys(call.query), ...Object.keys(call.body)])
      const forbidden = Object.entries(FORBIDDEN).filter(([field]) => !own.has(field))
      const added = new URLSearchParams(forbidden.map(([field, value]) => [field, String(value)]))
      const answer = body
        ? await client.raw(call.method, url, { ...body, ...Object.fromEntries(forbidden) })
        : await client.raw(call.method, `${url}${url.includes('?') ? '&' : '?'}${added.toString()}`)
      // Each that is not known is named, so that one request asks for all of them.
      const { fields = [] } = (answer.json?.data ?? {}) as { fields?: { field: string; message: string }[] }
      const unknown = fields.flatMap(({ field, message }) => (message === '不认识的字段' ? [field] : []))
      expect([name, answer.http, unknown.sort()]).toEqual([name, 400, forbidden.map(([field]) => field).sort()])
    }
    expect(await checksum()).toBe(before)
  })
})

describe('the guards themselves are what holds', () => {
  it('a call is let in when its permission is dropped: the sweep would notice', async () => {
    const target = bound.find(({ call }) => call.method === 'POST' && call.effect === 'read') ?? bound[0]
    if (target?.call.allow.kind !== 'resource') throw new Error('no bound call')
    const outsider = POST_CODES.find((code) => {
      const post = defaultPosts.find((each) => each.code === code)
      return (
        target.call.allow.kind === 'resource' &&
        !target.call.allow.anyOf.some((each) => each in (post?.resources ?? {}))
      )
    })
    const client = await app.as(outsider ?? 'storekeeper')
    const input = inputOf(target.name, target.call, 'a1')
    expect((await ask(client, target.call, input)).http).toBe(403)
    await app.sql('insert into post_resource (tenant_id, post_id, resource) values ($1, $2, $3)', [
      fixture.tenants.a,
      fixture.posts.a[outsider ?? 'storekeeper'],
      target.call.allow.anyOf[0],
    ])
    expect((await ask(client, target.call, input)).http).not.toBe(403)
    await app.sql('delete from post_resource where tenant_id = $1 and post_id = $2 and resource = $3', [
      fixture.tenants.a,
      fixture.posts.a[outsider ?? 'storekeeper'],
      target.call.allow.anyOf[0],
    ])
    expect((await ask(client, target.call, input)).http).toBe(403)
  })

  it('another tenant becomes visible when one row policy is dropped: the gate test would notice', async () => {
    const { sql } = await import('kysely')
    const seen = () =>
      app.application.services.database.withTenant(fixture.tenants.a, 'all', (tx) =>
        tx.rows<{ name: string }>(
          sql`select name from patient where name like ${'%' + MARKER_B + '%'} and tenant_id = ${fixture.tenants.b}`,
        ),
      )
    expect(await seen()).toEqual([])
    await app.sql('alter table patient disable row level security')
    expect((await seen()).length).toBeGreaterThan(0)
    await app.sql('alter table patient enable row level security')
    expect(await seen()).toEqual([])
  })
})

describe('afterwards', () => {
  it('every resource of a call is known to at least one post', () => {
    const known = new Set(defaultPosts.flatMap((post) => Object.keys(post.resources)))
    expect(allResources().filter((each) => !known.has(each))).toEqual([])
  })
  invariantsHold(world)
})
