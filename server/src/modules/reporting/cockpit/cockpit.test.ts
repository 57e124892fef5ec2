import { contract } from '@dentin/contract'
import type { WireOutput } from '@dentin/contract/core/call'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileForm, rowsOf, sheetOf } from '../../../../test/forms.ts'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'
import { openDaysOf } from './pace.ts'

const { cockpit, report, billing, memberCard, monthClose, visit } = contract
const app = await testApp({ at: '2026-11-20 09:00:00' })
const { a1, a2 } = fixture.clinics
let hq: Client
let director: Client
let admin: Client
let reception: Client
beforeAll(async () => {
  hq = await app.as('headquarters')
  director = await app.as('director')
  admin = await app.as('admin')
  reception = await app.as('reception')
})

const cell = (clinicId: string, takings: string | null, version: number | null = null, month = '2026-11') => ({
  clinicId,
  month,
  takings,
  revenue: null,
  version,
})
const save = (client: Client, ...cells: ReturnType<typeof cell>[]) =>
  client.call(cockpit.saveTargets, { cells, requestId: uuidv7() })
const targetOf = async (clinicId: string, month = '2026-11') =>
  (await hq.call(cockpit.targets, { year: '2026' })).clinics
    .find(({ id }) => id === clinicId)
    ?.months.find((one) => one.month === month)

describe('targets', () => {
  it('are set, changed and taken away; who was slower is told, and nothing of what they sent is kept', async () => {
    expect(await save(hq, cell(a1, '300000.00'), cell(a2, '200000.00'))).toEqual({ saved: 2 })
    expect(await targetOf(a1)).toEqual({ month: '2026-11', takings: '300000.00', revenue: null, version: 1 })
    const refused = await hq.refused(cockpit.saveTargets, {
      cells: [cell(a2, '1.00', 1), cell(a1, '2.00', null)],
      requestId: uuidv7(),
    })
    expect([refused.code, refused.data.fields?.[0]?.field]).toEqual([409, 'cells.1.takings'])
    expect((await targetOf(a2))?.takings).toBe('200000.00')
    expect(await save(hq, cell(a1, null, 1))).toEqual({ saved: 1 })
    expect((await targetOf(a1))?.version).toBeNull()
  })
  it('−1, a word, the same month twice and a clinic of somebody else are refused beside their cell', async () => {
    const wrong = async (client: Client, cells: unknown[]) =>
      (await client.refused(cockpit.saveTargets, { cells, requestId: uuidv7() } as never)).data.fields?.[0]
    expect(await wrong(hq, [cell(a1, '-1')])).toEqual({ field: 'cells.0.takings', message: '实收目标不能小于0' })
    expect(await wrong(hq, [cell(a1, '三十万')])).toMatchObject({ field: 'cells.0.takings' })
    expect(await wrong(hq, [cell(a1, '1'), cell(a1, '2')])).toEqual({
      field: 'cells',
      message: '同一门诊同一月份写了两次',
    })
    expect(await wrong(admin, [cell(a2, '1')])).toEqual({
      field: 'cells.0.clinicId',
      message: '没有为这家门诊设目标的权限',
    })
    expect((await director.refused(cockpit.saveTargets, { cells: [cell(a1, '1')], requestId: uuidv7() })).http).toBe(
      403,
    )
    expect((await reception.refused(cockpit.targets, { year: '2026' })).http).toBe(403)
  })
})

describe('targets as a sheet', () => {
  type Rows = (string | number | null)[][]
  const heads = ['年份', '门诊', '口径', '1月（元）', '11月（元）', '12月（元）']
  const exported = async (client: Client, year: string): Promise<Rows> => {
    const answer = await app.application.http.inject({
      method: 'POST',
      url: cockpit.targetSheet.path,
      headers: { authorization: `Bearer ${client.token ?? ''}` },
      payload: { year },
    })
    return (await rowsOf(answer.rawPayload)) as Rows
  }
  const sent = async (rows: Rows, year = '2027', client = hq, formulas: Record<string, string> = {}) => {
    const { payload, headers } = fileForm(await sheetOf(rows, '目标', formulas), '目标.xlsx')
    const answer = await app.application.http.inject({
      method: 'POST',
      url: `${cockpit.checkTargetSheet.path}?year=${year}`,
      headers: { ...headers, authorization: `Bearer ${client.token ?? ''}` },
      payload,
    })
    return { http: answer.statusCode, ...JSON.parse(answer.body) } as {
      http: number
      code: number
      message: string
      data: WireOutput<typeof cockpit.checkTargetSheet>
    }
  }
  let names: [string, string]
  beforeAll(async () => {
    await save(hq, cell(a1, '120000.00', null, '2027-01'))
    const { clinics } = await hq.call(cockpit.targets, { year: '2027' })
    names = [a1, a2].map((id) => clinics.find((each) => each.id === id)?.name as string) as [string, string]
  })

  it('has two rows for each clinic of the grant, and changes nothing when it comes back as it is', async () => {
    const rows = await exported(hq, '2027')
    expect(rows[0]?.slice(0, 4)).toEqual(['年份', '门诊', '口径', '1月（元）'])
    const none = Array.from({ length: 11 }, () => null)
    expect(rows.slice(1).filter((row) => row[1] === names[0])).toEqual([
      ['2027', names[0], '实收目标', 120_000, ...none],
      ['2027', names[0], '收入目标', null, ...none],
    ])
    expect((await sent(rows)).data).toEqual({ rows: rows.length - 1, cells: [], problems: [] })
    expect(new Set((await exported(admin, '2027')).slice(1).map((row) => row[1]))).toEqual(new Set([names[0]]))
    const noted = await app.sql(`select after from audit where entity = 'clinic_target' and action = 'export'`)
    expect(noted).toHaveLength(2)
  })
  it('says which months would be otherwise: an empty cell takes a target away, what is not there stays', async () => {
    const { data } = await sent([
      heads,
      ['2027', names[0], '实收目标', null, '30万', 250_000.5],
      [null, names[1], '收入目标', null, '￥1,200元', null],
    ])
    expect(data).toEqual({
      rows: 2,
      cells: [
        { clinicId: a1, month: '2027-01', measure: 'takings', amount: null },
        { clinicId: a1, month: '2027-11', measure: 'takings', amount: '300000.00' },
        { clinicId: a1, month: '2027-12', measure: 'takings', amount: '250000.50' },
        { clinicId: a2, month: '2027-11', measure: 'revenue', amount: '1200.00' },
      ],
      problems: [],
    })
    const kept = await hq.call(cockpit.targets, { year: '2027' })
    expect(kept.clinics.find(({ id }) => id === a1)?.months[0]?.takings).toBe('120000.00')
  })
  it('−1, a word, a sum too large, another year, an unknown clinic or sum, a row twice: each with row and reason, and no cell', async () => {
    const { data } = await sent([
      heads,
      ['2027', names[0], '实收目标', -1, '三十万', '9999999999万'],
      ['2026', names[1], '实收目标', 5, null, null],
      ['2027', '没有的门诊', '实收目标', 5, null, null],
      ['2027', names[1], '目标', 5, null, null],
      ['2027', names[0], '实收目标', 5, null, null],
      [null, null, null, null, null, null],
      ['2027', null, null, null, null, null],
    ])
    expect(data).toEqual({
      rows: 5,
      cells: [],
      problems: [
        { rowNo: 2, column: '1月', message: '目标不能小于 0' },
        { rowNo: 2, column: '11月', message: '「三十万」不是金额' },
        { rowNo: 2, column: '12月', message: '金额过大' },
        { rowNo: 3, column: '年份', message: '这一行是 2026 年的目标，正在设置 2027 年' },
        { rowNo: 4, column: '门诊', message: '没有门诊「没有的门诊」' },
        { rowNo: 5, column: '口径', message: '请写「实收目标」或「收入目标」' },
        { rowNo: 6, column: '门诊', message: '与第 2 行重复' },
      ],
    })
  })
  it('a formula without a result is not an empty cell, which would take the target away', async () => {
    const empty = { '1,3': 'D9*1.1' }
    expect((await sent([heads, ['2027', names[0], '实收目标', null, 5]], '2027', hq, empty)).data).toEqual({
      rows: 1,
      cells: [],
      problems: [{ rowNo: 2, column: '1月', message: '是没有结果的公式，请改成数值或文字' }],
    })
  })
  it('a clinic beyond the grant is named; a sheet without its columns or rows is refused in one sentence', async () => {
    expect((await sent([heads, ['2027', names[1], '实收目标', 1]], '2027', admin)).data.problems).toEqual([
      { rowNo: 2, column: '门诊', message: '没有为这家门诊设目标的权限' },
    ])
    expect(
      (
        await sent([
          ['姓名', '手机'],
          ['张三', '1'],
        ])
      ).message,
    ).toMatch(/没有找到列名/)
    expect(
      (
        await sent([
          ['门诊', '口径', '说明'],
          [names[0], '实收目标', 1],
        ])
      ).message,
    ).toMatch(/没有月份的列/)
    expect(
      (
        await sent([
          ['门诊', '1月'],
          [names[0], 1],
        ])
      ).message,
    ).toMatch(/没有“口径”这一列/)
    expect(
      (
        await sent([
          [...heads, '1月'],
          ['2027', names[0], '实收目标', 1, 2, 3, 4],
        ])
      ).message,
    ).toBe('“1月”有两列，请只留一列')
    expect((await sent([heads])).message).toMatch(/表格里没有目标/)
    expect((await sent([heads], '2027', director)).http).toBe(403)
  })
})

describe('spending', () => {
  const source = fixture.sources.a
  const spend = (patch: object = {}) => ({
    month: '2026-11',
    sourceId: source,
    amount: '1000.00',
    requestId: uuidv7(),
    ...patch,
  })
  it('is written down once for a source, month and clinic', async () => {
    const made = await hq.call(cockpit.saveSpend, spend())
    const twice = await hq.refused(cockpit.saveSpend, spend({ amount: '5.00' }))
    expect([twice.code, twice.data.fields?.[0]?.field]).toEqual([27521, 'sourceId'])
    expect(twice.message).toContain('2026-11 已填写 1,000.00 元')
    // One clinic's campaign is another row.
    await hq.call(cockpit.saveSpend, spend({ clinicId: a1, amount: '200.00' }))
    const changed = await hq.call(cockpit.saveSpend, spend({ ...made, amount: '900.00' }))
    expect(changed).toEqual({ id: made.id, version: 2 })
    expect((await hq.call(cockpit.spends, { year: '2026' })).total).toBe('1100.00')
    // Who sees one clinic sees its campaigns, and not the company's.
    expect((await admin.call(cockpit.spends, { year: '2026' })).total).toBe('200.00')
    const [own] = (await admin.call(cockpit.spends, { year: '2026' })).list
    expect(own?.clinicId).toBe(a1)
    expect((await admin.refused(cockpit.removeSpend, { id: made.id, version: 2 })).http).toBe(404)
    await hq.call(cockpit.removeSpend, { id: made.id, version: 2 })
    expect((await hq.call(cockpit.spends, { year: '2026' })).total).toBe('200.00')
  })
  it('nothing, less than nothing, a source that is none and a company’s campaign by one clinic are refused', async () => {
    const field = async (client: Client, patch: object) =>
      (await client.refused(cockpit.saveSpend, spend(patch) as never)).data.fields?.[0]
    expect(await field(hq, { amount: '0' })).toMatchObject({ field: 'amount' })
    expect(await field(hq, { amount: '-5' })).toMatchObject({ field: 'amount' })
    expect(await field(hq, { sourceId: uuidv7() })).toEqual({ field: 'sourceId', message: '没有这个来源' })
    expect(await field(admin, {})).toEqual({
      field: 'clinicId',
      message: '只有总部能填写全公司的投放，请选择门诊',
    })
    expect(await field(admin, { clinicId: a2 })).toMatchObject({ field: 'clinicId' })
  })
})

it('opening days are those of the clinic’s week, up to today and in the whole span', async () => {
  const day = { opensMin: 540, closesMin: 1080 }
  const week = [null, day, day, day, day, day, null]
  // November 2026 begins on a Sunday.
  expect(openDaysOf(week, '2026-11-01', '2026-11-30')).toBe(21)
  expect(openDaysOf(week, '2026-11-01', '2026-11-20')).toBe(15)
  const { clinics } = await hq.call(cockpit.pace, { from: '2026-11-01', to: '2026-11-30' })
  expect(clinics.map(({ id }) => id)).toEqual(expect.arrayContaining([a1, a2]))
  for (const one of clinics) expect(one.openDaysGone).toBeLessThanOrEqual(one.openDays)
  expect(
    (await director.call(cockpit.pace, { from: '2026-11-01', to: '2026-11-30' })).clinics.map(({ id }) => id),
  ).toEqual([a1])
  expect((await hq.refused(cockpit.pace, { from: '2026-11-30', to: '2026-11-01' })).data.fields?.[0]?.field).toBe('to')
})

describe('figures of goals', () => {
  const ask = (figures: string[], by: 'clinic' | 'source' = 'clinic') =>
    hq.call(report.run, { door: 'homeCockpit', from: '2026-11-01', to: '2026-11-20', by, figures })
  it('a target is reached in percent, and what was spent is held against new patients and what they brought', async () => {
    await save(hq, cell(a1, '1000.00'))
    const bill = await director.call(billing.open, {
      patientId: fixture.patients.a[1] as string,
      items: [{ tariffId: fixture.tariffs.a.cleaning, price: '250.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    })
    await reception.call(billing.charge, {
      ...bill,
      payments: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '250.00' }],
      requestId: uuidv7(),
    })
    const { rows, figures } = await ask(['C1', 'T1', 'T3'])
    const row = rows.find(({ key }) => key === a1)
    expect(figures.map(({ code }) => code)).toEqual(['C1', 'T1', 'T3'])
    const [taken, target, rate] = row?.values ?? []
    expect(target).toBe('1000.00')
    expect(rate).toBe((Number(taken) / 10).toFixed(2))
    const spent = await ask(['Q1', 'V15', 'Q2', 'Q4', 'Q3'], 'source')
    const at = spent.figures.findIndex(({ code }) => code === 'Q1')
    expect(spent.total.values[at]).toBe('200.00')
    expect(spent.rows.map(({ key, values }) => [key, values[at]])).toContainEqual([fixture.sources.a, '200.00'])
  })
  it('a first visit is a deal once something but a check-up is charged within 30 days, and still open until then', async () => {
    const asked = { door: 'homeCockpit', from: '2026-11-01', to: '2026-11-20', by: 'clinic' } as const
    const now = async () => {
      const { figures, total } = await hq.call(report.run, { ...asked, figures: ['V8', 'D1', 'D0', 'D3'] })
      return Object.fromEntries(figures.map(({ code }, n) => [code, Number(total.values[n])])) as Record<string, number>
    }
    const charge = async (tariffId: string, price: string) => {
      const bill = await director.call(billing.open, {
        patientId: p1,
        items: [{ tariffId, price, qty: 1, teeth: '' }],
        requestId: uuidv7(),
      })
      const payments = [{ payMethodId: fixture.payMethods.a.cash as string, amount: price }]
      await reception.call(billing.charge, { ...bill, payments, requestId: uuidv7() })
    }
    const p1 = fixture.patients.a[0] as string
    const before = await now()
    const since = async () => {
      const all = await now()
      return Object.fromEntries(Object.entries(all).map(([code, value]) => [code, value - (before[code] ?? 0)]))
    }
    await reception.call(visit.register, {
      requestId: uuidv7(),
      patientId: p1,
      doctorId: fixture.employees.a1.doctor,
      regType: 3,
    })
    expect(await since()).toEqual({ V8: 1, D1: 0, D0: 1, D3: 0 })
    await charge(fixture.tariffs.a.cleaning, '250.00')
    expect(await since()).toEqual({ V8: 1, D1: 1, D0: 0, D3: 250 })
    // Of a category that makes no deal it is none.
    await app.sql(`update bill_item set top_category_name = '检查' where tenant_id = $1`, [fixture.tenants.a])
    expect(await since()).toEqual({ V8: 1, D1: 0, D0: 1, D3: 0 })
  })
})

describe('the books of a clinic', () => {
  const warned = async (client: Client) =>
    (await client.call(cockpit.warnings, {})).list.find(({ kind }) => kind === 'identities')
  const told = async (client: Client) =>
    (await client.call(cockpit.mismatches, {})).map(({ clinicId, code, rowCount }) => [clinicId, code, rowCount])
  const closing = async () =>
    (await director.call(monthClose.state, { month: '2026-10' })).checks.find(({ code }) => code === 'identities')

  it('are checked when asked: what does not agree is told by clinic and since when, stops the close of the month, and leaves when it agrees', async () => {
    expect(await hq.call(cockpit.recheck, {})).toEqual({ failing: 0 })
    expect([await warned(hq), await told(hq), (await closing())?.count]).toEqual([undefined, [], 0])

    // A bill says that more is owed than the ledger does: the sum of the clinic is wrong, and the bill.
    const more = (by: number) =>
      app.sql(
        `update bill set arrears_amount = arrears_amount + $2, receivable_amount = receivable_amount + $2, original_amount = original_amount + $2
         where id = (select id from bill where clinic_id = $1 and pay_time is not null order by id limit 1)`,
        [a1, by],
      )
    await more(1)
    expect(await hq.call(cockpit.recheck, {})).toEqual({ failing: 2 })
    const [first] = await hq.call(cockpit.mismatches, {})
    expect(await told(hq)).toEqual([
      [a1, 'J3', 1],
      [a1, 'J3b', 1],
    ])
    expect(await warned(hq)).toMatchObject({ total: 2, clinics: [{ id: a1, total: 2 }] })
    // The other clinic's director is told nothing of it; whoever sets no goals does not check.
    expect(await told(await app.as('director', 'a2'))).toEqual([])
    expect((await director.refused(cockpit.recheck, {})).http).toBe(403)
    expect(await closing()).toMatchObject({ blocks: true, count: 2 })
    const finance = await app.as('finance')
    expect((await finance.refused(monthClose.close, { month: '2026-10', requestId: uuidv7() })).message).toContain(
      '账务核对不平 2',
    )
    app.clock.set(parseDateTime('2026-11-20 09:30:00'))
    await hq.call(cockpit.recheck, {})
    const [again] = await hq.call(cockpit.mismatches, {})
    expect([again?.since, again?.checkedAt]).toEqual([first?.since, '2026-11-20 09:30:00'])
    await more(-1)
    expect(await hq.call(cockpit.recheck, {})).toEqual({ failing: 0 })
    expect([await warned(hq), (await closing())?.count]).toEqual([undefined, 0])
  })

  it.each([
    ['J2', 'ledger_posting', 'amount', `account = 'billed'`],
    ['J6', 'ledger_posting', 'amount', `payment_id is not null`],
    ['J5', 'bill', 'returned_amount', `pay_time is not null`],
  ])('a fault of %s is found', async (code, table, column, which) => {
    await app.sql('alter table bill drop constraint if exists bill_owed_check')
    const [row] = await app.sql<{ place: string }>(
      `select ctid::text as place from ${table} where clinic_id = $1 and ${which} limit 1`,
      [a1],
    )
    const [moved] = await app.sql<{ place: string }>(
      `update ${table} set ${column} = ${column} + 1 where ctid = $1::tid returning ctid::text as place`,
      [row?.place],
    )
    await hq.call(cockpit.recheck, {})
    expect((await told(hq)).map((each) => each[1])).toContain(code)
    await app.sql(`update ${table} set ${column} = ${column} - 1 where ctid = $1::tid`, [moved?.place])
  })

  it('a movement of a cashier that is in no shift is found', async () => {
    const [entry] = await app.sql<{ id: string; shift: string }>(
      'select id, shift_id as shift from ledger_entry where clinic_id = $1 and actor_id is not null limit 1',
      [a1],
    )
    const into = (shift: string | null | undefined) =>
      app.sql('update ledger_entry set shift_id = $2 where id = $1', [entry?.id, shift])
    await into(null)
    await hq.call(cockpit.recheck, {})
    expect(await told(hq)).toEqual([[a1, 'J21', 1]])
    await into(entry?.shift)
  })

  it('a card is found that holds something else than its movements and the ledger say', async () => {
    const { id: typeId } = await director.call(memberCard.saveType, {
      name: '储值卡',
      kind: 1,
      salePrice: '0.00',
      validType: 1,
      useOrder: 3,
      steps: [],
      requestId: uuidv7(),
    })
    const { id } = await reception.call(memberCard.openCard, {
      patientId: fixture.patients.a[0] as string,
      typeId,
      amount: '100.00',
      ways: [{ payMethodId: fixture.payMethods.a.cash as string, amount: '100.00' }],
      requestId: uuidv7(),
    })
    const ofCards = async () => {
      await hq.call(cockpit.recheck, {})
      return (await told(hq)).map((row) => row[1]).filter((code) => String(code).startsWith('J4'))
    }
    expect(await ofCards()).toEqual([])
    await app.sql('update member_card set principal_amount = principal_amount + 1 where id = $1', [id])
    expect(await ofCards()).toEqual(['J4', 'J4b'])
    await app.sql('update member_card set principal_amount = principal_amount - 1 where id = $1', [id])
  })
})
