import { contract, type AnyCall } from '@dentin/contract'
import { TRANSFER_HINT, vipPayTypeNames } from '@dentin/contract/membership'
import { formatDateTime, parseDateTime, uuidv7, yuanToFen } from '@dentin/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import { fixture, MARKER_B, testApp, type Client } from '../../../test/harness.ts'
import type { Actor } from '../../platform/database/ids.ts'
import { extendTerm } from './commands/term.ts'
import {
  confirmTransfer,
  decideInvoice,
  giveDays,
  giveTrial,
  listInvoices,
  listTransfers,
  refuseTransfer,
  savePackage,
  vipOverview,
} from './index.ts'
import { medicalPayable, vipPayable } from './payable.ts'

const app = await testApp()
const { membership, identity } = contract
const { database, jobs } = app.application.services
const TODAY = '2026-11-20 09:00:00'
const tenantOf = (clinic: 'a1' | 'a2' | 'b1') => fixture.tenants[clinic === 'b1' ? 'b' : 'a']

/** Packages of these tests: two years at 730.00, the first renewal at 634.00; one year, and five. */
const TWO_YEARS = uuidv7()
const ONE_YEAR = uuidv7()
const FIVE_YEARS = uuidv7()
const provider: Actor = {
  sessionId: null,
  accountId: null,
  employeeId: null,
  name: '平台客服',
  ip: null,
  requestId: null,
}

beforeEach(async () => {
  app.clock.set(parseDateTime(TODAY))
  await app.empty('vip_invoice', 'vip_extension', 'vip_term', 'vip_order', 'vip_notice', 'medicare_account', 'message')
  await app.empty('vip_desk', 'vip_standing')
  await app.sql('update vip_package set enabled = false')
  const rows = [
    [ONE_YEAR, 'vip', 1, 365, 0, 1],
    [TWO_YEARS, 'vip', 2, 730, 634, 2],
    [FIVE_YEARS, 'vip', 5, 1595, 0, 3],
    ['01980016-0000-7000-8000-0000000000f1', 'medical', 1, 600, 0, 1],
  ]
  for (const row of rows)
    await app.sql(
      `insert into vip_package (id, kind, count, price, discount_price, sort_no, updated_at) values ($1, $2, $3, $4, $5, $6, now())
       on conflict (id) do update set enabled = true, price = excluded.price, discount_price = excluded.discount_price`,
      row,
    )
})
const MEDICAL_YEAR = '01980016-0000-7000-8000-0000000000f1'

/** A term that ends so many days from today, as if given. */
async function termOfDays(clinic: 'a1' | 'a2' | 'b1', days: number): Promise<void> {
  await database.withTenant(tenantOf(clinic), fixture.clinics[clinic], (tx) =>
    extendTerm(tx, fixture.clinics[clinic], { kind: 'vip', source: 'given', days }),
  )
}
/** What the payment module does when money has come in. */
async function pay(clinic: 'a1' | 'a2' | 'b1', orderNo: string, tradeId: string = uuidv7(), payMethod = 1) {
  return database.withTenant(tenantOf(clinic), 'all', async (tx) => {
    const order = await vipPayable.find(tx, orderNo)
    if (!order) throw new Error('no such order')
    return vipPayable.paid(tx, order.orderId, { tradeId, payMethod, paidAt: tx.now })
  })
}
const buy = (
  who: Client,
  more: Partial<{ settingId: string; count: number; payType: 0 | 1 | 2; invoiceType: 0 | 1 }> = {},
) => who.call(membership.charge, { settingId: TWO_YEARS, count: 2, payType: 1, ...more })
const raw = (who: Client, call: AnyCall, body: object) => who.raw('POST', call.path, body)
const NORMAL = {
  invoiceType: 0,
  titleType: 1,
  invoiceTitle: '甲口腔连锁',
  taxNo: '91330106MA2B1C3D4E',
  receiverEmail: 'finance@example.cn',
} as const

describe('S8: the renewal of a term that ends on 2026-11-30', () => {
  it('costs 634.00 for two years by WeChat and ends on 2028-11-30', async () => {
    await termOfDays('a1', 10)
    const admin = await app.as('admin')
    expect(await admin.call(membership.my, {})).toMatchObject({
      status: 0,
      endDate: '2026-11-30',
      isFirstCharge: true,
      availableDays: 10,
      expiredDays: 0,
      expiredTime: '2026-11-30 23:59:59',
      remind: true,
    })
    expect(await admin.call(membership.dismissReminder, {})).toEqual({ hiddenUntil: '2026-12-01' })
    expect((await admin.call(membership.my, {})).remind).toBe(false)
    // Another person, and the same one in another clinic, are still reminded.
    expect((await (await app.as('finance')).call(membership.my, {})).remind).toBe(true)

    const order = await buy(admin, { invoiceType: 0 })
    expect(order).toMatchObject({
      title: '牙本会员 2 年',
      totalAmount: '634.00',
      url: `/wxPay?orderNo=${order.orderNo}`,
      payType: 1,
      orderChannel: 1,
      invoiceType: 0,
      status: 0,
      createdTime: TODAY,
      closesTime: '2026-11-20 09:30:00',
    })
    const again = await admin.refused(membership.charge, { settingId: TWO_YEARS, count: 2, payType: 1 })
    expect([again.code, again.message]).toEqual([29003, '还有未支付的订单，请先支付或取消'])
    await admin.call(membership.cancelCharge, { id: order.orderId })
    const second = await buy(admin, { invoiceType: 0 })
    expect(await admin.call(membership.checkCharge, { orderNo: second.orderNo })).toMatchObject({
      status: 0,
      paid: false,
      secondsLeft: 1800,
    })
    expect(await pay('a1', second.orderNo)).toBe('applied')
    expect(await admin.call(membership.checkCharge, { orderNo: second.orderNo })).toEqual({
      orderNo: second.orderNo,
      status: 1,
      paid: true,
      endDate: '2028-11-30',
      secondsLeft: 0,
    })
    expect(await admin.call(membership.my, {})).toMatchObject({
      status: 1,
      endDate: '2028-11-30',
      isFirstCharge: false,
      remind: false,
    })
  })

  it('costs 730.00 when there is no discount price, and from the second charge on', async () => {
    await termOfDays('a1', 10)
    const admin = await app.as('admin')
    await app.sql('update vip_package set discount_price = 0 where id = $1', [TWO_YEARS])
    const first = await buy(admin)
    expect(first.totalAmount).toBe('730.00')
    await pay('a1', first.orderNo)
    await app.sql('update vip_package set discount_price = 634 where id = $1', [TWO_YEARS])
    expect((await buy(admin)).totalAmount).toBe('730.00')
  })

  it('vip-corporate-manual, vip-corporate-hint: a transfer waits for the provider, who confirms it once', async () => {
    expect(TRANSFER_HINT).toBe('请在付款后联系我们，我们会进行确认')
    await termOfDays('a1', 10)
    const admin = await app.as('admin')
    const order = await buy(admin, { payType: 2 })
    expect(order).toMatchObject({
      status: 4,
      url: null,
      orderChannel: 0,
      closesTime: '2026-12-05 09:00:00',
      corporate: { orderNo: order.orderNo, totalAmount: '634.00', sample: true },
    })
    const waiting = await database.withPlatform((tx) => listTransfers(tx, { statuses: [4], pageNum: 1, pageSize: 20 }))
    expect(waiting).toMatchObject({ total: 1, list: [{ orderNo: order.orderNo, clinicId: fixture.clinics.a1 }] })
    const confirm = () =>
      database.withPlatform((tx) =>
        confirmTransfer(tx, provider, { orderId: order.orderId, reference: '工行 20261120-1', paidAt: tx.now }),
      )
    await confirm()
    await expect(confirm()).rejects.toMatchObject({ refusal: 'STATUS_CHANGED' })
    expect(await admin.call(membership.my, {})).toMatchObject({ status: 1, endDate: '2028-11-30' })
    const told = await app.sql<{ title: string; body: string }>(
      `select title, body from message where recipient_id = $1 and category = 'membership'`,
      [fixture.employees.a1.admin],
    )
    expect(told).toEqual([{ title: '会员已生效', body: '牙本会员 2 年，634.00 元已到账，有效期至 2028-11-30。' }])
    const [audit] = await app.sql<{ actor_name: string }>(
      `select actor_name from audit where entity = 'vip_order' and entity_id = $1 and action = 'pay'`,
      [order.orderId],
    )
    expect(audit?.actor_name).toBe('平台客服')
  })
})

describe('buying', () => {
  it('vip-no-package, vip-no-method: what is not chosen is asked for beside its field', async () => {
    const admin = await app.as('admin')
    const answer = await raw(admin, membership.charge, { count: 2 })
    expect(answer.http).toBe(400)
    expect((answer.json?.data as { fields: object[] } | undefined)?.fields).toEqual([
      { field: 'settingId', message: '请选择会员套餐' },
      { field: 'payType', message: '请选择支付方式' },
    ])
  })

  it('E7: takes no price from the client', async () => {
    const admin = await app.as('admin')
    for (const field of ['price', 'totalAmount', 'discountPrice']) {
      const answer = await raw(admin, membership.charge, {
        settingId: TWO_YEARS,
        count: 2,
        payType: 1,
        [field]: '0.01',
      })
      expect(answer.http).toBe(400)
      expect((answer.json?.data as { fields: object[] } | undefined)?.fields).toEqual([
        { field, message: '不认识的字段' },
      ])
    }
    expect(await app.sql('select id from vip_order')).toEqual([])
  })

  it('E7, feature-vip-years: 1 to 10 whole years and only those of the package', async () => {
    const admin = await app.as('admin')
    for (const count of [0, 11, -1, 1.5]) {
      const answer = await raw(admin, membership.charge, { settingId: TWO_YEARS, count, payType: 1 })
      expect(answer.http, String(count)).toBe(400)
    }
    const other = await admin.refused(membership.charge, { settingId: TWO_YEARS, count: 3, payType: 1 })
    expect([other.code, other.data.fields?.[0]?.field]).toEqual([29002, 'count'])
    await expect(
      app.sql(`insert into vip_package (id, kind, count, price, updated_at) values ($1, 'vip', 11, 1, now())`, [
        uuidv7(),
      ]),
    ).rejects.toThrow(/vip_package_count_check/)
  })

  it('E7: refuses a package that was switched off meanwhile, and one that does not exist', async () => {
    const admin = await app.as('admin')
    await app.sql('update vip_package set enabled = false where id = $1', [TWO_YEARS])
    const off = await admin.refused(membership.charge, { settingId: TWO_YEARS, count: 2, payType: 1 })
    expect([off.code, off.message, off.data.fields?.[0]?.field]).toEqual([
      29001,
      '该套餐已停用，请重新选择',
      'settingId',
    ])
    const none = await admin.refused(membership.charge, { settingId: uuidv7(), count: 2, payType: 1 })
    expect([none.code, none.message]).toEqual([404, '没有这个会员套餐'])
    // A package of the medical insurance link is none of the clinic's membership.
    const medical = await admin.refused(membership.charge, { settingId: MEDICAL_YEAR, count: 1, payType: 1 })
    expect(medical.code).toBe(404)
  })

  it('vip-pay-methods, vip-pay-type: 0 Alipay, 1 WeChat, 2 transfer; online 1 apart from 0', async () => {
    expect(vipPayTypeNames).toEqual(['支付宝', '微信支付', '对公转账'])
    const admin = await app.as('admin')
    const seen = []
    for (const payType of [0, 1, 2] as const) {
      const order = await buy(admin, { payType })
      seen.push([order.payType, order.orderChannel, order.url?.split('?')[0] ?? null, order.status])
      await admin.call(membership.cancelCharge, { id: order.orderId })
    }
    expect(seen).toEqual([
      [0, 1, '/pay', 0],
      [1, 1, '/wxPay', 0],
      [2, 0, null, 4],
    ])
    expect((await raw(admin, membership.charge, { settingId: TWO_YEARS, count: 2, payType: 3 })).http).toBe(400)
  })

  it('vip-invoice-types: none, electronic normal or VAT special is kept with the order', async () => {
    const admin = await app.as('admin')
    for (const invoiceType of [undefined, 0, 1] as const) {
      const order = await buy(admin, invoiceType === undefined ? {} : { invoiceType })
      expect(order.invoiceType).toBe(invoiceType ?? null)
      await admin.call(membership.cancelCharge, { id: order.orderId })
    }
    expect(
      (await raw(admin, membership.charge, { settingId: TWO_YEARS, count: 2, payType: 1, invoiceType: 2 })).http,
    ).toBe(400)
  })

  it('vip-unpaid-reminder: the open order is told beforehand; cancelled, a new one can be made', async () => {
    const admin = await app.as('admin')
    expect((await admin.call(membership.preCharge, {})).unpaid).toBeNull()
    const order = await buy(admin)
    expect((await admin.call(membership.preCharge, {})).unpaid).toMatchObject({ orderNo: order.orderNo, status: 0 })
    await admin.call(membership.cancelCharge, { id: order.orderId })
    expect((await admin.call(membership.preCharge, {})).unpaid).toBeNull()
    const twice = await admin.refused(membership.cancelCharge, { id: order.orderId })
    expect([twice.code, twice.message]).toEqual([29004, '订单已取消，不能取消'])
    await buy(admin)
  })

  it('closes by itself: online after 30 minutes, a transfer after 15 days', async () => {
    const admin = await app.as('admin')
    const online = await buy(admin)
    app.clock.set(parseDateTime('2026-11-20 09:29:59'))
    await jobs.runNow('membership.close-orders')
    expect((await admin.call(membership.checkCharge, { orderNo: online.orderNo })).status).toBe(0)
    app.clock.set(parseDateTime('2026-11-20 09:30:00'))
    // For whoever looks it is closed at once, and in nobody's way; the job writes it down.
    expect((await admin.call(membership.checkCharge, { orderNo: online.orderNo })).status).toBe(3)
    expect((await admin.call(membership.preCharge, {})).unpaid).toBeNull()
    await jobs.runNow('membership.close-orders')
    expect(await app.sql('select status from vip_order')).toEqual([{ status: 3 }])
    const transfer = await buy(admin, { payType: 2 })
    app.clock.set(parseDateTime('2026-12-05 09:29:00'))
    await jobs.runNow('membership.close-orders')
    expect((await admin.call(membership.checkCharge, { orderNo: transfer.orderNo })).status).toBe(4)
    app.clock.set(parseDateTime('2026-12-05 09:30:00'))
    await jobs.runNow('membership.close-orders')
    expect((await admin.call(membership.checkCharge, { orderNo: transfer.orderNo })).status).toBe(3)
    expect(await app.sql('select order_no from vip_desk where status in (0, 4)')).toEqual([])
  })

  it('an order that lapsed is in nobody’s way, also before the job has written it down', async () => {
    const admin = await app.as('admin')
    await buy(admin)
    app.clock.set(parseDateTime('2026-11-20 09:31:00'))
    const next = await buy(admin)
    expect(next.status).toBe(0)
    expect(await app.sql('select status from vip_order order by created_at')).toEqual([{ status: 3 }, { status: 0 }])
  })

  it('is for administrators and headquarters; finance pays only; nobody else sees orders', async () => {
    const admin = await app.as('admin')
    const order = await buy(admin)
    const finance = await app.as('finance')
    expect((await finance.call(membership.preCharge, {})).unpaid?.url).toBe(`/wxPay?orderNo=${order.orderNo}`)
    expect((await finance.call(membership.checkCharge, { orderNo: order.orderNo })).status).toBe(0)
    expect((await finance.refused(membership.charge, { settingId: TWO_YEARS, count: 2, payType: 1 })).http).toBe(403)
    expect((await finance.refused(membership.cancelCharge, { id: order.orderId })).http).toBe(403)
    expect((await (await app.as('headquarters')).call(membership.preCharge, {})).unpaid?.orderNo).toBe(order.orderNo)
    for (const post of ['director', 'doctor', 'nurse', 'reception', 'consultant', 'service', 'storekeeper'] as const) {
      const who = await app.as(post)
      expect((await who.refused(membership.chargeRecord, {})).http, post).toBe(403)
      expect((await who.refused(membership.preCharge, {})).http, post).toBe(403)
      expect((await who.call(membership.my, {})).allowed).toEqual({
        view: false,
        buy: false,
        pay: false,
        invoice: false,
      })
    }
  })

  it('another clinic’s order is not there', async () => {
    const order = await buy(await app.as('admin', 'b1'))
    for (const who of [await app.as('admin'), await app.as('admin', 'a2')]) {
      expect((await who.refused(membership.checkCharge, { orderNo: order.orderNo })).http).toBe(404)
      expect((await who.refused(membership.cancelCharge, { id: order.orderId })).http).toBe(404)
      expect((await who.refused(membership.commitInvoice, { orderId: order.orderId, ...NORMAL })).http).toBe(404)
      expect(JSON.stringify(await who.call(membership.chargeRecord, {}))).not.toContain(MARKER_B)
      expect((await who.call(membership.chargeRecord, {})).total).toBe(0)
    }
  })

  it('E8: 20 at one moment make one order', async () => {
    const admin = await app.as('admin')
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => buy(admin)))
    expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
    for (const each of answers) if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 29003 })
    expect(await app.sql('select count(*)::int as n from vip_order')).toEqual([{ n: 1 }])
    expect(await app.sql('select count(*)::int as n from vip_desk')).toEqual([{ n: 1 }])
  })
})

describe('money that comes in', () => {
  it('is applied once, however often and at once it is told', async () => {
    await termOfDays('a1', 10)
    const order = await buy(await app.as('admin'))
    const trade = uuidv7()
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay('a1', order.orderNo, trade)))
    expect(answers.filter((each) => each === 'applied')).toHaveLength(1)
    expect(answers.filter((each) => each === 'already')).toHaveLength(19)
    expect(await app.sql(`select end_date::text, seq from vip_extension where source = 'order'`)).toEqual([
      { end_date: '2028-11-30', seq: 2 },
    ])
  })

  it('of a second payment for a paid order, a cancelled or a lapsed one is not applied', async () => {
    const admin = await app.as('admin')
    const paid = await buy(admin)
    expect(await pay('a1', paid.orderNo, 'first')).toBe('applied')
    expect(await pay('a1', paid.orderNo, 'second')).toBe('closed')
    const cancelled = await buy(admin)
    await admin.call(membership.cancelCharge, { id: cancelled.orderId })
    expect(await pay('a1', cancelled.orderNo)).toBe('closed')
    const lapsed = await buy(admin)
    app.clock.set(parseDateTime('2026-11-20 10:00:00'))
    await jobs.runNow('membership.close-orders')
    expect(await pay('a1', lapsed.orderNo)).toBe('closed')
    expect(await app.sql('select count(*)::int as n from vip_extension')).toEqual([{ n: 1 }])
  })

  it('cancelling and paying at one moment end in one of the two', async () => {
    const admin = await app.as('admin')
    for (let round = 0; round < 5; round++) {
      const order = await buy(admin)
      const [cancelled, paid] = await Promise.allSettled([
        admin.call(membership.cancelCharge, { id: order.orderId }),
        pay('a1', order.orderNo),
      ])
      const applied = paid.status === 'fulfilled' && paid.value === 'applied'
      expect(cancelled.status === 'fulfilled').toBe(!applied)
      expect((await admin.call(membership.checkCharge, { orderNo: order.orderNo })).status).toBe(applied ? 1 : 2)
    }
  })

  it('is asked for while the order is open only, and the order is found by its number', async () => {
    const admin = await app.as('admin')
    const order = await buy(admin)
    const find = (orderNo: string) => database.withTenant(tenantOf('a1'), 'all', (tx) => vipPayable.find(tx, orderNo))
    expect(await find(order.orderNo)).toEqual({
      orderId: order.orderId,
      orderNo: order.orderNo,
      title: '牙本会员 2 年',
      amount: yuanToFen('730.00'),
      open: true,
      clinicId: fixture.clinics.a1,
      payMethod: 1,
    })
    expect(await find('VIP0')).toBeNull()
    app.clock.set(parseDateTime('2026-11-20 09:30:00'))
    expect((await find(order.orderNo))?.open).toBe(false)
    expect(await database.withTenant(tenantOf('a1'), 'all', (tx) => medicalPayable.find(tx, order.orderNo))).toBeNull()
  })

  it('when the way of paying changed, the order keeps the one it was paid by', async () => {
    const admin = await app.as('admin')
    const order = await buy(admin, { payType: 2 })
    expect(await pay('a1', order.orderNo, 'T', 0)).toBe('applied')
    const [record] = (await admin.call(membership.chargeRecord, {})).list
    expect(record).toMatchObject({
      payType: 0,
      orderChannel: 1,
      status: 1,
      startDate: '2026-11-21',
      endDate: '2028-11-20',
    })
  })
})

describe('the term', () => {
  it('E7, vip-gift: 99 days, once for a clinic, also when asked for at one moment', async () => {
    const give = () =>
      database.withTenant(tenantOf('b1'), fixture.clinics.b1, (tx) => giveTrial(tx, fixture.clinics.b1))
    const given = await Promise.all(Array.from({ length: 5 }, give))
    expect(given.filter((each) => each !== null)).toEqual(['2027-02-27'])
    expect(await (await app.as('admin', 'b1')).call(membership.my, {})).toMatchObject({
      status: 0,
      endDate: '2027-02-27',
      availableDays: 99,
      isFirstCharge: true,
    })
    expect(await (await app.as('admin', 'b1')).call(membership.extensions, {})).toMatchObject([
      { source: 'trial', days: 99, years: 0, startDate: '2026-11-21', endDate: '2027-02-27', reason: '新门诊赠送' },
    ])
  })

  it('was never opened: no end, nothing to remind of, the first purchase is no renewal', async () => {
    const admin = await app.as('admin')
    expect(await admin.call(membership.my, {})).toMatchObject({
      status: -1,
      endDate: null,
      isFirstCharge: false,
      remind: false,
    })
    expect((await admin.refused(membership.dismissReminder, {})).code).toBe(29008)
    expect((await buy(admin)).totalAmount).toBe('730.00')
  })

  it('renewed early, late and by the provider adds up to the ledger', async () => {
    let admin = await app.as('admin')
    await termOfDays('a1', 3)
    const first = await buy(admin, { settingId: ONE_YEAR, count: 1 })
    await pay('a1', first.orderNo)
    expect((await admin.call(membership.my, {})).endDate).toBe('2027-11-23')
    app.clock.set(parseDateTime('2027-12-31 08:00:00'))
    admin = await app.as('admin')
    expect(await admin.call(membership.my, {})).toMatchObject({ status: -1, expiredDays: 38 })
    const late = await buy(admin, { settingId: ONE_YEAR, count: 1, payType: 0 })
    await pay('a1', late.orderNo)
    const end = await database.withPlatform((tx) =>
      giveDays(tx, provider, {
        tenantId: tenantOf('a1'),
        clinicId: fixture.clinics.a1,
        kind: 'vip',
        days: 30,
        reason: '服务中断补偿',
      }),
    )
    expect(end).toBe('2029-01-30')
    expect(
      (await admin.call(membership.extensions, {})).map(({ source, startDate, endDate }) => [
        source,
        startDate,
        endDate,
      ]),
    ).toEqual([
      ['given', '2029-01-01', '2029-01-30'],
      ['order', '2028-01-01', '2028-12-31'],
      ['order', '2026-11-24', '2027-11-23'],
      ['given', '2026-11-21', '2026-11-23'],
    ])
    expect(
      await app.sql('select end_date::text, paid from vip_standing where clinic_id = $1', [fixture.clinics.a1]),
    ).toEqual([{ end_date: '2029-01-30', paid: true }])
  })

  it('A1: that has run out holds nothing back', async () => {
    await termOfDays('a1', 1)
    app.clock.set(parseDateTime('2026-12-20 09:00:00'))
    const admin = await app.as('admin')
    expect((await admin.call(membership.my, {})).status).toBe(-1)
    const list = await admin.call(contract.patient.list, {})
    expect(list.total).toBe(fixture.patients.a.length)
    expect((await admin.call(contract.clinic.settings, {})).clinicId).toBe(fixture.clinics.a1)
  })

  it('tells the administrators of its end in good time, each message once', async () => {
    await termOfDays('a1', 7)
    await termOfDays('b1', 8)
    await jobs.runNow('membership.remind')
    await jobs.runNow('membership.remind')
    expect(
      await app.sql(
        `select recipient_id, title, body from message where category = 'membership' and title like '%到期%'`,
      ),
    ).toEqual([
      {
        recipient_id: fixture.employees.a1.admin,
        title: '门诊会员即将到期',
        body: '门诊会员将于 2026-11-27 到期，还有 7 天，请及时续费。',
      },
    ])
  })
})

describe('signing in', () => {
  it('login-gift: the gift days are told once to each who may see the membership', async () => {
    await database.withTenant(tenantOf('b1'), fixture.clinics.b1, (tx) => giveTrial(tx, fixture.clinics.b1))
    const { giftNotice } = await import('./gift.ts')
    const ask = (post: 'admin' | 'finance' | 'nurse') =>
      database.withTenant(tenantOf('b1'), fixture.clinics.b1, (tx) =>
        giftNotice(tx, { clinicId: fixture.clinics.b1, employeeId: fixture.employees.b1[post] }),
      )
    expect(await ask('nurse')).toBeNull()
    expect(await ask('admin')).toEqual({ endDate: '2027-02-27' })
    expect(await ask('admin')).toBeNull()
    app.clock.set(parseDateTime('2027-02-28 09:00:00'))
    expect(await ask('finance')).toBeNull()
    expect(identity.login.output.shape).toHaveProperty('vipGiveInfo')
  })
})

describe('packages', () => {
  it('vip-recommended, vip-struck-price, vip-tips: as they are sold at first', async () => {
    await app.sql('update vip_package set enabled = false')
    await app.sql(
      `update vip_package set enabled = true where id::text like '01980016-0000-7000-8000-0000000000__' and kind = 'vip'`,
    )
    const list = await (await app.as('admin')).call(membership.chargeSetting, {})
    expect(
      list.map(({ count, price, listPrice, saved, tip, recommended }) => [
        count,
        price,
        listPrice,
        saved,
        tip,
        recommended,
      ]),
    ).toEqual([
      [1, '365.00', null, null, '', false],
      [3, '999.00', '1095.00', '96.00', '约1元/天', true],
      [5, '1595.00', '1825.00', '230.00', '', false],
      [10, '2990.00', '3650.00', '660.00', '', false],
    ])
  })

  it('are edited by the provider; orders keep their price', async () => {
    const admin = await app.as('admin')
    const order = await buy(admin)
    const base = {
      kind: 'vip',
      count: 2,
      discountPrice: yuanToFen('0'),
      listPrice: yuanToFen('0'),
      tip: '',
      sortNo: 2,
      enabled: true,
    } as const
    const save = (more: object) =>
      database.withPlatform((tx) =>
        savePackage(tx, { ...base, id: TWO_YEARS, version: 1, price: yuanToFen('800'), ...more }),
      )
    const [{ version }] = (await app.sql('select version from vip_package where id = $1', [TWO_YEARS])) as [
      { version: number },
    ]
    expect((await save({ version })).price).toBe(yuanToFen('800'))
    await expect(save({ version })).rejects.toMatchObject({ refusal: 'VERSION_CONFLICT' })
    await expect(save({ version: version + 1, count: 3 })).rejects.toMatchObject({ refusal: 'BAD_INPUT' })
    await expect(save({ version: version + 1, discountPrice: yuanToFen('801') })).rejects.toMatchObject({
      refusal: 'BAD_INPUT',
    })
    await expect(save({ id: null })).rejects.toMatchObject({ refusal: 'VIP_PACKAGE_TWICE' })
    expect((await admin.call(membership.preCharge, {})).unpaid?.totalAmount).toBe(order.totalAmount)
  })
})

describe('invoices', () => {
  it('are for paid orders only, once, and again after a refusal', async () => {
    const admin = await app.as('admin')
    const order = await buy(admin, { invoiceType: 0 })
    const request = { orderId: order.orderId, ...NORMAL }
    expect((await admin.refused(membership.commitInvoice, request)).message).toBe('订单支付后才能申请发票')
    await pay('a1', order.orderNo)
    const finance = await app.as('finance')
    const invoice = await finance.call(membership.commitInvoice, request)
    expect(invoice).toMatchObject({ status: 0, amount: '730.00', invoiceTitle: '甲口腔连锁' })
    expect((await admin.refused(membership.commitInvoice, request)).code).toBe(29007)
    const list = await database.withPlatform((tx) => listInvoices(tx, { statuses: [0], pageNum: 1, pageSize: 20 }))
    expect(list).toMatchObject({ total: 1, list: [{ orderId: order.orderId, invoiceTitle: '甲口腔连锁' }] })

    const decide = (answer: Parameters<typeof decideInvoice>[3]) =>
      database.withPlatform((tx) => decideInvoice(tx, provider, order.orderId, answer))
    await expect(decide({ status: 3 })).rejects.toMatchObject({ refusal: 'STATUS_CHANGED' })
    await decide({ status: 2, reason: '税号与抬头不符' })
    expect((await admin.call(membership.chargeRecord, {})).list[0]?.invoice).toMatchObject({
      status: 2,
      refuseReason: '税号与抬头不符',
    })
    expect(
      (await admin.call(membership.commitInvoice, { ...request, invoiceTitle: '甲口腔连锁有限公司' })).status,
    ).toBe(0)
    await decide({ status: 1, fileUrl: null })
    await expect(decide({ status: 1, fileUrl: null })).rejects.toMatchObject({ refusal: 'STATUS_CHANGED' })
    await decide({ status: 3 })
    expect((await admin.call(membership.invoices, {})).list.map((each) => [each.status, each.invoiceTitle])).toEqual([
      [3, '甲口腔连锁有限公司'],
    ])
    const titles = await app.sql<{ title: string }>(
      `select title from message where title like '发票%' order by created_at, id`,
    )
    expect(titles.map((each) => each.title)).toEqual(['发票申请被驳回', '发票已开具', '发票已红冲'])
  })

  it('of the special kind want every field, with words of its own beside each', async () => {
    const admin = await app.as('admin')
    const order = await buy(admin, { invoiceType: 1 })
    await pay('a1', order.orderNo)
    const refusal = await admin.refused(membership.commitInvoice, {
      orderId: order.orderId,
      ...NORMAL,
      invoiceType: 1,
      taxNo: '',
    })
    expect(refusal.http).toBe(400)
    expect(refusal.data.fields).toEqual([
      { field: 'taxNo', message: '请填写税号' },
      { field: 'regAddress', message: '请填写注册地址' },
      { field: 'regPhone', message: '请填写注册电话' },
      { field: 'bankName', message: '请填写开户银行' },
      { field: 'bankAccount', message: '请填写银行账号' },
    ])
    expect(await app.sql('select id from vip_invoice')).toEqual([])
    const bad = await admin.refused(membership.commitInvoice, {
      orderId: order.orderId,
      ...NORMAL,
      receiverEmail: 'nobody',
    })
    expect(bad.data.fields).toEqual([{ field: 'receiverEmail', message: '邮箱格式不正确' }])
  })

  it('asked for by two at one moment is one', async () => {
    const admin = await app.as('admin')
    const order = await buy(admin)
    await pay('a1', order.orderNo)
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => admin.call(membership.commitInvoice, { orderId: order.orderId, ...NORMAL })),
    )
    expect(answers.filter((each) => each.status === 'fulfilled')).toHaveLength(1)
  })
})

describe('records', () => {
  it('vip-records-page: page 1 of 20 when nothing is said; query pageIndex, answer pageNum', async () => {
    const admin = await app.as('admin')
    for (let n = 0; n < 3; n++) {
      app.clock.set(parseDateTime(`2026-11-20 09:0${n}:00`))
      const order = await buy(admin)
      if (n === 1) await pay('a1', order.orderNo)
      else await admin.call(membership.cancelCharge, { id: order.orderId })
    }
    const page = await admin.call(membership.chargeRecord, {})
    expect([page.pageNum, page.pageSize, page.total, page.list.map((each) => each.status)]).toEqual([
      1,
      20,
      3,
      [2, 1, 2],
    ])
    const second = await admin.call(membership.chargeRecord, { pageIndex: 2, pageSize: 2 })
    expect([second.pageNum, second.list.length]).toEqual([2, 1])
    expect((await admin.call(membership.chargeRecord, { paidOnly: true })).list.map((each) => each.status)).toEqual([1])
  })
})

describe('the medical insurance link', () => {
  const account = { orgCode: 'H33010600123', operatorNo: 'op01', areaCode: '330106', password: 'Ybmm#2026' }

  it('medicare-missing: without an account nothing is shown or sold', async () => {
    const admin = await app.as('admin')
    const missing = await admin.refused(membership.medicalUserPassword, {})
    expect([missing.code, missing.message]).toEqual([29009, '暂无医保账号'])
    const sold = await admin.refused(membership.medicalCharge, { settingId: MEDICAL_YEAR, count: 1, payType: 1 })
    expect(sold.message).toBe('暂无医保账号')
    expect(await admin.call(membership.medicalIsOpen, {})).toEqual({
      isOpen: false,
      hasAccount: false,
      isMember: false,
    })
  })

  it('keeps the password sealed, shows it to those who may, and leaves a trace', async () => {
    const admin = await app.as('admin')
    const first = await admin.refused(membership.medicalSaveAccount, { ...account, password: '' })
    expect(first.data.fields).toEqual([{ field: 'password', message: '请填写密码' }])
    await admin.call(membership.medicalSaveAccount, account)
    const [row] = await app.sql<{ sealed_password: string }>('select sealed_password from medicare_account')
    expect(row?.sealed_password).not.toContain(account.password)
    const finance = await app.as('finance')
    expect(await finance.call(membership.medicalUserPassword, {})).toMatchObject({
      operatorNo: 'op01',
      password: null,
      allowed: { password: false, account: false },
    })
    expect((await finance.refused(membership.medicalUserPassword, { reveal: true })).http).toBe(403)
    expect((await finance.refused(membership.medicalSaveAccount, account)).http).toBe(403)
    const views = () => app.sql(`select actor_name from audit where entity = 'medicare_account' and action = 'view'`)
    expect(await views()).toEqual([])
    const shown = await admin.call(membership.medicalUserPassword, { reveal: true })
    expect(shown.password).toBe(account.password)
    expect(await views()).toHaveLength(1)
    // Nowhere in the audit either.
    expect(
      await app.sql(`select id from audit where before::text like $1 or after::text like $1`, [
        `%${account.password}%`,
      ]),
    ).toEqual([])
    // A changed account without a password keeps the old one; a stale version is refused.
    await admin.call(membership.medicalSaveAccount, {
      ...account,
      password: '',
      operatorNo: 'op02',
      version: shown.version,
    })
    expect((await admin.refused(membership.medicalSaveAccount, { ...account, version: shown.version })).http).toBe(409)
    expect(await admin.call(membership.medicalUserPassword, { reveal: true })).toMatchObject({
      operatorNo: 'op02',
      password: account.password,
    })
    // Sealed for this clinic only.
    expect((await (await app.as('admin', 'a2')).refused(membership.medicalUserPassword, {})).code).toBe(29009)
  })

  it('has a membership of its own, paid and ended apart from the clinic’s', async () => {
    const admin = await app.as('admin')
    await admin.call(membership.medicalSaveAccount, account)
    const vip = await buy(admin)
    const order = await admin.call(membership.medicalCharge, {
      settingId: MEDICAL_YEAR,
      count: 1,
      payType: 1,
      invoiceType: 0,
    })
    expect(order).toMatchObject({
      title: '牙本医保会员 1 年',
      totalAmount: '600.00',
      url: `/medicareWxPay?orderNo=${order.orderNo}`,
    })
    expect((await admin.call(membership.medicalPreCharge, {})).unpaid?.orderNo).toBe(order.orderNo)
    expect(
      await database.withTenant(tenantOf('a1'), 'all', (tx) =>
        medicalPayable.paid(tx, order.orderId, { tradeId: 'YB1', payMethod: 1, paidAt: tx.now }),
      ),
    ).toBe('applied')
    expect(await admin.call(membership.medicalCheckCharge, { orderNo: order.orderNo })).toMatchObject({
      paid: true,
      endDate: '2027-11-20',
    })
    expect(await admin.call(membership.medicalEndTime, {})).toMatchObject({
      status: 1,
      endDate: '2027-11-20',
      availableDays: 365,
    })
    expect(await admin.call(membership.medicalIsOpen, {})).toEqual({ isOpen: true, hasAccount: true, isMember: true })
    expect((await admin.call(membership.my, {})).endDate).toBeNull()
    expect((await admin.call(membership.preCharge, {})).unpaid?.orderNo).toBe(vip.orderNo)
    expect((await admin.call(membership.medicalChargeRecord, {})).list).toMatchObject([
      { orderNo: order.orderNo, status: 1 },
    ])
    expect((await admin.refused(membership.medicalCancelCharge, { id: vip.orderId })).http).toBe(404)
    const invoice = await admin.call(membership.medicalCommitInvoice, { orderId: order.orderId, ...NORMAL })
    expect(invoice.amount).toBe('600.00')
    expect((await admin.call(membership.invoices, {})).total).toBe(0)
    expect(await admin.call(membership.medicalChargeSetting, {})).toMatchObject([{ count: 1, payable: '600.00' }])
  })
})

describe('the provider', () => {
  it('refuses a transfer with a reason, and the clinic is told', async () => {
    const admin = await app.as('admin')
    const order = await buy(admin, { payType: 2 })
    await database.withPlatform((tx) => refuseTransfer(tx, provider, { orderId: order.orderId, reason: '未收到款项' }))
    expect((await admin.call(membership.checkCharge, { orderNo: order.orderNo })).status).toBe(2)
    const [log] = await app.sql<{ reason: string }>(
      `select reason from status_log where biz_id = $1 and to_status = 2`,
      [order.orderId],
    )
    expect(log?.reason).toBe('未收到款项')
    expect(await app.sql(`select title from message where title = '对公转账未确认'`)).toHaveLength(1)
    await expect(
      database.withPlatform((tx) => refuseTransfer(tx, provider, { orderId: uuidv7(), reason: 'x' })),
    ).rejects.toMatchObject({ refusal: 'NOT_FOUND' })
  })

  it('sees where all clinics stand', async () => {
    await termOfDays('a1', 10)
    await termOfDays('b1', 200)
    const order = await buy(await app.as('admin'))
    await pay('a1', order.orderNo)
    await buy(await app.as('admin', 'b1'), { payType: 2 })
    expect(await database.withPlatform((tx) => vipOverview(tx, formatDateTime(tx.now).slice(0, 10)))).toEqual({
      active: 1,
      trial: 1,
      expired: 0,
      endingSoon: 0,
      transfersWaiting: 1,
      invoicesWaiting: 0,
      paidThisMonth: yuanToFen('634.00'),
    })
  })
})
