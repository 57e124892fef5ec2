import { allCalls, contract, requestOf, type AnyCall } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { defaultPosts } from '../../src/modules/clinic/index.ts'
import { fixture, MARKER_B, POST_CODES, testApp, type Client, type RawAnswer } from '../harness.ts'
import { rowMaker, tableOf, type At } from '../rows.ts'
import { labelsOf, sampleInput, type IdPool } from '../samples.ts'
import { tableChecksums } from './checksums.ts'

export const calls = allCalls()
export const guarded = calls.filter(({ call }) => call.allow.kind !== 'public')
/** Of the clinics' own people, and of the provider's staff. */
export const clinical = guarded.filter(({ call }) => call.allow.kind !== 'provider')
export const provided = calls.filter(({ call }) => call.allow.kind === 'provider')
export const bound = calls.filter(({ call }) => call.allow.kind === 'resource')

export type Place = 'a1' | 'a2' | 'b1'
/** A word in everything that a place has, to be found in answers that should not have it. */
export const MARKS: Record<Place, string> = { a1: '本店记号', a2: '邻店记号', b1: MARKER_B }
const tenantOf = (place: Place) => (place === 'b1' ? 'b' : 'a')

/** One of everything that a day makes, in each clinic, so that a foreign id is the id of something real. */
interface Things {
  appointment: string
  registration: string
  treatment: string
  record: string
  bill: string
  line: string
  template: string
  message: string
  follow: string
  remind: string
  rule: string
  words: string
  group: string
}

/** Sends a call as it is declared, or an input as text. */
export async function ask(client: Client, call: AnyCall, input: Record<string, unknown> | string): Promise<RawAnswer> {
  const { url, body } = requestOf(call, (typeof input === 'string' ? JSON.parse(input) : input) as never)
  return client.raw(call.method, url, body ?? undefined)
}

/** The same with every id in capitals. */
export const capitals = (text: string) =>
  text.replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (id) => id.toUpperCase())
/** Tables whose line differs between two checksums. */
export const differing = (before: string, after: string) => {
  const old = new Set(before.split('\n'))
  return after.split('\n').filter((line) => !old.has(line))
}

/** A product with one row of every table that a call names, in two clinics of a chain and in another company's. */
export async function sweepWorld() {
  const app = await testApp({ looseBooks: 'one row of every table is written by hand' })
  const checksum = await tableChecksums(app.owner)
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
      line: uuidv7(),
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
      ['record_template', { id: made.template, scope: 2, clinic_id, kind: 1, name: mark, content: '{}', ...stamped }],
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
      [tenant_id, made.line, clinic_id, made.bill, Object.values(fixture.tariffs[tenantOf(place)])[0]],
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
      bill_item: mine.line,
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
  await app.sql(`insert into bill_payment (tenant_id, id, clinic_id, bill_id, patient_id, pay_no, pay_method_id, amount, kind, revokes_id, pay_time, pay_date, cashier_name)
    select tenant_id, gen_random_uuid(), clinic_id, bill_id, patient_id, pay_no || '-R', pay_method_id, -amount, 3, id, pay_time, pay_date, cashier_name
    from bill_payment p where kind = 1 and not exists (select 1 from bill_payment r where r.revokes_id = p.id)`)
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

  return { app, rows, checksum, personFor, inputOf }
}

/** The world of the sweeps. */
export type SweepWorld = Awaited<ReturnType<typeof sweepWorld>>
