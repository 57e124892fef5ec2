import { contract, type WireInput } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'
import { askedBy } from '../../../../test/report-identities.ts'

const { report: calls, billing, memberCard, monthClose } = contract
const app = await testApp({ at: '2026-11-20 10:00:00' })
const director = await app.as('director')
const desk = await app.as('reception')
const head = await app.as('headquarters')
const { a1, a2 } = fixture.clinics
const [p1] = fixture.patients.a as [string]
const cash = fixture.payMethods.a.cash as string

async function charged(price: string, client: Client = desk, opener: Client = director): Promise<string> {
  const bill = await opener.call(billing.open, {
    patientId: p1,
    items: [{ tariffId: fixture.tariffs.a.cleaning, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  await client.call(billing.charge, { ...bill, payments: [{ payMethodId: cash, amount: price }], requestId: uuidv7() })
  return bill.id
}
await charged('200.00')
await charged('300.00')
await charged('90.00', await app.as('reception', 'a2'), await app.as('director', 'a2'))

type Ask = WireInput<typeof calls.run>
const november = { door: 'analysisData', from: '2026-11-01', to: '2026-11-30', by: 'clinic' } as const satisfies Ask
async function valuesOf(client: Client, more: Partial<Ask> = {}) {
  const answer = await client.call(calls.run, { ...november, figures: ['C1', 'B4', 'R1'], ...more })
  const places = ['C1', 'B4', 'R1'].map((code) => answer.figures.findIndex((figure) => figure.code === code))
  const inOrder = (values: readonly (string | null)[]) => places.map((n) => values[n])
  return {
    total: inOrder(answer.total.values),
    rows: answer.rows.map(({ key, values }) => [key, ...inOrder(values)]),
  }
}

describe('reports-default, reports-groups: whose figures a report shows', () => {
  it('head office sees the chain, clinic by clinic; a director the own clinic', async () => {
    expect((await valuesOf(head)).total).toEqual(['590.00', '590.00', '590.00'])
    expect((await valuesOf(head)).rows).toEqual(
      expect.arrayContaining([
        [a1, '500.00', '500.00', '500.00'],
        [a2, '90.00', '90.00', '90.00'],
      ]),
    )
    expect(await valuesOf(director)).toEqual({
      total: ['500.00', '500.00', '500.00'],
      rows: [[a1, '500.00', '500.00', '500.00']],
    })
    expect((await valuesOf(head, { clinicIds: [a2] })).total).toEqual(['90.00', '90.00', '90.00'])
  })
  it('a clinic beyond one’s reach is refused, and another company’s is nobody’s', async () => {
    const beyond = { code: 27502, http: 403 }
    expect(await director.refused(calls.run, { ...november, clinicIds: [a2] })).toMatchObject(beyond)
    const cell = { ...november, figure: 'C1' }
    expect(await director.refused(calls.drill, { ...cell, clinicIds: [a2] })).toMatchObject(beyond)
    expect((await valuesOf(await app.as('director', 'b1'))).total).toEqual(['0.00', '0.00', '0.00'])
    // To the chain a foreign clinic is as one that is gone: nothing is said of it, and no empty report either.
    for (const id of [fixture.clinics.b1 as string, uuidv7()]) {
      const gone = {
        code: 27507,
        data: { fields: [{ field: 'clinicIds', message: '选的门诊有 1 个已经不在，请重新选择门诊' }] },
      }
      expect(await head.refused(calls.run, { ...november, clinicIds: [id] })).toMatchObject(gone)
      expect(await head.refused(calls.drill, { ...cell, clinicIds: [id] })).toMatchObject(gone)
      expect(await head.refused(calls.people, { ...cell, clinicIds: [a2 as string, id] })).toMatchObject(gone)
    }
  })
  it('the clinic’s own door shows the clinic at work, whatever the reach, and asks for its own right', async () => {
    const door = 'clinicanalysisData'
    expect((await valuesOf(director, { door })).total).toEqual(['500.00', '500.00', '500.00'])
    expect(await director.refused(calls.run, { ...november, door, clinicIds: [a2] })).toMatchObject({ code: 27502 })
    expect((await head.refused(calls.run, { ...november, door })).http).toBe(403)
    expect((await desk.refused(calls.run, november)).http).toBe(403)
  })
  it('whoever may not see amounts has no column of money, in the table, the drill and the list of figures', async () => {
    await app.sql(`delete from post_resource where resource = '/field:amounts' and post_id = $1`, [
      fixture.posts.a.finance,
    ])
    const finance = await app.as('finance')
    const { figures } = await finance.call(calls.run, november)
    expect(figures.filter(({ unit }) => unit === 'yuan')).toEqual([])
    expect(await finance.refused(calls.run, { ...november, figures: ['C1'] })).toMatchObject({ http: 400 })
    expect(await finance.refused(calls.drill, { ...november, figure: 'C1' })).toMatchObject({ http: 400 })
  })
})

describe('what is asked', () => {
  it('a reversed span is turned round; more than three years are refused beside the field; a cut that it has not', async () => {
    expect((await valuesOf(head, { from: '2026-11-30', to: '2026-11-01' })).total).toEqual([
      '590.00',
      '590.00',
      '590.00',
    ])
    expect(await head.refused(calls.run, { ...november, from: '2020-01-01' })).toMatchObject({
      code: 27501,
      data: { fields: [{ field: 'from', message: '一次最多查看三年' }] },
    })
    expect(await head.refused(calls.run, { ...november, by: 'item' })).toMatchObject({ code: 27503 })
  })
  it('a span that begins after today is refused beside the field; one that ends after it is not', async () => {
    const ahead = { ...november, from: '2026-11-21', to: '2026-11-30' }
    const refused = { code: 27508, data: { fields: [{ field: 'from', message: '开始日期不能晚于今天' }] } }
    expect(await head.refused(calls.run, ahead)).toMatchObject(refused)
    expect(await head.refused(calls.run, { ...ahead, from: '2027-03-01', to: '2026-12-01' })).toMatchObject(refused)
    expect(await head.refused(calls.drill, { ...ahead, figure: 'C1' })).toMatchObject(refused)
    expect((await valuesOf(head, { from: '2026-11-20' })).total).toEqual(['590.00', '590.00', '590.00'])
  })
  it('a source counts with all that stands below it; what a figure knows nothing of has no value', async () => {
    const [top, middle, leaf] = [uuidv7(), uuidv7(), uuidv7()]
    for (const [id, parent, name] of [
      [top, null, '线上'],
      [middle, top, '美团'],
      [leaf, middle, '团购'],
    ])
      await app.sql(
        `insert into patient_source (tenant_id, id, parent_id, name, created_at, updated_at) values ($1, $2, $3, $4, now(), now())`,
        [fixture.tenants.a, id, parent, name],
      )
    const [was] = await app.sql<{ source_id: string }>('select source_id from patient where id = $1', [p1])
    await app.sql('update patient set source_id = $2 where id = $1', [p1, leaf])
    for (const id of [top, middle, leaf])
      expect((await valuesOf(head, { sourceIds: [id] })).total).toEqual(['590.00', '590.00', '590.00'])
    expect((await valuesOf(head, { sourceIds: [was?.source_id as string] })).total).toEqual(['0.00', '0.00', '0.00'])
    const { figures, total } = await head.call(calls.run, { ...november, sourceIds: [top] })
    const valueOf = (code: string) => total.values[figures.findIndex((figure) => figure.code === code)]
    expect([valueOf('C1'), valueOf('V13')]).toEqual(['590.00', null])
    const { narrows, todayOnly } = await head.call(calls.frame, { door: 'analysisData' })
    expect([narrows, todayOnly]).toEqual([expect.arrayContaining(['source']), false])
    await app.sql('update patient set source_id = $2 where id = $1', [p1, was?.source_id])
  })
  it('a department and a way to pay are filters too: what was claimed is of no way, and what is gone is said', async () => {
    const run = async (more: object) => {
      const { figures, total } = await head.call(calls.run, { ...november, ...more })
      return (code: string) => total.values[figures.findIndex((figure) => figure.code === code)] ?? null
    }
    const whole = await run({})
    const ways = await head.call(calls.run, { ...november, by: 'method', figures: ['C1'] })
    const [most] = ways.rows.filter(({ key }) => key.length === 36)
    if (!most) throw new Error('no way')
    const byWay = await run({ methodIds: [most.key] })
    expect([byWay('C1'), byWay('B4'), byWay('A2'), byWay('V7'), byWay('V13')]).toEqual([
      most.values[0],
      null,
      null,
      null,
      null,
    ])
    const depts = await head.call(calls.run, { ...november, by: 'dept', figures: ['B4'] })
    expect(depts.rows.length).toBeGreaterThan(0)
    for (const { key, values } of depts.rows.filter((row) => row.key.length === 36)) {
      const byDept = await run({ deptIds: [key] })
      expect([byDept('B4'), byDept('V13')]).toEqual([values[0], null])
    }
    expect([whole('B4'), whole('V13')]).not.toContain(null)
    const { narrows, depts: offered, methods } = await head.call(calls.frame, { door: 'analysisData' })
    expect(narrows).toEqual(expect.arrayContaining(['dept', 'method']))
    expect([offered.length > 0, methods.some(({ id }) => id === most.key)]).toEqual([true, true])
    const gone = uuidv7()
    for (const [field, word] of [
      ['deptIds', '科室'],
      ['methodIds', '支付方式'],
      ['sourceIds', '来源'],
      ['doctorIds', '医生'],
      ['categories', '类别'],
    ] as const)
      expect(await head.refused(calls.run, { ...november, [field]: [gone] })).toMatchObject({
        code: 27507,
        data: { fields: [{ field, message: `选的${word}有 1 个已经不在，请重新选择${word}` }] },
      })
  })
  it('the desk sees the takings of the day, neither those before nor a file', async () => {
    const asked = { door: 'clinicaccountStatement', by: 'day', from: '2026-11-20', to: '2026-11-20' } as const
    const { figures, total } = await desk.call(calls.run, asked)
    expect(total.values[figures.findIndex(({ code }) => code === 'C1')]).toBe('500.00')
    for (const from of ['2026-11-19', '2026-11-01'])
      expect(await desk.refused(calls.run, { ...asked, from })).toMatchObject({
        code: 27506,
        data: { fields: [{ field: 'from', message: '只能查看当天的' }] },
      })
    expect(await desk.refused(calls.drill, { ...asked, from: '2026-11-19', figure: 'C1' })).toMatchObject({
      code: 27506,
    })
    expect((await desk.refused(calls.exportSheet, asked)).http).toBe(403)
    expect((await desk.call(calls.frame, { door: 'clinicaccountStatement' })).todayOnly).toBe(true)
    expect((await director.call(calls.run, { ...asked, from: '2026-11-01' })).rows.length).toBeGreaterThan(1)
  })
  it('a cell opens its rows, each with the way to its bill; a rate opens what it is worked out of', async () => {
    const cell = await head.call(calls.drill, { ...november, figure: 'C1', key: a1 })
    expect(cell).toMatchObject({ sum: '500.00', total: 2, figure: { name: '实收' } })
    expect(cell.list.map(({ value, link }) => `${value} ${link?.kind ?? ''}`).toSorted()).toEqual([
      '200.00 bill',
      '300.00 bill',
    ])
    expect(await head.refused(calls.drill, { ...november, figure: 'R3' })).toMatchObject({ http: 400 })
    const { figures } = await head.call(calls.frame, { door: 'analysisData' })
    expect(figures.find(({ code }) => code === 'R3')).toMatchObject({ over: [{ code: 'C1' }], under: [{ code: 'V7' }] })
  })
  it('S13: a refund lowers takings and revenue on its day, and what was billed stays', async () => {
    const id = await charged('100.00')
    const before = (await valuesOf(director)).total
    const { version, items } = await director.call(billing.detail, { id })
    await (
      await app.as('admin')
    ).call(contract.refund.request, {
      billId: id,
      version,
      type: 1,
      items: [{ billItemId: items[0]?.id as string, qty: 1, amount: '40.00' }],
      reason: '少做了',
      payNow: true,
      requestId: uuidv7(),
    })
    expect(before).toEqual(['600.00', '600.00', '600.00'])
    expect((await valuesOf(director)).total).toEqual(['560.00', '600.00', '560.00'])
  })
  it('the file says what the screen says, and who took it is written down', async () => {
    const answer = await head.raw('POST', '/report-api/v2/report/export', { ...november, figures: ['C1'] })
    expect(answer.http).toBe(200)
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    const [note] = await app.sql(`select after from audit where action = 'export' and entity = 'report'`)
    expect(note).toMatchObject({ after: { door: 'analysisData', by: 'clinic', from: '2026-11-01' } })
    const none = await head.raw('POST', '/report-api/v2/report/export', {
      ...november,
      figures: ['C1'],
      from: '2025-01-01',
      to: '2025-01-31',
    })
    expect(none.json).toMatchObject({ code: -123456, message: '未传入任何内容' })
  })
})

describe('总收入', () => {
  it('today, yesterday, month and year by the figures of the reports, of the clinic at work or of all', async () => {
    const own = await director.call(calls.totalEarnings, {})
    expect(own.figures.map(({ code }) => code)).toEqual(['C1', 'R1', 'B4', 'C3', 'C2', 'A2'])
    const takings = (answer: typeof own) => answer.spans.map(({ values }) => values[0])
    const inReport = async (client: Client, more: Partial<Ask>) =>
      (await client.call(calls.run, { ...november, to: '2026-11-20', figures: ['C1'], ...more })).total.values[0]
    const ours = await inReport(director, { clinicIds: [a1] })
    expect(Number(ours)).toBeGreaterThan(0)
    expect(takings(own)).toEqual([ours, '0.00', ours, ours])
    expect([own.line.length, own.line.at(-1)]).toEqual([20, { date: '2026-11-20', value: ours }])
    const all = await inReport(head, {})
    expect(Number(all)).toBeGreaterThan(Number(ours))
    expect(takings(await head.call(calls.totalEarnings, { all: true }))).toEqual([all, '0.00', all, all])
    expect((await desk.refused(calls.totalEarnings, {})).http).toBe(403)
  })
})

describe('views that somebody keeps of a report', () => {
  type Keep = WireInput<typeof calls.keepView>
  const question: Keep['question'] = { by: 'clinic', compare: 'year', period: 'month', clinicIds: [a1] }
  const keep = (name: string, more: object = {}, client: Client = head) =>
    client.call(calls.keepView, { door: 'analysisData', name, question: { ...question, ...more }, requestId: uuidv7() })
  const kept = (client: Client = head) => client.call(calls.keptViews, { door: 'analysisData' })

  it('are one’s own, and the same name once more is the new one', async () => {
    const { id } = await keep('各店同比')
    expect(await keep('各店同比', { by: 'doctor' })).toEqual({ id })
    expect(await kept()).toMatchObject([{ id, name: '各店同比', question: { by: 'doctor', clinicIds: [a1] } }])
    expect(await kept(director)).toEqual([])
    expect((await director.refused(calls.dropView, { id })).http).toBe(404)
    expect(await head.call(calls.keptViews, { door: 'incomeSummary' })).toEqual([])
    await head.call(calls.dropView, { id })
    expect(await kept()).toEqual([])
  })
  it('ask for the right of their report, for a view that it has, and are twenty at most', async () => {
    const nurse = await app.as('nurse')
    expect((await nurse.refused(calls.keptViews, { door: 'analysisData' })).http).toBe(403)
    const asked: Keep = { door: 'analysisData', name: '看', question, requestId: uuidv7() }
    expect((await nurse.refused(calls.keepView, asked)).http).toBe(403)
    expect(await head.refused(calls.keepView, { ...asked, question: { ...question, view: '没有的' } })).toMatchObject({
      code: 27504,
    })
    for (let n = 1; n <= 20; n++) await keep(`视图${n}`)
    expect(await head.refused(calls.keepView, { ...asked, name: '第21个' })).toMatchObject({ code: 27505 })
    expect(await keep('视图20', { by: 'day' })).toBeDefined()
  })
})

describe('along time', () => {
  it('quarters and years add up to what their months do, and a cell of them to its rows', async () => {
    const span = { ...november, from: '2026-07-01', figures: ['C1'] }
    const rows = async (by: Ask['by']) => (await head.call(calls.run, { ...span, by })).rows
    const [third, fourth] = await rows('quarter')
    expect([third?.key, third?.label, third?.values]).toEqual(['2026-Q3', '2026年3季度', ['0.00']])
    const total = (await valuesOf(head)).total[0]
    expect([fourth?.key, fourth?.values]).toEqual(['2026-Q4', [total]])
    expect((await rows('year')).map(({ key, label, values }) => [key, label, values])).toEqual([
      ['2026', '2026年', [total]],
    ])
    const drill = await head.call(calls.drill, { ...span, by: 'quarter', key: '2026-Q4', figure: 'C1' })
    expect(drill.sum).toBe(total)
  })
  it('the cell of the other span opens the rows of the other span, of the row that stands beside', async () => {
    app.clock.set(parseDateTime('2026-11-21 10:00:00'))
    const span = { from: '2026-11-21', to: '2026-11-27', compare: 'previous' } as const
    const week = { ...november, ...span, figures: ['C1'] }
    const total = (await valuesOf(head)).total[0]
    const byDay = await head.call(calls.run, { ...week, by: 'day' })
    const row = byDay.rows.find(({ compared }) => compared?.[0] === total)
    expect([row?.key, byDay.comparedSpan]).toEqual(['2026-11-27', { from: '2026-11-14', to: '2026-11-20' }])
    const drilled = async (more: object) =>
      (await head.call(calls.drill, { ...week, by: 'day', figure: 'C1', compared: true, ...more })).sum
    expect(await drilled({ key: '2026-11-27' })).toBe(total)
    expect(await drilled({ key: '2026-11-26' })).toBe('0.00')
    expect(await drilled({})).toBe(total)
    expect(await drilled({ by: 'clinic', key: a2 })).toBe('90.00')
    expect(await drilled({ compared: false })).toBe('0.00')
    const none = { ...week, by: 'day' as const, compare: 'none' as const, figure: 'C1', compared: true }
    expect(await head.refused(calls.drill, none)).toMatchObject({ data: { fields: [{ field: 'compared' }] } })
    const gone = { ...week, by: 'day' as const, figure: 'C1', compared: true, key: '2026-11-28' }
    expect(await head.refused(calls.drill, gone)).toMatchObject({ data: { fields: [{ message: '对比期没有这一行' }] } })
  })
})

describe('the file of a report', () => {
  const asking = askedBy(head, app.application.http)
  const heads = async (more: object = {}) =>
    (await asking.file({ ...november, figures: ['C1', 'B4', 'R1'], ...more }))?.[0]
  it('has the columns that the person looks at, in their order, and all of them when none are named', async () => {
    expect(await heads()).toEqual(['门诊', '应收', '实收', '收入'])
    expect(await heads({ columns: ['R1', 'C1'] })).toEqual(['门诊', '收入', '实收'])
    expect(await heads({ columns: ['R1', 'gone'], compare: 'previous' })).toEqual(['门诊', '收入', '收入（对比）'])
    const [, row] = (await asking.file({ ...november, columns: ['C1'], clinicIds: [a2] })) ?? []
    expect(row?.[1]).toBe('90')
  })
})

describe('a report on paper', () => {
  const prints = () =>
    app.sql(
      `select after ->> 'door' as door, after ->> 'rows' as rows from audit where action = 'print' and entity = 'report'`,
    )
  it('is what the screen shows, is noted, and is for whoever may take the report out', async () => {
    const shown = await head.call(calls.run, november)
    expect(await head.call(calls.print, november)).toMatchObject({ rows: shown.rows, total: shown.total })
    expect(await prints()).toEqual([{ door: 'analysisData', rows: String(shown.count) }])
    const ofDay = { door: 'clinicaccountStatement', by: 'day', from: '2026-11-21', to: '2026-11-21' } as const
    await desk.call(calls.run, ofDay)
    expect((await desk.refused(calls.print, ofDay)).http).toBe(403)
    expect((await head.refused(calls.print, { ...november, door: 'homeCockpit' })).http).toBe(403)
    expect(await prints()).toHaveLength(1)
  })
})

describe('the rows of a cell lead on', () => {
  it('money of a bill to the bill, money of a card to the card', async () => {
    const { id: typeId } = await director.call(memberCard.saveType, {
      name: '储值卡',
      kind: 1,
      salePrice: '0.00',
      validType: 1,
      useOrder: 3,
      steps: [],
      requestId: uuidv7(),
    })
    const card = await desk.call(memberCard.openCard, {
      patientId: p1,
      typeId,
      amount: '100.00',
      ways: [{ payMethodId: cash, amount: '100.00' }],
      requestId: uuidv7(),
    })
    const { list } = await head.call(calls.drill, { ...november, clinicIds: [a1 as string], figure: 'C1' })
    expect(new Set(list.map(({ link }) => link?.kind))).toEqual(new Set(['bill', 'card']))
    expect(list.find(({ link }) => link?.kind === 'card')?.link).toEqual({ kind: 'card', id: card.id, patientId: p1 })
  })
})

describe('what is told beside the figures', () => {
  it('bills that were entered late into the span, and its months that are closed in every clinic looked at', async () => {
    const told = async (client: Client, more: Partial<Ask>) => {
      const { backdated, closedMonths } = await client.call(calls.run, { ...november, from: '2026-09-01', ...more })
      return { backdated, closedMonths }
    }
    expect(await told(head, {})).toEqual({ backdated: 0, closedMonths: [] })
    const late = await director.call(billing.open, {
      patientId: p1,
      items: [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }],
      belongDate: '2026-11-12',
      requestId: uuidv7(),
    })
    await desk.call(billing.charge, {
      ...late,
      payments: [{ payMethodId: cash, amount: '200.00' }],
      requestId: uuidv7(),
    })
    expect((await told(head, {})).backdated).toBe(1)
    expect((await told(head, { clinicIds: [a2 as string] })).backdated).toBe(0)
    expect((await told(head, { from: '2026-11-13' })).backdated).toBe(0)
    await director.call(monthClose.close, { month: '2026-10', requestId: uuidv7() })
    // The other clinic has not closed it.
    expect((await told(head, {})).closedMonths).toEqual([])
    expect((await told(director, {})).closedMonths).toEqual(['2026-10'])
    expect((await told(head, { clinicIds: [a1 as string] })).closedMonths).toEqual(['2026-10'])
  })
})
