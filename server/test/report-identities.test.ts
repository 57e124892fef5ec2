import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { report } from '@dentin/contract/report'
import { DEMO_WAIT_MS, demoCopy, productOver, type DemoCopy } from './demo-copy.ts'
import type { Client } from './harness.ts'
import { askedBy, daysOfMonth, lying, reportIdentities, type Asking } from './report-identities.ts'

let copy: DemoCopy
let product: Awaited<ReturnType<typeof productOver>>
let head: Client
let asking: Asking
beforeAll(async () => {
  copy = await demoCopy()
  product = await productOver(copy)
  head = await product.signIn('hq')
  asking = askedBy(head, product.application.http)
}, DEMO_WAIT_MS)
afterAll(async () => {
  await product.application.stop()
  await copy.drop()
})

/** A month of which everything is in the books. */
const MONTH = '2026-10'

/** For each identity a lie that breaks it. */
const lies: Readonly<Record<keyof typeof reportIdentities, (asking: Asking) => Asking>> = {
  'J7 takings are the same on every report that shows them, and by every way to pay': (honest) =>
    lying(honest, { door: 'homeCockpit', figure: 'C1' }),
  'J7 今日, 昨日, 本月 and 本年 of 总收入 are what the reports say of these days': (honest) => ({
    ...honest,
    earnings: async () => {
      const answer = await honest.earnings()
      return { ...answer, line: answer.line.map((each, n) => (n === 3 ? { ...each, value: '0.01' } : each)) }
    },
  }),
  'J10, J11 revenue and what was billed are the same by category, item, doctor, clinic and day': (honest) =>
    lying(honest, { door: 'productReport', figure: 'R1', by: 'item' }),
  'J17 the chain is the sum of its clinics': (honest) =>
    lying(honest, {
      door: 'membershipCardSurvey',
      figure: 'K5',
      in: 'foot',
      when: ({ clinicIds = [] }) => clinicIds.length > 0,
    }),
  'J18 a month is the sum of its days, asked day by day or together': (honest) =>
    lying(honest, {
      door: 'accountStatement',
      figure: 'B8',
      by: 'day',
      when: ({ to }) => to.endsWith('-15'),
      in: 'foot',
    }),
  'J18 what stands at the end of a month is what the next begins with, row by row': (honest) =>
    lying(honest, { door: 'patientBalanceRecord', figure: 'K3' }),
  'J20 a file says what the screen says': (honest) => ({
    ...honest,
    file: async (ask) => {
      const rows = await honest.file(ask)
      if (ask.door !== 'collectionBalanceSheet') return rows
      return rows?.map((row, n) => (n === 1 ? [...row.slice(0, -1), '0.01'] : row)) ?? null
    },
  }),
  'J25 first visits, further ones and those after a long time are all visits, by every cut': (honest) =>
    lying(honest, { door: 'analysisData', figure: 'V9', by: 'source' }),
}

describe('identities of the reports', () => {
  test('each has a lie that breaks it', () => {
    expect(Object.keys(lies).toSorted()).toEqual(Object.keys(reportIdentities).toSorted())
  })
  test.each(Object.keys(reportIdentities))('%s', { timeout: 120_000 }, async (name) => {
    expect(await reportIdentities[name]?.(asking, MONTH)).toEqual([])
    expect(await reportIdentities[name]?.(lies[name]?.(asking) ?? asking, MONTH)).not.toEqual([])
  })
})

const fen = (text: unknown) => Math.round(Number(text ?? 0) * 100)
interface Book {
  takings: string
  revenue: string
  added: string
  repaid: string
  returnedItems: string
  writtenOff: string
  recharged: string
  opening: { receivable: string; principal: string }
  closing: { receivable: string; principal: string }
  categories: { name: string; amount: string }[]
  methods: { name: string; amount: string }[]
}

/** J29 of the reports: figures of a closed month and the book that was kept of it, clinic by clinic. */
async function unlikeBooks(): Promise<string[]> {
  const { rows: books } = await copy.superuser.query<{ clinic_id: string; month: string; book: Book }>(
    `select m.clinic_id, to_char(m.month, 'YYYY-MM') as month, m.book from month_close m
     where m.status = 1 and m.month >= '2026-09-01' and m.tenant_id = $1 order by m.month, m.clinic_id`,
    [copy.chain],
  )
  expect(books.length).toBeGreaterThan(5)
  const found: string[] = []
  for (const month of new Set(books.map((row) => row.month))) {
    const ask = { ...daysOfMonth(month), by: 'clinic' } as const
    const business = await head.call(report.run, { door: 'analysisData', ...ask })
    const owed = await head.call(report.run, { door: 'collectionBalanceSheet', ...ask })
    const cards = await head.call(report.run, { door: 'patientBalanceRecord', ...ask })
    for (const { clinic_id: clinicId, book } of books.filter((row) => row.month === month)) {
      const of = (answer: typeof business, code: string) => {
        const n = answer.figures.findIndex((figure) => figure.code === code)
        return fen(answer.rows.find(({ key }) => key === clinicId)?.values[n])
      }
      const said: [what: string, shown: number, kept: number][] = [
        ['C1', of(business, 'C1'), fen(book.takings)],
        ['R1', of(business, 'R1'), fen(book.revenue)],
        ['A1', of(owed, 'A1'), fen(book.opening.receivable)],
        ['A2', of(owed, 'A2'), fen(book.added)],
        ['A3', of(owed, 'A3'), -fen(book.repaid)],
        ['A4', of(owed, 'A4'), fen(book.returnedItems)],
        ['A5', of(owed, 'A5'), fen(book.writtenOff)],
        ['A6', of(owed, 'A6'), fen(book.closing.receivable)],
        ['K3', of(cards, 'K3'), fen(book.opening.principal)],
        ['K5', of(cards, 'K5'), fen(book.recharged)],
        ['K16', of(cards, 'K16'), fen(book.closing.principal)],
      ]
      for (const [what, shown, kept] of said)
        if (shown !== kept) found.push(`${month} ${clinicId} ${what}: shown ${shown}, kept ${kept}`)
    }
  }
  return found
}

test(
  'J29: the reports of a closed month say what its book says, clinic by clinic; a book that was changed is seen',
  { timeout: 60_000 },
  async () => {
    expect(await unlikeBooks()).toEqual([])
    const change = (sign: '+' | '-') =>
      copy.superuser.query(
        `update month_close set book = jsonb_set(book, '{opening,receivable}', to_jsonb(((book -> 'opening' ->> 'receivable')::numeric ${sign} 0.01)::text))
       where id = (select id from month_close where month = '2026-09-01' and status = 1 and tenant_id = $1 order by id limit 1)`,
        [copy.chain],
      )
    await change('+')
    expect(await unlikeBooks()).toHaveLength(1)
    await change('-')
  },
)

/** J24 of the reports: what people are paid for a closed month, and the slips that were put down. */
async function unlikeSlips(): Promise<string[]> {
  const month = '2026-10'
  const found: string[] = []
  const { rows: slips } = await copy.superuser.query<{ employee_id: string; role: string; base: string; pay: string }>(
    `select s.employee_id, s.role, sum(s.base_amount)::text as base, sum(s.pay_amount)::text as pay from commission_slip s
     where s.status in (1, 2) and s.month = $1 and s.tenant_id = $2 group by 1, 2`,
    [`${month}-01`, copy.chain],
  )
  expect(slips.length).toBeGreaterThan(10)
  for (const role of ['doctor', 'nurse', 'consultant', 'desk'] as const) {
    const answer = await head.call(report.run, {
      door: 'employeeReport',
      ...daysOfMonth(month),
      by: role,
      figures: ['P1', 'P2'],
    })
    const kept = slips.filter((slip) => slip.role === role)
    for (const { employee_id: id, base, pay } of kept) {
      const row = answer.rows.find(({ key }) => key === id)
      for (const [n, value] of [base, pay].entries())
        if (fen(row?.values[n]) !== fen(value))
          found.push(`${role} ${id}: shown ${row?.values[n] ?? ''}, kept ${value}`)
    }
    const paid = answer.rows.filter(({ values }) => values.some((value) => fen(value) !== 0))
    if (paid.length > kept.length) found.push(`${role}: ${paid.length} are paid, ${kept.length} have a slip`)
  }
  return found
}

test('J24: what the report pays for a closed month is what its slips say, person by person; a line that was changed is seen', async () => {
  expect(await unlikeSlips()).toEqual([])
  const change = (sign: '+' | '-') =>
    copy.superuser.query(
      `update commission_line set pay_amount = pay_amount ${sign} 0.01 where id = (select n.id from commission_line n
         join commission_slip s on s.tenant_id = n.tenant_id and s.id = n.slip_id where s.tenant_id = $1 and s.month = '2026-10-01' and s.status in (1, 2)
         order by n.id limit 1)`,
      [copy.chain],
    )
  await change('+')
  expect(await unlikeSlips()).toHaveLength(1)
  await change('-')
})
