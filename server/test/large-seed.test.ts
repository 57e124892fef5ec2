import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatDate, parseDateTime } from '@dentin/kit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedLarge } from '../db/seed/large/index.ts'
import { bootstrap, migrate } from '../src/platform/database/migrate.ts'
import { localFileStore } from '../src/platform/files/store.ts'
import { TEST_PASSWORDS } from './global-setup.ts'
import { brokenInvariants } from './invariants.ts'

const NOW = parseDateTime('2026-11-20 10:42:00')
/** As the large chain is made, only smaller. */
const SIZE = {
  clinics: 2,
  patients: 1_201,
  appointments: 7_003,
  records: 2_500,
  prescriptions: 500,
  perioCharts: 42,
  orthoCases: 5,
  pictures: 150,
  money: true,
  cards: 180,
  refunds: 160,
  plans: 30,
  past: 200,
  ahead: 14,
}
const names: string[] = []

async function made(): Promise<pg.Client> {
  const database = `large_${randomBytes(6).toString('hex')}`
  names.push(database)
  const { ownerUrl } = await bootstrap(process.env.TEST_DATABASE_URL as string, { database, ...TEST_PASSWORDS })
  await migrate(ownerUrl, path.resolve(import.meta.dirname, '../db/migrations'))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  return client
}

/** Keys, exclusions and indexes as they are. */
const shape = async (client: pg.Client): Promise<string[]> =>
  (
    await client.query<{ line: string }>(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
       where connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '^audit_'
       union all select indexdef from pg_indexes where schemaname = 'public' and tablename !~ '^audit_' order by 1`,
    )
  ).rows.map(({ line }) => line)

/** What stands in the tables, as one number each. */
const content = async (client: pg.Client): Promise<unknown> => {
  const sums: Record<string, unknown> = {}
  for (const table of [
    'patient',
    'appointment',
    'registration',
    'treatment',
    'medical_record',
    'medical_record_version',
    'tooth_condition',
    'prescription',
    'perio_chart',
    'ortho_case',
    'image_stage',
    'clinic_image',
    'bill',
    'bill_item',
    'bill_payment',
    'ledger_entry',
    'ledger_posting',
    'cash_shift',
    'member_card',
    'card_log',
    'refund',
    'refund_item',
    'instalment_plan',
    'instalment_period',
    'month_close',
    'patient_stat',
    'waitlist',
    'schedule',
    'status_log',
    'audit',
    'document_counter',
  ])
    sums[table] = (
      await client.query(`select count(*)::int as rows, sum(hashtextextended(t::text, 7)) as sum from ${table} t`)
    ).rows[0]
  return sums
}

const folder = mkdtempSync(path.join(tmpdir(), 'large-seed-'))
let one: pg.Client
let two: pg.Client
let before: string[]
const seed = (client: pg.Client) =>
  seedLarge({
    ownerUrl: `postgres://dentin_owner:${TEST_PASSWORDS.ownerPassword}@${client.host}:${client.port}/${client.database}`,
    now: NOW,
    size: SIZE,
    files: localFileStore(folder),
    progress: () => {},
  })

beforeAll(async () => {
  one = await made()
  before = await shape(one)
  await seed(one)
}, 300_000)

afterAll(async () => {
  await one.end()
  await two.end()
  const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await admin.connect()
  for (const name of names) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

test('the large chain holds every invariant', { timeout: 120_000 }, async () => {
  expect(await brokenInvariants(one)).toEqual([])
})

test('it has the size that was asked for, to the last appointment', async () => {
  const { rows } = await one.query(
    `select (select count(*)::int from clinic) as clinics, (select count(*)::int from patient) as patients,
       (select count(*)::int from appointment) as appointments`,
  )
  expect(rows[0]).toEqual({ clinics: SIZE.clinics, patients: SIZE.patients, appointments: SIZE.appointments })
})

test('records, prescriptions and charts have their number: three marks a record', async () => {
  const { rows } = await one.query<Record<'records' | 'prescriptions' | 'marks', number>>(
    `select (select count(*)::int from medical_record where status = 2 and record_type = 1) as records, (select count(*)::int from prescription) as prescriptions,
       (select count(*)::int from tooth_condition) as marks`,
  )
  const [made] = rows
  expect(made?.records).toBeGreaterThan(SIZE.records * 0.98)
  expect(made?.prescriptions).toBeGreaterThan(SIZE.prescriptions * 0.95)
  expect((made?.marks ?? 0) / SIZE.records).toBeGreaterThan(2.9)
})

test('periodontal charts, orthodontic courses of 24 visits and pictures have their number', async () => {
  const { rows } = await one.query(
    `select (select count(*)::int from perio_chart) as charts, (select count(*)::int from ortho_case) as cases,
       (select count(*)::int from medical_record where record_type = 2) as texts,
       (select count(*)::int from clinic_image) as pictures`,
  )
  expect(rows[0]).toEqual({
    charts: SIZE.perioCharts,
    cases: SIZE.orthoCases,
    texts: SIZE.orthoCases * 25,
    pictures: SIZE.pictures,
  })
})

test('every visit that is over has its bill, with two to three lines; cards are sold in their number and used', async () => {
  const { rows } = await one.query<
    Record<'visits' | 'bills' | 'lines' | 'owing' | 'cards' | 'movements' | 'shifts', number>
  >(
    `select (select count(*)::int from treatment where status = 2) as visits, (select count(*)::int from bill) as bills,
       (select count(*)::int from bill_item) as lines, (select count(*)::int from bill where arrears_amount > 0) as owing,
       (select count(*)::int from member_card) as cards, (select count(*)::int from card_log) as movements,
       (select count(*)::int from cash_shift where status = 1) as shifts`,
  )
  const [made] = rows
  if (!made) throw new Error('nothing was counted')
  expect(made.bills).toBe(made.visits)
  expect(made.lines / made.bills).toBeGreaterThan(2)
  expect(made.owing).toBeGreaterThan(made.bills * 0.002)
  expect(made.cards).toBe(SIZE.cards)
  expect(made.movements / made.cards).toBeGreaterThan(5)
  expect(made.shifts).toBeGreaterThan(SIZE.past)
})

test('refunds have their number, of every kind, most of them paid out: to cards too, and of lines in part', async () => {
  const { rows } = await one.query<
    Record<'refunds' | 'paid' | 'waiting' | 'ended' | 'kinds' | 'cards' | 'parts' | 'decided', number>
  >(
    `select count(*)::int as refunds, count(*) filter (where status = 2)::int as paid, count(*) filter (where status in (0, 1))::int as waiting,
       count(*) filter (where status in (3, 5))::int as ended, count(distinct type)::int as kinds,
       count(approver_name) filter (where status = 2)::int as decided,
       (select count(*)::int from card_log where type = 4) as cards,
       (select count(*)::int from bill_item where returned_qty > 0 and returned_qty < qty) as parts from refund`,
  )
  const [made] = rows
  if (!made) throw new Error('nothing was counted')
  expect(made.refunds / SIZE.refunds).toBeGreaterThan(0.97)
  expect(made.refunds).toBeLessThanOrEqual(SIZE.refunds + 1)
  expect(made.paid / made.refunds).toBeGreaterThan(0.8)
  expect(made.kinds).toBe(4)
  for (const some of ['waiting', 'ended', 'cards', 'parts', 'decided'] as const)
    expect(made[some], some).toBeGreaterThan(0)
})

test('agreements on instalments have their number: paid in part and whole, late, and agreed anew', async () => {
  const { rows } = await one.query<Record<'bills' | 'replaced' | 'whole' | 'part' | 'late', number>>(
    `select count(distinct bill_id)::int as bills, count(*) filter (where replaces_id is not null)::int as replaced,
       count(*) filter (where paid_amount = total_amount)::int as whole,
       count(*) filter (where paid_amount > 0 and paid_amount < total_amount)::int as part,
       count(*) filter (where status = 1 and paid_amount < (select sum(d.amount) from instalment_period d
         where d.tenant_id = q.tenant_id and d.plan_id = q.id and d.due_date < $1::date))::int as late
     from instalment_plan q`,
    [formatDate(NOW)],
  )
  const [made] = rows
  if (!made) throw new Error('nothing was counted')
  expect(made.bills / SIZE.plans).toBeGreaterThan(0.95)
  for (const some of ['replaced', 'whole', 'part', 'late'] as const) expect(made[some], some).toBeGreaterThan(0)
})

test('every clinic has closed every month that is over, and each begins with what the one before ended with', async () => {
  const { rows } = await one.query<{ months: number; apart: number; noted: number }>(
    `select count(*)::int as months, (select count(*)::int from audit where entity = 'month_close') as noted,
       count(*) filter (where book -> 'opening' <> former -> 'closing')::int as apart
     from (select m.*, lag(book) over (partition by clinic_id order by month) as former from month_close m) m`,
  )
  expect(rows[0]).toEqual({ months: SIZE.clinics * 6, noted: SIZE.clinics * 6, apart: 0 })
})

test('every clinic has its share of cards, refunds and agreements', async () => {
  const { rows } = await one.query<Record<'cards' | 'refunds' | 'plans', number>>(
    `select (select count(*)::int from member_card m where m.open_clinic_id = c.id) as cards,
       (select count(*)::int from refund r where r.clinic_id = c.id) as refunds,
       (select count(distinct q.bill_id)::int from instalment_plan q where q.clinic_id = c.id) as plans from clinic c`,
  )
  for (const [of, all] of Object.entries({ cards: SIZE.cards, refunds: SIZE.refunds, plans: SIZE.plans }))
    for (const row of rows) expect(row[of as keyof typeof row] / (all / SIZE.clinics), of).toBeGreaterThan(0.85)
})

test('keys, exclusions and indexes stand as before', async () => {
  expect(await shape(one)).toEqual(before)
})

test('nobody is in two places at once, and nothing happens before the file was opened', async () => {
  const twice = await one.query(
    `select a.id from appointment a join appointment b on b.patient_id = a.patient_id and b.id > a.id and b.during && a.during
     where a.status between 0 and 5 and b.status between 0 and 5`,
  )
  expect(twice.rows).toEqual([])
  const early = await one.query(
    `select a.id from appointment a join patient p on p.id = a.patient_id
     where a.created_at < p.created_at or a.starts_at <= a.created_at or a.created_at > $1`,
    [NOW],
  )
  expect(early.rows).toEqual([])
})

test('the same size and moment give the same rows', { timeout: 300_000 }, async () => {
  two = await made()
  await seed(two)
  // The hash of the password is salted, nothing else is left to chance.
  expect(await content(two)).toEqual(await content(one))
})

test('a database that has companies is left alone', async () => {
  expect(await seed(one)).toBeNull()
})
