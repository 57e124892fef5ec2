import { contract } from '@dentin/contract'
import type { SmsSceneKey } from '@dentin/contract/sms'
import { addDays, parseDateTime, uuidv7 } from '@dentin/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp } from '../../../test/harness.ts'
import { freshSms, queued, switchOn as turnOn } from '../../../test/sms-scenes.ts'

const { billing, refund, sms } = contract
const app = await testApp({
  at: '2026-11-20 10:00:00',
  looseBooks: 'what other tests left owing is called paid by hand, so that nobody is told of it',
})
const desk = await app.as('reception')
const director = await app.as('director')
const finance = await app.as('finance')
const admin = await app.as('admin')
const { a1 } = fixture.clinics
const tenantA = fixture.tenants.a
const [p1, p2] = fixture.patients.a as [string, string]
const { jobs } = app.application.services

beforeEach(async () => {
  app.clock.set(parseDateTime('2026-11-20 10:00:00'))
  await freshSms(app)
  await app.sql(`update patient set mobile = '13900001111', sms_opt_out = false where id = $1`, [p1])
  await app.sql(`update patient set mobile = '13900002222', sms_opt_out = false where id = $1`, [p2])
})

const switchOn = (scene: SmsSceneKey, content: string, more: { sendTime?: string } = {}) =>
  turnOn(app, admin, scene, content, more)
const told = () => queued(app)
const open = (price: string, patientId = p1) =>
  director.call(billing.open, {
    patientId,
    items: [
      { tariffId: fixture.tariffs.a.check, price, qty: 1, teeth: '' },
      { tariffId: fixture.tariffs.a.film, price: '50.00', qty: 1, teeth: '' },
    ],
    requestId: uuidv7(),
  })
const cash = (amount: string) => [{ payMethodId: fixture.payMethods.a.cash as string, amount }]
const charge = (bill: { id: string; version: number }, amount: string, more: object = {}) =>
  desk.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments: cash(amount),
    requestId: uuidv7(),
    ...more,
  })

describe('消费', () => {
  const text = '{姓名}于{时间}支付{金额}元（{项目}），还欠{欠费}元'

  it('is told once for each payment, however often the desk sends it', async () => {
    await switchOn('bill.paid', text)
    const bill = await open('200.00')
    const requestId = uuidv7()
    const first = await charge(bill, '250.00', { requestId })
    expect(await charge(bill, '250.00', { requestId })).toEqual(first)
    const rows = await told()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.[0]).toBe('bill.paid')
    expect(rows[0]?.[1]).toMatch(/于11月20日 10:00支付250\.00元（.+等2项），还欠0\.00元$/)
  })

  it('says what is still owed, and again when it is repaid; what is left owing whole is no payment', async () => {
    await switchOn('bill.paid', text)
    const bill = await open('200.00', p2)
    await charge(bill, '100.00', { leaveArrears: true, arrearsReason: '下次付' })
    const other = await open('30.00', p2)
    await desk.call(billing.charge, {
      id: other.id,
      version: other.version,
      payments: [],
      leaveArrears: true,
      arrearsReason: '下次付',
      requestId: uuidv7(),
    })
    await desk.call(billing.repay, { patientId: p2, payments: cash('230.00'), requestId: uuidv7() })
    expect((await told()).map(([, content]) => content?.replace(/^.*支付/, '支付').replace(/（.*）/, ''))).toEqual([
      '支付100.00元，还欠150.00元',
      '支付230.00元，还欠0.00元',
    ])
  })

  it('is not told when it is off; who wants no SMS stands in the record with the reason', async () => {
    await charge(await open('10.00'), '60.00')
    expect(await told()).toEqual([])
    await switchOn('bill.paid', text)
    await app.sql('update patient set sms_opt_out = true where id = $1', [p1])
    await charge(await open('10.00'), '60.00')
    const [row] = await app.sql<{ status: number; fail_reason: string }>('select status, fail_reason from sms_outbox')
    expect([row?.status, row?.fail_reason]).toEqual([4, '患者拒收短信'])
  })

  it('is not told of a payment that was refused', async () => {
    await switchOn('bill.paid', text)
    const bill = await open('200.00')
    await desk.refused(billing.charge, {
      id: bill.id,
      version: bill.version,
      payments: cash('1.00'),
      requestId: uuidv7(),
    })
    expect(await told()).toEqual([])
  })
})

describe('退款', () => {
  it('is told when a refund is paid out, not when it is asked for', async () => {
    await switchOn('bill.refunded', '{门诊}已退回{金额}元')
    const bill = await open('200.00')
    const paid = await charge(bill, '250.00')
    const [item] = (await director.call(billing.detail, { id: bill.id })).items
    const asked = await desk.call(refund.request, {
      billId: bill.id,
      version: paid.version,
      type: 1,
      items: [{ billItemId: item?.id as string, qty: 1, amount: '200.00' }],
      reason: '不做了',
      requestId: uuidv7(),
    })
    expect(await told()).toEqual([])
    await finance.call(refund.pay, { id: asked.id, version: asked.version, requestId: uuidv7() })
    const rows = await told()
    expect(rows.map(([scene, content]) => [scene, content?.includes('已退回200.00元')])).toEqual([
      ['bill.refunded', true],
    ])
  })

  it('is told when a charge is revoked, each time anew', async () => {
    await switchOn('bill.refunded', '{门诊}已退回{金额}元')
    const bill = await open('200.00')
    const paid = await charge(bill, '250.00')
    const version = await finance.call(billing.revoke, {
      id: bill.id,
      version: paid.version,
      reason: '收错了',
      requestId: uuidv7(),
    })
    const again = await charge({ id: bill.id, version: version.version }, '250.00')
    await finance.call(billing.revoke, { id: bill.id, version: again.version, reason: '又错了', requestId: uuidv7() })
    expect((await told()).map(([scene, content]) => [scene, content?.includes('已退回250.00元')])).toEqual([
      ['bill.refunded', true],
      ['bill.refunded', true],
    ])
  })
})

describe('欠费', () => {
  it('is told a week after it was left, at its time, once; not when it was paid meanwhile', async () => {
    await switchOn('bill.arrears', '{姓名}您好，{时间}的{项目}还欠{欠费}元', { sendTime: '10:00' })
    await app.sql(`update bill set status = 3, paid_amount = receivable_amount, arrears_amount = 0 where status = 2`)
    const owing = await open('200.00')
    await charge(owing, '100.00', { leaveArrears: true, arrearsReason: '下次付' })
    const settled = await open('300.00', p2)
    await charge(settled, '100.00', { leaveArrears: true, arrearsReason: '下次付' })
    await desk.call(billing.repay, { patientId: p2, payments: cash('250.00'), requestId: uuidv7() })
    const at = async (days: number, clock: string) => {
      app.clock.set(parseDateTime(`${addDays('2026-11-20', days)} ${clock}:00`))
      await jobs.runNow('sms.minute')
    }
    await at(6, '10:00')
    await at(7, '09:59')
    expect(await told()).toEqual([])
    await at(7, '10:00')
    await at(7, '10:01')
    await at(8, '10:00')
    const rows = await told()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.[1]).toMatch(/11月20日 10:00的.+等2项还欠150\.00元$/)
  })

  it('a day on which nobody was there is made up for; what is older is left', async () => {
    await switchOn('bill.arrears', '还欠{欠费}元', { sendTime: '10:00' })
    await app.sql(`update bill set status = 3, paid_amount = receivable_amount, arrears_amount = 0 where status = 2`)
    await charge(await open('200.00'), '100.00', { leaveArrears: true, arrearsReason: '下次付' })
    app.clock.set(parseDateTime('2026-12-02 10:00:00'))
    await jobs.runNow('sms.minute')
    expect(await told()).toEqual([])
    app.clock.set(parseDateTime('2026-11-30 10:00:00'))
    await jobs.runNow('sms.minute')
    expect(await told()).toHaveLength(1)
  })
})

describe('复查到期', () => {
  const checkUp = (type: number, planAt: string) =>
    app.sql(
      `insert into follow_up (tenant_id, id, clinic_id, patient_id, doctor_id, type, subject, content, plan_at, first_plan_on, deadline_at,
         owner_role, status, created_name, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, '洁治', '提醒复查', $6::timestamptz, $6::date, $6::timestamptz + interval '2 days',
         'reception', 0, '系统', now(), now())`,
      [tenantA, a1, p1, fixture.doctors.a1[0], type, planAt],
    )

  it('is told on the day of a check-up, at its time, once; other follow-ups are not', async () => {
    await switchOn('follow.checkUp', '{姓名}您好，您的{项目}复查到期了，请致电{电话}预约', { sendTime: '10:00' })
    await app.empty('follow_call', 'follow_up')
    await checkUp(3, '2026-11-20 01:00:00+00')
    await checkUp(1, '2026-11-20 01:00:00+00')
    await checkUp(3, '2026-11-21 01:00:00+00')
    app.clock.set(parseDateTime('2026-11-20 09:59:00'))
    await jobs.runNow('sms.minute')
    expect(await told()).toEqual([])
    app.clock.set(parseDateTime('2026-11-20 10:00:00'))
    await jobs.runNow('sms.minute')
    await jobs.runNow('sms.minute')
    const rows = await told()
    expect(rows).toHaveLength(1)
    expect(rows[0]?.[1]).toContain('您的洁治复查到期了')
  })

  it('is not told when somebody has it booked already, and a template that can’t be filled is refused', async () => {
    await switchOn('follow.checkUp', '{项目}复查到期', { sendTime: '10:00' })
    await app.empty('follow_call', 'follow_up')
    await checkUp(3, '2026-11-20 01:00:00+00')
    await app.sql(`update follow_up set status = 4, cancel_reason = '已约'`)
    await jobs.runNow('sms.minute')
    expect(await told()).toEqual([])
    const id = uuidv7()
    await app.sql(
      `insert into sms_template (tenant_id, id, clinic_id, name, type, content, audit_status, approved_content, created_at, updated_at)
       values ($1, $2, $3, '余额', 1, '还剩{金额}', 2, '还剩{金额}', now(), now())`,
      [tenantA, id, a1],
    )
    const refusal = await admin.refused(sms.saveScene, {
      scene: 'follow.checkUp',
      version: 1,
      enabled: true,
      templateId: id,
      sendTime: '10:00',
      audience: 'all',
    })
    expect(refusal.data.fields).toEqual([
      { field: 'templateId', message: '「复查到期」填不了模板里的{金额}，请换一个模板' },
    ])
  })
})
