import {
  allCalls,
  allResources,
  contract,
  PROVIDER_ROLES,
  requestOf,
  type AnyCall,
  type ProviderRole,
} from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultPosts } from '../src/modules/clinic/index.ts'
import { openSessionFor } from '../src/modules/identity/index.ts'
import { brokenInvariants } from './invariants.ts'
import { fixture, MARKER_B, POST_CODES, testApp, type Client, type RawAnswer } from './harness.ts'
import { rowMaker, tableOf, type At } from './rows.ts'
import { deepJson, labelsOf, MONSTERS, sampleInput, type IdPool } from './samples.ts'

const CASES = Number(process.env.FUZZ_CASES ?? 50)
const app = await testApp()
const calls = allCalls()
const guarded = calls.filter(({ call }) => call.allow.kind !== 'public')
/** Of the clinics' own people, and of the provider's staff. */
const clinical = guarded.filter(({ call }) => call.allow.kind !== 'provider')
const provided = calls.filter(({ call }) => call.allow.kind === 'provider')
const bound = calls.filter(({ call }) => call.allow.kind === 'resource')

/** Tables that are written about the attempt itself (sessions, limits, captchas, audit of looking), after the answer, or by no attempt. */
const ASIDE = `('session', 'captcha', 'rate_limit', 'login_lock', 'audit', 'schema_migration', 'readiness', 'platform_sms',
  'provider_session', 'provider_ticket', 'provider_audit')`

/** One statement that gives a checksum of each table, or of each that has the column, over the rows that fit. */
async function checksumSql(where: string, column: 'tenant_id' | 'clinic_id' | null): Promise<string> {
  const tables = await app.sql<{ name: string; has: boolean }>(
    `select table_name as name, bool_or(column_name = '${column ?? 'tenant_id'}') as has
     from information_schema.columns where table_schema = 'public'
     and table_name not in ${ASIDE} and table_name not like 'audit\\_%' group by table_name order by table_name`,
  )
  return tables
    .filter(({ has }) => column === null || has)
    .map(
      ({ name, has }) =>
        `select '${name}:' || coalesce((select md5(string_agg(t::text, '|' order by t::text)) from "${name}" t where ${has ? where : 'true'}), '') as line`,
    )
    .join(' union all ')
}

const statements = new Map<string, string>()
/** A line per table: everything, or what of it fits. */
async function checksum(where = 'true', column: 'tenant_id' | 'clinic_id' | null = null): Promise<string> {
  const key = `${column ?? ''} ${where}`
  const sql = statements.get(key) ?? (await checksumSql(where, column))
  statements.set(key, sql)
  const name = `checksum_${[...statements.keys()].indexOf(key)}`
  const { rows } = await app.owner.query<{ line: string }>({ name, text: sql })
  return rows.map(({ line }) => line).join('\n')
}

type Place = 'a1' | 'a2' | 'b1'
/** A word in everything that a place has, to be found in answers that should not have it. */
const MARKS: Record<Place, string> = { a1: '本店记号', a2: '邻店记号', b1: MARKER_B }
const tenantOf = (place: Place) => (place === 'b1' ? 'b' : 'a')

/** One of everything that a day makes, in each clinic, so that a foreign id is the id of something real. */
interface Things {
  appointment: string
  registration: string
  treatment: string
  record: string
  bill: string
  template: string
  message: string
  follow: string
  remind: string
  rule: string
  words: string
  group: string
}
const things = {} as Record<Place, Things>
for (const place of ['a1', 'a2', 'b1'] as const) {
  const tenant_id = fixture.tenants[tenantOf(place)]
  const clinic_id = fixture.clinics[place]
  const patient_id = fixture.patients[tenantOf(place)][0]
  const doctor_id = fixture.doctors[place][0]
  const at = app.clock.now()
  const made: Things = {
    appointment: uuidv7(),
    registration: uuidv7(),
    treatment: uuidv7(),
    record: uuidv7(),
    bill: uuidv7(),
    template: uuidv7(),
    message: uuidv7(),
    follow: uuidv7(),
    remind: uuidv7(),
    rule: uuidv7(),
    words: uuidv7(),
    group: uuidv7(),
  }
  const mark = MARKS[place]
  const stamped = { created_at: at, updated_at: at }
  const rows: [string, Record<string, unknown>][] = [
    [
      'appointment',
      {
        id: made.appointment,
        clinic_id,
        appoint_no: 'YY-1',
        patient_id,
        doctor_id,
        starts_at: new Date(at.getTime() + 7_200_000),
        ends_at: new Date(at.getTime() + 9_000_000),
        title: mark,
        remark: mark,
        status: 1,
        ...stamped,
      },
    ],
    [
      'registration',
      {
        id: made.registration,
        clinic_id,
        reg_no: 'GH-1',
        queue_no: 1,
        reg_date: '2026-11-20',
        patient_id,
        doctor_id,
        reg_fee: '20.00',
        title: mark,
        reg_time: at,
        call_time: at,
        start_time: at,
        end_time: at,
        status: 4,
        ...stamped,
      },
    ],
    [
      'treatment',
      {
        id: made.treatment,
        clinic_id,
        registration_id: made.registration,
        patient_id,
        doctor_id,
        status: 2,
        start_time: at,
        end_time: at,
        ...stamped,
      },
    ],
    [
      'medical_record',
      {
        id: made.record,
        clinic_id,
        record_no: 'BL-1',
        patient_id,
        treatment_id: made.treatment,
        registration_id: made.registration,
        doctor_id,
        visit_time: at,
        visit_kind: 1,
        status: 0,
        content: JSON.stringify({ chiefComplaint: mark }),
        diagnosis_text: mark,
        ...stamped,
      },
    ],
    [
      'bill',
      {
        id: made.bill,
        clinic_id,
        bill_no: 'SF-1',
        patient_id,
        registration_id: made.registration,
        doctor_id,
        status: 1,
        original_amount: '200.00',
        receivable_amount: '200.00',
        remark: mark,
        open_time: at,
        submit_time: at,
        ...stamped,
      },
    ],
    ['follow_template', { id: made.words, name: `${mark}后`, type: 1, content: mark, ...stamped }],
    [
      'follow_rule',
      {
        id: made.rule,
        name: `${mark}规则`,
        triggers: [3],
        words: [mark],
        delay_days: [1],
        type: 1,
        owner_role: 'nurse',
        template_id: made.words,
        ...stamped,
      },
    ],
    [
      'follow_up',
      {
        id: made.follow,
        clinic_id,
        patient_id,
        doctor_id,
        type: 1,
        subject: mark,
        content: mark,
        plan_at: at,
        first_plan_on: '2026-11-20',
        deadline_at: new Date(at.getTime() + 90_000_000),
        owner_id: doctor_id,
        ...stamped,
      },
    ],
    [
      'patient_remind',
      {
        id: made.remind,
        clinic_id,
        patient_id,
        title: mark,
        content: mark,
        remind_at: new Date(at.getTime() + 90_000_000),
        next_at: new Date(at.getTime() + 90_000_000),
        remind_to: [doctor_id],
        created_by: doctor_id,
        ...stamped,
      },
    ],
    [
      'patient_group',
      {
        id: made.group,
        home_clinic_id: clinic_id,
        owner_id: fixture.employees[place].admin,
        name: mark,
        colour: 'teal',
        type: 1,
        share_level: 2,
        ...stamped,
      },
    ],
    ['record_template', { id: made.template, category: mark, name: mark, content: '{}', ...stamped }],
    [
      'message',
      {
        id: made.message,
        clinic_id,
        recipient_id: fixture.employees[place].admin,
        category: 'review',
        title: mark,
        body: mark,
        key: made.message,
        created_at: at,
      },
    ],
  ]
  for (const [table, row] of rows) {
    const names = ['tenant_id', ...Object.keys(row)]
    await app.sql(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
      [tenant_id, ...Object.values(row)],
    )
    await app.sql(
      `insert into audit (tenant_id, id, created_at, actor_name, action, entity, entity_id, entity_version) values ($1, $2, $3, '', 'create', $4, $5, 1)`,
      [tenant_id, uuidv7(), at, table, row.id],
    )
  }
  await app.sql(
    `insert into bill_item (tenant_id, id, clinic_id, bill_id, line_no, tariff_id, name, unit, qty, price, original_amount, amount) values ($1, $2, $3, $4, 1, $5, '洁治', '次', 1, 200, 200, 200)`,
    [tenant_id, uuidv7(), clinic_id, made.bill, Object.values(fixture.tariffs[tenantOf(place)])[0]],
  )
  await app.sql(
    `insert into document_counter (tenant_id, clinic_id, prefix, date, last_no) values ($1, $2, $3, '2026-11-20', 1)`,
    [tenant_id, clinic_id, `Q:${doctor_id}`],
  )
  await app.sql(
    `update patient_stat set visit_count = visit_count + 1, first_visit_at = $3, last_visit_at = $3 where tenant_id = $1 and patient_id = $2`,
    [tenant_id, patient_id, at],
  )
  things[place] = made
}

const rows = rowMaker(
  async <Row>(text: string, values?: unknown[]) => (await app.owner.query(text, values)).rows as Row[],
)
const at = (place: Place): At => ({
  tenantId: fixture.tenants[tenantOf(place)],
  clinicId: fixture.clinics[place],
  accountId: fixture.accounts[place].nurse,
  mark: MARKS[place],
})
for (const place of ['a1', 'a2', 'b1'] as const) {
  const tenant = tenantOf(place)
  const mine = things[place]
  for (const [table, id] of Object.entries({
    appointment: mine.appointment,
    registration: mine.registration,
    treatment: mine.treatment,
    medical_record: mine.record,
    bill: mine.bill,
    record_template: mine.template,
    message: mine.message,
    follow_up: mine.follow,
    follow_rule: mine.rule,
    follow_template: mine.words,
    patient_remind: mine.remind,
    patient_group: mine.group,
    patient: fixture.patients[tenant][0],
    employee: fixture.doctors[place][0],
    clinic: fixture.clinics[place],
    account: fixture.accounts[place].nurse,
    post: fixture.posts[tenant].nurse,
    dept: fixture.depts[place],
    chair: fixture.chairs[place][0],
    tariff: Object.values(fixture.tariffs[tenant])[0],
    pay_method: fixture.payMethods[tenant].cash,
    patient_source: fixture.sources[tenant],
    appoint_item: Object.values(fixture.items[tenant])[0],
  }))
    rows.use(table, fixture.clinics[place], id as string)
}
/** The id that stands for each label of each call, in each place. A table that has no row here fails the whole sweep. */
const idsOf: Record<Place, Map<string, string>> = { a1: new Map(), a2: new Map(), b1: new Map() }
for (const { name, call } of clinical)
  for (const label of labelsOf(call)) {
    const table = tableOf(name, label)
    if (table === null) continue
    for (const place of ['a1', 'a2', 'b1'] as const)
      idsOf[place].set(`${name} ${label}`, await rows.rowOf(table, at(place)))
  }

/** Ids of one clinic's things: of what the contract says the id is of, else by the name of the field. */
const poolOf =
  (place: Place, call: string): IdPool =>
  (field, label) => {
    // Somebody without an account: when a sweep lets them go, nobody is missing.
    if (call.startsWith('staff.') && label === '员工' && place === 'a1') return [fixture.doctors.a1[1] as string]
    const named = label === undefined ? undefined : idsOf[place].get(`${call} ${label}`)
    if (named !== undefined) return [named]
    const name = field.toLowerCase()
    if (name === 'userid') return [fixture.accounts[place].nurse]
    if (name.includes('clinic')) return [fixture.clinics[place]]
    return [fixture.patients[tenantOf(place)][0] as string]
  }
const inputOf = (name: string, call: AnyCall, place: Place) => sampleInput(call, poolOf(place, name))

// Beside the rows that were made by hand stands what the gate would have kept beside them.
await app.sql(`insert into patient_tally (tenant_id, status, files) select tenant_id, status, count(*) from patient group by 1, 2
  on conflict (tenant_id, status) do update set files = excluded.files`)
await app.sql(`insert into patient_clinic (tenant_id, patient_id, reached_clinic_id, since)
  select tenant_id, patient_id, clinic_id, min(at) from (
    select tenant_id, patient_id, clinic_id, created_at as at from appointment where patient_id is not null
    union all select tenant_id, patient_id, clinic_id, reg_time from registration
    union all select tenant_id, patient_id, clinic_id, open_time from bill) x group by 1, 2, 3 on conflict do nothing`)
await app.sql('update account set user_auth = 1 where id in (select account_id from doctor_auth where status = 0)')

/** Somebody whose post lets the call in: the administrator where he may, else the first post that may. */
const people = new Map<string, Client>()
async function personFor(call: AnyCall): Promise<Client> {
  if (call.allow.kind === 'public') return app.nobody
  // Of a session that may end itself (sign-out, new password) there is always a new one.
  if (call.allow.kind === 'provider') return app.asProvider('administrator', somebodyAtTheProvider.accountId)
  const { allow } = call
  const may = (code: string) =>
    allow.kind !== 'resource' ||
    allow.anyOf.some((each) => each in (defaultPosts.find((post) => post.code === code)?.resources ?? {}))
  // Whoever ends their own relation with the clinic is nobody that another call needs.
  const leaving = call === contract.staff.deleteRelate
  const post = leaving ? 'service' : ((['admin', 'doctor', ...POST_CODES] as const).find(may) ?? 'admin')
  const client = people.get(post) ?? (await app.as(post))
  const alive =
    (
      await app.sql('select 1 from session where token_hash = encode(sha256($1), $2) and revoked_at is null', [
        Buffer.from(client.token as string),
        'hex',
      ])
    ).length > 0
  const person = alive ? client : await app.as(post)
  people.set(post, person)
  return person
}

const somebodyAtTheProvider = await app.asProvider('administrator')

async function ask(client: Client, call: AnyCall, input: Record<string, unknown> | string): Promise<RawAnswer> {
  const { url, body } = requestOf(call, (typeof input === 'string' ? JSON.parse(input) : input) as never)
  return client.raw(call.method, url, body ?? undefined)
}

/** The same with every id in capitals. */
const capitals = (text: string) =>
  text.replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (id) => id.toUpperCase())
/** Tables whose line differs between two checksums. */
const differing = (before: string, after: string) => {
  const old = new Set(before.split('\n'))
  return after.split('\n').filter((line) => !old.has(line))
}

/**
 * What reaches the neighbouring clinic by what it is for, in the order of the calls. Whoever asks is an administrator of the
 * chain, whose branches share their files. Everything else that reads or writes there is a leak, and so is what stands here
 * and no longer does.
 */
const OF_THE_COMPANY: readonly string[] = [
  // Anybody may ask any clinic to be taken in.
  'staff.apply writes event message relate_apply',
  // A patient's file is one for the whole chain: what was done, planned and asked elsewhere stands in it.
  'followUp.ofPatient reads',
  // Rules and texts of follow-ups are the company's.
  'followUp.options reads',
  'followUp.rules reads',
  'appointment.byPatient reads',
  'record.get reads',
  'record.print reads',
  // Templates of records are the company's.
  'record.templates reads',
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

describe('every declared call', () => {
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
    const { Client: Person } = await import('./harness.ts')
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
    const { Client: Person } = await import('./harness.ts')
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
      for (const [field, value] of Object.entries(FORBIDDEN)) {
        if (own.has(field)) continue
        const answer = body
          ? await client.raw(call.method, url, { ...body, [field]: value })
          : await client.raw(call.method, `${url}${url.includes('?') ? '&' : '?'}${field}=${String(value)}`)
        expect([name, field, answer.http]).toEqual([name, field, 400])
      }
    }
    expect(await checksum()).toBe(before)
  })
})

describe('malformed input', () => {
  it.each(calls.filter(({ call }) => !call.upload).map(({ name, call }) => [name, call] as const))(
    `%s survives ${CASES} cases, and a refusal changes nothing`,
    async (name, call) => {
      const client = await personFor(call)
      const fields = [...Object.keys(call.params), ...Object.keys(call.query), ...Object.keys(call.body)]
      const seed = process.env.FUZZ_SEED ? Number(process.env.FUZZ_SEED) : 20261120
      const mutation = fc.record({
        field: fields.length > 0 ? fc.constantFrom(...fields) : fc.constant('nothing'),
        value: fc.oneof(
          fc.constantFrom(...MONSTERS),
          fc.anything({ maxDepth: 2 }).filter((value) => value !== undefined && typeof value !== 'bigint'),
        ),
        drop: fc.boolean(),
      })
      let before = await checksum()
      for (const each of fc.sample(fc.array(mutation, { minLength: 1, maxLength: 3 }), { numRuns: CASES, seed })) {
        const input = inputOf(name, call, 'a1')
        for (const { field, value, drop } of each) {
          if (drop) delete input[field]
          else input[field] = value
        }
        for (const path of Object.keys(call.params))
          if (input[path] === undefined || input[path] === '') input[path] = 'x'
        let request: { url: string; body: Record<string, unknown> | null }
        try {
          request = requestOf(call, input as never)
          JSON.stringify(request.body)
        } catch {
          continue
        }
        const answer = await client.raw(call.method, request.url.slice(0, 8000), request.body ?? undefined)
        const shown = JSON.stringify(each).slice(0, 300)
        expect([name, answer.http < 500, shown]).toEqual([name, true, shown])
        // A call that answers with a file does so when nothing of the input mattered.
        const isFile = call.answer === 'file' && answer.http === 200 && 'content-disposition' in answer.headers
        expect([name, isFile || answer.json !== null, shown]).toEqual([name, true, shown])
        expect(answer.text).not.toMatch(/node_modules|at async|SELECT |select \*/)
        if (answer.json?.code === 0) before = call.effect === 'write' ? await checksum() : before
      }
      for (const body of [
        '{',
        '[]',
        '"text"',
        'null',
        '1',
        deepJson(5000),
        '{"__proto__":{"a":1}}',
        '{"constructor":{"prototype":{}}}',
      ]) {
        const { url } = requestOf(call, inputOf(name, call, 'a1') as never)
        const answer = await client.raw(call.method, url, call.method === 'GET' ? undefined : body)
        expect([name, body.slice(0, 40), answer.http < 500]).toEqual([name, body.slice(0, 40), true])
        if (answer.json?.code === 0) before = await checksum()
      }
      expect(await checksum()).toBe(before)
    },
    120_000,
  )
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
  it('the invariants hold, but for the rows that were made by hand', async () => {
    const isByHand = (row: unknown) => [...rows.ids].some((id) => JSON.stringify(row).includes(id))
    const broken = (await brokenInvariants(app.owner))
      .map(({ name, rows: found }) => ({ name, rows: found.filter((row) => !isByHand(row)) }))
      .filter(({ rows: found }) => found.length > 0)
    expect(broken).toEqual([])
  })
})
