import { contract, type WireInput } from '@dentin/contract'
import { slipStates } from '@dentin/contract/commission'
import { refundStates } from '@dentin/contract/refund'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { brokenInvariants } from '../../../test/invariants.ts'
import { fixture, testApp, type Client } from '../../../test/harness.ts'

const { billing, commission: calls, execution, monthClose, refund, report, shift } = contract
const app = await testApp({ at: '2026-10-10 09:00:00' })
const [p1] = fixture.patients.a as [string]
const [d1, d2] = fixture.doctors.a1 as [string, string]
const { cash } = fixture.payMethods.a as { cash: string }
const { check, filling } = fixture.tariffs.a
let director: Client
let doctor: Client
let finance: Client
let admin: Client
let head: Client
/** Everybody signs in at a moment. */
async function at(moment: string) {
  app.clock.set(parseDateTime(moment))
  director = await app.as('director')
  doctor = await app.asDoctor(0)
  finance = await app.as('finance')
  admin = await app.as('admin')
  head = await app.as('headquarters')
}

type Asked = WireInput<typeof calls.saveRule>
const flat = (rate: number): Asked['steps'] => [{ from: '0.00', to: null, rate }]
const rule = (more: Partial<Asked> = {}): Asked => ({
  name: '医生基本提成',
  fromMonth: '2026-10',
  role: 'doctor',
  basis: 1,
  lessMaterial: true,
  lessLab: true,
  kind: 1,
  steps: flat(20),
  requestId: uuidv7(),
  ...more,
})
const save = (more: Partial<Asked> = {}) => head.call(calls.saveRule, rule(more))
const payOf = (employeeId: string, month: string, client = head, as: 'doctor' | 'nurse' = 'doctor') =>
  client.call(calls.pay, { employeeId, month, as, pageSize: 200 })

/** A bill of a doctor, with what is paid of it at once. */
async function billed(price: string, paid: string, { tariffId = check, doctorId = d1, discountPercent = 100 } = {}) {
  const opened = await director.call(billing.open, {
    patientId: p1,
    doctorId,
    items: [{ tariffId, price, qty: 1, teeth: '' }],
    ...(discountPercent === 100 ? {} : { discountPercent, discountReason: '老客户' }),
    requestId: uuidv7(),
  })
  await director.call(billing.charge, {
    ...opened,
    payments: paid === '0.00' ? [] : [{ payMethodId: cash, amount: paid }],
    leaveArrears: true,
    arrearsReason: '下次付',
    requestId: uuidv7(),
  })
  return opened.id
}
const repay = (billId: string, amount: string) =>
  director.call(billing.repay, {
    patientId: p1,
    billIds: [billId],
    payments: [{ payMethodId: cash, amount }],
    requestId: uuidv7(),
  })
async function handOver(client: Client) {
  const { shift: mine } = await client.call(shift.current, {})
  if (!mine) return
  const countedCash = mine.expectedCash ?? '0.00'
  await client.call(shift.handOver, { id: mine.id, version: mine.version, countedCash, requestId: uuidv7() })
}
async function refunded(billId: string, amount: string, more: object = {}) {
  const { items, version } = await director.call(billing.detail, { id: billId })
  const asked = await finance.call(refund.request, {
    billId,
    version,
    type: 1,
    items: [{ billItemId: items[0]?.id as string, qty: 1, amount }],
    reason: '患者要求',
    requestId: uuidv7(),
    ...more,
  })
  const agreed = { id: asked.id, version: asked.version, agree: true, reason: '' }
  const { version: next } = refundStates.is(asked.status, 'asked') ? await director.call(refund.decide, agreed) : asked
  await director.call(refund.pay, { id: asked.id, version: next, requestId: uuidv7() })
}

let crown: string
beforeAll(async () => {
  await at('2026-10-10 09:00:00')
  await app.sql('update tariff set cost_price = 500, lab_cost = 100.50, performance_rule = 1 where id = $1', [check])
  await app.sql('update tariff set cost_price = null, lab_cost = null, performance_rule = 1 where id = $1', [filling])
  crown = await billed('2412.00', '1000.00')
  await at('2026-10-20 09:00:00')
  await repay(crown, '1412.00')
})

describe('rules', () => {
  it('steps that overlap, leave a gap or end are refused beside the step, and nothing is kept', async () => {
    const steps = (second: string, to: string | null = null): Asked['steps'] => [
      { from: '0.00', to: '50000.00', rate: 20 },
      { from: second, to, rate: 25 },
    ]
    const refusal = async (more: Partial<Asked>) => {
      const { code, data } = await head.refused(calls.saveRule, rule(more))
      return [code, (data as { fields: object[] }).fields[0]]
    }
    expect(await refusal({ kind: 2, steps: steps('40000.00') })).toEqual([
      27551,
      { field: 'steps.1.from', message: '第 2 档与第 1 档重叠' },
    ])
    expect(await refusal({ kind: 3, steps: steps('60000.00') })).toEqual([
      27551,
      { field: 'steps.1.from', message: '第 1 档与第 2 档之间有空档' },
    ])
    expect(await refusal({ kind: 2, steps: steps('50000.00', '90000.00') })).toEqual([
      27551,
      { field: 'steps.1.to', message: '最后一档不设上限' },
    ])
    expect(await refusal({ tariffIds: [check], categories: ['种植'] })).toEqual([
      27553,
      { field: 'categories', message: '选了项目就不能再选类别，请只留一种' },
    ])
    expect(await refusal({ employeeIds: [fixture.doctors.b1[0] as string] })).toEqual([
      404,
      { field: 'employeeIds', message: '没有这名员工' },
    ])
    expect((await head.call(calls.rules, {})).list).toEqual([])
    // The database says the same of steps, whoever writes them.
    await expect(
      app.sql(
        `with r as (insert into commission_rule (tenant_id, id, name, created_at, updated_at) values ($1, gen_random_uuid(), 'x', now(), now()) returning *),
          t as (insert into commission_terms (tenant_id, id, rule_id, from_month, role, basis, kind, saved_at, saver_name)
            select tenant_id, gen_random_uuid(), id, '2026-10-01', 'doctor', 1, 2, now(), '' from r returning *)
        insert into commission_step (tenant_id, terms_id, no, from_amount, to_amount, rate)
          select tenant_id, id, n, case n when 1 then 0 else 40000 end, case n when 1 then 50000 end, 20 from t, generate_series(1, 2) n`,
        [fixture.tenants.a],
      ),
    ).rejects.toThrow(/commission_step_overlap_excl|commission_step_terms_fk/)
  })

  it('are kept by the head office alone; a clinic’s administrator sets rules for the own clinic', async () => {
    expect((await director.refused(calls.saveRule, rule())).http).toBe(403)
    expect((await doctor.refused(calls.rules, {})).http).toBe(403)
    expect(await admin.refused(calls.saveRule, rule())).toMatchObject({ code: 27557 })
    expect(await admin.refused(calls.saveRule, rule({ clinicIds: [fixture.clinics.a2] }))).toMatchObject({
      code: 27557,
    })
    const { id, version } = await admin.call(
      calls.saveRule,
      rule({ name: '本店', clinicIds: [fixture.clinics.a1], steps: flat(1) }),
    )
    expect(await head.refused(calls.saveRule, rule({ name: '本店' }))).toMatchObject({ code: 27556 })
    await app.sql(`delete from commission_step; delete from commission_terms; delete from commission_rule`)
    expect(await head.refused(calls.saveRule, rule({ id, version }))).toMatchObject({ http: 404 })
  })
})

describe('money.md §9', () => {
  it('a crown of 2,412.00 with costs of 600.50, paid in two parts, at 20 %', async () => {
    await save()
    const { lines, base, pay, rules } = await payOf(d1, '2026-10')
    expect(lines.map((line) => [line.day, line.amount, line.material, line.lab, line.base, line.pay])).toEqual([
      ['2026-10-20', '1412.00', '292.70', '58.84', '1060.46', '212.09'],
      ['2026-10-10', '1000.00', '207.30', '41.66', '751.04', '150.21'],
    ])
    expect([base, pay, rules.map(({ name }) => name)]).toEqual(['1811.50', '362.30', ['医生基本提成']])
  })
})

describe('a rule is tried on any month before it is kept', () => {
  const draft = (more: Partial<Asked> = {}) => {
    const { name: _name, fromMonth: _from, requestId: _request, ...terms } = rule(more)
    return { id: null, ...terms }
  }
  it('says what it would pay beside what stands, and keeps nothing', async () => {
    const { list } = await head.call(calls.rules, {})
    const id = list[0]?.id as string
    const tried = await head.call(calls.trial, { month: '2026-10', draft: { ...draft({ steps: flat(30) }), id } })
    expect(tried.people).toMatchObject([
      { employeeId: d1, base: '1811.50', pay: '543.45', present: '362.30', frozen: false },
    ])
    expect([tried.base, tried.pay, tried.present, tried.closedClinics]).toEqual(['1811.50', '543.45', '362.30', 0])
    expect((await payOf(d1, '2026-10')).pay).toBe('362.30')
    expect((await head.call(calls.rules, {})).list).toEqual(list)
    expect(await head.refused(calls.trial, { month: '2026-10', draft: draft({ kind: 2, steps: [] }) })).toMatchObject({
      http: 400,
    })
    expect(
      await head.refused(calls.trial, {
        month: '2026-10',
        draft: draft({ kind: 2, steps: [{ from: '5.00', to: null, rate: 1 }] }),
      }),
    ).toMatchObject({ code: 27551, data: { fields: [{ field: 'draft.steps.0.from', message: '第 1 档从 0 开始' }] } })
  })
  it('by what was charged, with the discount borne by the clinic, for one item alone', async () => {
    await billed('1000.00', '500.00', { tariffId: filling, discountPercent: 90 })
    const terms: Partial<Asked> = {
      basis: 2,
      lessMaterial: false,
      lessLab: false,
      tariffIds: [filling],
      steps: flat(10),
    }
    const by = async (more: Partial<Asked>) =>
      (await head.call(calls.trial, { month: '2026-10', draft: draft({ ...terms, ...more }) })).people[0]
    // Beside the crown's 362.30: 10 % of 900.00, of 1,000.00, of what came in.
    expect(await by({})).toMatchObject({ base: '2711.50', pay: '452.30' })
    expect(await by({ discountBy: 2 })).toMatchObject({ base: '2811.50', pay: '462.30' })
    expect(await by({ basis: 1 })).toMatchObject({ base: '2311.50', pay: '412.30' })
    expect(await by({ basis: 1, discountBy: 2 })).toMatchObject({ base: '2367.06', pay: '417.86' })
    // A rule that is for this person goes before one that is for the item.
    expect(await by({ tariffIds: [], employeeIds: [d1], basis: 3 })).toMatchObject({ base: '3312.00', pay: '331.20' })
  })
  it('two doctors share a line as the price list says, or as the rule does', async () => {
    await app.sql('update tariff set performance_rule = 3, execute_rule = 2 where id = $1', [filling])
    const bill = await billed('333.33', '333.33', { tariffId: filling })
    const { items } = await director.call(billing.detail, { id: bill })
    const lines = [{ billItemId: items[0]?.id as string, qty: 1 }]
    await director.call(execution.execute, {
      billId: bill,
      lines,
      doctorId: d2,
      doneOn: '2026-10-20',
      requestId: uuidv7(),
    })
    const shares = async (more: Partial<Asked>) => {
      const { people } = await head.call(calls.trial, {
        month: '2026-10',
        draft: draft({
          tariffIds: [filling],
          basis: 2,
          lessMaterial: false,
          lessLab: false,
          steps: flat(100),
          ...more,
        }),
      })
      return people.find(({ employeeId }) => employeeId === d2)?.base
    }
    expect(await shares({})).toBe('166.66')
    expect(await shares({ openerShare: 30 })).toBe('233.33')
    expect(await shares({ openerShare: 100 })).toBe('0.00')
    await app.sql('update tariff set performance_rule = 0 where id = $1', [filling])
    expect(await shares({})).toBeUndefined()
    await app.sql('update tariff set performance_rule = 1 where id = $1', [filling])
    await refunded(bill, '333.33')
  })
})

describe('the month is frozen when it is closed', () => {
  let slip: Awaited<ReturnType<typeof slips>>[number]
  const slips = async (client = head, month = '2026-10') => (await client.call(calls.slips, { month })).list
  beforeAll(async () => {
    await at('2026-10-31 18:00:00')
    await handOver(director)
    await handOver(finance)
    await at('2026-11-02 09:00:00')
    await director.call(monthClose.close, { month: '2026-10', requestId: uuidv7() })
  })

  it('a slip for each person and part, with its lines: together they are the slip', async () => {
    const all = await slips()
    expect(all).toMatchObject([{ employeeId: d1, role: 'doctor', month: '2026-10', status: slipStates.code.frozen }])
    slip = all[0] as typeof slip
    const { lines, pay, base } = await payOf(d1, '2026-10')
    expect([lines.length, pay, base]).toEqual([slip.lines, slip.pay, slip.base])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('no rule is changed for it: from the next month on, and the slip stays as it is', async () => {
    const { list, openFrom } = await head.call(calls.rules, {})
    const [kept] = list
    const again = { id: kept?.id as string, version: kept?.version as number, steps: flat(50) }
    expect(openFrom).toBe('2026-11')
    expect(await head.refused(calls.saveRule, rule(again))).toMatchObject({
      code: 27552,
      data: { fields: [{ field: 'fromMonth', message: '2026年10月已月结，规则最早从2026年11月起生效' }] },
    })
    expect(
      await head.refused(calls.stopRule, { id: again.id, version: again.version, untilMonth: '2026-09' }),
    ).toMatchObject({
      code: 27552,
      data: { fields: [{ field: 'untilMonth' }] },
    })
    expect((await head.call(calls.rules, {})).list).toEqual(list)
    await save({ ...again, fromMonth: '2026-11' })
    expect((await payOf(d1, '2026-10')).pay).toBe(slip.pay)
    const { people } = await head.call(calls.trial, { month: '2026-10' })
    expect(people).toMatchObject([{ present: slip.pay, frozen: true }])
    expect(Number(people[0]?.pay)).toBeGreaterThan(Number(slip.pay))
  })

  it('a refund afterwards is a line below zero of the month that runs, at its rules', async () => {
    await refunded(crown, '2412.00')
    const { lines, pay, base } = await payOf(d1, '2026-11')
    expect(lines.map(({ amount }) => amount).toSorted()).toEqual(['-1000.00', '-1412.00'])
    // What goes back takes its part of the costs with it, to the fen.
    const total = (key: 'material' | 'lab') => lines.reduce((sum, line) => sum + Number(line[key]), 0).toFixed(2)
    expect([total('material'), total('lab'), base]).toEqual(['-500.00', '-100.50', '-1811.50'])
    expect(pay).toBe('-905.75')
    expect((await slips())[0]).toMatchObject({ pay: slip.pay })
  })

  it('what a refund leaves with the doctor takes nothing from the pay', async () => {
    const bill = await billed('200.00', '200.00', { tariffId: filling })
    await refunded(bill, '200.00', { rollBackPerformance: false })
    const { lines } = await payOf(d1, '2026-11')
    expect(lines.map(({ amount }) => amount).toSorted()).toEqual(['-1000.00', '-1412.00', '200.00'])
  })

  it('is confirmed by the person and nobody else, once, and printed with every line', async () => {
    const { id, version } = slip
    expect(await director.refused(calls.confirm, { id, version })).toMatchObject({ code: 27554 })
    const other = await app.asDoctor(1)
    expect((await other.refused(calls.confirm, { id, version })).http).toBe(404)
    expect((await other.refused(calls.slip, { id })).http).toBe(404)
    const mine = await slips(doctor)
    expect(mine).toMatchObject([{ id, own: true }])
    const paper = await doctor.call(calls.slip, { id })
    expect(paper).toMatchObject({ pay: slip.pay, printCount: 1, payInWords: expect.stringMatching(/元/) as string })
    expect(paper.rows).toHaveLength(slip.lines)
    // A doctor sees what is paid and not what an item costs the house.
    expect(paper.rows.every(({ material, lab }) => material === null && lab === null)).toBe(true)
    // Whoever closes the next month sees whose confirmation is missing.
    const waiting = async () =>
      (await director.call(monthClose.state, { month: '2026-10' })).checks
        .concat((await director.call(monthClose.state, { month: '2026-11' })).checks)
        .find(({ code }) => code === 'slips')
    expect(await waiting()).toMatchObject({ count: 1, blocks: false, note: expect.stringContaining('10月') as string })
    await doctor.call(calls.confirm, { id, version })
    expect(await waiting()).toMatchObject({ count: 0 })
    expect((await slips())[0]).toMatchObject({ status: slipStates.code.confirmed })
    expect(await doctor.refused(calls.confirm, { id, version: version + 1 })).toMatchObject({ code: 27555 })
  })

  it('opened again, its slips are void; closed anew it has new ones', async () => {
    await admin.call(monthClose.reopen, { month: '2026-10', reason: '漏了一张账单' })
    expect(await slips()).toEqual([])
    await director.call(monthClose.close, { month: '2026-10', requestId: uuidv7() })
    const [anew] = await slips()
    expect(anew).toMatchObject({ pay: slip.pay, status: slipStates.code.frozen })
    expect(anew?.id).not.toBe(slip.id)
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})

describe('whose pay somebody sees', () => {
  const ask = { door: 'employeeReport', from: '2026-10-01', to: '2026-11-30', by: 'doctor' } as const
  const inRow = (answer: Awaited<ReturnType<typeof run>>, key: string, code: string) =>
    answer.rows.find((row) => row.key === key)?.values[answer.figures.findIndex((figure) => figure.code === code)]
  const run = (client: Client, more: object = {}) => client.call(report.run, { ...ask, ...more })

  it('head office everybody’s; a doctor the own row and the average of the others, who are not named', async () => {
    await billed('900.00', '900.00', { tariffId: filling, doctorId: d2 })
    const all = await run(head)
    const pay = (await Promise.all(['2026-10', '2026-11'].map((month) => payOf(d1, month)))).reduce(
      (sum, one) => sum + Number(one.pay),
      0,
    )
    expect(inRow(all, d1, 'P2')).toBe(pay.toFixed(2))
    expect(inRow(all, d2, 'R1')).toBe('900.00')
    expect(all.others).toBeNull()
    const own = await run(doctor)
    expect(own.rows.map(({ key }) => key)).toEqual([d1])
    expect(inRow(own, d1, 'R1')).toBe(inRow(all, d1, 'R1'))
    const [names] = await app.sql<{ names: string[] }>(
      `select array_agg(name) as names from employee where is_doctor and id <> $1`,
      [d1],
    )
    const said = JSON.stringify(own)
    for (const name of names?.names ?? []) expect(said).not.toContain(name)
    const people = own.others?.people ?? 0
    expect(people).toBeGreaterThanOrEqual(2)
    const at = own.figures.findIndex(({ code }) => code === 'R1')
    expect(own.others?.values[at]).toBe((900 / people).toFixed(2))
    // Nothing opens the rows of others.
    const drilled = await doctor.call(report.drill, { ...ask, figure: 'R1', key: d2 })
    expect(drilled).toMatchObject({ total: 0, sum: '0.00' })
    expect((await doctor.refused(calls.pay, { employeeId: d2, month: '2026-11', as: 'doctor' })).http).toBe(404)
    expect((await payOf(d1, '2026-11', doctor)).lines.length).toBeGreaterThan(0)
    const { cuts } = await doctor.call(report.frame, { door: 'employeeReport' })
    expect(cuts.filter((cut) => ['doctor', 'nurse', 'consultant', 'desk'].includes(cut))).toEqual(['doctor'])
  })
  it('of one other nobody hears: it would be that one’s', async () => {
    await app.sql(
      `update employee_clinic set active = false where clinic_id = $1 and employee_id <> all($2::uuid[])
        and employee_id in (select id from employee where is_doctor)`,
      [fixture.clinics.a1, [d1, d2]],
    )
    expect((await run(doctor)).others).toBeNull()
    await app.sql(`update employee_clinic set active = true where clinic_id = $1`, [fixture.clinics.a1])
  })
  it('the nurse who helped has the row of what was done, and her pay by it', async () => {
    const { nurse } = fixture.employees.a1
    await save({
      name: '护士配台',
      fromMonth: '2026-11',
      role: 'nurse',
      basis: 3,
      lessMaterial: false,
      lessLab: false,
      steps: flat(2),
    })
    const bill = await billed('500.00', '0.00', { tariffId: filling })
    const { items } = await director.call(billing.detail, { id: bill })
    await director.call(execution.execute, {
      billId: bill,
      lines: [{ billItemId: items[0]?.id as string, qty: 1 }],
      doctorId: d1,
      assistantId: nurse,
      doneOn: '2026-11-02',
      requestId: uuidv7(),
    })
    const answer = await run(head, { by: 'nurse' })
    expect([inRow(answer, nurse, 'X1'), inRow(answer, nurse, 'P2')]).toEqual(['500.00', '10.00'])
    expect((await payOf(nurse, '2026-11', head, 'nurse')).lines).toMatchObject([{ basis: 3, pay: '10.00' }])
    expect(answer.figures.some(({ code }) => code === 'R1')).toBe(false)
  })
  it('the clinic’s door shows the clinic at work; without the field’s right there is no column of pay', async () => {
    const other = await app.as('director', 'a2')
    const answer = await run(other, { door: 'clinicemployeeReport' })
    expect(answer.rows.flatMap(({ key }) => (key === d1 ? [key] : []))).toEqual([])
    await app.sql(`delete from post_resource where resource = '/field:commission' and post_id = $1`, [
      fixture.posts.a.director,
    ])
    const without = await run(await app.as('director'))
    expect(without.figures.filter(({ code }) => code === 'P1' || code === 'P2')).toEqual([])
    expect((await (await app.as('director')).refused(calls.slips, { month: '2026-10' })).http).toBe(403)
  })
})

it('leaves every identity in place', async () => {
  expect(await brokenInvariants(app.owner)).toEqual([])
})
