import { contract, type WireInput, type WireOutput } from '@dentin/contract'
import { dunningStates } from '@dentin/contract/instalment'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'

const { report: calls, billing, instalment } = contract
const app = await testApp({ at: '2026-11-30 10:00:00' })
const { a1 } = fixture.clinics
const [p1, p2] = fixture.patients.a as [string, string]
const { cash, wechat } = fixture.payMethods.a as { cash: string; wechat: string }
const at = (moment: string) => app.clock.set(parseDateTime(moment))

type Ask = WireInput<typeof calls.run>
type Answer = WireOutput<typeof calls.run>
type Row = Answer['rows'][number]
const inRow = (answer: Answer, row: Row | undefined, ...codes: string[]) =>
  codes.map((code) => row?.values[answer.figures.findIndex((figure) => figure.code === code)] ?? null)
const inFoot = (answer: Answer, ...codes: string[]) => inRow(answer, answer.total, ...codes)
const AGES = ['A7', 'A8', 'A9', 'A10', 'A11', 'A6']

async function bill(patientId: string, price: string, paid: string, remark = ''): Promise<string> {
  const director = await app.as('director')
  const opened = await director.call(billing.open, {
    patientId,
    remark,
    items: [{ tariffId: fixture.tariffs.a.check, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  await (
    await app.as('reception')
  ).call(billing.charge, {
    ...opened,
    payments: paid === '0.00' ? [] : [{ payMethodId: cash, amount: paid }],
    ...(paid === price ? {} : { leaveArrears: true, arrearsReason: '下次付' }),
    requestId: uuidv7(),
  })
  return opened.id
}
async function repay(billId: string, amount: string, { patientId = p1, payMethodId = cash } = {}): Promise<void> {
  const desk = await app.as('reception')
  const payments = [{ payMethodId, amount }]
  await desk.call(billing.repay, { patientId, billIds: [billId], payments, requestId: uuidv7() })
}
const run = async (ask: Ask, client?: Client) => (client ?? (await app.as('headquarters'))).call(calls.run, ask)
const owedOn = (day: string, from = day) => run({ door: 'collectionBalanceSheet', from, to: day, by: 'bill' })

describe('S15: the ages of what is owed on a day', () => {
  let oldest: string
  beforeAll(async () => {
    for (const [day, owed] of [
      ['2026-04-01', '100.00'],
      ['2026-06-10', '200.00'],
      ['2026-09-01', '300.00'],
      ['2026-10-31', '500.00'],
    ] as const) {
      at(`${day} 10:00:00`)
      const id = await bill(p1, owed, '0.00')
      if (day === '2026-04-01') oldest = id
    }
    at('2026-11-30 10:00:00')
  })
  it('500, 300, 200 and 100 by 30, 90, 173 and 243 days; what was there, came and went comes to it', async () => {
    const answer = await owedOn('2026-11-30', '2026-06-01')
    expect(inFoot(answer, ...AGES)).toEqual(['0.00', '500.00', '300.00', '200.00', '100.00', '1100.00'])
    expect(inFoot(answer, 'A1', 'A2', 'A3', 'A4', 'A5', 'A6')).toEqual([
      '100.00',
      '1000.00',
      '0.00',
      '0.00',
      '0.00',
      '1100.00',
    ])
    expect(answer.count).toBe(4)
  })
  it('a past day is as it was then, whatever was paid since', async () => {
    const before = await owedOn('2026-09-30')
    await repay(oldest, '100.00')
    expect(inFoot(await owedOn('2026-11-30'), 'A11', 'A6')).toEqual(['0.00', '1000.00'])
    const after = await owedOn('2026-09-30')
    expect(after.total).toEqual(before.total)
    expect(inFoot(after, ...AGES)).toEqual(['0.00', '300.00', '0.00', '200.00', '100.00', '600.00'])
  })
})

describe('a span held against another', () => {
  it('is so in every report of a span; what happens once is compared in the foot alone', async () => {
    const may = (ask: Partial<Ask>) =>
      run({
        door: 'accountStatement',
        from: '2026-11-01',
        to: '2026-11-30',
        by: 'movement',
        compare: 'previous',
        ...ask,
      })
    const movements = await may({})
    expect(movements.comparedSpan).toEqual({ from: '2026-10-01', to: '2026-10-31' })
    expect(movements.rows.map(({ compared }) => compared)).toEqual(movements.rows.map(() => null))
    expect(movements.total.compared).toHaveLength(movements.figures.length)
    expect(movements.rows.map(({ label }) => label.slice(0, 2)).filter((month) => month !== '11')).toEqual([])
    expect((await may({ from: '2026-10-01', to: '2026-10-31' })).count).toBeGreaterThan(0)
    const owing = await may({ door: 'collectionBalanceSheet', by: 'bill' })
    const n = owing.figures.findIndex(({ code }) => code === 'A6')
    expect(owing.rows.flatMap(({ level, compared }) => (level === 'row' ? [compared?.[n]] : []))).toContain('200.00')
    expect(owing.total.compared?.[n]).toBe('1100.00')
    const onDay = await may({ door: 'customerService', by: 'due', from: '2026-11-30' })
    expect(onDay.comparedSpan).toBeNull()
  })
})

describe('S14: what is late of an agreement', () => {
  let braces: string
  const late = (day: string) => run({ door: 'customerService', from: day, to: day, by: 'due' })
  const mine = (answer: Answer) => answer.rows.filter(({ facts }) => facts.includes(NAME))
  let NAME: string
  beforeAll(async () => {
    const [row] = await app.sql<{ name: string }>('select name from patient where id = $1', [p2])
    NAME = row?.name as string
    at('2026-08-01 10:00:00')
    braces = await bill(p2, '18000.00', '6000.00')
    const director = await app.as('director')
    const { version } = await director.call(billing.detail, { id: braces })
    await director.call(instalment.create, {
      billId: braces,
      version,
      count: 12,
      firstDue: '2026-09-05',
      day: 5,
      requestId: uuidv7(),
    })
    at('2026-09-05 10:00:00')
    await repay(braces, '1000.00', { patientId: p2 })
    at('2026-10-05 10:00:00')
    await repay(braces, '1000.00', { patientId: p2 })
    at('2026-11-20 10:00:00')
  })
  it('one part, 15 days late, nobody has called; 9,000 are not due yet and 1,000 are in the first age', async () => {
    const answer = await late('2026-11-20')
    const [row] = mine(answer)
    expect(mine(answer)).toHaveLength(1)
    expect(inRow(answer, row, 'L1', 'L2')).toEqual(['1000.00', '1'])
    const said = Object.fromEntries(answer.facts.map(({ key }, n) => [key, row?.facts[n]]))
    expect(said).toMatchObject({ due: '2026-11-05', days: '15', calls: '0', state: '待联系' })
    const owed = await owedOn('2026-11-20')
    const ages = inRow(
      owed,
      owed.rows.find(({ key }) => key === braces),
      ...AGES,
    )
    expect(ages).toEqual(['9000.00', '1000.00', '0.00', '0.00', '0.00', '10000.00'])
  })
  it('a call, a promise, a promise that was broken; what is paid leaves by itself, and a past day keeps it', async () => {
    const desk = await app.as('reception')
    const state = async (day: string) => {
      const answer = await late(day)
      const n = answer.facts.findIndex(({ key }) => key === 'state')
      return mine(answer).map(({ facts }) => facts[n])
    }
    await desk.call(instalment.addCall, { billId: braces, note: '占线', requestId: uuidv7() })
    expect(await state('2026-11-20')).toEqual([dunningStates.names[dunningStates.code.called]])
    at('2026-11-21 10:00:00')
    const promised = { billId: braces, note: '周三付', promiseDate: '2026-11-25', requestId: uuidv7() }
    await desk.call(instalment.addCall, promised)
    expect(await state('2026-11-21')).toEqual(['已承诺'])
    expect(await state('2026-11-20')).toEqual(['已联系'])
    // The last call about what somebody owes, as it was known on each day.
    const calledOf = async (day: string) => {
      const answer = await run({ door: 'collectionBalanceSheet', from: day, to: day, by: 'patient' })
      const n = answer.facts.findIndex(({ key }) => key === 'called')
      return answer.rows.find(({ key }) => key === p2)?.facts[n]
    }
    expect([await calledOf('2026-11-19'), await calledOf('2026-11-20'), await calledOf('2026-11-21')]).toEqual([
      null,
      '2026-11-20',
      '2026-11-21',
    ])
    at('2026-11-27 10:00:00')
    expect(await state('2026-11-26')).toEqual(['承诺逾期'])
    await repay(braces, '1000.00', { patientId: p2 })
    expect(await state('2026-11-27')).toEqual([])
    expect(await state('2026-11-26')).toEqual(['承诺逾期'])
  })
  it('today it says what the list of instalments says', async () => {
    at('2026-12-01 10:00:00')
    const owed = await owedOn('2026-12-01')
    const list = await (await app.as('director')).call(instalment.list, { tab: 'all' })
    expect(inFoot(owed, ...AGES.slice(0, 5))).toEqual(list.ages)
  })
  it('whoever may not see numbers of phones reads stars, in the rows and in nothing else', async () => {
    await app.sql(`delete from post_resource where resource = '/field:phone' and post_id = $1`, [
      fixture.posts.a.finance,
    ])
    const finance = await app.as('finance')
    const answer = await run({ door: 'customerService', from: '2026-11-20', to: '2026-11-20', by: 'due' }, finance)
    const n = answer.facts.findIndex(({ key }) => key === 'mobile')
    expect(mine(answer).map(({ facts }) => facts[n])).toEqual([expect.stringMatching(/^\d{3}\*{4}\d{4}$/)])
  })
})

describe('the statement of a day', () => {
  const day = { from: '2026-12-02', to: '2026-12-02' }
  it('a row for each movement by time, a column for each way that was used, the sum of each shift', async () => {
    at('2026-12-02 09:00:00')
    const first = await bill(p1, '200.00', '200.00', '家属代付')
    at('2026-12-02 09:30:00')
    const second = await bill(p1, '300.00', '100.00')
    at('2026-12-02 11:00:00')
    await repay(second, '50.00', { payMethodId: wechat })
    const answer = await run({ door: 'accountStatement', ...day, by: 'movement' })
    const remark = answer.facts.findIndex(({ key }) => key === 'remark')
    expect(answer.rows.flatMap(({ level, facts }) => (level === 'row' ? [facts[remark]] : []))).toEqual([
      '家属代付',
      '',
      '',
    ])
    const ways = answer.figures.filter(({ code }) => code.startsWith('C1:'))
    expect(ways.map(({ name }) => name)).toEqual(['现金', '微信'])
    const columns = ['B8', ...ways.map(({ code }) => code), 'C1']
    expect(answer.rows.map((row) => [row.level, ...inRow(answer, row, ...columns)])).toEqual([
      ['row', '200.00', '200.00', '0.00', '200.00'],
      ['row', '300.00', '100.00', '0.00', '100.00'],
      ['row', '0.00', '0.00', '50.00', '50.00'],
      ['sum', '500.00', '300.00', '50.00', '350.00'],
    ])
    expect(answer.rows[0]).toMatchObject({ label: '12-02 09:00', link: { kind: 'bill', id: first } })
    const business = await run({ door: 'analysisData', ...day, by: 'day', figures: ['C1'] })
    expect(inFoot(business, 'C1')).toEqual(inFoot(answer, 'C1'))
    const [, wechatWay] = ways
    const head = await app.as('headquarters')
    const opened = await head.call(calls.drill, {
      door: 'accountStatement',
      ...day,
      by: 'movement',
      figure: wechatWay?.code as string,
    })
    expect(opened).toMatchObject({ sum: '50.00', total: 1 })
    // The sum of a shift opens what was moved in it.
    const shift = answer.rows.at(-1) as Row
    expect(shift.by).toBe('shift')
    const moved = await head.call(calls.drill, {
      door: 'accountStatement',
      ...day,
      by: 'shift',
      key: shift.key,
      figure: 'C1',
    })
    expect(moved).toMatchObject({ sum: '350.00' })
  })
  it('comes by pages in the order that is asked for; the foot is of all of them', async () => {
    const ask = { door: 'accountStatement', ...day, by: 'movement', sort: 'C1-desc', pageSize: 2 } as const
    const [one, two] = [await run(ask), await run({ ...ask, pageNum: 2 })]
    const sums = [one, two].flatMap((answer) =>
      answer.rows.filter(({ level }) => level === 'row').map((row) => inRow(answer, row, 'C1')[0]),
    )
    expect(sums).toEqual(['200.00', '100.00', '50.00'])
    expect([one.count, inFoot(one, 'C1'), inFoot(two, 'C1')]).toEqual([3, ['350.00'], ['350.00']])
  })
  it('the desk sees its own clinic’s by the clinic’s door and no other', async () => {
    const desk = await app.as('reception')
    const answer = await run({ door: 'clinicaccountStatement', ...day, by: 'movement' }, desk)
    expect(inFoot(answer, 'C1')).toEqual(['350.00'])
    expect((await desk.refused(calls.run, { door: 'accountStatement', ...day, by: 'movement' })).http).toBe(403)
    const other = await app.as('reception', 'a2')
    expect(inFoot(await run({ door: 'clinicaccountStatement', ...day, by: 'movement' }, other), 'C1')).toEqual(['0.00'])
    expect(
      await other.refused(calls.run, { door: 'clinicaccountStatement', ...day, by: 'movement', clinicIds: [a1] }),
    ).toMatchObject({ code: 27502 })
  })
})

describe('income by category', () => {
  it('items above the line by their upper category, money of no item below it; a refund and a recharge move both', async () => {
    const month = { from: '2026-12-01', to: '2026-12-31' }
    const answer = await run({ door: 'incomeSummary', ...month, by: 'topCategory' })
    const above = answer.rows.find(({ by, key }) => by === 'side' && key === 'above')
    expect(inRow(answer, above, 'C1', 'R1')).toEqual(inFoot(answer, 'C1', 'R1'))
    expect(inFoot(answer, 'B4', 'C6', 'C2', 'C1', 'R1')).toEqual(['500.00', '350.00', '0.00', '350.00', '350.00'])
    const [named] = await app.sql<{ top: string }>(`select distinct top_category_name as top from bill_item`)
    expect(named?.top).not.toBe('')
    expect(answer.rows.map(({ key }) => key)).toContain(named?.top)
  })
})
