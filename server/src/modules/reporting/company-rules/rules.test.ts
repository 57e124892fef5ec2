import { contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'

const { companyRule, report, billing, memberCard, visit } = contract
const app = await testApp({ at: '2026-11-20 09:00:00' })
const [p1] = fixture.patients.a as [string]
const [d1] = fixture.doctors.a1 as [string]
let hq: Client
let desk: Client
let director: Client
beforeAll(async () => {
  hq = await app.as('headquarters')
  desk = await app.as('reception')
  director = await app.as('director')
})

type Value = number | boolean | string[] | number[]
const set = (rule: string, value: Value, month = '2026-11', version: number | null = null) =>
  hq.call(companyRule.save, { rule, value, month, version, reason: '', requestId: uuidv7() } as never)
const refused = async (input: object) => {
  const { code, data } = await hq.refused(companyRule.save, {
    rule: 'dealDays',
    value: 60,
    month: '2026-11',
    version: null,
    reason: '',
    requestId: uuidv7(),
    ...input,
  } as never)
  return { code, field: data?.fields?.[0]?.field, message: data?.fields?.[0]?.message }
}
const ruleOf = async (rule: string, client = hq) =>
  (await client.call(companyRule.list, {})).rules.find((each) => each.rule === rule)
/** A figure of a day, as the report of the chain says it. */
async function figure(code: string, day: string): Promise<number> {
  const answer = await hq.call(report.run, {
    door: 'analysisData',
    from: day,
    to: day,
    by: 'clinic',
    figures: [code],
  } as never)
  return Number(answer.total.values[0])
}

/** The present day: a span may end after it, but begins no later. */
const PRESENT = '2026-11-20'

/** The same of any report; of a day to come as it will stand at its end. */
async function shown(door: string, view: string | undefined, code: string, day: string, client = hq): Promise<number> {
  const from = day < PRESENT ? day : PRESENT
  const asked = { door, ...(view ? { view } : {}), from, to: day, by: 'clinic', figures: [code] }
  return Number((await client.call(report.run, asked as never)).total.values[0])
}

describe('rules of the company', () => {
  it('begin as they are usual, and each says from which month it holds and who set it', async () => {
    expect(await ruleOf('dealDays')).toEqual({ rule: 'dealDays', value: 30, history: [] })
    const { id } = await set('dealDays', 45, '2026-12')
    await set('dealDays', 20)
    const row = await ruleOf('dealDays')
    expect(row?.value).toBe(20)
    expect(row?.history.map(({ value, fromDay, isAhead }) => [value, fromDay, isAhead])).toEqual([
      [45, '2026-12-01', true],
      [20, '2026-11-01', false],
    ])
    expect(row?.history[1]?.setterName).not.toBe('')
    const [ahead, begun] = row?.history ?? []
    expect((await hq.refused(companyRule.remove, { id: begun?.id ?? '', version: begun?.version ?? 0 })).code).toBe(
      27573,
    )
    await hq.call(companyRule.remove, { id, version: ahead?.version ?? 0 })
    expect((await ruleOf('dealDays'))?.history).toHaveLength(1)
  })

  it('of each clinic say who set them and since when; what nobody set is as usual', async () => {
    const mine = async () => (await hq.call(companyRule.list, {})).clinics.find(({ id }) => id === fixture.clinics.a1)
    expect((await mine())?.set).toEqual({})
    const config = await director.call(contract.clinic.clinicConfig, {})
    const saved = { ...config, refundApprovalAmount: '800.00', shiftBlind: !config.shiftBlind }
    await director.call(contract.clinic.saveClinicConfig, saved as never)
    const { set: changed, refundApprovalAmount, invoiceRule } = (await mine()) ?? {}
    expect([refundApprovalAmount, invoiceRule]).toEqual(['800.00', null])
    expect(changed?.refundApprovalAmount).toEqual({
      setterName: expect.stringMatching(/./) as string,
      setAt: '2026-11-20 09:00:00',
    })
    expect(changed?.refundMode).toEqual(undefined)
    app.clock.advance(1)
    const again = await director.call(contract.clinic.clinicConfig, {})
    await director.call(contract.clinic.saveClinicConfig, { ...again, refundApprovalAmount: '900.00' } as never)
    const after = (await mine())?.set
    expect([after?.refundApprovalAmount?.setAt, after?.shiftBlind?.setAt]).toEqual([
      '2026-11-20 09:01:00',
      '2026-11-20 09:00:00',
    ])
  })

  it('a value that is none, a month that is closed or far, the same month twice: a sentence beside the field', async () => {
    expect(await refused({ value: 3 })).toMatchObject({ field: 'value', message: '成交观察期应在 7 到 365 天之间' })
    expect(await refused({ value: true })).toMatchObject({ field: 'value', message: '请填写成交观察期的天数' })
    expect(await refused({ value: 30.5 })).toMatchObject({ field: 'value' })
    expect(await refused({ rule: 'noDealCategories', value: [' '] })).toMatchObject({ field: 'value' })
    expect(await refused({ rule: 'bonusCounts', value: 1 })).toMatchObject({ field: 'value' })
    expect(await refused({ rule: 'recencySteps', value: [30, 90, 90, 365] })).toMatchObject({
      field: 'value',
      message: '近度分档第 3 档应大于第 2 档',
    })
    expect(await refused({ rule: 'visitSteps', value: [6, 7, 2, 1] })).toMatchObject({
      message: '频度分档第 2 档应小于第 1 档',
    })
    expect(await refused({ rule: 'recencySteps', value: [30, 90, 180] })).toMatchObject({ field: 'value' })
    expect(await refused({ rule: 'recencySteps', value: [0, 90, 180, 365] })).toMatchObject({
      message: '近度分档每档应为 1 到 1095 的整数',
    })
    expect(await refused({ rule: 'recencySteps', value: 30 })).toMatchObject({ field: 'value' })
    expect(await refused({ rule: 'nothing' })).toMatchObject({ field: 'rule', message: '没有这条规则' })
    expect(await refused({ month: '2028-01' })).toMatchObject({ field: 'month' })
    expect(await refused({})).toEqual({
      code: 27572,
      field: 'month',
      message: '这条规则在这个月已有设置，请修改那一条',
    })
    await app.owner.query('begin')
    try {
      await app.owner.query(
        `insert into month_close (tenant_id, id, clinic_id, close_no, month, book, closed_at, closer_name, created_at, updated_at)
         select tenant_id, $1, id, 'YJ-TEST', '2026-11-01', '{}', now(), '财务', now(), now() from clinic where id = $2`,
        [uuidv7(), fixture.clinics.a2],
      )
      await app.owner.query('commit')
      expect(await refused({ version: 1, value: 60 })).toEqual({
        code: 27571,
        field: 'month',
        message: '2026-11 及以前已有门诊月结，最早从 2026-12 起',
      })
    } finally {
      await app.owner.query(`delete from month_close where close_no = 'YJ-TEST'`)
    }
  })

  it('are seen by who runs the clinic and set by the head office and the administrator alone', async () => {
    expect(await ruleOf('dealDays', director)).toBeDefined()
    const told = await director.refused(companyRule.save, {
      rule: 'dealDays',
      value: 60,
      month: '2026-12',
      reason: '',
      requestId: uuidv7(),
    })
    expect(told.http).toBe(403)
    expect((await desk.refused(companyRule.list, {})).http).toBe(403)
  })

  it('figures go by the rule of the day of each row', async () => {
    const { id } = await desk.call(visit.register, {
      patientId: p1,
      doctorId: d1,
      treatType: 1,
      requestId: uuidv7(),
    } as never)
    const bill = await director.call(billing.open, {
      patientId: p1,
      registrationId: id,
      items: [{ tariffId: fixture.tariffs.a.rootCanal, price: '600.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    } as never)
    const payments = [{ payMethodId: fixture.payMethods.a.cash as string, amount: '600.00' }]
    await director.call(billing.charge, { ...bill, payments, requestId: uuidv7() } as never)
    const deals = () => figure('D1', '2026-11-20')
    const before = await deals()
    expect(before).toBe(1)
    const [{ category }] = (await app.sql<{ category: string }>(
      'select top_category_name as category from bill_item where bill_id = $1',
      [bill.id],
    )) as [{ category: string }]
    await set('noDealCategories', [category], '2026-12')
    expect(await deals()).toBe(1)
    await set('noDealCategories', [category])
    expect(await deals()).toBe(0)
  })

  it('bonus is revenue where the rule says so, and of no day before', async () => {
    const { id: typeId } = await director.call(memberCard.saveType, {
      name: '赠金卡',
      kind: 1,
      salePrice: '0.00',
      validType: 1,
      useOrder: 3,
      steps: [{ amount: '100.00', bonus: '100.00' }],
      requestId: uuidv7(),
    })
    const cash = fixture.payMethods.a.cash as string
    const card = await desk.call(memberCard.openCard, {
      patientId: p1,
      typeId,
      amount: '100.00',
      ways: [{ payMethodId: cash, amount: '100.00' }],
      requestId: uuidv7(),
    })
    const bill = await director.call(billing.open, {
      patientId: p1,
      cardChoice: 2,
      items: [{ tariffId: fixture.tariffs.a.rootCanal, price: '600.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    } as never)
    const payments = [
      { payMethodId: fixture.payMethods.a.card_principal as string, amount: '150.00', cardId: card.id },
      { payMethodId: cash, amount: '450.00' },
    ]
    await director.call(billing.charge, { ...bill, payments, requestId: uuidv7() } as never)
    const [{ bonus }] = (await app.sql<{ bonus: string }>(
      'select sum(bonus_part)::text as bonus from bill_payment where bill_id = $1',
      [bill.id],
    )) as [{ bonus: string }]
    expect(Number(bonus)).toBeGreaterThanOrEqual(50)
    await app.sql(`update patient set referrer_type = 3, referrer_remark = '合作机构' where id = $1`, [p1])
    // What patients are worth is the same revenue.
    const revenue = async () => [
      await figure('R1', '2026-11-20'),
      await shown('patientAnalysisData', 'value', 'N6r', '2026-11-20'),
      await shown('patientAnalysisData', 'value', 'N7a', '2026-11-20'),
      await shown('referralRecord', undefined, 'I4', '2026-11-20', director),
    ]
    const before = await revenue()
    expect(before.every((value) => value > 0)).toBe(true)
    await set('bonusCounts', true, '2026-12')
    expect(await revenue()).toEqual(before)
    await set('bonusCounts', true)
    expect(await revenue()).toEqual(before.map((value) => value + Number(bonus)))
  })

  it('patients are lost and cards sleep after as many days as the rule of that day says', async () => {
    const lost = () => shown('patientAnalysisData', 'loyalty', 'N3', '2027-01-20')
    const sleeping = () => shown('membershipCardSurvey', undefined, 'K18', '2027-01-20')
    const [lostBefore, sleepingBefore] = [await lost(), await sleeping()]
    await set('lostDays', 30, '2027-02')
    await set('sleepingDays', 30, '2027-02')
    expect([await lost(), await sleeping()]).toEqual([lostBefore, sleepingBefore])
    await set('lostDays', 30, '2027-01')
    await set('sleepingDays', 30, '2027-01')
    expect(await lost()).toBeGreaterThan(lostBefore)
    expect(await sleeping()).toBeGreaterThan(sleepingBefore)
  })

  it('patients are marked by how lately and how often they came, by the steps of that day', async () => {
    const segments = async () => {
      const { rows } = await hq.call(report.run, {
        door: 'patientAnalysisData',
        view: 'value',
        from: PRESENT,
        to: '2027-03-10',
        by: 'segment',
      } as never)
      return rows.map(({ key }) => key).sort()
    }
    // Everybody was here 110 days ago: lately enough for 3 marks, seldom enough for 2.
    const before = await segments()
    expect(before.every((key) => key.startsWith('00'))).toBe(true)
    await set('recencySteps', [60, 120, 180, 365], '2027-04')
    expect(await segments()).toEqual(before)
    await set('recencySteps', [60, 120, 180, 365], '2027-03')
    expect((await segments()).every((key) => key.startsWith('10'))).toBe(true)
  })
})
