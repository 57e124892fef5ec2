import { contract } from '@dentin/contract'
import { addDays, parseDateTime, uuidv7, type LocalDate } from '@dentin/kit'
import { rm } from 'node:fs/promises'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFixture } from './fixture.ts'
import { fixture, Refused, testApp, type Client } from './harness.ts'
import { brokenBooks, brokenInvariants } from './invariants.ts'
import { ownDatabase, signIn as signInThere, startServer, type Person } from './process.ts'

// RACE_TIMES repeats each race that often, RACE_CHARGES is how many charges come to one card (from 1,000 on the server as it is built is
// asked too, and how long it may take is a rule), RACE_FIGURES says how long they took.
const TIMES = Number(process.env.RACE_TIMES ?? 6)
const CHARGES = Number(process.env.RACE_CHARGES ?? 300)
const AT_ONCE = 32
/** 99 of 100 charges of one card by 32 cashiers at once are answered within, in ms. */
const P99_MS = 500

const { billing, memberCard, monthClose, refund, shift } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const methods = fixture.payMethods.a
const app = await testApp({ at: '2026-11-20 09:00:00', pool: 40 })
let desk: Client
let director: Client
let finance: Client
let admin: Client
async function signIn(): Promise<void> {
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
}
beforeAll(signIn)

interface Paper {
  id: string
  version: number
}
const inCash = (amount: string) => [{ payMethodId: methods.cash as string, amount }]
const opened = (price: string, patientId = p2): Promise<Paper> =>
  director.call(billing.open, {
    patientId,
    items: [{ tariffId: fixture.tariffs.a.check, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
/** A bill of which some was paid in cash; the rest is owed. */
async function charged(price: string, paid = price): Promise<Paper> {
  const { id, version } = await opened(price)
  const owing = { leaveArrears: true, arrearsReason: '下次付' }
  return director.call(billing.charge, {
    id,
    version,
    payments: inCash(paid),
    ...(paid === price ? {} : owing),
    requestId: uuidv7(),
  })
}
type Rows = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
/** Rows of the server that runs in this process. */
const here: Rows = (text, values) => app.sql(text, values)
/** Many bills like one that was opened at the desk, without the way there for each. */
async function copiesOf({ id }: Paper, count: number, sql: Rows = here): Promise<string[]> {
  const made = await sql<{ id: string }>(
    `insert into bill select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'bill_no', b.bill_no || '-' || n))).*
     from bill b, generate_series(1, $2) n where b.id = $1 returning id`,
    [id, count],
  )
  const ids = made.map((row) => row.id)
  await sql(
    `insert into bill_item select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'bill_id', c.id))).*
     from bill_item i, unnest($2::uuid[]) c(id) where i.bill_id = $1`,
    [id, ids],
  )
  return ids
}
/** A card that was sold with so much, without bonus. */
async function cardWith(amount: string): Promise<Paper> {
  const { id: typeId } = await director.call(memberCard.saveType, {
    name: `金卡${uuidv7().slice(-12)}`,
    kind: 1,
    salePrice: '0.00',
    validType: 1,
    useOrder: 3,
    steps: [],
    requestId: uuidv7(),
  })
  return desk.call(memberCard.openCard, { patientId: p1, typeId, amount, ways: inCash(amount), requestId: uuidv7() })
}
const held = async ({ id }: Paper) =>
  (
    await app.sql<{ principal: string }>('select principal_amount::text as principal from member_card where id = $1', [
      id,
    ])
  )[0]?.principal
type Sql = (text: string, values?: unknown[]) => Promise<unknown>
/** So many cashiers, each a person with a till of their own. @param signIn opens a session, which is then one of theirs */
async function cashiers<Person>(count: number, sql: Sql, signIn: () => Promise<Person>): Promise<Person[]> {
  const team: Person[] = []
  const like = fixture.employees.a1.director
  for (let n = 0; n < count; n += 1) {
    const id = uuidv7()
    await sql(
      `insert into employee select (jsonb_populate_record(e, jsonb_build_object('id', $2::text, 'account_id', null, 'name', '收银' || $3::text,
         'job_number', 'R' || $3::text))).* from employee e where e.id = $1`,
      [like, id, n],
    )
    await sql(
      `insert into employee_clinic select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'employee_id', $2::text))).*
       from employee_clinic c where c.employee_id = $1`,
      [like, id],
    )
    await sql(
      `insert into employee_post select (jsonb_populate_record(c, jsonb_build_object('employee_id', $2::text))).*
       from employee_post c where c.employee_id = $1`,
      [like, id],
    )
    const person = await signIn()
    await sql(
      `update session set employee_id = $1 where id = (select id from session order by created_at desc, id desc limit 1)`,
      [id],
    )
    team.push(person)
  }
  return team
}

/** What became of some requests that are made so many at once; what is no answer of the server's is thrown. */
async function crowd(works: readonly (() => Promise<unknown>)[], atOnce: number) {
  const times: number[] = []
  const refused: Refused[] = []
  const left = works[Symbol.iterator]()
  const worker = async () => {
    for (const work of left) {
      const from = performance.now()
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refused.push(error)
      }
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  times.sort((a, b) => a - b)
  return { done: works.length - refused.length, refused, p99: times[Math.ceil(times.length * 0.99) - 1] as number }
}

/** Every identity holds; rows that were copied without their audit say nothing about the product. */
async function sound(): Promise<void> {
  const broken = await brokenInvariants(app.owner)
  expect(broken.filter(({ name }) => !name.startsWith('I10'))).toEqual([])
}

describe('one card, many desks', () => {
  it(`${CHARGES} charges of 7.00 on a card of 1,000.00: 142 go through, 6.00 are left, and all others hear how much it holds`, async () => {
    const card = await cardWith('1000.00')
    const ids = await copiesOf(await opened('7.00', p1), CHARGES)
    const team = await cashiers(AT_ONCE, here, () => app.as('director'))
    const from = performance.now()
    const { done, refused, p99 } = await crowd(
      ids.map(
        (id, n) => () =>
          (team[n % AT_ONCE] as Client).call(billing.charge, {
            id,
            version: 1,
            payments: [{ payMethodId: methods.card_principal as string, amount: '7.00', cardId: card.id }],
            requestId: uuidv7(),
          }),
      ),
      AT_ONCE,
    )
    if (process.env.RACE_FIGURES)
      console.log(
        `${CHARGES} charges, ${AT_ONCE} at once: ${Math.round(performance.now() - from)} ms, p99 ${Math.round(p99)} ms`,
      )
    expect(new Set(refused.map(({ message }) => message))).toEqual(new Set(['余额不足，最多可付 6.00 元']))
    expect(done).toBe(142)
    expect(await held(card)).toBe('6.00')
    await sound()
  }, 60_000)

  it.runIf(CHARGES >= 1000)(
    `the server as it is built answers 99 of 100 of them within ${P99_MS} ms, ${AT_ONCE} cashiers at once`,
    async () => {
      const { dataDir, postgres, environment } = await ownDatabase('crowd')
      const owner = new pg.Client({ connectionString: environment.DATABASE_OWNER_URL })
      await owner.connect()
      const sql: Rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
        (await owner.query<Row>(text, values)).rows
      await makeFixture(owner)
      const { DATABASE_POOL: _small, ...usual } = environment
      const server = await startServer(usual)
      try {
        const chief = await signInThere(owner, 'director')
        const must = async <T>(answer: Promise<{ code: number; message: string; data: T | null }>): Promise<T> => {
          const { code, message, data } = await answer
          if (code !== 0 || data === null) throw new Error(message)
          return data
        }
        const items = [{ tariffId: fixture.tariffs.a.check, price: '7.00', qty: 1, teeth: '' }]
        const openOne = () =>
          must(chief.ask(server.origin, billing.open, { patientId: p1, items, requestId: uuidv7() }))
        const { id: typeId } = await must(
          chief.ask(server.origin, memberCard.saveType, {
            name: '金卡',
            kind: 1,
            salePrice: '0.00',
            validType: 1,
            useOrder: 3,
            steps: [],
            requestId: uuidv7(),
          }),
        )
        const soldFor = (amount: string) =>
          must(
            chief.ask(server.origin, memberCard.openCard, {
              patientId: p1,
              typeId,
              amount,
              ways: inCash(amount),
              requestId: uuidv7(),
            }),
          )
        const team = await cashiers(AT_ONCE, sql, () => signInThere(owner, 'director'))
        const chargesOf = (card: { id: string }, ids: readonly string[], amount: string) =>
          ids.map((id, n) => async () => {
            const payments = [{ payMethodId: methods.card_principal as string, amount, cardId: card.id }]
            const charge = { id, version: 1, payments, requestId: uuidv7() }
            const { http, code, message } = await (team[n % AT_ONCE] as Person).ask(
              server.origin,
              billing.charge,
              charge,
            )
            if (code === 0) return
            refusals.add(message)
            throw new Refused(http, code, message, {})
          })
        const refusals = new Set<string>()
        // A server that has charged before, in tables of which PostgreSQL knows how large they are: its connections have their plans.
        const used = await soldFor('9000.00')
        const warmUp = async () => {
          const { refused } = await crowd(chargesOf(used, await copiesOf(await openOne(), 320, sql), '7.00'), AT_ONCE)
          expect(refused).toEqual([])
        }
        await warmUp()
        await sql('analyze')
        await warmUp()
        const card = await soldFor('1000.00')
        const { done, p99 } = await crowd(
          chargesOf(card, await copiesOf(await openOne(), CHARGES, sql), '7.00'),
          AT_ONCE,
        )
        if (process.env.RACE_FIGURES) console.log(`the built server: ${CHARGES} charges, p99 ${Math.round(p99)} ms`)
        expect([done, [...refusals]]).toEqual([142, ['余额不足，最多可付 6.00 元']])
        expect(await brokenBooks(owner)).toEqual([])
        expect(p99).toBeLessThan(P99_MS)
      } finally {
        server.child.kill('SIGKILL')
        await owner.end()
        await postgres.stop()
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    180_000,
  )
})

/** Both at once, and how each ended: a refusal is one of the rules, never an error of the server. */
async function race(...works: readonly (() => Promise<unknown>)[]): Promise<boolean[]> {
  const ends = await Promise.allSettled(works.map((work) => work()))
  return ends.map((end) => {
    if (end.status === 'fulfilled') return true
    const reason: unknown = end.reason
    if (!(reason instanceof Refused) || reason.http >= 500) throw reason
    return false
  })
}
const billNow = async ({ id }: { id: string }) =>
  (
    await app.sql<{ version: number; status: number; returned: string; refunded: string; arrears: string }>(
      `select version, status, returned_amount::text as returned, refunded_amount::text as refunded, arrears_amount::text as arrears
       from bill where id = $1`,
      [id],
    )
  )[0] as { version: number; status: number; returned: string; refunded: string; arrears: string }

describe.each(Array.from({ length: TIMES }, (_, n) => ({ n })))('raced, $n', () => {
  const askRefund = async (bill: Paper, amount: string, client = desk): Promise<Paper> => {
    const { version, items } = await desk.call(billing.detail, { id: bill.id })
    return client.call(refund.request, {
      billId: bill.id,
      version,
      type: 2,
      items: [{ billItemId: items[0]?.id as string, amount, qty: 0 }],
      reason: '退差价',
      requestId: uuidv7(),
    })
  }
  const payOut = ({ id, version }: Paper, client = finance) =>
    client.call(refund.pay, { id, version, requestId: uuidv7() })
  const revoke = async ({ id }: { id: string }) => {
    const { version } = await billNow({ id })
    return director.call(billing.revoke, { id, version, reason: '收错', requestId: uuidv7() })
  }
  const repay = (bill: Paper, amount: string) =>
    desk.call(billing.repay, { patientId: p2, billIds: [bill.id], payments: inCash(amount), requestId: uuidv7() })

  it('two refunds of one bill: no more goes off it than it is worth, and what was paid goes back once', async () => {
    const bill = await charged('100.00')
    await race(
      () => askRefund(bill, '60.00'),
      () => askRefund(bill, '60.00', finance),
      () => askRefund(bill, '60.00', director),
    )
    const asked = await app.sql<{ id: string; version: number }>(
      'select id, version from refund where bill_id = $1 and status = 1',
      [bill.id],
    )
    expect(asked).toHaveLength(1)
    const paper = asked[0] as Paper
    const paid = await race(
      () => payOut(paper),
      () => payOut(paper, director),
      () => payOut(paper, admin),
    )
    expect(paid.filter(Boolean)).toHaveLength(1)
    expect(await billNow(bill)).toMatchObject({ returned: '60.00', refunded: '60.00', arrears: '0.00' })
  })

  it('a refund and a repayment: what was owed is taken once, whichever comes first', async () => {
    const bill = await charged('100.00', '40.00')
    const asked = await askRefund(bill, '60.00')
    const [paid, repaid] = await race(
      () => payOut(asked),
      () => repay(bill, '60.00'),
    )
    const { returned, refunded, arrears } = await billNow(bill)
    expect(arrears).toBe(paid || repaid ? '0.00' : '60.00')
    expect({ returned, refunded }).toEqual(
      paid ? { returned: '60.00', refunded: repaid ? '60.00' : '0.00' } : { returned: '0.00', refunded: '0.00' },
    )
    expect(paid || repaid).toBe(true)
  })

  it('a refund and a revoke: one of them', async () => {
    const bill = await charged('100.00')
    const asked = await askRefund(bill, '30.00')
    const [paid, revoked] = await race(
      () => payOut(asked),
      () => revoke(bill),
    )
    expect(paid && revoked).toBe(false)
    expect((await billNow(bill)).refunded).toBe(paid ? '30.00' : '0.00')
  })

  it('a charge, a revoke and the hand-over of the till: what was counted on is what lies in it', async () => {
    const bill = await charged('100.00')
    const waiting = await opened('50.00')
    const till = (await director.call(shift.current, {})).shift
    if (!till) throw new Error('no till')
    const { id, version, expectedCash } = till
    const [, , handed] = await race(
      () => director.call(billing.charge, { ...waiting, payments: inCash('50.00'), requestId: uuidv7() }),
      () => revoke(bill),
      () =>
        director.call(shift.handOver, {
          id,
          version,
          countedCash: expectedCash ?? '0.00',
          differenceReason: '收费与撤销同时',
          requestId: uuidv7(),
        }),
    )
    expect(handed).toBe(true)
    const [sums] = await app.sql(
      `select s.expected_cash = (select coalesce(sum(p.amount), 0) from ledger_entry e join ledger_posting p on p.entry_id = e.id
         where e.shift_id = s.id and p.account = 'cash' and p.pay_method_id = $2 and e.document <> 'shift') as same
       from cash_shift s where s.id = $1`,
      [id, methods.cash],
    )
    expect(sums).toEqual({ same: true })
  })

  it('charges and revokes of bills that the same two cards paid, named in either order', async () => {
    const cards = [await cardWith('100.00'), await cardWith('100.00')]
    const byCards = (order: readonly number[]) =>
      order.map((k) => ({
        payMethodId: methods.card_principal as string,
        amount: '10.00',
        cardId: (cards[k] as Paper).id,
      }))
    const orders = [
      [0, 1],
      [1, 0],
    ]
    const owing = { leaveArrears: true, arrearsReason: '下次付' }
    const before: Paper[] = []
    for (const order of orders) {
      const bill = await opened('20.00', p1)
      const half = byCards(order)
      await director.call(billing.charge, { ...bill, payments: half.slice(0, 1), ...owing, requestId: uuidv7() })
      await director.call(billing.repay, {
        patientId: p1,
        billIds: [bill.id],
        payments: half.slice(1),
        requestId: uuidv7(),
      })
      before.push(bill)
    }
    const bills = [await opened('20.00', p1), await opened('20.00', p1)]
    const ends = await race(
      ...bills.map(
        (bill, k) => () =>
          desk.call(billing.charge, { ...bill, payments: byCards(orders[k] as number[]), requestId: uuidv7() }),
      ),
      ...before.map((bill) => () => revoke(bill)),
    )
    expect(ends).toEqual([true, true, true, true])
    expect([await held(cards[0] as Paper), await held(cards[1] as Paper)]).toEqual(['80.00', '80.00'])
  })
})

const monthAfter = (month: string): string => addDays(`${month}-28` as LocalDate, 5).slice(0, 7)

describe.each(
  Array.from({ length: TIMES }, (_, n) => ({
    month: `${2027 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`,
  })),
)('raced, $month', ({ month }) => {
  it('the closing of a month and charges of its last second: each is in its book or refused, none comes after it', async () => {
    const after = parseDateTime(`${monthAfter(month)}-01 00:00:01`)
    const at = (seconds: number) => app.clock.set(new Date(after.getTime() + seconds * 1000))
    at(-3600)
    await signIn()
    const waiting = [await opened('10.00'), await opened('10.00'), await opened('10.00')]
    for (const client of [desk, director, finance, admin]) {
      const till = (await client.call(shift.current, {})).shift
      if (!till) continue
      const { id, version, expectedCash } = till
      const isShort = expectedCash?.startsWith('-') ?? false
      const counted = {
        countedCash: isShort ? '0.00' : (expectedCash ?? '0.00'),
        differenceReason: isShort ? '垫付' : '',
        requestId: uuidv7(),
      }
      await client.call(shift.handOver, { id, version, ...counted })
    }
    at(0)
    const closing = admin.call(monthClose.close, { month, requestId: uuidv7() })
    at(-2)
    const charges = waiting.map(
      (bill) => () => desk.call(billing.charge, { ...bill, payments: inCash('10.00'), requestId: uuidv7() }),
    )
    const [closed, ...taken] = await race(() => closing, ...charges)
    // A charge that came first opened a till, which keeps the month from being closed.
    if (closed) expect(taken).toEqual([false, false, false])
    const [row] = await app.sql<{ takings: string }>(
      `select coalesce(sum(p.amount), 0)::text as takings from ledger_posting p
         where p.account = 'cash' and p.payment_id is not null and p.clinic_id = $1 and to_char(p.business_date, 'YYYY-MM') = $2`,
      [fixture.clinics.a1, month],
    )
    expect(Number(row?.takings)).toBe(taken.filter(Boolean).length * 10)
  })
})

it('every figure still follows from the ledger', sound)

it('no two of them ever waited for each other', async () => {
  // The database counts deadlocks a moment after they happened, and the server makes the work again.
  await new Promise((done) => setTimeout(done, 1100))
  expect(await app.sql('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual([
    { deadlocks: 0 },
  ])
})
