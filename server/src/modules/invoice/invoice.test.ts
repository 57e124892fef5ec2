import { contract, type WireInput } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { settleBlue } from './carry.ts'

const { billing, invoice: calls, refund } = contract
const [p1, p2] = fixture.patients.a as [string, string]
const [d1] = fixture.doctors.a1 as [string]
const methods = fixture.payMethods.a
const NOW = '2026-11-20 09:00:00'
const TAX = '91350100M000100Y43'
const BUYER_TAX = '9144030071526726XG'
const app = await testApp({ at: NOW })
const { services, http } = app.application

let desk: Client
let director: Client
let finance: Client
let admin: Client
const account = (more: Partial<WireInput<typeof calls.saveAccount>> = {}): WireInput<typeof calls.saveAccount> => ({
  sellerName: '甲方口腔门诊部有限公司',
  taxNo: TAX,
  rule: 2,
  serviceRate: 0,
  goodsRate: 13,
  enabled: true,
  ...more,
})
/** Writes the clinic's account over what it is. */
async function keep(more: Partial<WireInput<typeof calls.saveAccount>> = {}, who = admin) {
  const { account: before } = await who.call(calls.account, {})
  return who.call(calls.saveAccount, { ...account(more), ...(before ? { version: before.version } : {}) })
}
beforeAll(async () => {
  await http.listen({ host: '127.0.0.1', port: 0 })
  desk = await app.as('reception')
  director = await app.as('director')
  finance = await app.as('finance')
  admin = await app.as('admin')
  await keep()
})

const way = (amount: string, method = 'cash') => ({ payMethodId: methods[method] as string, amount })
type Payment = WireInput<typeof billing.charge>['payments'][number]
async function charged(price: string, payments: Payment[] = [way(price)], patientId = p1) {
  const bill = await director.call(billing.open, {
    patientId,
    doctorId: d1,
    items: [{ tariffId: fixture.tariffs.a.cleaning, price, qty: 1, teeth: '' }],
    requestId: uuidv7(),
  })
  await director.call(billing.charge, {
    id: bill.id,
    version: bill.version,
    payments,
    leaveArrears: true,
    arrearsReason: '下次付',
    requestId: uuidv7(),
  })
  return bill
}
const detail = (id: string) => director.call(billing.detail, { id })
async function refunded(billId: string, amount: string, more: Partial<WireInput<typeof refund.request>> = {}) {
  const { items, version } = await detail(billId)
  const asked = await director.call(refund.request, {
    billId,
    version,
    type: 2,
    items: [{ billItemId: items[0]?.id as string, qty: more.type === 1 ? 1 : 0, amount }],
    reason: '患者不做了',
    requestId: uuidv7(),
    ...more,
  })
  const agreed =
    asked.status === 0
      ? await admin.call(refund.decide, { id: asked.id, version: asked.version, agree: true, reason: '' })
      : asked
  if (agreed.status === 1)
    await finance.call(refund.pay, { id: asked.id, version: agreed.version, requestId: uuidv7() })
}
const offer = (holderId: string, kind = 1, who = desk) => who.call(calls.offer, { kind, holderId })
const asking = (
  holderId: string,
  amount: string,
  more: Partial<WireInput<typeof calls.issue>> = {},
  kind: 1 | 2 | 3 | 4 = 1,
) => ({
  covers: [{ kind, holderId, amount }],
  titleType: 0 as const,
  title: '钟灵秀',
  requestId: uuidv7(),
  ...more,
})
const issue = (
  holderId: string,
  amount: string,
  more: Partial<WireInput<typeof calls.issue>> = {},
  kind: 1 | 2 | 3 | 4 = 1,
) => desk.call(calls.issue, asking(holderId, amount, more, kind))
const carried = () => services.jobs.drain('invoice.carry')
const followed = () => services.jobs.runNow('invoice.follow')
const one = async (id: string) => {
  const { list } = await finance.call(calls.list, { pageSize: 200 })
  const found = list.find((row) => row.id === id)
  if (!found) throw new Error('no such invoice')
  return found
}
const sound = async () => expect(await brokenInvariants(app.owner)).toEqual([])
const problem = ({ message, data }: { message: string; data: { fields?: { field: string; message: string }[] } }) => [
  data.fields?.[0]?.field,
  data.fields?.[0]?.message ?? message,
]

describe('the account of a clinic', () => {
  it('is the admin’s; its tax number is proved, and its key never leaves', async () => {
    expect(await director.refused(calls.saveAccount, account())).toMatchObject({ code: 403 })
    expect(problem(await admin.refused(calls.saveAccount, account({ taxNo: '91350100M000100Y44' })))).toEqual([
      'taxNo',
      expect.stringContaining('税号有误') as string,
    ])
    const own = { addressUrl: 'https://tax.example.cn/api', appId: 'clinic-app' }
    expect(problem(await admin.refused(calls.saveAccount, account(own)))).toEqual(['privateKey', '请填写私钥'])
    expect(
      problem(
        await admin.refused(
          calls.saveAccount,
          account({ ...own, addressUrl: 'ftp://x', privateKey: 'a', publicKey: 'b' }),
        ),
      )[0],
    ).toBe('privateKey')
    expect((await admin.call(calls.account, {})).account).toMatchObject({ taxNo: TAX, sandbox: true, rule: 2 })
    expect(await admin.call(calls.testAccount, {})).toEqual({ passed: true, message: '测试通过：平台认得签名' })
    expect((await admin.call(calls.account, {})).account?.testResult).toBe('测试通过：平台认得签名')
  })
})

describe('an invoice for a bill', () => {
  it('is issued by the platform under one number, over what was paid, and the bill says so', async () => {
    const bill = await charged('330.00', [way('300.00')])
    expect(await offer(bill.id)).toMatchObject({
      holder: { freeAmount: '300.00', rightAmount: '300.00', invoicedAmount: '0.00' },
      offered: true,
      sandbox: true,
      why: '',
      items: [{ name: '医疗服务', amount: '300.00', rate: 0, tax: '0.00' }],
    })
    expect((await detail(bill.id)).invoiceStatus).toBe(0)
    const made = await issue(bill.id, '200.00', { mobile: '13912345678' })
    expect(made).toMatchObject({ status: 0, invoiceNo: 'FP261120-0001' })
    await carried()
    const row = await one(made.id)
    expect(row).toMatchObject({ status: 2, amount: '200.00', sandbox: true, hasFile: true, issueDate: '2026-11-20' })
    expect(row.number).toMatch(/^\d{20}$/)
    expect((await detail(bill.id)).invoiceStatus).toBe(2)
    const next = await offer(bill.id)
    expect(next.holder.freeAmount).toBe('100.00')
    // The buyer is remembered for the patient, and the phone is covered for whoever may not see it.
    expect(next.titles[0]).toMatchObject({ title: '钟灵秀' })
    expect((await finance.call(calls.list, {})).list.find(({ id }) => id === made.id)?.mobile).toBe('139****5678')
    await sound()
  })

  it('says beside the field what would do', async () => {
    const bill = await charged('100.00')
    const refuse = async (more: Partial<WireInput<typeof calls.issue>>, amount = '100.00') =>
      problem(await desk.refused(calls.issue, asking(bill.id, amount, more)))
    expect(await refuse({}, '100.01')).toEqual(['covers.0.amount', expect.stringContaining('最多可开 100.00 元')])
    expect(await refuse({ titleType: 1, title: '某公司' })).toEqual(['taxNo', '请填写税号'])
    expect(await refuse({ titleType: 1, title: '某公司', taxNo: '9144030071526726XX' })).toEqual([
      'taxNo',
      expect.stringContaining('税号有误'),
    ])
    expect(await refuse({ email: 'nobody' })).toEqual(['email', '邮箱格式不正确'])
    const special = {
      type: 1 as const,
      titleType: 1 as const,
      title: '某公司',
      taxNo: BUYER_TAX,
      regAddress: '杭州',
      regPhone: '0571-88112046',
      bankName: '工商银行',
      bankAccount: '6222020200001234',
    }
    expect(await refuse(special)).toEqual(['type', '免税项目不能开增值税专用发票'])
    const others = await charged('10.00', undefined, p2)
    expect(
      problem(
        await desk.refused(calls.issue, {
          ...asking(bill.id, '1.00'),
          covers: [
            { kind: 1, holderId: bill.id, amount: '1.00' },
            { kind: 1, holderId: others.id, amount: '1.00' },
          ],
        }),
      ),
    ).toEqual(['covers.1.holderId', '一张发票只能合并同一位患者的款'])
  })

  it('two desks at once issue no more than was paid', async () => {
    const bill = await charged('100.00')
    const both = await Promise.allSettled([issue(bill.id, '100.00'), issue(bill.id, '100.00')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await sound()
  })

  it('covers several bills of a patient together', async () => {
    const [a, b] = [await charged('60.00'), await charged('40.00')]
    const made = await desk.call(calls.issue, {
      ...asking(a.id, '60.00'),
      covers: [
        { kind: 1, holderId: a.id, amount: '60.00' },
        { kind: 1, holderId: b.id, amount: '40.00' },
      ],
    })
    await carried()
    expect(await one(made.id)).toMatchObject({ amount: '100.00', status: 2 })
    expect((await offer(b.id)).holder.freeAmount).toBe('0.00')
    await sound()
  })

  it('is downloaded only when it is what was issued', async () => {
    const [good, altered, elsewhere] = [await charged('80.00'), await charged('80.18'), await charged('80.19')]
    const ids = []
    for (const [bill, sum] of [
      [good, '80.00'],
      [altered, '80.18'],
      [elsewhere, '80.19'],
    ] as const)
      ids.push((await issue(bill.id, sum)).id)
    await carried()
    const file = await desk.raw('POST', calls.file.path, { id: ids[0] })
    expect([file.http, file.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(file.text).toContain('模拟开票，不是真实发票')
    expect(await desk.refused(calls.file, { id: ids[1] as string } as never)).toMatchObject({
      message: expect.stringContaining('与开具时不一致') as string,
    })
    // An address of another host is not kept.
    expect((await one(ids[2] as string)).hasFile).toBe(false)
  })
})

describe('what the platform does with it', () => {
  it('a lost answer is asked about and issues nothing twice', async () => {
    const bill = await charged('50.15')
    const made = await issue(bill.id, '50.15')
    await carried()
    expect(await one(made.id)).toMatchObject({ status: 1 })
    await followed()
    expect(await one(made.id)).toMatchObject({ status: 2 })
    const booked = await app.sql('select 1 from sandbox_invoice where amount = 50.15')
    expect(booked).toHaveLength(1)
  })

  it('a slow one is asked about by the job until it is issued', async () => {
    const bill = await charged('50.16')
    const made = await issue(bill.id, '50.16')
    await carried()
    await followed()
    expect((await one(made.id)).status).toBe(1)
    await followed()
    expect((await one(made.id)).status).toBe(2)
  })

  it('an odd day is set right and not asked for ever', async () => {
    const bill = await charged('50.17')
    const made = await issue(bill.id, '50.17')
    await carried()
    expect(await one(made.id)).toMatchObject({
      status: 2,
      issueDate: '2026-11-20',
      message: '平台给出的开票日期有误，按答复日期记录',
    })
  })

  it('one that failed says why and is free again; tried again it is another attempt, and every check is made anew', async () => {
    const bill = await charged('70.12')
    const made = await issue(bill.id, '70.12')
    const [{ request_no: first } = { request_no: '' }] = await app.sql<{ request_no: string }>(
      'select request_no from invoice where id = $1',
      [made.id],
    )
    await carried()
    const failed = await one(made.id)
    expect(failed).toMatchObject({ status: 3, message: '授信额度不足', allowed: { retry: true } })
    // Its sum was free meanwhile, and another invoice took it.
    const other = await issue(bill.id, '30.00')
    expect(problem(await finance.refused(calls.retry, { id: made.id, version: failed.version }))).toEqual([
      'id',
      expect.stringContaining('最多可开 40.12 元'),
    ])
    await carried()
    const issued = await one(other.id)
    await finance.call(calls.red, { id: other.id, version: issued.version, reason: 1, requestId: uuidv7() })
    await carried()
    // With the switch off nothing is tried again.
    await keep({ enabled: false })
    expect(await finance.refused(calls.retry, { id: made.id, version: failed.version })).toMatchObject({
      message: '本门诊的开票已停用',
    })
    await keep()
    const again = await finance.call(calls.retry, { id: made.id, version: failed.version })
    expect(again.status).toBe(0)
    // What comes late of the first attempt is not believed for the second.
    await services.database.withTenant(fixture.tenants.a, fixture.clinics.a1, (tx) =>
      settleBlue(tx, services, made.id, first, { state: 'failed', why: '旧的答复' }),
    )
    expect((await one(made.id)).status).toBe(0)
    await services.database.withTenant(fixture.tenants.a, fixture.clinics.a1, (tx) =>
      settleBlue(tx, services, made.id, first, {
        state: 'issued',
        issued: {
          number: '99999999',
          issueDate: '2026-11-20',
          oddDay: false,
          amount: 7012 as never,
          fileUrl: '',
          fileHash: '',
        },
      }),
    )
    expect(await one(made.id)).toMatchObject({
      status: 0,
      number: '',
      message: expect.stringContaining('99999999') as string,
    })
    await carried()
    expect(await one(made.id)).toMatchObject({ status: 2, attempt: 2 })
    await sound()
  })

  it('a changed account sends no attempt a second time; what nobody there knows is given up, not too soon', async () => {
    const bill = await charged('55.14')
    const made = await issue(bill.id, '55.14')
    await carried()
    const row = await one(made.id)
    expect(row.status).toBe(1)
    const stop = { id: made.id, version: row.version, reason: '账号填错' }
    expect(await finance.refused(calls.cancel, stop)).toMatchObject({ message: '开票平台还在处理这张发票，不能取消' })
    // Another app of another seller: it does not know the number.
    await app.sql(`update invoice set app_id = 'old-app' where id = $1`, [made.id])
    await keep({ taxNo: BUYER_TAX })
    await followed()
    expect((await one(made.id)).message).toContain('开票账号已更换')
    expect(await app.sql('select 1 from sandbox_invoice where amount = 55.14')).toHaveLength(1)
    const waits = await one(made.id)
    expect(await finance.refused(calls.cancel, { ...stop, version: waits.version })).toMatchObject({
      message: '请求刚发出，可能还在路上，请 10 分钟后再取消',
    })
    expect(await desk.refused(calls.cancel, stop)).toMatchObject({ code: 403 })
    await app.sql(`update invoice set sent_at = sent_at - interval '11 minutes' where id = $1`, [made.id])
    expect(await finance.call(calls.cancel, { ...stop, version: waits.version })).toMatchObject({ status: 5 })
    await keep()
    expect((await offer(bill.id)).holder.freeAmount).toBe('55.14')
    await sound()
  })
})

describe('a red invoice', () => {
  it('frees its sum once it is issued, not before, and can be withdrawn while nobody sent it', async () => {
    const bill = await charged('120.00')
    const made = await issue(bill.id, '120.00')
    await carried()
    const blue = await one(made.id)
    const asked = { id: made.id, version: blue.version, amount: '50.00', reason: 4 as const, requestId: uuidv7() }
    expect(await desk.refused(calls.red, asked)).toMatchObject({ code: 403 })
    expect(problem(await finance.refused(calls.red, { ...asked, amount: '120.01' }))).toEqual([
      'amount',
      '最多可红冲 120.00 元',
    ])
    const red = await finance.call(calls.red, asked)
    expect((await offer(bill.id)).holder.freeAmount).toBe('0.00')
    expect(await finance.call(calls.withdrawRed, { redId: red.id })).toMatchObject({ status: 5 })
    await carried()
    expect((await one(made.id)).redAmount).toBe('0.00')
    const again = await finance.call(calls.red, { ...asked, requestId: uuidv7() })
    expect((await one(made.id)).restAmount).toBe('70.00')
    await carried()
    expect(await finance.refused(calls.withdrawRed, { redId: again.id })).toMatchObject({
      message: '红字发票已红冲，不能这样操作',
    })
    expect(await one(made.id)).toMatchObject({ status: 2, redAmount: '50.00' })
    expect((await offer(bill.id)).holder.freeAmount).toBe('50.00')
    const { version } = await one(made.id)
    await finance.call(calls.red, { id: made.id, version, reason: 1, requestId: uuidv7() })
    await carried()
    expect(await one(made.id)).toMatchObject({ status: 4, redAmount: '120.00' })
    expect((await detail(bill.id)).invoiceStatus).toBe(3)
    await sound()
  })

  it('that failed says why, and is tried again', async () => {
    const bill = await charged('90.00')
    const made = await issue(bill.id, '90.00')
    await carried()
    const { version } = await one(made.id)
    const red = await finance.call(calls.red, { id: made.id, version, amount: '10.12', reason: 1, requestId: uuidv7() })
    await carried()
    expect((await one(made.id)).reds[0]).toMatchObject({
      status: 3,
      message: '授信额度不足',
      allowed: { retry: true, withdraw: true },
    })
    await finance.call(calls.retryRed, { redId: red.id })
    await carried()
    expect((await one(made.id)).reds[0]).toMatchObject({ status: 2, isDue: false })
    await sound()
  })
})

describe('a refund', () => {
  it('of what is invoiced raises the red in its own transaction, whole or part, by its reason', async () => {
    const bill = await charged('200.00')
    const made = await issue(bill.id, '200.00')
    await carried()
    await refunded(bill.id, '60.00')
    const after = await one(made.id)
    expect(after.reds).toMatchObject([{ status: 0, reason: 4, source: 2, isDue: true, amount: '60.00' }])
    expect(await finance.refused(calls.withdrawRed, { redId: after.reds[0]?.id as string })).toMatchObject({
      message: '退款带来的红冲必须开出，不能撤回',
    })
    expect((await offer(bill.id)).holder.freeAmount).toBe('0.00')
    await followed()
    expect(await one(made.id)).toMatchObject({ status: 2, redAmount: '60.00' })
    expect((await offer(bill.id)).holder).toMatchObject({
      rightAmount: '140.00',
      invoicedAmount: '140.00',
      freeAmount: '0.00',
    })
    await refunded(bill.id, '140.00', { type: 1 })
    await followed()
    expect(await one(made.id)).toMatchObject({ status: 4 })
    expect((await one(made.id)).reds[1]).toMatchObject({ reason: 3, amount: '140.00', status: 2 })
    await sound()
  })

  it('of what is not invoiced raises none', async () => {
    const bill = await charged('200.00')
    const made = await issue(bill.id, '100.00')
    await carried()
    await refunded(bill.id, '80.00')
    expect((await one(made.id)).reds).toEqual([])
    await refunded(bill.id, '40.00')
    expect((await one(made.id)).reds).toMatchObject([{ amount: '20.00' }])
    await followed()
    await sound()
  })

  it('makes a red that the desk asked for one that has to be issued', async () => {
    const bill = await charged('100.00')
    const made = await issue(bill.id, '100.00')
    await carried()
    const { version } = await one(made.id)
    const red = await finance.call(calls.red, {
      id: made.id,
      version,
      amount: '100.00',
      reason: 1,
      requestId: uuidv7(),
    })
    await refunded(bill.id, '30.00')
    expect((await one(made.id)).reds).toMatchObject([{ id: red.id, isDue: true, amount: '100.00' }])
    expect(await finance.refused(calls.withdrawRed, { redId: red.id })).toMatchObject({
      message: expect.stringContaining('不能撤回') as string,
    })
    await sound()
    await followed()
    expect((await offer(bill.id)).holder.freeAmount).toBe('70.00')
    await sound()
  })

  it('of an invoice that is still on its way waits for it; when that fails nothing is left to take back', async () => {
    const [slow, poor] = [await charged('30.16'), await charged('30.13')]
    const [a, b] = [await issue(slow.id, '30.16'), await issue(poor.id, '30.13')]
    await refunded(slow.id, '10.00')
    await refunded(poor.id, '10.00')
    await sound()
    await carried()
    await followed()
    await followed()
    await followed()
    expect(await one(a.id)).toMatchObject({ status: 2, redAmount: '10.00' })
    expect((await one(b.id)).reds).toMatchObject([{ status: 5, message: '发票没有开出' }])
    expect((await offer(poor.id)).holder.freeAmount).toBe('20.13')
    await sound()
  })

  it('revoking a charge takes it all back; charged again before anybody sent the red, the invoice stands', async () => {
    const bill = await charged('75.00')
    const made = await issue(bill.id, '75.00')
    await carried()
    const { version } = await detail(bill.id)
    await director.call(billing.revoke, { id: bill.id, version, reason: '收错', requestId: uuidv7() })
    expect((await one(made.id)).reds).toMatchObject([{ status: 0, reason: 1, amount: '75.00' }])
    const again = await detail(bill.id)
    await director.call(billing.charge, {
      id: bill.id,
      version: again.version,
      payments: [way('75.00', 'wechat')],
      requestId: uuidv7(),
    })
    expect((await one(made.id)).reds).toMatchObject([{ status: 5, message: '退款已撤回，不再需要' }])
    await sound()
  })
})
