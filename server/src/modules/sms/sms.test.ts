import { contract, menuScreens, type WireInput } from '@dentin/contract'
import { SMS_ALWAYS, smsScenes } from '@dentin/contract/sms'
import { addDays, atMinutes, parseDateTime, SMS_VARIABLES, uuidv7 } from '@dentin/kit'
import Fastify from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { failSms } from './outbox.ts'
import { callbackKey, smsRoutes } from './receipts.ts'
import { smsPayable } from './commands/recharge.ts'

const app = await testApp()
const { sms, appointment, provider, messaging } = contract
const { database, jobs } = app.application.services
const a1 = fixture.clinics.a1
const tenantA = fixture.tenants.a
const ME = fixture.employees.a1.admin
const key = () => `req-${uuidv7()}`
const PACKAGE = '01980027-0000-7000-8000-000000000001'

beforeEach(async () => {
  app.clock.set(parseDateTime('2026-11-20 09:00:00'))
  await app.empty('sms_ledger', 'sms_dispatch', 'sms_outbox', 'sms_scene', 'sms_template', 'sms_account', 'sms_review')
  await app.empty('sms_order', 'sms_balance', 'message', 'appointment_change', 'waitlist_offer')
  await app.empty('slot_opening', 'appointment')
  await app.sql('update patient set sms_opt_out = false, marketing_opt_out = false')
})

/** So many messages in the clinic's balance, through an order that was paid. */
async function buy(count: number): Promise<void> {
  await app.sql('update sms_package set count = $2 where id = $1', [PACKAGE, count])
  const admin = await app.as('admin')
  const order = await admin.call(sms.recharge, { packageId: PACKAGE, payType: 1 })
  expect(await pay(order.orderNo)).toBe('applied')
}
const pay = (orderNo: string, tradeId: string = uuidv7()) =>
  database.withTenant(tenantA, 'all', async (tx) => {
    const order = await smsPayable.find(tx, orderNo)
    if (!order) throw new Error('no such order')
    return smsPayable.paid(tx, order.orderId, { tradeId, payMethod: 1, paidAt: tx.now })
  })

/** A signature and a template that have passed. */
async function approved(name: string, content: string, type: 1 | 2 = 1, signature = '甲口腔'): Promise<string> {
  const admin = await app.as('admin')
  const reviewer = await app.asProvider('reviewer')
  const account = await admin.call(sms.account, {})
  if (account.approvedSignature === '') await admin.call(sms.saveSignature, { signature })
  const { id } = await admin.call(sms.saveTemplate, { name, type, content, requestId: key() })
  for (const review of (await reviewer.call(provider.smsReviews, {})).list)
    await reviewer.call(provider.approveSms, { id: review.id })
  return id
}
const switchOn = async (
  scene:
    | 'appointment.created'
    | 'appointment.dayBefore'
    | 'appointment.moved'
    | 'appointment.cancelled'
    | 'appointment.noShow'
    | 'appointment.hoursBefore'
    | 'patient.birthday',
  templateId: string,
  more: { sendTime?: string; audience?: 'all' | 'first' | 'return' } = {},
) => (await app.as('admin')).call(sms.saveScene, { scene, enabled: true, templateId, audience: 'all', ...more })

const records = async (more: WireInput<typeof sms.records> = {}) =>
  (await (await app.as('admin')).call(sms.records, more)).list
const balance = async () => (await (await app.as('admin')).call(sms.account, {})).balance
const minute = () => jobs.runNow('sms.minute')

let patientNo = 0
/** A patient, straight into the table. */
async function patient(mobile: string | null, more: { optOut?: boolean; birthDay?: string } = {}): Promise<string> {
  const id = uuidv7()
  patientNo += 1
  await app.sql(
    `insert into patient (tenant_id, id, home_clinic_id, medical_number, name, search, gender, birth_day, mobile, no_mobile_reason, sms_opt_out,
       created_at, updated_at) values ($1, $2, $3, $4, $5, '', 0, $6, $7, $8, $9, $10, $10)`,
    [
      tenantA,
      id,
      a1,
      `SMS${patientNo}`,
      `患者${patientNo}`,
      more.birthDay ?? null,
      mobile,
      mobile ? null : '没有手机',
      more.optOut ?? false,
      app.clock.now(),
    ],
  )
  await app.sql('select app.recount_patients()')
  return id
}
/** An appointment of the clinic at a moment, straight into the table, made an hour ago. */
async function booked(patientId: string, startsAt: Date, doctor = 0): Promise<string> {
  const id = uuidv7()
  const made = new Date(app.clock.now().getTime() - 3_600_000)
  await app.sql(
    `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, title, status, is_overbook,
       created_at, updated_at) values ($1, $2, $3, $9, $4, $5, $6, $7, '洁牙', 1, true, $8, $8)`,
    [
      tenantA,
      id,
      a1,
      patientId,
      fixture.doctors.a1[doctor],
      startsAt,
      new Date(startsAt.getTime() + 1_800_000),
      made,
      id,
    ],
  )
  return id
}
const book = (who: Client, patientId: string, startTime: string) =>
  who.call(appointment.create, {
    patientId,
    doctorId: fixture.doctors.a1[0] as string,
    startTime,
    itemIds: [fixture.items.a.cleaning],
    acceptWarnings: true,
    overbook: false,
    requestId: key(),
  })

describe('S28: reminders of the day before at 18:00', () => {
  it('18 reminders, 1 opted out, 1 without a phone: 16 are sent, 100 become 84, the threshold of 100 is told once', async () => {
    const template = await approved('就诊提醒', '{姓名}您好，提醒您{时间}到{门诊}就诊，{医生}医生，{项目}。')
    await switchOn('appointment.dayBefore', template, { sendTime: '18:00' })
    await buy(100)
    expect(await balance()).toBe(100)
    const tomorrow = addDays('2026-11-20', 1)
    for (let n = 0; n < 18; n++) {
      const id = await patient(n === 7 ? null : `139000000${String(n).padStart(2, '0')}`, { optOut: n === 3 })
      await booked(id, atMinutes(tomorrow, 540 + n * 5))
    }
    app.clock.set(parseDateTime('2026-11-20 17:59:00'))
    await minute()
    expect(await records()).toEqual([])
    app.clock.set(parseDateTime('2026-11-20 18:00:00'))
    await minute()
    await jobs.drain('sms.send')
    // A second minute, and a server that comes back, tell nobody twice.
    await minute()
    app.clock.advance(5)
    await minute()
    const rows = await records({ pageSize: 50 })
    expect(rows).toHaveLength(18)
    expect(rows.filter((row) => row.status === 1)).toHaveLength(16)
    expect(new Set(rows.filter((row) => row.status === 4).map((row) => row.failReason))).toEqual(
      new Set(['患者拒收短信', '没有手机号']),
    )
    expect(rows.find((row) => row.status === 1)?.content).toMatch(
      /^【甲口腔】患者\d+您好，提醒您11月21日 \d\d:\d\d到.*就诊，.*医生，洁牙。$/,
    )
    expect(await balance()).toBe(84)
    const account = await (await app.as('admin')).call(sms.account, {})
    expect(account).toMatchObject({ low: true, warnThreshold: 100, month: 16 })
    const warnings = await app.sql<{ recipient_id: string; title: string; link: string }>(
      `select recipient_id, title, link from message where title = '短信余额不足'`,
    )
    expect(warnings.filter((row) => row.recipient_id === ME)).toEqual([
      { recipient_id: ME, title: '短信余额不足', link: '/SMSmanagement/recharge' },
    ])
    expect(await brokenInvariants(app.ownerUrl, (name) => name.includes('SMS'))).toEqual([])
  })

  it('a text of 72 characters with the signature counts as 2', async () => {
    const template = await approved('长提醒', `{姓名}${'约'.repeat(72 - 5 - 2)}`)
    await buy(10)
    const someone = await patient('13900000031')
    await app.sql(`update patient set name = '许明' where id = $1`, [someone])
    const reception = await app.as('reception')
    const seen = await reception.call(sms.preview, { patientIds: [someone], templateId: template })
    expect(seen.recipients[0]?.content).toHaveLength(72)
    expect(seen).toMatchObject({ count: 2, balance: 10 })
    await reception.call(sms.send, { patientIds: [someone], templateId: template, requestId: key() })
    await jobs.drain('sms.send')
    expect(await records()).toMatchObject([{ count: 2, status: 1 }])
    expect(await balance()).toBe(8)
  })
})

describe('the balance', () => {
  it('is warned of once for each time it falls to the threshold', async () => {
    const template = await approved('提醒', '{姓名}您好')
    const someone = await patient('13900000041')
    const admin = await app.as('admin')
    await admin.call(sms.saveThreshold, { warnThreshold: 3 })
    const warnings = async () =>
      (await app.sql(`select id from message where title = '短信余额不足' and recipient_id = $1`, [ME])).length
    const sendOne = async () => {
      await admin.call(sms.send, { patientIds: [someone], templateId: template, requestId: key() })
      await jobs.drain('sms.send')
    }
    await buy(5)
    await sendOne()
    expect(await warnings()).toBe(0)
    await sendOne()
    expect([await balance(), await warnings()]).toEqual([3, 1])
    await sendOne()
    expect(await warnings()).toBe(1)
    await buy(5)
    for (let n = 0; n < 4; n++) await sendOne()
    expect([await balance(), await warnings()]).toEqual([3, 2])
  })

  it('is credited once for a payment that is told twice and at once; a cancelled order takes no money', async () => {
    const admin = await app.as('admin')
    const order = await admin.call(sms.recharge, { packageId: PACKAGE, payType: 0 })
    expect(order).toMatchObject({ status: 0, url: `/pay?orderNo=${order.orderNo}`, totalAmount: '80.00' })
    const open = await admin.refused(sms.recharge, { packageId: PACKAGE, payType: 1 })
    expect([open.code, open.message]).toEqual([37009, '还有未支付的充值订单，请先支付或取消'])
    const trade = uuidv7()
    const answers = await Promise.all([pay(order.orderNo, trade), pay(order.orderNo, trade), pay(order.orderNo)])
    expect(answers.filter((each) => each === 'applied')).toHaveLength(1)
    expect(await app.sql(`select change from sms_ledger where kind = 'recharge'`)).toHaveLength(1)
    expect((await admin.call(sms.recharges, {})).list).toMatchObject([{ orderNo: order.orderNo, status: 1 }])

    const second = await admin.call(sms.recharge, { packageId: PACKAGE, payType: 0 })
    await admin.call(sms.cancelRecharge, { id: second.orderId })
    expect(await pay(second.orderNo)).toBe('closed')
    const third = await admin.call(sms.recharge, { packageId: PACKAGE, payType: 0 })
    app.clock.advance(31)
    await minute()
    expect((await admin.call(sms.recharges, {})).list[0]).toMatchObject({ orderNo: third.orderNo, status: 3 })
    expect((await admin.refused(sms.cancelRecharge, { id: third.orderId })).code).toBe(37010)
  })
})

describe('signature and templates', () => {
  it('a signature has 2 to 12 characters, is reviewed, and the one in force stays until the answer', async () => {
    const admin = await app.as('admin')
    const reviewer = await app.asProvider('reviewer')
    for (const [signature, message] of [
      ['甲', '签名至少2个字'],
      ['一二三四五六七八九十一二三', '签名不能超过12个字'],
      ['甲 口腔', '签名只能有汉字、字母和数字，不能全是数字'],
      ['12345', '签名只能有汉字、字母和数字，不能全是数字'],
    ] as const)
      expect((await admin.refused(sms.saveSignature, { signature })).data.fields).toEqual([
        { field: 'signature', message },
      ])
    await admin.call(sms.saveSignature, { signature: '甲口腔' })
    expect(await admin.call(sms.account, {})).toMatchObject({ signatureStatus: 1, approvedSignature: '' })
    expect((await admin.refused(sms.saveSignature, { signature: '甲口腔二' })).code).toBe(37013)
    const [first] = (await reviewer.call(provider.smsReviews, {})).list
    expect(first).toMatchObject({ kind: 'signature', content: '甲口腔', status: 1 })
    await reviewer.call(provider.approveSms, { id: first?.id as string })
    expect((await reviewer.refused(provider.rejectSms, { id: first?.id as string, reason: '晚了' })).code).toBe(37012)
    await admin.call(sms.saveSignature, { signature: '甲齿科' })
    const [second] = (await reviewer.call(provider.smsReviews, {})).list
    await reviewer.call(provider.rejectSms, { id: second?.id as string, reason: '与营业执照不符' })
    expect(await admin.call(sms.account, {})).toMatchObject({
      signature: '甲齿科',
      signatureStatus: 3,
      refuseReason: '与营业执照不符',
      approvedSignature: '甲口腔',
    })
    await admin.call(sms.saveSignature, { signature: '甲齿科门诊' })
    await admin.call(sms.withdrawSignature, {})
    expect(await admin.call(sms.account, {})).toMatchObject({ signature: '甲口腔', signatureStatus: 2 })
    expect((await reviewer.call(provider.smsReviews, {})).list).toEqual([])
    expect(
      await app.sql(`select title from message where recipient_id = $1 order by created_at, title`, [ME]),
    ).toHaveLength(2)
    expect(await brokenInvariants(app.ownerUrl, (name) => name.includes('SMS') || name.startsWith('I10 sms'))).toEqual(
      [],
    )
  })

  it('a changed template is reviewed anew and the approved text goes on; one in use is neither switched off nor removed', async () => {
    const admin = await app.as('admin')
    const id = await approved('预约成功', '{姓名}您好，已约{时间}。')
    await switchOn('appointment.created', id)
    const listed = async () => (await admin.call(sms.templates, {})).list[0]
    const first = await listed()
    expect(first).toMatchObject({ auditStatus: 2, scenes: ['预约成功'], wordCount: 19, billingCount: 1 })
    await admin.call(sms.saveTemplate, {
      id,
      version: first?.version as number,
      name: '预约成功',
      type: 1,
      content: '{姓名}您好，已为您约好{时间}。',
      requestId: key(),
    })
    expect(await listed()).toMatchObject({ auditStatus: 1, approvedContent: '{姓名}您好，已约{时间}。' })
    const version = (await listed())?.version as number
    expect((await admin.refused(sms.enableTemplate, { id, version, enabled: false })).code).toBe(37003)
    expect((await admin.refused(sms.removeTemplate, { id, version })).code).toBe(37003)
    const twice = await admin.refused(sms.saveTemplate, { name: '预约成功', type: 1, content: '好', requestId: key() })
    expect(twice.data.fields).toEqual([{ field: 'name', message: '已有同名的模板' }])
    const unknown = await admin.refused(sms.saveTemplate, {
      name: '二',
      type: 1,
      content: '{客户}好',
      requestId: key(),
    })
    expect(unknown.data.fields).toEqual([{ field: 'content', message: '没有「{客户}」这个变量' }])
    const fillable = new Set<string>([...SMS_ALWAYS, ...Object.values(smsScenes).flatMap(({ gives }) => gives)])
    expect([...SMS_VARIABLES].filter((word) => !fillable.has(word))).toEqual([])
    const stale = await admin.refused(sms.removeTemplate, { id, version: 1 })
    expect(stale.code).toBe(37003)
    await admin.call(sms.saveScene, {
      scene: 'appointment.created',
      version: 1,
      enabled: false,
      templateId: id,
      audience: 'all',
    })
    expect((await admin.refused(sms.removeTemplate, { id, version: 1 })).http).toBe(409)
    await admin.call(sms.removeTemplate, { id, version })
    expect((await admin.call(sms.scenes, {}))[0]).toMatchObject({ enabled: false, templateId: null })
  })

  it('a scene takes only a text that it can fill, and an approved one', async () => {
    const admin = await app.as('admin')
    const birthday = await approved('生日', '{姓名}生日快乐', 2)
    const wrong = await admin.refused(sms.saveScene, {
      scene: 'appointment.created',
      enabled: true,
      templateId: birthday,
      audience: 'all',
    })
    expect(wrong.data.fields).toEqual([{ field: 'templateId', message: '这个场景要用通知类模板' }])
    const visit = await approved('就诊', '{姓名}，{时间}见')
    const open = await admin.refused(sms.saveScene, {
      scene: 'patient.birthday',
      enabled: true,
      templateId: visit,
      sendTime: '09:00',
      audience: 'all',
    })
    expect(open.data.fields?.[0]?.message).toBe('「生日」填不了模板里的{时间}，请换一个模板')
    const late = await admin.refused(sms.saveScene, {
      scene: 'appointment.dayBefore',
      enabled: true,
      templateId: visit,
      sendTime: '22:00',
      audience: 'all',
    })
    expect(late.data.fields).toEqual([{ field: 'sendTime', message: '发送时间应在 08:00 到 21:00 之间' }])
    const { id } = await admin.call(sms.saveTemplate, { name: '新的', type: 1, content: '好', requestId: key() })
    const unready = await admin.refused(sms.saveScene, {
      scene: 'appointment.moved',
      enabled: true,
      templateId: id,
      audience: 'all',
    })
    expect(unready.code).toBe(37004)
  })
})

describe('what sends by itself', () => {
  it('booked, moved, cancelled: each in the transaction of what happened, for those it means', async () => {
    const template = await approved('预约', '{姓名}：{时间}，{医生}，{项目}')
    for (const scene of ['appointment.created', 'appointment.moved', 'appointment.cancelled'] as const)
      await switchOn(scene, template)
    await buy(20)
    const reception = await app.as('reception')
    const who = fixture.patients.a[0] as string
    const made = await book(reception, who, '2026-11-24 10:00:00')
    expect(made.saved).toBe(true)
    const moved = await reception.call(appointment.move, {
      id: made.id as string,
      version: made.version as number,
      doctorId: fixture.doctors.a1[0] as string,
      startTime: '2026-11-24 15:00:00',
      endTime: '2026-11-24 15:30:00',
      reason: '',
      acceptWarnings: true,
      overbook: false,
      requestId: key(),
    } as never)
    const reasons = await app.sql<{ id: string }>(
      `select id from dict_item where tenant_id = $1 and type_code = 'cancelReason' limit 1`,
      [tenantA],
    )
    if (reasons[0])
      await reception.call(appointment.cancel, {
        id: made.id as string,
        version: moved.version as number,
        reasonId: reasons[0].id,
        note: '',
      } as never)
    await jobs.drain('sms.send')
    const rows = await records()
    expect(rows.map((row) => [row.scene, row.status])).toEqual([
      ...(reasons[0] ? [['appointment.cancelled', 1]] : []),
      ['appointment.moved', 1],
      ['appointment.created', 1],
    ])
    expect(rows.at(-1)?.content).toContain('11月24日 10:00')
    expect(rows.at(-2)?.content).toContain('11月24日 15:00')
  })

  it('two hours before, once, and not for an appointment made within them; a no-show is told', async () => {
    const template = await approved('提醒', '{姓名}：{时间}')
    await switchOn('appointment.hoursBefore', template)
    await switchOn('appointment.noShow', template)
    await buy(20)
    const someone = await patient('13900000051')
    await booked(someone, parseDateTime('2026-11-20 12:00:00'))
    await booked(await patient('13900000052'), parseDateTime('2026-11-20 09:40:00'))
    await minute()
    expect(await records()).toEqual([])
    app.clock.set(parseDateTime('2026-11-20 10:00:00'))
    await minute()
    await minute()
    expect((await records()).map((row) => row.patientId)).toEqual([someone])
    app.clock.set(parseDateTime('2026-11-20 13:30:00'))
    await jobs.runNow('appointment.no-shows')
    expect((await records({ scene: 'appointment.noShow' })).length).toBe(2)
  })

  it('birthdays at their time, advertising not to whom has refused it', async () => {
    const template = await approved('生日', '{姓名}生日快乐，{门诊}祝您天天有好牙', 2)
    await switchOn('patient.birthday', template, { sendTime: '09:00' })
    await buy(20)
    const celebrates = await patient('13900000061', { birthDay: '1990-11-20' })
    await patient('13900000062', { birthDay: '1990-11-21' })
    const refused = await patient('13900000063', { birthDay: '2001-11-20' })
    await app.sql('update patient set marketing_opt_out = true where id = $1', [refused])
    await minute()
    await minute()
    const rows = (await records()).filter((row) => row.name.startsWith('患者'))
    expect(rows).toHaveLength(2)
    expect(rows.find((row) => row.patientId === celebrates)).toMatchObject({ status: 1, failReason: null })
    expect(rows.find((row) => row.patientId === refused)).toMatchObject({ status: 4, failReason: '患者拒收营销短信' })
    expect(rows.find((row) => row.patientId === celebrates)?.content).toMatch(/拒收请回复R$/)
  })

  it('a scene that was set outside of the clinic’s hours goes at the nearest time within them', async () => {
    const template = await approved('生日', '{姓名}生日快乐', 2)
    await switchOn('patient.birthday', template, { sendTime: '08:30' })
    await buy(20)
    const celebrates = await patient('13900000064', { birthDay: '1990-11-20' })
    await app.sql(`update clinic set settings = settings || '{"smsFromMin": 600, "smsToMin": 1080}' where id = $1`, [
      a1,
    ])
    const told = async (at: string) => {
      app.clock.set(parseDateTime(`2026-11-20 ${at}:00`))
      await minute()
      return (await records()).filter((row) => row.patientId === celebrates).length
    }
    expect(await told('09:59')).toBe(0)
    expect(await told('10:00')).toBe(1)
    await app.sql(`update clinic set settings = settings - 'smsFromMin' - 'smsToMin' where id = $1`, [a1])
  })

  it('birthdays, once handed over, are congratulated in the list, by the system', async () => {
    const template = await approved('生日', '{姓名}生日快乐', 2)
    await switchOn('patient.birthday', template, { sendTime: '09:00' })
    await buy(20)
    const celebrates = await patient('13900000071', { birthDay: '1990-11-20' })
    const refused = await patient('13900000072', { birthDay: '1990-11-20' })
    await app.sql('update patient set sms_opt_out = true where id = $1', [refused])
    await minute()
    await jobs.drain('sms.send')
    expect(await greetings(celebrates)).toEqual([{ year: 2026, way: 2, by: '系统' }])
    expect(await greetings(refused)).toEqual([])
  })

  it('a clinic that has not switched a scene on tells nobody', async () => {
    await approved('预约', '{姓名}')
    await buy(5)
    await book(await app.as('reception'), fixture.patients.a[0] as string, '2026-11-25 10:00:00')
    expect(await records()).toEqual([])
  })
})

/** How a patient was congratulated, by year. */
const greetings = (patientId: string) =>
  app.sql<{ year: number; way: number; by: string }>(
    'select year, way, greeted_by as by from patient_greeting where patient_id = $1 order by year',
    [patientId],
  )

describe('a birthday message from the list', () => {
  const list = async (open = false) =>
    (await (await app.as('reception')).call(contract.patient.birthdays, { range: 'week', open, pageSize: 200 })).list
  const write = async (patientIds: string[], templateId: string, greets = true) =>
    (await app.as('admin')).call(sms.send, { patientIds, templateId, greets, requestId: key() })

  it('marks who got it for this year, once, with who and how; whoever is left out stays open', async () => {
    const template = await approved('祝福', '{姓名}生日快乐')
    await buy(20)
    const one = await patient('13900000081', { birthDay: '1990-11-21' })
    const silent = await patient(null, { birthDay: '1990-11-22' })
    const other = await patient('13900000082', { birthDay: '1990-11-23' })
    expect(await write([one, silent], template)).toMatchObject({ queued: 1, leftOut: 1 })
    // Not before it is handed over.
    expect(await greetings(one)).toEqual([])
    await jobs.drain('sms.send')
    const [{ by } = { by: '' }] = await greetings(one)
    expect(by).not.toBe('系统')
    expect(await greetings(one)).toEqual([{ year: 2026, way: 2, by }])
    expect(await greetings(silent)).toEqual([])
    expect((await list()).find(({ id }) => id === one)).toMatchObject({ greetedWay: 2, greetedBy: by })
    expect((await list(true)).map(({ id }) => id)).not.toContain(one)
    // A second one changes nothing, and one that is no birthday message marks nobody.
    await write([one], template)
    await write([other], template, false)
    await jobs.drain('sms.send')
    expect(await greetings(one)).toHaveLength(1)
    expect(await greetings(other)).toEqual([])
    expect(
      await (
        await app.as('nurse')
      ).refused(sms.send, {
        patientIds: [one],
        templateId: template,
        greets: true,
        requestId: key(),
      }),
    ).toMatchObject({ http: 403 })
  })

  it('that fails takes its mark back, unless another one arrived or somebody congratulated otherwise', async () => {
    const template = await approved('祝福', '{姓名}生日快乐')
    await buy(20)
    const [alone, twice, called] = [
      await patient('13900000091', { birthDay: '1990-11-21' }),
      await patient('13900000092', { birthDay: '1990-11-21' }),
      await patient('13900000093', { birthDay: '1990-11-21' }),
    ]
    const mark = { patientIds: [called], celebratedOn: '2026-11-21', way: 3 as const }
    await (await app.as('reception')).call(contract.patient.greet, mark)
    await write([alone, twice, called], template)
    await write([twice], template)
    await jobs.drain('sms.send')
    const rows = await app.sql<{ id: string; patient: string; clinic: string }>(
      'select id, patient_id as patient, clinic_id as clinic from sms_outbox order by created_at, id',
    )
    const failed = [alone, twice, called].map((id) => rows.find((row) => row.patient === id)?.id ?? '')
    for (const id of failed) await database.withTenant(tenantA, a1, (tx) => failSms(tx, a1, id, '未送达：关机'))
    expect(await greetings(alone)).toEqual([])
    expect(await greetings(twice)).toMatchObject([{ way: 2 }])
    expect(await greetings(called)).toMatchObject([{ way: 3 }])
    // Sent again, and it arrives.
    await (await app.as('admin')).call(sms.resend, { id: failed[0] ?? '', requestId: key() })
    await jobs.drain('sms.send')
    expect(await greetings(alone)).toMatchObject([{ year: 2026, way: 2 }])
  })
})

describe('sending by hand', () => {
  it('a recall names the item of the last visit, and leaves out who is booked already or never was here', async () => {
    const template = await approved('复查提醒', '{姓名}您好，您上次做的{项目}该复查了，请联系{门诊}')
    await buy(20)
    const [due, booked, stranger] = [
      await patient('13900000061'),
      await patient('13900000062'),
      await patient('13900000063'),
    ]
    const visited = async (patientId: string, title: string, at: string, status = 6) =>
      app.sql(
        `insert into registration (tenant_id, id, clinic_id, reg_no, queue_no, reg_date, patient_id, doctor_id, title, reg_time, status, created_at, updated_at)
         values ($1, $2, $3, $4, 1, $5::date, $6, $7, $8, $5, $9, now(), now())`,
        [
          tenantA,
          uuidv7(),
          a1,
          `GH-${title}-${patientId.slice(-6)}`,
          at,
          patientId,
          fixture.doctors.a1[0],
          title,
          status,
        ],
      )
    await visited(due, '补牙', '2026-03-01 10:00:00+08')
    await visited(due, '种植复查', '2026-05-20 10:00:00+08')
    // Cancelled at the desk: no visit.
    await visited(due, '洁治', '2026-06-20 10:00:00+08', 7)
    await visited(booked, '洁治', '2026-05-21 10:00:00+08')
    await app.sql(
      `insert into appointment (tenant_id, id, clinic_id, appoint_no, patient_id, doctor_id, starts_at, ends_at, title, status, created_at, updated_at)
       values ($1, $2, $3, 'YY-recall', $4, $5, '2026-12-20 10:00:00+08', '2026-12-20 10:30:00+08', '正畸复诊', 1, now(), now())`,
      [tenantA, uuidv7(), a1, booked, fixture.doctors.a1[0]],
    )
    const reception = await app.as('reception')
    const seen = await reception.call(sms.preview, { patientIds: [due, booked, stranger], templateId: template })
    const of = (id: string) => seen.recipients.find((each) => each.patientId === id)
    expect(of(due)).toMatchObject({ leftOut: null })
    expect(of(due)?.content).toContain('您上次做的种植复查该复查了')
    expect([of(booked)?.leftOut, of(stranger)?.leftOut]).toEqual(['已有预约，不用再提醒', '还没有就诊过'])
    // A text that names the time tells of the appointment to come, as before.
    const reminder = await approved('到诊提醒', '{姓名}您好，{时间}请来做{项目}')
    const told = await reception.call(sms.preview, { patientIds: [due, booked], templateId: reminder })
    expect(told.recipients.find((each) => each.patientId === booked)?.content).toContain('12月20日 10:00请来做正畸复诊')
    expect(told.recipients.find((each) => each.patientId === due)?.leftOut).toBe('没有以后的预约')
  })

  it('shows who is left out and why, keeps advertising until 8:00, and honours a refusal that comes meanwhile', async () => {
    const template = await approved('活动', '{姓名}，洁牙周开始了', 2)
    await buy(20)
    const fine = await patient('13900000071')
    const refused = await patient('13900000072')
    const silent = await patient(null)
    await app.sql('update patient set marketing_opt_out = true where id = $1', [refused])
    app.clock.set(parseDateTime('2026-11-20 21:30:00'))
    const reception = await app.as('reception')
    const ask = { patientIds: [fine, refused, silent], templateId: template }
    const seen = await reception.call(sms.preview, ask)
    expect(Object.fromEntries(seen.recipients.map((row) => [row.patientId, row.leftOut]))).toEqual({
      [fine]: null,
      [refused]: '患者拒收营销短信',
      [silent]: '没有手机号',
    })
    expect(seen).toMatchObject({ count: 1, keptUntil: '2026-11-21 08:00:00' })
    // A clinic that writes between 9:30 and 18:00 keeps it as long.
    const hours = (value: object | null) =>
      app.sql(
        `update clinic set settings = case when $2::jsonb is null then settings - 'smsFromMin' - 'smsToMin' else settings || $2::jsonb end where id = $1`,
        [a1, value && JSON.stringify(value)],
      )
    await hours({ smsFromMin: 570, smsToMin: 1080 })
    app.clock.set(parseDateTime('2026-11-20 18:00:00'))
    expect((await reception.call(sms.preview, ask)).keptUntil).toBe('2026-11-21 09:30:00')
    await hours(null)
    expect((await reception.call(sms.preview, ask)).keptUntil).toBe(null)
    app.clock.set(parseDateTime('2026-11-20 21:30:00'))
    const requestId = key()
    const sent = await reception.call(sms.send, { ...ask, requestId })
    expect(await reception.call(sms.send, { ...ask, requestId })).toEqual(sent)
    expect(sent).toMatchObject({ queued: 1, leftOut: 2, count: 1 })
    await minute()
    expect((await records({ status: 0 })).map((row) => row.dueTime)).toEqual(['2026-11-21 08:00:00'])
    await (await app.as('admin')).call(sms.setOptOut, { patientId: fine, smsOptOut: false, marketingOptOut: true })
    app.clock.set(parseDateTime('2026-11-21 08:00:00'))
    await minute()
    expect(await balance()).toBe(20)
    expect((await records({ patientId: fine }))[0]).toMatchObject({ status: 4, failReason: '患者拒收营销短信' })
    expect((await reception.call(sms.optOuts, {})).list).toHaveLength(2)
    expect(
      (await reception.refused(sms.send, { patientIds: [silent], templateId: template, requestId: key() })).code,
    ).toBe(37005)
  })

  it('a message that failed is shown and sent again, once; a waiting one can be taken back', async () => {
    const template = await approved('通知', '{姓名}您好')
    const someone = await patient('13900000081')
    const reception = await app.as('reception')
    await reception.call(sms.send, { patientIds: [someone], templateId: template, requestId: key() })
    await jobs.drain('sms.send')
    const [failed] = await records({ status: 3 })
    expect(failed).toMatchObject({ failReason: '短信余额不足', resentAs: null })
    await buy(3)
    const again = await reception.call(sms.resend, { id: failed?.id as string, requestId: key() })
    const twice = await reception.refused(sms.resend, { id: failed?.id as string, requestId: key() })
    expect([twice.code, twice.message]).toEqual([37007, '这条短信已经再发过'])
    await jobs.drain('sms.send')
    expect((await records({ status: 1 })).map((row) => row.id)).toEqual([again.id])
    expect((await records({ status: 3 }))[0]).toMatchObject({ resentAs: again.id })
    expect((await reception.refused(sms.resend, { id: again.id, requestId: key() })).code).toBe(37006)
    expect((await reception.refused(sms.cancel, { id: again.id })).code).toBe(37008)

    await reception.call(sms.send, { patientIds: [someone], templateId: template, requestId: key() })
    const [waiting] = await records({ status: 0 })
    await reception.call(sms.cancel, { id: waiting?.id as string })
    await jobs.drain('sms.send')
    expect((await records())[0]).toMatchObject({ status: 4 })
    expect(await balance()).toBe(2)
    const nurse = await app.as('nurse')
    expect((await nurse.refused(sms.records, {})).http).toBe(403)
    const finance = await app.as('finance')
    expect(
      (await finance.refused(sms.send, { patientIds: [someone], templateId: template, requestId: key() })).http,
    ).toBe(403)
    expect((await finance.call(sms.records, {})).list[0]?.mobile).toBe('139****0081')
  })

  it('the usage of each day is what was paid for', async () => {
    const template = await approved('通知', '{姓名}您好')
    await buy(5)
    const admin = await app.as('admin')
    await admin.call(sms.send, { patientIds: [await patient('13900000091')], templateId: template, requestId: key() })
    await jobs.drain('sms.send')
    const found = await admin.call(sms.usage, { from: '2026-11-19', to: '2026-11-20' })
    expect(found).toEqual({
      days: [
        { date: '2026-11-19', count: 0, failed: 0 },
        { date: '2026-11-20', count: 1, failed: 0 },
      ],
      scenes: [{ scene: 'manual', count: 1 }],
    })
    expect((await admin.refused(sms.usage, { from: '2026-11-20', to: '2026-11-19' })).http).toBe(400)
  })
})

describe('receipts and answers of the provider', () => {
  const services = {
    ...app.application.services,
    config: { ...app.application.services.config, SMS_SECRET_KEY: 'secret-key', SMS_APP_ID: '1400000001' },
  }
  const http = Fastify()
  smsRoutes(http, services)
  const path = callbackKey(services.config) as string
  const tell = async (kind: 'receipts' | 'replies', body: unknown, by = path) =>
    (await http.inject({ method: 'POST', url: `/sms-api/${kind}/${by}`, payload: body as object })).statusCode

  async function sent(mobile: string): Promise<{ id: string; sid: string }> {
    const template = await approved(`通知${mobile}`, '{姓名}您好')
    await (
      await app.as('admin')
    ).call(sms.send, {
      patientIds: [await patient(mobile)],
      templateId: template,
      requestId: key(),
    })
    await jobs.drain('sms.send')
    const [row] = await records({ keyword: mobile })
    return { id: row?.id as string, sid: `local-${row?.id}` }
  }

  it('the address is signed; delivered once, a failure gives back what was paid, once', async () => {
    await buy(5)
    const good = await sent('13900000101')
    const bad = await sent('13900000102')
    expect(await balance()).toBe(3)
    const report = [
      { sid: good.sid, report_status: 'SUCCESS', errmsg: 'DELIVRD', description: '用户短信送达成功' },
      { sid: bad.sid, report_status: 'FAIL', errmsg: 'UNDELIV', description: '手机关机' },
    ]
    expect(
      await tell(
        'receipts',
        report,
        path.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')),
      ),
    ).toBe(404)
    expect(await tell('receipts', report, 'short')).toBe(404)
    expect(await tell('receipts', { not: 'a list' })).toBe(400)
    expect(await tell('receipts', [{ sid: 'unknown', report_status: 'SUCCESS' }])).toBe(503)
    expect(await balance()).toBe(3)
    for (let n = 0; n < 3; n++) expect(await tell('receipts', report)).toBe(200)
    expect((await records({ keyword: '13900000101' }))[0]).toMatchObject({
      status: 2,
      deliveredTime: '2026-11-20 09:00:00',
    })
    expect((await records({ keyword: '13900000102' }))[0]).toMatchObject({ status: 3, failReason: '未送达：手机关机' })
    expect(await balance()).toBe(4)
    // What is not configured has no address at all.
    expect((await app.nobody.raw('POST', `/sms-api/receipts/${path}`, report)).http).toBe(404)
  })

  it('a message given up as lost that was delivered after all is delivered, and free', async () => {
    await buy(5)
    const late = await sent('13900000111')
    await app.sql('update sms_outbox set provider_id = null where id = $1', [late.id])
    app.clock.advance(11)
    await minute()
    expect((await records())[0]).toMatchObject({ status: 3 })
    expect(await tell('receipts', [{ sid: late.sid, report_status: 'SUCCESS' }])).toBe(200)
    expect((await records())[0]).toMatchObject({ status: 2, failReason: null })
    expect(await balance()).toBe(5)
    expect(await brokenInvariants(app.ownerUrl, (name) => name.includes('SMS'))).toEqual([])
  })

  it('whoever answers R gets no more advertising', async () => {
    await buy(5)
    await sent('13900000121')
    expect(await tell('replies', { mobile: '8613900000121', text: ' r ', sign: '甲口腔' })).toBe(200)
    expect(await tell('replies', { mobile: '13900000129', text: 'R' })).toBe(200)
    expect(
      await app.sql('select marketing_opt_out, sms_opt_out from patient where mobile = $1', ['13900000121']),
    ).toEqual([{ marketing_opt_out: true, sms_opt_out: false }])
    expect(await tell('replies', { mobile: '13900000121', text: '好的' })).toBe(200)
  })
})

describe('follow-up-service-area: the SMS group', () => {
  it('has a screen for recharge, recharge list, send record, template record, signature setting and auto send', async () => {
    expect(menuScreens.filter((each) => each.path.startsWith('/SMSmanagement')).map((each) => each.path)).toEqual([
      '/SMSmanagement',
      '/SMSmanagement/sendRecord',
      '/SMSmanagement/autoSend',
      '/SMSmanagement/templateRecord',
      '/SMSmanagement/signatureSetting',
      '/SMSmanagement/recharge',
      '/SMSmanagement/rechargeList',
    ])
  })
  it('messages of this kind have a category of their own', async () => {
    const status = await (await app.as('admin')).call(messaging.messageStatus, {})
    expect(status.categories.map((each) => each.category)).toContain('sms')
  })
})
