import { hash } from '@node-rs/argon2'
import { formatDate } from '@dentin/kit'
import pg from 'pg'
import { beginDemoClock } from '../../src/platform/demo-time.ts'
import type { FileStore } from '../../src/platform/files/store.ts'
import { tellDeskStory, type DeskPlace } from './desk/index.ts'
import { listeners } from './listeners/index.ts'
import { FIRST_DAY, makeOrganisation } from './organisation.ts'
import { Random } from './random.ts'
import { liveThrough } from './story/history.ts'
import { Story } from './story.ts'
import { World } from './world.ts'
import { setAside } from './set-aside.ts'
import { writeRows } from './write.ts'

/** The demo chain: what was made and how to sign in. */
export interface DemoAccount {
  loginName: string
  name: string
  post: string
  clinics: string
}
export interface DemoReport {
  password: string
  accounts: DemoAccount[]
}

export const DEMO_PASSWORD = 'Dentin#2026'
const SEED = 20261120
const DEMO_COMPANY = '牙本口腔'

/**
 * Makes the demo when the database has no company yet: a chain of three clinics and an independent one, with half a year
 * behind them and bookings for the coming two weeks. One transaction: a process that dies leaves nothing.
 * @param now the moment the demo is seen at; the past ends and today stands at this minute
 * @param realNow where the demo is to have a clock of its own: the world's time, from which it is behind
 * @param files where the pictures of the demo's papers go; without it only their rows are made
 * @param desk where the product's own calls go that tell the desks' story (`tellDeskStory`); left out: none is told. It comes after the
 *   transaction: a process that dies meanwhile leaves a demo whose desks have less behind them
 * @returns how to sign in, also when the demo was there already; null when the database holds other companies
 */
export async function seedDemo({
  ownerUrl,
  now,
  realNow,
  progress,
  files,
  desk,
}: {
  ownerUrl: string
  now: Date
  realNow?: Date
  progress: (line: string) => void
  files?: FileStore
  desk?: DeskPlace
}): Promise<DemoReport | null> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    // Two processes starting together make it once.
    await client.query('select pg_advisory_xact_lock(716290433)')
    const companies = (await client.query<{ name: string }>('select name from company')).rows
    if (companies.length > 0) {
      await client.query('rollback')
      return companies.some((company) => company.name === DEMO_COMPANY) ? await readReport(client) : null
    }
    const started = performance.now()
    progress('正在建立演示数据……')
    const story = await makeDemo(now)
    if (files) for (const { key, bytes, mediaType } of story.files) await files.put(key, bytes, mediaType)
    progress(`  演示数据已生成，正在写入（${seconds(started)}）`)
    // Of the smaller tables foreign keys are checked row by row; their plans are made once, not for each row.
    await client.query('set local plan_cache_mode = force_generic_plan')
    await client.query(`set local maintenance_work_mem = '256MB'`)
    const rows = story.world.take()
    const putBack = await setAside(client, tablesOfMany(rows))
    await writeRows(client, rows, progress)
    await putBack(() => {})
    // What is counted now is counted by plans that know how much there is.
    await client.query('analyze')
    await client.query('select app.recount_patients()')
    await client.query('select app.carry_cards()')
    await client.query('select app.carry_prepays()')
    await client.query('select app.carry_bills($1)', [formatDate(now)])
    await client.query('select app.carry_units()')
    // What was taken cost what its way costs; the story changes no way.
    await client.query(`update bill_payment p set fee_rate = m.fee_rate, counts_performance = m.count_performance
      from pay_method m where m.tenant_id = p.tenant_id and m.id = p.pay_method_id and (m.fee_rate > 0 or not m.count_performance)`)
    await client.query(DONE_AT_CHARGE)
    // The ledger came into being just now: without its counts every charge would go over the whole of it.
    await client.query(
      'analyze ledger_entry, ledger_posting, cash_shift, bill, bill_item, bill_payment, member_card, card_log',
    )
    if (realNow) await beginDemoClock(client, now, realNow)
    await client.query('commit')
    if (desk) {
      progress(`  收银台的退费、分期、交班与月结（${seconds(started)}）`)
      const { refused } = await tellDeskStory({ ownerUrl, now, ...desk })
      for (const each of refused) progress(`  没有做成：${each}`)
    }
    progress(`演示数据完成（${seconds(started)}）`)
    return await readReport(client)
  } finally {
    await client.end()
  }
}

/**
 * What the price list does at the charge is done, by the doctor of the line with the nurse of the visit, as the product notes it:
 * one row for each line, under its id.
 */
const DONE_AT_CHARGE = `with done as (
    insert into bill_item_execution (tenant_id, id, clinic_id, bill_id, bill_item_id, qty, doctor_id, assistant_id, done_on, by_charge,
      operator_id, operator_name, noted_at)
    select i.tenant_id, i.id, i.clinic_id, i.bill_id, i.id, i.qty - i.returned_qty, coalesce(i.doctor_id, b.doctor_id), a.nurse_id,
      coalesce(b.belong_date, (b.pay_time at time zone 'Asia/Shanghai')::date), true, b.cashier_id, coalesce(e.name, ''), b.pay_time
    from bill_item i join bill b on b.tenant_id = i.tenant_id and b.id = i.bill_id and b.status in (2, 3, 4, 5) and b.pay_time is not null
    join tariff t on t.tenant_id = i.tenant_id and t.id = i.tariff_id and t.execute_rule = 1
    left join registration r on r.tenant_id = b.tenant_id and r.id = b.registration_id
    left join appointment a on a.tenant_id = r.tenant_id and a.id = r.appointment_id
    left join employee e on e.tenant_id = b.tenant_id and e.id = b.cashier_id
    where i.qty > i.returned_qty and i.executed_qty = 0
    returning tenant_id, bill_item_id, qty)
  update bill_item i set executed_qty = d.qty from done d where i.tenant_id = d.tenant_id and i.id = d.bill_item_id`

/** Of tables with so many rows, keys and indexes are built over all rows at once. */
const MANY = 2_000
const tablesOfMany = (rowsOf: ReadonlyMap<string, readonly unknown[]>): string[] =>
  [...rowsOf].filter(([, rows]) => rows.length > MANY).map(([table]) => table)

/** Everything that the demo holds, in memory. */
async function makeDemo(now: Date): Promise<Story> {
  const world = new World(now, new Random(SEED))
  const passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const companies = makeOrganisation(world, passwordHash)
  const story = new Story(world, companies, passwordHash, FIRST_DAY, listeners)
  await liveThrough(story)
  await story.close('presentReached')
  await story.close('addedSince')
  return story
}

export const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} 秒`

/** The accounts of the demo: of each post those with the fewest to remember. */
export async function readReport(client: pg.Client): Promise<DemoReport> {
  const { rows } = await client.query<DemoAccount>(
    `select a.login_name as "loginName", e.name, p.name as post, string_agg(c.name, '、' order by c.sort_no) as clinics
     from employee_post ep
     join employee e on e.tenant_id = ep.tenant_id and e.id = ep.employee_id
     join account a on a.id = e.account_id
     join post p on p.tenant_id = ep.tenant_id and p.id = ep.post_id
     join clinic c on c.tenant_id = ep.tenant_id and c.id = ep.clinic_id
     join company o on o.tenant_id = ep.tenant_id
     where a.login_name = any($1)
     group by a.login_name, e.name, p.name, p.sort_no, o.is_chain
     order by o.is_chain desc, p.sort_no, a.login_name`,
    [
      [
        'admin',
        'director',
        'xumingzhe',
        'guqingyan',
        'nurse',
        'reception',
        'consultant',
        'service',
        'storekeeper',
        'finance',
        'hq',
        'qh_admin',
        'gechunshan',
        'qh_reception',
      ],
    ],
  )
  return { password: DEMO_PASSWORD, accounts: rows }
}
