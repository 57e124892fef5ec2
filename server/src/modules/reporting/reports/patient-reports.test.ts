import { contract, type WireInput, type WireOutput } from '@dentin/contract'
import { segments } from '@dentin/contract/report'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'

const { report: calls, billing, memberCard, dataRecord, patient: patientCalls } = contract
const app = await testApp({ at: '2026-11-20 10:00:00' })
const { a1, a2 } = fixture.clinics
const [p1, p2, p3] = fixture.patients.a as [string, string, string]
const { cash } = fixture.payMethods.a as { cash: string }
const doctor = fixture.employees.a1.doctor
const tenant = fixture.tenants.a
const at = (moment: string) => app.clock.set(parseDateTime(moment))

type Ask = WireInput<typeof calls.run>
type Answer = WireOutput<typeof calls.run>
type Row = Answer['rows'][number]
let head: Client
let director: Client
let desk: Client
beforeAll(async () => {
  head = await app.as('headquarters')
  director = await app.as('director')
  desk = await app.as('reception')
})
const run = (ask: Ask, client: Client = head) => client.call(calls.run, ask)
const inRow = (answer: Answer, row: Row | undefined, ...codes: string[]) =>
  codes.map((code) => row?.values[answer.figures.findIndex((figure) => figure.code === code)] ?? null)
const inFoot = (answer: Answer, ...codes: string[]) => inRow(answer, answer.total, ...codes)
const said = (answer: Answer, row: Row | undefined) =>
  Object.fromEntries(answer.facts.map(({ key }, n) => [key, row?.facts[n] ?? null]))

let queueNo = 100
/** A visit that has ended: kind 1 first, 2 further, 3 after a long time. */
async function came(
  patientId: string,
  day: string,
  treatType: 1 | 2 | 3,
  more: { clinic?: string; doctor?: string } = {},
) {
  const id = uuidv7()
  await app.sql(
    `insert into registration (tenant_id, id, clinic_id, patient_id, doctor_id, reg_no, queue_no, reg_date, reg_time, start_time, end_time,
       status, treat_type, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $11, $7, $8, $8, $9, 5, $10, $8, $8)`,
    [
      tenant,
      id,
      more.clinic ?? a1,
      patientId,
      more.doctor ?? doctor,
      `GH${id.slice(-8)}`,
      day,
      `${day} 09:00:00+08`,
      `${day} 09:40:00+08`,
      treatType,
      (queueNo += 1),
    ],
  )
  return id
}
const bill = async (patientId: string, tariffId: string, price: string, teeth = '') =>
  director.call(billing.open, { patientId, items: [{ tariffId, price, qty: 1, teeth }], requestId: uuidv7() })
async function charged(patientId: string, tariffId: string, price: string, teeth = ''): Promise<string> {
  const opened = await bill(patientId, tariffId, price, teeth)
  const payments = [{ payMethodId: cash, amount: price }]
  await desk.call(billing.charge, { ...opened, payments, requestId: uuidv7() })
  return opened.id
}

describe('membershipCardSurvey: cards by their type', () => {
  const span = { door: 'membershipCardSurvey', from: '2026-03-01', to: '2026-03-31', by: 'cardType' } as const
  const later = (to: string) => run({ ...span, from: '2026-04-01', to })
  beforeAll(async () => {
    at('2026-03-10 10:00:00')
    const type = (name: string) =>
      director.call(memberCard.saveType, {
        name,
        kind: 1,
        salePrice: '0.00',
        validType: 1,
        useOrder: 3,
        steps: [{ amount: '500.00', bonus: '50.00' }],
        requestId: uuidv7(),
      } as WireInput<typeof memberCard.saveType>)
    const [silver, gold] = [await type('银卡'), await type('金卡')]
    const open = (patientId: string, typeId: string, amount: string) =>
      desk.call(memberCard.openCard, {
        patientId,
        typeId,
        amount,
        ways: [{ payMethodId: cash, amount, tradeNo: '' }],
        requestId: uuidv7(),
      })
    await open(p1, silver.id, '500.00')
    await open(p2, silver.id, '500.00')
    await open(p3, gold.id, '1000.00')
    at('2026-11-20 10:00:00')
  })
  it('counts cards opened and in use, what was stored and given, and what they hold', async () => {
    const answer = await run(span)
    const codes = ['K1', 'K2', 'K3', 'K5', 'K6', 'K16', 'K17', 'K18', 'K19']
    expect(answer.rows.map((row) => [row.label, ...inRow(answer, row, ...codes)])).toEqual([
      ['银卡', '2', '2', '0.00', '1000.00', '100.00', '1000.00', '100.00', '0', '0'],
      ['金卡', '1', '1', '0.00', '1000.00', '50.00', '1000.00', '50.00', '0', '0'],
    ])
    expect(inFoot(answer, ...codes)).toEqual(['3', '3', '0.00', '2000.00', '150.00', '2000.00', '150.00', '0', '0'])
  })
  it('J15: its principal and bonus are those of the balance record and of the ledger', async () => {
    const { from, to } = span
    const record = await run({ door: 'patientBalanceRecord', from, to, by: 'card' })
    expect(inFoot(await run(span), 'K16', 'K17')).toEqual(inFoot(record, 'K16', 'K17'))
    const ledger = await app.sql<{ sum: string }>(
      `select (-sum(amount))::text as sum from ledger_posting where tenant_id = $1 and unit = 0 and card_id is not null
       and account in ('principal', 'bonus') and business_date <= $2 group by account order by account desc`,
      [tenant, to],
    )
    expect(inFoot(await run(span), 'K16', 'K17')).toEqual(ledger.map(({ sum }) => sum))
  })
  it('a card sleeps from the 180th day without a movement, runs out in 30 days, and is out of use when its day has gone', async () => {
    // The last movement was on March 10th.
    expect(inFoot(await later('2026-09-05'), 'K18')).toEqual(['0'])
    expect(inFoot(await later('2026-09-06'), 'K18')).toEqual(['3'])
    await app.sql(`update member_card set expire_date = '2026-10-31' where tenant_id = $1 and patient_id = $2`, [
      tenant,
      p1,
    ])
    expect(inFoot(await later('2026-09-30'), 'K19', 'K2')).toEqual(['0', '3'])
    expect(inFoot(await later('2026-10-01'), 'K19', 'K2')).toEqual(['1', '3'])
    expect(inFoot(await later('2026-11-01'), 'K19', 'K2')).toEqual(['0', '2'])
    await app.sql(`update member_card set expire_date = null where tenant_id = $1`, [tenant])
  })
  it('how a card stood on a past day is what was written before its next change', async () => {
    await app.sql(
      `with one as (update member_card set status = 2 where tenant_id = $1 and patient_id = $2 returning id)
       insert into status_log (tenant_id, id, clinic_id, biz_type, biz_id, from_status, to_status, actor_name, created_at)
       select $1, $3, $4, 'member_card', one.id, 1, 2, '测试', '2026-06-15 10:00:00+08' from one`,
      [tenant, p2, uuidv7(), a1],
    )
    expect(inFoot(await later('2026-06-14'), 'K2')).toEqual(['3'])
    expect(inFoot(await later('2026-06-15'), 'K2')).toEqual(['2'])
  })
  it('along time a balance is that of each month’s end, and opens the cards of that month', async () => {
    const answer = await run({ ...span, from: '2026-02-01', to: '2026-04-30', by: 'month' })
    expect(answer.rows.map((row) => [row.key, ...inRow(answer, row, 'K3', 'K5', 'K16')])).toEqual([
      ['2026-02', '0.00', '0.00', '0.00'],
      ['2026-03', '0.00', '2000.00', '2000.00'],
      ['2026-04', '2000.00', '0.00', '2000.00'],
    ])
    const opened = (key: string) =>
      head.call(calls.drill, { ...span, from: '2026-02-01', to: '2026-04-30', by: 'month', figure: 'K16', key })
    expect((await opened('2026-03')).sum).toBe('2000.00')
    expect((await opened('2026-02')).total).toBe(0)
  })
  it('memberCardRecord: each movement with what was left, whose sum is what came in', async () => {
    const moves = await run({ door: 'memberCardRecord', from: '2026-03-01', to: '2026-03-31', by: 'cardMove' })
    expect(moves.count).toBe(3)
    expect(inFoot(moves, 'H2', 'H3')).toEqual(['2000.00', '150.00'])
    const gold = moves.rows.find((row) => inRow(moves, row, 'H2')[0] === '1000.00')
    expect(said(moves, gold)).toMatchObject({ kind: '开卡', principal: '1000.00', bonus: '50.00', ways: '现金' })
    const kinds = await run({ door: 'memberCardRecord', from: '2026-03-01', to: '2026-03-31', by: 'moveKind' })
    expect(kinds.rows.map((row) => [row.label, ...inRow(kinds, row, 'H1', 'H4', 'H5')])).toEqual([
      ['开卡', '3', '2150.00', '0.00'],
    ])
  })
  it('what a card held afterwards is money: without the right to amounts it is not said', async () => {
    await app.sql(`delete from post_resource where resource = '/field:amounts' and post_id = $1`, [
      fixture.posts.a.finance,
    ])
    const moves = await run(
      { door: 'memberCardRecord', from: '2026-03-01', to: '2026-03-31', by: 'cardMove' },
      await app.as('finance'),
    )
    expect(moves.facts.map(({ key }) => key)).not.toContain('principal')
    expect(moves.rows.map(({ facts }) => facts.length)).toEqual(moves.rows.map(() => moves.facts.length))
    expect(JSON.stringify(moves)).not.toContain('1000.00')
  })
})

describe('firstDiagnosjuiis: what becomes of first visits', () => {
  const span = { door: 'firstDiagnosjuiis', from: '2026-05-01', to: '2026-05-31', by: 'visit' } as const
  let [won, lost, long] = ['', '', '']
  beforeAll(async () => {
    won = await came(p1, '2026-05-04', 1)
    lost = await came(p2, '2026-05-05', 1)
    long = await came(p3, '2026-05-06', 3)
    at('2026-05-04 10:00:00')
    await charged(p1, fixture.tariffs.a.filling, '480.00', '16')
    at('2026-05-20 10:00:00')
  })
  const outcomes = async (view?: string) => {
    const answer = await run({ ...span, ...(view ? { view } : {}) })
    return Object.fromEntries(answer.rows.map((row) => [row.key, said(answer, row).outcome]))
  }
  it('a charge of something but a check-up makes a deal; without one it is open for 30 days, then lost', async () => {
    expect(await outcomes()).toEqual({ [won]: '成交', [lost]: '观察中' })
    expect(await outcomes('again')).toEqual({ [won]: '成交', [lost]: '观察中', [long]: '观察中' })
    at('2026-06-04 10:00:00')
    expect(await outcomes()).toEqual({ [won]: '成交', [lost]: '观察中' })
    at('2026-06-05 10:00:00')
    expect(await outcomes()).toEqual({ [won]: '成交', [lost]: '未成交' })
    const answer = await run(span)
    expect(
      inRow(
        answer,
        answer.rows.find(({ key }) => key === won),
        'F2',
        'F3',
      ),
    ).toEqual(['480.00', '480.00'])
    const foot = await run({ ...span, by: 'outcome' })
    expect(inFoot(foot, 'F1', 'F4', 'F5', 'F6', 'F7', 'F9')).toEqual(['2', '1', '0', '0', '1', '50.00'])
    // The same first visits as the reports count them.
    const business = await run({ door: 'analysisData', from: span.from, to: span.to, by: 'clinic' })
    expect(inFoot(business, 'V8', 'D1', 'D3')).toEqual(['2', '1', '480.00'])
  })
  it('a deal is partly one while the plan that was agreed to is dearer', async () => {
    const [plan, option] = [uuidv7(), uuidv7()]
    await app.sql(
      `insert into treatment_plan (tenant_id, id, clinic_id, patient_id, doctor_id, plan_no, title, status, quoted_at, created_at, updated_at,
         valid_until) values ($1, $2, $3, $4, $5, 'P1', '修复', 1, $6, $6, $6, '2026-06-30')`,
      [tenant, plan, a1, p1, doctor, '2026-05-04 10:00:00+08'],
    )
    await app.sql(
      `insert into treatment_plan_option (tenant_id, id, clinic_id, plan_id, line_no, name, phases) values ($1, $2, $3, $4, 1, '甲', '[]')`,
      [tenant, option, a1, plan],
    )
    const line = (amount: string) =>
      app.sql(
        `insert into treatment_plan_line (tenant_id, id, clinic_id, plan_id, option_id, line_no, phase_no, tariff_id, name, unit, qty, price,
           original_amount, discount_amount, amount, can_discount) values ($1, $2, $3, $4, $5, $6, 1, $7, '冠', '颗', 1, $8, $8, 0, $8, true)`,
        [tenant, uuidv7(), a1, plan, option, amount === '480.00' ? 1 : 2, fixture.tariffs.a.filling, amount],
      )
    await app.sql(
      'update treatment_plan set status = 2, answered_at = quoted_at, chosen_option_id = $2 where id = $1',
      [plan, option],
    )
    await line('480.00')
    expect((await outcomes())[won]).toBe('成交')
    await line('0.01')
    expect((await outcomes())[won]).toBe('部分')
  })
  const note = (client: Client, more: object) =>
    ({
      client,
      input: { id: lost, reason: '', remark: '', nextContactOn: null, version: null, requestId: uuidv7(), ...more },
    }) as const
  const follows = () =>
    app.sql<{ status: number; plan_on: string; content: string }>(
      `select status, (plan_at at time zone 'Asia/Shanghai')::date::text as plan_on, content from follow_up
       where patient_id = $1 and source_key like 'first-visit:%' or patient_id = $1 and type = 9 order by created_at, id`,
      [p2],
    )
  it('why it came to nothing and when somebody asks again is written with its version; a follow-up goes with the day', async () => {
    const consultant = await app.as('consultant')
    const first = note(director, { reason: '价格', nextContactOn: '2026-06-20' })
    expect(await first.client.call(dataRecord.noteFirstVisit, first.input)).toEqual({ version: 1 })
    expect((await follows()).map(({ status, plan_on }) => [status, plan_on])).toEqual([[0, '2026-06-20']])
    const seen = await director.call(dataRecord.firstVisit, { id: lost })
    expect(seen).toMatchObject({
      outcome: 'lost',
      reason: '价格',
      nextContactOn: '2026-06-20',
      version: 1,
      canNote: true,
    })
    // Somebody who has not seen it writes over nothing.
    const blind = note(director, { reason: '害怕治疗' })
    expect((await blind.client.refused(dataRecord.noteFirstVisit, blind.input)).code).toBe(409)
    const moved = note(director, { reason: '价格', nextContactOn: '2026-06-25', version: 1 })
    expect(await moved.client.call(dataRecord.noteFirstVisit, moved.input)).toEqual({ version: 2 })
    expect((await follows()).map(({ status, plan_on }) => [status, plan_on])).toEqual([
      [4, '2026-06-20'],
      [0, '2026-06-25'],
    ])
    const past = note(director, { nextContactOn: '2026-06-01', version: 2 })
    expect((await past.client.refused(dataRecord.noteFirstVisit, past.input)).data.fields).toEqual([
      { field: 'nextContactOn', message: '下次联系不能早于今天' },
    ])
    const audit = await app.sql<{ after: { reason: string } }>(
      `select after from audit where entity = 'first_visit_note' order by created_at`,
    )
    expect(audit.length).toBe(2)
    const answer = await run(span)
    expect(
      said(
        answer,
        answer.rows.find(({ key }) => key === lost),
      ),
    ).toMatchObject({ reason: '价格', next: '2026-06-25' })
    const reasons = await run({ ...span, by: 'lostReason' })
    expect(reasons.rows.map((row) => [row.label, ...inRow(reasons, row, 'F7')])).toContainEqual(['价格', '1'])
    // It is nobody else's first visit: not the consultant's own, not another clinic's.
    const foreign = note(consultant, { reason: '其他', version: 2 })
    expect((await foreign.client.refused(dataRecord.noteFirstVisit, foreign.input)).http).toBe(404)
    const other = await app.as('reception', 'a2')
    expect((await other.refused(dataRecord.firstVisit, { id: lost })).http).toBe(404)
    expect(await desk.call(dataRecord.firstVisit, { id: lost })).toMatchObject({ reason: '价格' })
  })
  it('a doctor sees the own first visits, and the clinic’s door those of the clinic at work', async () => {
    const mine = await run(span, await app.as('doctor'))
    expect(mine.rows.map(({ key }) => key).toSorted()).toEqual([won, lost].toSorted())
    const [, another] = fixture.doctors.a1 as [string, string]
    await app.sql('update registration set doctor_id = $2 where id = $1', [lost, another])
    expect((await run(span, await app.as('doctor'))).rows.map(({ key }) => key)).toEqual([won])
    await app.sql('update registration set doctor_id = $2 where id = $1', [lost, doctor])
    expect((await run({ ...span, door: 'clinicfirstDiagnosis' }, desk)).count).toBe(2)
    expect((await run({ ...span, door: 'clinicfirstDiagnosis' }, await app.as('reception', 'a2'))).count).toBe(0)
    expect((await desk.refused(calls.run, span)).http).toBe(403)
  })
  it('a view that a report has not is refused', async () => {
    expect(await head.refused(calls.run, { ...span, view: 'people' })).toMatchObject({ code: 27504 })
    expect(await head.refused(calls.frame, { door: 'billRecord', view: 'people' })).toMatchObject({ code: 27504 })
  })
})

describe('billRecord: bills by one of their days', () => {
  const day = (on: string, view?: 'opened' | 'paid') =>
    run({ door: 'billRecord', ...(view ? { view } : {}), from: on, to: on, by: 'bill' })
  it('J11: by the charge it comes to what the lines come to; by opening it has what waits; a void one adds nothing', async () => {
    at('2026-07-01 10:00:00')
    const paid = await charged(p1, fixture.tariffs.a.cleaning, '200.00')
    const waiting = await bill(p2, fixture.tariffs.a.cleaning, '90.00')
    const gone = await bill(p3, fixture.tariffs.a.cleaning, '70.00')
    await director.call(billing.void, { ...gone, reason: '开错' })
    const chargedToday = await day('2026-07-01')
    expect(chargedToday.rows.map(({ key }) => key)).toEqual([paid])
    const lines = await run({ door: 'analysisData', from: '2026-07-01', to: '2026-07-01', by: 'clinic' })
    expect(inFoot(chargedToday, 'BC1', 'BC2', 'BC8')).toEqual(inFoot(lines, 'B1', 'B2', 'B4'))
    const opened = await day('2026-07-01', 'opened')
    expect(opened.rows.map(({ key }) => key).toSorted()).toEqual([paid, waiting.id, gone.id].toSorted())
    expect(inFoot(opened, 'BO8', 'BO11')).toEqual(['290.00', '200.00'])
    const row = opened.rows.find(({ key }) => key === gone.id)
    expect(said(opened, row)).toMatchObject({ state: '已作废', type: '诊疗', items: '洁治' })
    expect(said(chargedToday, chargedToday.rows[0])).toMatchObject({ state: '已付清', invoice: '未开' })
  })
  it('by the day on which nothing was owed any more: the last payment', async () => {
    at('2026-07-02 10:00:00')
    const opened = await bill(p1, fixture.tariffs.a.cleaning, '200.00')
    await desk.call(billing.charge, {
      ...opened,
      payments: [{ payMethodId: cash, amount: '50.00' }],
      leaveArrears: true,
      arrearsReason: '下次付',
      requestId: uuidv7(),
    })
    expect((await day('2026-07-02', 'paid')).count).toBe(0)
    at('2026-07-03 10:00:00')
    await desk.call(billing.repay, {
      patientId: p1,
      billIds: [opened.id],
      payments: [{ payMethodId: cash, amount: '150.00' }],
      requestId: uuidv7(),
    })
    expect((await day('2026-07-02', 'paid')).count).toBe(0)
    const paid = await day('2026-07-03', 'paid')
    expect(paid.rows.map(({ key }) => key)).toEqual([opened.id])
    expect(inFoot(paid, 'BP8', 'BP11', 'BP13')).toEqual(['200.00', '200.00', '0.00'])
  })
})

describe('treatmentRecord: treatments that have ended', () => {
  it('minutes, what was executed, and how far the record is; what was executed counts once in a day', async () => {
    at('2026-08-03 09:00:00')
    const treated = async (from: string, to: string) => {
      const registration = await came(p3, '2026-08-03', 2)
      const id = uuidv7()
      await app.sql(
        `insert into treatment (tenant_id, id, clinic_id, registration_id, patient_id, doctor_id, status, start_time, end_time, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, 2, $7, $8, $7, $7)`,
        [tenant, id, a1, registration, p3, doctor, `2026-08-03 ${from}+08`, `2026-08-03 ${to}+08`],
      )
      return id
    }
    const [morning, noon] = [await treated('09:00', '09:40'), await treated('11:00', '11:25')]
    const opened = await director.call(billing.open, {
      patientId: p3,
      doctorId: doctor,
      items: [{ tariffId: fixture.tariffs.a.filling, price: '100.00', qty: 3, teeth: '16;26;36' }],
      requestId: uuidv7(),
    } as never)
    await desk.call(billing.charge, {
      ...opened,
      payments: [{ payMethodId: cash, amount: '300.00' }],
      requestId: uuidv7(),
    })
    const [item] = await app.sql<{ id: string }>('select id from bill_item where bill_id = $1', [opened.id])
    await app.sql('update bill_item set executed_qty = 2 where id = $1', [item?.id])
    await app.sql(
      `insert into bill_item_execution (tenant_id, id, clinic_id, bill_id, bill_item_id, qty, doctor_id, done_on, operator_name, noted_at, reason, by_charge)
       values ($1, $2, $3, $4, $5, -1, $6, '2026-08-03', '测试', '2026-08-03 12:00:00+08', '少做一颗', true)`,
      [tenant, uuidv7(), a1, opened.id, item?.id, doctor],
    )
    const answer = await run({ door: 'treatmentRecord', from: '2026-08-03', to: '2026-08-03', by: 'treatment' })
    const of = (key: string) =>
      inRow(
        answer,
        answer.rows.find((row) => row.key === key),
        'W2',
        'W3',
      )
    expect(of(morning)).toEqual(['40', '0.00'])
    expect(of(noon)).toEqual(['25', '200.00'])
    expect(inFoot(answer, 'W2', 'W3')).toEqual(['65', '200.00'])
    expect(said(answer, answer.rows[0])).toMatchObject({ record: '未写' })
  })

  it('what pictures may ask for is said beforehand: to whoever sees no amounts nothing of money', async () => {
    const nurse = await app.as('nurse')
    const askable = async (who: Client) => (await who.call(contract.report.frame, { door: 'treatmentRecord' })).askable
    expect(await askable(nurse)).toEqual(['W1', 'W2', 'W4'])
    expect(await askable(director)).toEqual(['W1', 'W2', 'W3', 'W4'])
  })
})

describe('patientAnalysisData', () => {
  const ask = (view: string, more: Partial<Ask> = {}): Ask => ({
    door: 'patientAnalysisData',
    view,
    from: '2026-01-01',
    to: '2026-01-31',
    by: 'clinic',
    ...more,
  })
  it('ages stand at 0–6, 7–12, 13–17, 18–34, 35–49, 50–64 and 65 on the day of the visit', async () => {
    const born = ['2019-01-11', '2019-01-10', '2013-01-11', '2013-01-10', '2008-01-11', '2008-01-10', '1961-01-10']
    for (const [n, birthDay] of born.entries()) {
      await app.sql('update patient set birth_day = $2 where id = $1', [p1, birthDay])
      await app.sql('delete from registration where tenant_id = $1 and reg_date = $2', [tenant, '2026-01-10'])
      await came(p1, '2026-01-10', 2)
      const answer = await run(ask('people', { by: 'age' }))
      const found = answer.rows.filter((row) => inRow(answer, row, 'V7')[0] !== '0').map(({ label }) => label)
      expect([birthDay, ...found]).toEqual([
        birthDay,
        ['0–6 岁', '7–12 岁', '7–12 岁', '13–17 岁', '13–17 岁', '18–34 岁', '65 岁以上'][n],
      ])
    }
    await app.sql('delete from registration where tenant_id = $1 and reg_date = $2', [tenant, '2026-01-10'])
  })
  it('N1: a first visit with another within 90 days; a cohort comes again in the calendar month after', async () => {
    const other = { clinic: a2, doctor: fixture.doctors.a2[0] as string }
    await app.sql('delete from registration where tenant_id = $1 and reg_date < $2', [tenant, '2026-05-01'])
    await came(p1, '2025-02-28', 1, other)
    await came(p1, '2025-05-29', 2, other)
    await came(p2, '2025-02-10', 1, other)
    await came(p2, '2025-05-12', 2, other)
    const span = { from: '2025-02-01', to: '2025-02-28', clinicIds: [a2] }
    // 90 days after February 28th is May 29th; 91 after the 10th is May 12th.
    expect(inFoot(await run(ask('loyalty', span)), 'V8', 'N1a', 'N1')).toEqual(['2', '1', '50.00'])
    const cohort = await run(ask('loyalty', { ...span, by: 'month', figures: ['V15', 'NC1', 'NC2', 'NC3', 'NC4'] }))
    expect(inRow(cohort, cohort.rows[0], 'V15', 'NC1', 'NC2', 'NC3', 'NC4')).toEqual(['2', '0', '0', '2', '0'])
  })
  it('N3: lost from the day after 180, unless booked ahead or the file is put away; N4: who of them came after all', async () => {
    // p1 was last here on May 29th 2025: 180 days later is November 25th.
    const lostOn = async (to: string) =>
      inFoot(await run(ask('loyalty', { from: '2025-11-01', to, clinicIds: [a2] })), 'N3')[0]
    expect([await lostOn('2025-11-08'), await lostOn('2025-11-09')]).toEqual(['0', '1'])
    expect([await lostOn('2025-11-25'), await lostOn('2025-11-26')]).toEqual(['1', '2'])
    await app.sql(
      `insert into appointment (tenant_id, id, clinic_id, patient_id, doctor_id, appoint_no, starts_at, ends_at, status, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'A1', '2026-01-05 09:00+08', '2026-01-05 09:30+08', 5, '2025-11-20 09:00+08', '2025-11-20 09:00+08')`,
      [tenant, uuidv7(), a2, p1, fixture.doctors.a2[0]],
    )
    expect(await lostOn('2025-11-26')).toBe('1')
    const people = await head.call(calls.people, {
      ...ask('loyalty', { from: '2025-11-01', to: '2025-11-26', clinicIds: [a2] }),
      figure: 'N3',
    } as never)
    expect(people).toMatchObject({ total: 1, list: [{ id: p2 }] })
    // Of who was lost when 2026 began, p2 came on February 3rd.
    await came(p2, '2026-02-03', 2)
    const back = await run(ask('loyalty', { from: '2026-01-01', to: '2026-02-28', clinicIds: [a2] }))
    expect(inFoot(back, 'N3o', 'N4a', 'N4')).toEqual(['1', '1', '100.00'])
    await app.sql('update patient set status = 1 where id = $1', [p2])
    expect(await lostOn('2025-11-26')).toBe('0')
    await app.sql('update patient set status = 0 where id = $1', [p2])
  })
  it('people of a cell go into a group, in one step from the list', async () => {
    const admin = await app.as('admin')
    const cell = {
      door: 'clinicpatientAnalysisData',
      view: 'loyalty',
      from: '2026-11-01',
      to: '2026-11-20',
      by: 'clinic',
      figure: 'V7',
    } as const
    expect((await desk.refused(calls.people, cell)).http).toBe(403)
    const { list, total } = await admin.call(calls.people, { ...cell, from: '2026-05-01', to: '2026-05-31' })
    expect([total, list.map(({ id }) => id).toSorted()]).toEqual([3, [p1, p2, p3].toSorted()])
    const group = await admin.call(patientCalls.groupSave, {
      name: '流失召回',
      colour: 'teal',
      type: 1,
      shareLevel: 1,
      requestId: uuidv7(),
    } as never)
    const added = await admin.call(patientCalls.groupAdd, {
      groupIds: [(group as { id: string }).id],
      patientIds: list.map(({ id }) => id),
      requestId: uuidv7(),
    })
    expect(added.added).toBe(3)
  })
  it('N6: recency, frequency and money put each patient into one of eight segments', async () => {
    at('2026-11-20 10:00:00')
    const answer = await run(ask('value', { from: '2026-11-01', to: '2026-11-20', by: 'segment' }))
    const rated = await run(ask('value', { from: '2026-11-01', to: '2026-11-20', by: 'patient' }))
    expect(inFoot(rated, 'N6')).toEqual(inFoot(answer, 'N6'))
    expect(rated.count).toBe(Number(inFoot(answer, 'N6')[0]))
    // p1 paid 480 + 200 + 200 and came last in May: the most money of three, neither lately nor often.
    const segmentOf = async (patientId: string, to = '2026-11-20') => {
      for (const row of (await run(ask('value', { from: '2026-11-01', to, by: 'segment' }))).rows) {
        const opened = await head.call(calls.drill, {
          ...ask('value', { from: '2026-11-01', to, by: 'segment' }),
          figure: 'N6',
          key: row.key,
        } as never)
        if (opened.list.some(({ link }) => link?.id === patientId)) return row.label
      }
      return null
    }
    expect(await segmentOf(p1)).toBe('重要挽留')
    for (const day of ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05']) await came(p1, day, 2)
    expect(await segmentOf(p1)).toBe('重要价值')
    // The 90th day after a visit is still lately, the next is not.
    const lately = async (to: string) => {
      const label = await segmentOf(p1, to)
      return segments.find(({ name }) => name === label)?.key[0]
    }
    expect([await lately('2027-02-03'), await lately('2027-02-04')]).toEqual(['1', '0'])
  })
})

describe('matchingDiagnosis: what diagnoses call for and nobody did', () => {
  const span = { door: 'matchingDiagnosis', from: '2026-09-01', to: '2026-09-30', by: 'expectation' } as const
  const record = (patientId: string, day: string, ...diagnoses: [code: string, teeth: string][]) =>
    app.sql(
      `insert into medical_record (tenant_id, id, clinic_id, patient_id, doctor_id, record_no, status, visit_kind, visit_time, content, sign_hash,
         sign_time, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, 2, 1, $7, $8, 'x', $7, $7, $7)`,
      [
        tenant,
        uuidv7(),
        a1,
        patientId,
        doctor,
        `BL${uuidv7().slice(-8)}`,
        `${day} 09:00:00+08`,
        JSON.stringify({
          diagnoses: diagnoses.map(([icdCode, teeth]) => ({ icdCode, icdName: icdCode, teeth, kind: 1 })),
        }),
      ],
    )
  const rowsNow = async () => {
    const answer = await run(span)
    return answer.rows.map((row) => [row.label, ...inRow(answer, row, 'E1', 'E2', 'E3', 'E5')])
  }
  it('counts each patient once; done is charged since, not given back, and of the tooth', async () => {
    const { seen } = await head.call(dataRecord.expectedCare, {})
    await head.call(dataRecord.saveExpectedCare, {
      list: [{ icdCode: 'K02', name: '充填', items: ['复合树脂充填'] }],
      seen,
      requestId: uuidv7(),
    })
    await record(p1, '2026-09-01', ['K02.1', '16'])
    await record(p2, '2026-09-02', ['K02.1', '26;27'], ['K04.0', '11'])
    await record(p2, '2026-09-09', ['K02.1', '26;27'])
    at('2026-09-10 10:00:00')
    // 480 is the price of the filling: one tooth, and two.
    expect(await rowsNow()).toEqual([['K02 龋病 → 充填', '2', '0', '2', '1440.00']])
    await charged(p1, fixture.tariffs.a.filling, '480.00', '17')
    expect((await rowsNow())[0]?.slice(1, 4)).toEqual(['2', '0', '2'])
    const done = await charged(p1, fixture.tariffs.a.filling, '80.00', '16:MO')
    expect(await rowsNow()).toEqual([['K02 龋病 → 充填', '2', '1', '1', '960.00']])
    const { version, items } = await director.call(billing.detail, { id: done })
    await (
      await app.as('admin')
    ).call(contract.refund.request, {
      billId: done,
      version,
      type: 1,
      items: [{ billItemId: items[0]?.id as string, qty: 1, amount: '80.00' }],
      reason: '重做',
      payNow: true,
      requestId: uuidv7(),
    })
    expect((await rowsNow())[0]?.slice(1, 4)).toEqual(['2', '0', '2'])
    const people = await head.call(calls.people, { ...span, figure: 'E3' })
    expect(people.list.map(({ id }) => id).toSorted()).toEqual([p1, p2].toSorted())
  })
  it('its list is saved as a whole, with its refusals beside the row, and is the product’s again when emptied', async () => {
    const now = await head.call(dataRecord.expectedCare, {})
    expect([now.isShipped, now.canEdit, now.list.length]).toEqual([false, true, 1])
    const save = (list: object[], seen = now.seen) =>
      ({ list, seen, requestId: uuidv7() }) as WireInput<typeof dataRecord.saveExpectedCare>
    const one = { icdCode: 'K02', name: '充填', items: ['复合树脂充填'] }
    const problem = async (list: object[]) => (await head.refused(dataRecord.saveExpectedCare, save(list))).data.fields
    expect(await problem([one, one])).toEqual([{ field: 'list.1.name', message: '这个诊断下已有同名的应做项目' }])
    expect(await problem([{ ...one, items: ['没有的项目'] }])).toEqual([
      { field: 'list.0.items', message: '价目里没有“没有的项目”' },
    ])
    expect((await problem([{ ...one, icdCode: '龋' }]))?.[0]?.field).toBe('list.0.icdCode')
    expect((await head.refused(dataRecord.saveExpectedCare, save([], 'before'))).code).toBe(409)
    expect((await director.refused(dataRecord.saveExpectedCare, save([]))).http).toBe(403)
    expect(await head.call(dataRecord.saveExpectedCare, save([]))).toEqual({ saved: 0 })
    const after = await head.call(dataRecord.expectedCare, {})
    expect([after.isShipped, after.list[0]]).toEqual([
      true,
      { icdCode: 'K02', icdName: '龋病', name: '充填', items: ['充填'] },
    ])
  })
  it('regions are their teeth: a quadrant meets the teeth in it and no others', async () => {
    const meets = async (a: string, b: string) =>
      (await app.sql<{ ok: boolean }>('select app.teeth_in($1) && app.teeth_in($2) as ok', [a, b]))[0]?.ok
    expect([
      await meets('Q1', '16'),
      await meets('Q1', '26'),
      await meets('FM', '38'),
      await meets('UA', '65:M'),
    ]).toEqual([true, false, true, true])
    expect([
      await meets('AU', '13'),
      await meets('AU', '14'),
      await meets('16:MO;24', '24:D'),
      await meets('S11', '11'),
    ]).toEqual([true, false, true, true])
  })
})

describe('referralRecord: who was introduced, and the reward for it', () => {
  const ask = { door: 'referralRecord', from: '2020-01-01', to: '2022-12-31', by: 'patient' } as const
  const { coupon } = contract
  let typeId: string
  beforeAll(async () => {
    at('2026-11-20 10:00:00')
    await app.sql(
      `update patient set referrer_type = 1, referrer_patient_id = $2, created_at = '2021-06-01 10:00:00+08' where id = $1`,
      [p2, p1],
    )
    const made = await director.call(coupon.saveType, {
      name: '介绍礼',
      kind: 2,
      value: '50.00',
      validType: 2,
      validDays: 90,
      requestId: uuidv7(),
    } as unknown as WireInput<typeof coupon.saveType>)
    typeId = made.id
  })
  const give = (client: Client) => client.call(dataRecord.giveReward, { patientId: p2, typeId, requestId: uuidv7() })
  const row = async () => {
    const answer = await run(ask, director)
    const found = answer.rows.find(({ key }) => key === p2)
    return { ...said(answer, found), paid: inRow(answer, found, 'I3', 'I4') }
  }
  it('is due once something was paid, given once as a coupon of whoever introduced, and taken back while unused', async () => {
    await app.sql(`delete from registration where patient_id = $1 and reg_date = '2026-11-19'`, [p2])
    expect(await row()).toMatchObject({ kind: '患者', reward: '不用发', paid: ['0.00', '0.00'] })
    const early = { patientId: p2, typeId, requestId: uuidv7() }
    expect((await director.refused(dataRecord.giveReward, early)).code).toBe(27586)
    await charged(p2, fixture.tariffs.a.cleaning, '200.00')
    at('2026-11-21 10:00:00')
    await charged(p2, fixture.tariffs.a.cleaning, '90.00')
    expect(await row()).toMatchObject({ reward: '待发', paid: ['200.00', '290.00'] })
    expect((await desk.refused(dataRecord.giveReward, { ...early, requestId: uuidv7() })).http).toBe(403)
    expect(await give(director)).toEqual({ couponName: '介绍礼' })
    const given = await app.sql<{ patient_id: string; source: number }>(
      'select patient_id, source from coupon where source_id = $1',
      [p2],
    )
    expect(given).toEqual([{ patient_id: p1, source: 5 }])
    expect((await director.refused(dataRecord.giveReward, { ...early, requestId: uuidv7() })).code).toBe(27584)
    expect(await row()).toMatchObject({ reward: '已发', coupon: '介绍礼' })
    await director.call(dataRecord.takeBackReward, { patientId: p2, reason: '退款', requestId: uuidv7() })
    expect(await row()).toMatchObject({ reward: '已收回' })
    const again = { patientId: p2, reason: '退款', requestId: uuidv7() }
    expect((await director.refused(dataRecord.takeBackReward, again)).code).toBe(27587)
  })
})
