import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { DEMO_PASSWORD, readReport, seconds, type DemoReport } from '../index.ts'
import { makeAddedWords, makeOrganisation, type Company } from '../organisation.ts'
import { PatientMaker } from '../story/patients.ts'
import { Random } from '../random.ts'
import { World } from '../world.ts'
import { writeRows } from '../write.ts'
import { largeChain } from './chain.ts'
import { Life, PLANNED, type LargeSize } from './life.ts'
import { setAside } from '../set-aside.ts'
import { Sink } from './sink.ts'

export type { LargeSize } from './life.ts'

const SEED = 20261121
/** What comes in millions. */
const MANY = [
  'patient',
  'appointment',
  'registration',
  'treatment',
  'audit',
  'status_log',
  'patient_stat',
  'document_counter',
  'medical_record',
  'medical_record_version',
  'tooth_condition',
  'prescription',
]

/** A chain of 40 clinics, 200,000 patients, 2 million appointments and 500,000 records, or a part of it (0.01: one clinic, 2,000 patients). */
export const largeSize = (part = 1): LargeSize => ({
  clinics: Math.max(1, Math.round(40 * part)),
  patients: Math.round(200_000 * part),
  appointments: Math.round(2_000_000 * part),
  records: Math.round(500_000 * part),
  prescriptions: Math.round(100_000 * part),
  past: 1095,
  ahead: 21,
})

/**
 * Makes a large chain in an empty database: files, appointments of three years and the visits they led to. One
 * transaction; rows are written while they are made, so that memory does not grow with their number. The same size and
 * moment give the same rows.
 * @returns how to sign in; null when the database holds companies already
 */
export async function seedLarge({
  ownerUrl,
  now,
  size,
  progress,
}: {
  ownerUrl: string
  now: Date
  size: LargeSize
  progress: (line: string) => void
}): Promise<DemoReport | null> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const started = performance.now()
  const say = (line: string) => progress(`  ${line}（${seconds(started)}）`)
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(716290433)')
    if ((await client.query('select 1 from company limit 1')).rowCount) {
      await client.query('rollback')
      return null
    }
    progress('正在建立大型连锁的演示数据……')
    await client.query(`set local maintenance_work_mem = '512MB'`)
    await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query(
      `select app.ensure_month_partition('audit', (date_trunc('month', $1::timestamptz) - make_interval(months => m))::date)
       from generate_series(0, $2::int) m`,
      [now, Math.ceil(size.past / 28)],
    )
    const world = new World(now, new Random(SEED))
    const passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    const plan = largeChain(new Random(SEED), size.clinics)
    const company = makeOrganisation(world, passwordHash, [plan], PLANNED)[0] as Company
    // Their papers are not part of this: nobody is certified yet.
    for (const account of world.rows('account')) account.user_auth = 0
    await writeRows(client, world.take())
    say(`${size.clinics} 家门诊、${company.clinics.flatMap((clinic) => clinic.doctors).length} 位医生`)

    const putBack = await setAside(client, MANY)
    const sink = new Sink(client, world)
    const life = new Life(world, company, size, sink)
    await life.openFiles(new PatientMaker(world), (done) => say(`患者 ${done.toLocaleString('en-US')} 位`))
    await life.live((day) => say(`至 ${world.date(day)}：预约 ${life.appointments.toLocaleString('en-US')} 条`))
    say(
      `病历 ${life.charts.records.toLocaleString('en-US')} 份、处方 ${life.charts.prescriptions.toLocaleString('en-US')} 张`,
    )
    await life.charts.settle(company.tenantId)
    life.waiting()
    makeAddedWords(world, [company])
    await life.sums()
    await sink.end()
    say(`共 ${sink.written.toLocaleString('en-US')} 行，正在建立索引与约束`)
    await putBack((table) => say(table))
    await client.query('select app.recount_patients()')
    await client.query('commit')
    await client.query('vacuum analyze')
    progress(`大型演示数据完成（${seconds(started)}）`)
    return await readReport(client)
  } finally {
    await client.end()
  }
}
