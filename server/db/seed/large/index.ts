import { hash } from '@node-rs/argon2'
import pg from 'pg'
import type { FileStore } from '../../../src/platform/files/store.ts'
import { DEMO_PASSWORD, readReport, seconds, type DemoReport } from '../index.ts'
import { makeAddedWords, makeOrganisation, type Company } from '../organisation.ts'
import { PatientMaker } from '../story/patients.ts'
import { Random } from '../random.ts'
import { World } from '../world.ts'
import { columnKinds } from '../copy.ts'
import { writeRows } from '../write.ts'
import { largeChain } from './chain.ts'
import { Braces } from './braces.ts'
import { Gums } from './gums.ts'
import { Life, PLANNED, type LargeSize } from './life.ts'
import { Months } from './months.ts'
import { Pictures } from './pictures.ts'
import { beginAnew, partsOf, setAside } from '../set-aside.ts'
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
]

/**
 * A chain of 40 clinics, 200,000 patients, 2 million appointments, 500,000 records and a million pictures, or a part of it (0.01:
 * one clinic, 2,000 patients), with a bill for every visit unless that is not wanted.
 */
export const largeSize = (part = 1, money = true): LargeSize => ({
  clinics: Math.max(1, Math.round(40 * part)),
  patients: Math.round(200_000 * part),
  appointments: Math.round(2_000_000 * part),
  records: Math.round(500_000 * part),
  prescriptions: Math.round(100_000 * part),
  perioCharts: Math.round(20_000 * part),
  orthoCases: Math.round(5_000 * part),
  pictures: Math.round(1_000_000 * part),
  money,
  cards: Math.round(30_000 * part),
  refunds: Math.round(40_000 * part),
  plans: Math.round(5_000 * part),
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
  files,
  progress,
}: {
  ownerUrl: string
  now: Date
  /** Where the drawings of the pictures go. */
  files: FileStore
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

    const putBack = await setAside(client, MANY, { referring: true })
    const sink = new Sink(
      client,
      world,
      await columnKinds(client),
      await beginAnew(client, MANY),
      await partsOf(client, 'audit'),
    )
    const life = new Life(world, company, size, sink)
    await life.openFiles(new PatientMaker(world), (done) => say(`患者 ${done.toLocaleString('en-US')} 位`))
    await life.live((day) => say(`至 ${world.date(day)}：预约 ${life.appointments.toLocaleString('en-US')} 条`))
    say(
      `病历 ${life.charts.records.toLocaleString('en-US')} 份、处方 ${life.charts.prescriptions.toLocaleString('en-US')} 张`,
    )
    if (life.money)
      say(
        `账单 ${life.money.bills.toLocaleString('en-US')} 张、明细 ${life.money.lines.toLocaleString('en-US')} 行、会员卡 ${life.money.cards.sold.toLocaleString('en-US')} 张、变动 ${life.money.cards.movements.toLocaleString('en-US')} 次、退费 ${life.money.refunds.quota.done.toLocaleString('en-US')} 笔、分期 ${life.money.plans.quota.done.toLocaleString('en-US')} 份`,
      )
    await life.charts.settle(company.tenantId)
    await new Gums(life).examine(size.perioCharts)
    say(`牙周检查 ${size.perioCharts.toLocaleString('en-US')} 份`)
    const braces = new Braces(life)
    await braces.treat(size.orthoCases)
    say(`正畸病例 ${size.orthoCases.toLocaleString('en-US')} 例、复诊 ${braces.visits.toLocaleString('en-US')} 次`)
    await new Pictures(life, files).take(size.pictures)
    say(`影像 ${size.pictures.toLocaleString('en-US')} 张`)
    life.waiting()
    makeAddedWords(world, [company])
    const months = life.money && new Months(world, company, world.r.of('money', 'months'), life.numberOf, size.past)
    await life.sums()
    await sink.end()
    say(`共 ${sink.written.toLocaleString('en-US')} 行，正在建立索引与约束`)
    await putBack((table) => say(table))
    // Without statistics each patient's bills would be looked for among all.
    await client.query('analyze patient, registration, appointment, bill, bill_item, bill_payment')
    await client.query('select app.recount_patients()')
    if (months) {
      await client.query('analyze ledger_entry, ledger_posting')
      await months.close(client)
      say(`月结 ${months.count.toLocaleString('en-US')} 次`)
    }
    await client.query('commit')
    await client.query('vacuum analyze')
    progress(`大型演示数据完成（${seconds(started)}）`)
    return await readReport(client)
  } finally {
    await client.end()
  }
}
