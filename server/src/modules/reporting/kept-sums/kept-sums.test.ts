import { report, type Cut, type ReportDoor } from '@dentin/contract/report'
import { contract, type WireInput, type WireOutput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_WAIT_MS, demoCopy, productOver, type DemoCopy } from '../../../../test/demo-copy.ts'
import type { Client } from '../../../../test/harness.ts'
import { keepMissing } from './jobs.ts'

type Ask = WireInput<typeof report.run>
type Answer = WireOutput<typeof report.run>

let copy: DemoCopy
let product: Awaited<ReturnType<typeof productOver>>
let head: Client
beforeAll(async () => {
  copy = await demoCopy()
  product = await productOver(copy)
  head = await product.signIn('hq')
}, DEMO_WAIT_MS)
afterAll(async () => {
  await product.application.stop()
  await copy.drop()
})

/** A whole month, and a span that begins and ends within one. */
const SPANS = [
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-08-20', to: '2026-11-20' },
]
/** Of one clinic the span that has whole months and parts of them. */
const PARTS = SPANS.slice(1)
const CUTS: Readonly<Partial<Record<ReportDoor, readonly Cut[]>>> = {
  analysisData: ['day', 'week', 'month', 'quarter', 'year', 'clinic', 'doctor', 'dept', 'source', 'category', 'method'],
  productReport: ['category', 'item'],
  incomeSummary: ['topCategory', 'doctor', 'clinic', 'day', 'month'],
  accountStatement: ['day', 'clinic', 'shift'],
  collectionBalanceSheet: ['clinic', 'doctor'],
  patientBalanceRecord: ['clinic'],
  homeCockpit: ['clinic', 'day', 'month', 'topCategory', 'doctor', 'source'],
  employeeReport: ['doctor', 'consultant', 'month'],
}
const asks = (clinicIds?: string[], spans = SPANS): Ask[] =>
  spans.flatMap((span) =>
    Object.entries(CUTS).flatMap(([door, cuts]) =>
      cuts.map((by): Ask => ({
        door: door as ReportDoor,
        by,
        ...span,
        ...(door === 'collectionBalanceSheet' || door === 'patientBalanceRecord' ? {} : { compare: 'previous' }),
        ...(clinicIds ? { clinicIds } : {}),
      })),
    ),
  )
const nameOf = ({ door, by, from, to }: Ask) => `${door} by ${by} ${from}–${to}`
const answersTo = async (all: readonly Ask[]) => {
  const found: Record<string, Pick<Answer, 'rows' | 'total' | 'count'>> = {}
  for (const ask of all) {
    const { rows, total, count } = await head.call(report.run, ask)
    found[nameOf(ask)] = { rows, total, count }
  }
  return found
}
const keep = () => keepMissing(product.application.services.database, copy.chain)
const kept = async () =>
  (
    await copy.superuser.query<{ n: number }>('select count(*)::int as n from kept_sum where tenant_id = $1', [
      copy.chain,
    ])
  ).rows[0]?.n ?? 0
type Kept = Record<string, Record<string, string>>
const pick = (values: Record<string, string>, keys: readonly string[]) =>
  Object.fromEntries(keys.flatMap((key) => (values[key] === undefined ? [] : [[key, values[key]]])))
/** What is kept of closed months: by clinic, month, source and cut the figures of each key. */
const monthsKept = async () => {
  const { rows } = await copy.superuser.query<{
    name: string
    sums: { key?: string; group: string; sums: Record<string, string> }[]
  }>(
    `select concat_ws(' ', clinic_id, month, source, cut) as name, sums from kept_sum
     where tenant_id = $1 and until is null and source <> 'owedBills'`,
    [copy.chain],
  )
  return new Map(
    rows.map(({ name, sums }): [string, Kept] => [
      name,
      Object.fromEntries(sums.map(({ key = '', group, sums: values }) => [`${key} ${group}`, values])),
    ]),
  )
}
/** What the report of October says of clinics, what its rows come to, and what the drill says that was kept instead. */
const octoberOf = async (clinicIds: string[], figure: string) => {
  const ask = { door: 'analysisData', by: 'clinic', from: '2026-10-01', to: '2026-10-31', clinicIds } as Ask
  const { figures: heads, total } = await head.call(report.run, ask)
  const drill = await head.call(report.drill, { ...ask, figure })
  return {
    cell: total.values[heads.findIndex(({ code }) => code === figure)] ?? null,
    drill: drill.sum,
    kept: drill.kept,
  }
}
/** Whether any answer changes when what is kept says something else. */
const readsKept = async (ask: Ask) => {
  const honest = await head.call(report.run, ask)
  await copy.superuser.query('create temporary table honest as select * from kept_sum')
  await copy.superuser.query(
    `update kept_sum set sums = (select jsonb_agg(jsonb_set(x, '{sums}', (select jsonb_object_agg(key, '12345.00') from jsonb_each(x -> 'sums'))))
       from jsonb_array_elements(sums) x) where sums <> '[]' and tenant_id = $1`,
    [copy.chain],
  )
  const lying = await head.call(report.run, ask)
  await copy.superuser.query('delete from kept_sum')
  await copy.superuser.query('insert into kept_sum select * from honest')
  await copy.superuser.query('drop table honest')
  return JSON.stringify(honest.total) !== JSON.stringify(lying.total)
}

describe('sums that are kept of closed months', () => {
  let rows: Awaited<ReturnType<typeof answersTo>>
  let one: string[]
  let ofOne: Awaited<ReturnType<typeof answersTo>>
  let byClosing: Awaited<ReturnType<typeof monthsKept>>
  beforeAll(async () => {
    const found = await copy.superuser.query<{ id: string }>(
      `select clinic_id as id from month_close where tenant_id = $1 and status = 1 order by month desc, clinic_id limit 1`,
      [copy.chain],
    )
    one = found.rows.map(({ id }) => id)
    // The demo closes its months as the product does.
    expect(await kept()).toBeGreaterThan(100)
    byClosing = await monthsKept()
    await copy.superuser.query('delete from kept_sum')
    rows = await answersTo(asks())
    ofOne = await answersTo(asks(one, PARTS))
    expect(await keep()).toBeGreaterThan(5)
  }, 300_000)

  it('say what the rows say, by every cut, over whole months and parts of months', { timeout: 300_000 }, async () => {
    expect(await answersTo(asks())).toEqual(rows)
    expect(await answersTo(asks(one, PARTS))).toEqual(ofOne)
  })

  it('are the same whether a closing keeps them, in a call of one clinic, or the job of the whole company', async () => {
    const byJob = await monthsKept()
    expect(byClosing.size).toBeGreaterThan(100)
    for (const [name, sums] of byClosing) {
      const now = byJob.get(name)
      // What has settled since the closing stands beside it.
      const common = Object.fromEntries(
        Object.entries(sums).map(([at, values]) => [at, pick(now?.[at] ?? {}, Object.keys(values))]),
      )
      expect(common, name).toEqual(sums)
    }
  })

  it('are what reports of closed months read', { timeout: 300_000 }, async () => {
    const [span] = SPANS
    for (const [door, by] of [
      ['analysisData', 'clinic'],
      ['analysisData', 'month'],
      ['incomeSummary', 'topCategory'],
      ['productReport', 'category'],
      ['homeCockpit', 'doctor'],
      ['accountStatement', 'day'],
    ] as const)
      expect(await readsKept({ door, by, ...span } as Ask), `${door} by ${by}`).toBe(true)
    // Where a doctor works may change: by that no money is kept, and visits are as they stood.
    const byDept = (figure: string) => ({ door: 'analysisData', by: 'dept', figures: [figure], ...span }) as Ask
    expect(await readsKept(byDept('C1'))).toBe(false)
    for (const figure of ['V1', 'V7', 'V14', 'V13']) expect(await readsKept(byDept(figure)), figure).toBe(true)
  })

  it('are kept once, and again where the figures are declared otherwise', async () => {
    expect(await keep()).toBe(0)
    const { rowCount } = await copy.superuser.query(
      `update kept_sum set made_of = 'of before', sums = '[{"key": "", "group": "", "sums": {"C1": "1.00"}}]'
       where source = 'takings' and tenant_id = $1 and month = '2026-10-01'`,
      [copy.chain],
    )
    expect(rowCount).toBeGreaterThan(0)
    const [ask] = asks() as [Ask]
    expect(await answersTo([ask])).toEqual({ [nameOf(ask)]: rows[nameOf(ask)] })
    expect(await keep()).toBeGreaterThan(0)
    expect(await keep()).toBe(0)
  })

  it('hold the days of an open month that are over, of what can not change', { timeout: 300_000 }, async () => {
    const open = await copy.superuser.query<{ source: string; until: string }>(
      `select distinct source, until::text from kept_sum where tenant_id = $1 and month = '2026-11-01' order by 1`,
      [copy.chain],
    )
    expect(open.rows.map(({ source }) => source)).toEqual(['claims', 'lines', 'owed', 'settled', 'stored', 'takings'])
    expect(new Set(open.rows.map(({ until }) => until))).toEqual(new Set(['2026-11-19']))
    const span = { from: '2026-11-01', to: '2026-11-20' }
    for (const ask of [
      { door: 'incomeSummary', by: 'topCategory', ...span },
      // Of a part of them the days.
      { door: 'incomeSummary', by: 'clinic', ...span, to: '2026-11-12' },
    ] as Ask[])
      expect(await readsKept(ask), nameOf(ask)).toBe(true)
    expect(
      await readsKept({ door: 'incomeSummary', by: 'topCategory', ...span, to: '2026-11-12' } as Ask),
      'half of it',
    ).toBe(false)
  })

  it(
    'hold what bills owed when a month ended, from which later days are worked out',
    { timeout: 300_000 },
    async () => {
      for (const to of ['2026-10-31', '2026-11-05'])
        expect(await readsKept({ door: 'collectionBalanceSheet', by: 'doctor', from: to, to } as Ask), to).toBe(true)
    },
  )

  it('hold the figures of visits that have settled: deals and what newcomers brought wait for their days', async () => {
    const { rows: found } = await copy.superuser.query<{ month: string; made: string }>(
      `select to_char(month, 'YYYY-MM') as month, min(made_of) as made from kept_sum
       where tenant_id = $1 and source = 'registrations' group by 1 order by 1`,
      [copy.chain],
    )
    const settled = Object.fromEntries(found.map(({ month, made }) => [month, made.split(',')]))
    expect(Object.keys(settled)).toContain('2026-10')
    for (const codes of Object.values(settled))
      expect(codes).toEqual(expect.arrayContaining(['V7', 'V12', 'V15', 'S1']))
    // The present is 2026-11-20: thirty days after October, ninety after August and September are not over.
    const has = (code: string) => Object.keys(settled).filter((month) => settled[month]?.includes(code))
    expect(has('D1').at(-1)).toBe('2026-09')
    expect(has('Q4').at(-1)).toBe('2026-07')
    expect(has('N7a')).toEqual([])
  })

  it('count visits of a closed month as they stood when it was closed, and the drill says what has changed', async () => {
    const told = () => octoberOf(one, 'V7')
    const before = await told()
    expect(before).toEqual({ cell: before.drill, drill: before.drill, kept: null })
    const { rows: visits } = await copy.superuser.query<{ id: string; status: number }>(
      `select id, status from registration where clinic_id = $1 and reg_date = '2026-10-14' and status not in (7, 8) order by id limit 1`,
      one,
    )
    const [visit] = visits as [{ id: string; status: number }]
    await copy.superuser.query('update registration set status = 7 where id = $1', [visit.id])
    try {
      expect(await told()).toEqual({ cell: before.cell, drill: String(Number(before.drill) - 1), kept: before.cell })
      // What newly settles comes beside it, and leaves it as it stood.
      await copy.superuser.query(
        `update kept_sum set made_of = replace(made_of, ',V8,', ',') where source = 'registrations' and clinic_id = $1 and month = '2026-10-01'`,
        one,
      )
      expect(await keep()).toBe(1)
      expect((await told()).cell).toBe(before.cell)
    } finally {
      await copy.superuser.query('update registration set status = $2 where id = $1', [visit.id, visit.status])
    }
    expect(await told()).toEqual(before)
  })

  it('are gone with the closing, and kept anew by the next one', { timeout: 300_000 }, async () => {
    const closings = await copy.superuser.query<{ clinic_id: string; month: string }>(
      `select clinic_id, to_char(month, 'YYYY-MM') as month from month_close m where tenant_id = $1 and status = 1
         and not exists (select 1 from month_close l where l.tenant_id = m.tenant_id and l.clinic_id = m.clinic_id and l.status = 1 and l.month > m.month)
         and clinic_id = $2`,
      [copy.chain, head.clinicId],
    )
    const month = closings.rows[0]?.month as string
    const standing = async () =>
      (
        await copy.superuser.query<{ n: number }>(
          'select count(*)::int as n from kept_sum where clinic_id = $1 and month = $2',
          [head.clinicId, `${month}-01`],
        )
      ).rows[0]?.n
    const before = await standing()
    expect(before).toBeGreaterThan(0)

    await head.call(contract.monthClose.reopen, { month, reason: '补一笔', requestId: uuidv7() })
    expect(await standing()).toBe(0)
    const some = asks().filter(({ door }) => door === 'incomeSummary')
    const again = await answersTo(some)
    for (const ask of some) expect(again[nameOf(ask)]).toEqual(rows[nameOf(ask)])
    expect(await keep(), 'its days, which are over').toBe(1)
    expect(await standing()).toBeGreaterThan(0)
    expect(await standing()).toBeLessThan(before as number)
    // Whoever came to another clinic before is no newcomer here, though the month is closed by one of this clinic.
    const newcomers = await octoberOf([head.clinicId as string], 'V15')
    const { rows: moved } = await copy.superuser.query<{ id: string; patient: string }>(
      `update registration x set patient_id = n.patient_id from (
         select r.patient_id, r.tenant_id from registration r join patient_stat st on st.tenant_id = r.tenant_id and st.patient_id = r.patient_id
           where r.clinic_id = $1 and r.reg_date between '2026-10-01' and '2026-10-31' and r.status not in (7, 8) and st.first_visit_at >= r.reg_date
             and not exists (select 1 from registration v where v.patient_id = r.patient_id and v.reg_time < r.reg_time) order by r.id limit 1) n,
         (select v.id, v.patient_id as was from registration v where v.tenant_id = $2 and v.clinic_id <> $1 and v.reg_date = '2026-09-15'
           and v.status not in (7, 8) order by v.id limit 1) o
       where x.id = o.id returning x.id, o.was as patient`,
      [head.clinicId, copy.chain],
    )
    const [visit] = moved as [{ id: string; patient: string }]
    await head.call(contract.monthClose.close, { month, requestId: uuidv7() })
    expect(await standing()).toBe(before)
    const fewer = String(Number(newcomers.cell) - 1)
    expect(await octoberOf([head.clinicId as string], 'V15')).toEqual({ cell: fewer, drill: fewer, kept: null })
    await copy.superuser.query('update registration set patient_id = $2 where id = $1', [visit.id, visit.patient])
  })
})
