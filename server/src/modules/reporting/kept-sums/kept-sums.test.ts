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
/** Whether any answer changes when what is kept says something else. */
const readsKept = async (ask: Ask) => {
  const honest = await head.call(report.run, ask)
  await copy.superuser.query(
    `update kept_sum set sums = (select jsonb_agg(jsonb_set(x, '{sums}', (select jsonb_object_agg(key, '12345.00') from jsonb_each(x -> 'sums'))))
       from jsonb_array_elements(sums) x) where sums <> '[]' and tenant_id = $1`,
    [copy.chain],
  )
  const lying = await head.call(report.run, ask)
  await copy.superuser.query('delete from kept_sum where tenant_id = $1', [copy.chain])
  await keep()
  return JSON.stringify(honest.total) !== JSON.stringify(lying.total)
}

describe('sums that are kept of closed months', () => {
  let rows: Awaited<ReturnType<typeof answersTo>>
  let one: string[]
  let ofOne: Awaited<ReturnType<typeof answersTo>>
  beforeAll(async () => {
    const found = await copy.superuser.query<{ id: string }>(
      `select clinic_id as id from month_close where tenant_id = $1 and status = 1 order by month desc, clinic_id limit 1`,
      [copy.chain],
    )
    one = found.rows.map(({ id }) => id)
    // The demo closes its months as the product does.
    expect(await kept()).toBeGreaterThan(100)
    await copy.superuser.query('delete from kept_sum')
    rows = await answersTo(asks())
    ofOne = await answersTo(asks(one, PARTS))
    expect(await keep()).toBeGreaterThan(5)
  }, 300_000)

  it('say what the rows say, by every cut, over whole months and parts of months', { timeout: 300_000 }, async () => {
    expect(await answersTo(asks())).toEqual(rows)
    expect(await answersTo(asks(one, PARTS))).toEqual(ofOne)
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
    // Where a doctor works may change: by that nothing is kept.
    expect(await readsKept({ door: 'analysisData', by: 'dept', ...span } as Ask)).toBe(false)
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
    expect(await keep(), 'an open month is not kept').toBe(0)
    const some = asks().filter(({ door }) => door === 'incomeSummary')
    const again = await answersTo(some)
    for (const ask of some) expect(again[nameOf(ask)]).toEqual(rows[nameOf(ask)])
    await head.call(contract.monthClose.close, { month, requestId: uuidv7() })
    expect(await standing()).toBe(before)
  })
})
