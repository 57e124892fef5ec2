import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { allCalls, contract } from '@dentin/contract'
import { uuidv7 } from '@dentin/kit'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../test/harness.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { clinicalProblems } from '../../../test/statements.ts'
import { newStorageKey } from '../../platform/files/store.ts'
import { statementLog } from '../../platform/database/connection.ts'
import { vipPayable } from '../membership/payable.ts'

const { provider, membership, messaging, qualification, identity } = contract
const app = await testApp()
const { services } = app.application
const { database } = services

/** Every statement that calls of the provider made the server run. */
const mine = new Set<string>()
/** A person of the provider whose statements are collected. */
async function at(role: 'administrator' | 'reviewer' | 'finance' | 'support'): Promise<Client & { accountId: string }> {
  const person = await app.asProvider(role)
  const raw = person.raw.bind(person)
  return Object.assign(person, {
    raw: async (...args: Parameters<Client['raw']>) => {
      const before = statementLog.sink
      statementLog.sink = (text, ...more) => {
        mine.add(text)
        before?.(text, ...more)
      }
      try {
        return await raw(...args)
      } finally {
        statementLog.sink = before
      }
    },
  })
}
const reviewer = await at('reviewer')
const finance = await at('finance')
const support = await at('support')
const lastAudit = async () =>
  (
    await app.sql<Record<string, unknown>>(
      `select account_name, role, action, target_kind, target_name, company_id, before, after, reason, ip from provider_audit order by created_at desc, id desc limit 1`,
    )
  )[0]
const page = { pageNum: 1, pageSize: 20 }

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#88aacc' } })
  .jpeg()
  .toBuffer()
async function keepPicture(accountId: string, paperType: string): Promise<{ path: string }> {
  const key = newStorageKey(accountId, app.clock.now(), 'image/jpeg')
  await services.files.put(key, picture, 'image/jpeg')
  const [row] = await app.sql<{ id: string }>(
    `insert into picture (id, account_id, paper_type, storage_key, media_type, bytes, sha256, created_at)
     values ($1, $2, $3, $4, 'image/jpeg', $5, repeat('0', 64), $6) returning id`,
    [uuidv7(), accountId, paperType, key, picture.length, app.clock.now()],
  )
  return { path: row?.id as string }
}

describe('reviews', () => {
  const accountId = fixture.accounts.a1.nurse
  const form = async (realName: string) => ({
    realName,
    titlePost: '主治医师' as const,
    idCardPath: [await keepPicture(accountId, 'idCard'), await keepPicture(accountId, 'idCard')],
    certPath: [await keepPicture(accountId, 'cert')],
    practiceCertNo: '110330106001234',
    practiceScope: '口腔',
  })
  const waiting = async () => (await reviewer.call(provider.reviews, { subject: 'doctor', ...page })).list

  it('a doctor is passed; the next version stands beside the former one, and a refusal says why', async () => {
    const nurse = await app.as('nurse')
    await nurse.call(qualification.submitDoctorAuth, await form('钟灵秀'))
    const [entry] = await waiting()
    expect(entry).toMatchObject({ subject: 'doctor', name: '钟灵秀', about: '主治医师', isChange: false, status: 0 })
    const id = entry?.id as string
    const review = await reviewer.call(provider.review, { subject: 'doctor', id })
    expect(review.doctor).toMatchObject({ submitted: { realName: '钟灵秀' }, former: null })
    expect(await lastAudit()).toMatchObject({
      action: 'view-review',
      target_name: '钟灵秀（主治医师）',
      role: 'reviewer',
      ip: '127.0.0.1',
    })
    const shown = await reviewer.raw(
      'GET',
      `/platform-api/console/review-picture/${review.doctor?.submitted.idCard[0]}`,
    )
    expect([shown.http, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    await reviewer.call(provider.approveReview, { subject: 'doctor', id })
    expect(await lastAudit()).toMatchObject({ action: 'approve-review', before: { status: 0 }, after: { status: 1 } })
    expect((await reviewer.refused(provider.approveReview, { subject: 'doctor', id })).http).toBe(200)
    expect((await nurse.call(identity.authStatus, {})).isDoctorAuth).toBe(true)

    app.clock.advance(1)
    await nurse.call(qualification.updateDoctorInfo, await form('钟灵秀秀'))
    const next = (await waiting())[0]?.id as string
    const both = await reviewer.call(provider.review, { subject: 'doctor', id: next })
    expect([both.isChange, both.doctor?.submitted.realName, both.doctor?.former?.realName]).toEqual([
      true,
      '钟灵秀秀',
      '钟灵秀',
    ])
    const empty = await reviewer.raw('POST', `/platform-api/console/reviews/doctor/${next}/reject`, { reason: ' ' })
    expect([empty.http, empty.json?.message]).toEqual([400, '请输入不通过理由'])
    await reviewer.call(provider.rejectReview, { subject: 'doctor', id: next, reason: '照片不清晰' })
    expect(await lastAudit()).toMatchObject({ action: 'reject-review', reason: '照片不清晰' })
    expect(await waiting()).toEqual([])
    expect((await reviewer.call(provider.reviews, { subject: 'doctor', status: 2, ...page })).list).toMatchObject([
      { rejectReason: '照片不清晰', decidedBy: '平台reviewer' },
    ])
  })

  it('a decision that is refused leaves no audit row', async () => {
    const [{ count } = { count: 0 }] = await app.sql<{ count: number }>(
      'select count(*)::int as count from provider_audit',
    )
    expect((await reviewer.refused(provider.approveReview, { subject: 'organisation', id: uuidv7() })).http).toBe(404)
    expect((await app.sql('select 1 from provider_audit')).length).toBe(count)
  })
})

describe('money', () => {
  const packageId = uuidv7()
  const admin = async () => app.as('admin')
  const order = async (payType: 0 | 1 | 2) =>
    (await admin()).call(membership.charge, { settingId: packageId, count: 2, payType })

  it('a package is made, changed as it was seen, and the second on sale is the recommended one', async () => {
    await app.sql('update vip_package set enabled = false')
    const input = {
      id: null,
      version: 0,
      kind: 'vip' as const,
      count: 2,
      price: '730.00',
      discountPrice: '634.00',
      listPrice: '0.00',
      tip: '',
      sortNo: 1,
      enabled: true,
    }
    await finance.call(provider.savePackage, input)
    expect(await lastAudit()).toMatchObject({
      action: 'save-package',
      target_name: '会员 2 年',
      before: null,
      after: { price: '730.00' },
    })
    await finance.call(provider.savePackage, { ...input, count: 3, price: '999.00', discountPrice: '0.00', sortNo: 2 })
    const list = (await finance.call(provider.packages, {})).filter((each) => each.enabled)
    expect(list.map((each) => [each.count, each.price, each.recommended])).toEqual([
      [2, '730.00', false],
      [3, '999.00', true],
    ])
    const first = list[0] as (typeof list)[number]
    const change = { ...input, id: first.id, version: first.version }
    await finance.call(provider.savePackage, { ...change, price: '700.00' })
    expect(await lastAudit()).toMatchObject({ before: { price: '730.00' }, after: { price: '700.00' } })
    expect((await finance.refused(provider.savePackage, { ...change, price: '650.00' })).http).toBe(409)
    for (const wrong of [{ count: 0 }, { count: 11 }, { price: '0.00' }, { price: '-5.00' }])
      expect((await finance.raw('POST', provider.savePackage.path, { ...change, ...wrong })).http).toBe(400)
    await app.sql('update vip_package set id = $1 where id = $2', [packageId, first.id])
  })

  it('design-corporate: a transfer is confirmed once, with the bank’s number; one that did not come is closed with a reason', async () => {
    const { orderId } = await order(2)
    const { list } = await finance.call(provider.transfers, page)
    expect(list).toMatchObject([{ orderId, amount: '700.00', clinicName: '甲a1门诊', companyName: '甲口腔连锁' }])
    const late = await finance.refused(provider.confirmTransfer, { orderId, reference: 'B1', paidOn: '2026-11-21' })
    expect(late.data.fields).toEqual([{ field: 'paidOn', message: '到账日期不能晚于今天' }])
    const early = await finance.refused(provider.confirmTransfer, { orderId, reference: 'B1', paidOn: '2026-11-19' })
    expect(early.data.fields?.[0]?.message).toBe('到账日期不能早于下单日期')
    app.clock.advance(10)
    await finance.call(provider.confirmTransfer, { orderId, reference: 'ICBC-20261120-1', paidOn: '2026-11-20' })
    expect(await lastAudit()).toMatchObject({
      action: 'confirm-transfer',
      company_id: fixture.tenants.a,
      after: { amount: '700.00', reference: 'ICBC-20261120-1' },
    })
    expect(
      (await finance.refused(provider.confirmTransfer, { orderId, reference: 'B2', paidOn: '2026-11-20' })).code,
    ).toBe(40020)
    expect((await (await admin()).call(membership.my, {})).endDate).toBe('2028-11-20')
    expect((await finance.call(provider.transfers, { state: 'confirmed', ...page })).list).toHaveLength(1)

    const other = await order(2)
    await finance.call(provider.refuseTransfer, { orderId: other.orderId, reason: '15 日内未收到款项' })
    expect(await lastAudit()).toMatchObject({ action: 'refuse-transfer', reason: '15 日内未收到款项' })
    expect((await finance.call(provider.transfers, { state: 'closed', ...page })).list).toHaveLength(1)
    // In the clinic's own audit the provider's hand has its name.
    const own = await app.sql(`select 1 from audit where entity = 'vip_order' and actor_name = '平台 平台finance'`)
    expect(own.length).toBeGreaterThan(0)
  })

  it('days are given once for one request, and listed with their reason', async () => {
    const gift = {
      requestId: 'gift-0001',
      clinicId: fixture.clinics.b1,
      kind: 'vip' as const,
      days: 30,
      reason: '开业活动',
    }
    const first = await finance.call(provider.giveDays, gift)
    expect(await finance.call(provider.giveDays, gift)).toEqual(first)
    expect(first.endDate).toBe('2026-12-20')
    expect((await finance.refused(provider.giveDays, { ...gift, days: 60 })).code).toBe(40902)
    expect(
      (await finance.refused(provider.giveDays, { ...gift, requestId: 'gift-0002', clinicId: uuidv7() })).http,
    ).toBe(404)
    expect((await finance.call(provider.gifts, page)).list).toMatchObject([
      { days: 30, reason: '开业活动', by: '平台finance' },
    ])
    for (const days of [0, -1, 3661])
      expect((await finance.raw('POST', provider.giveDays.path, { ...gift, days })).http).toBe(400)
  })

  it('an invoice is issued with a file that its clinic alone can read, and reversed', async () => {
    const placed = await order(1)
    await database.withTenant(fixture.tenants.a, 'all', async (tx) => {
      const found = await vipPayable.find(tx, placed.orderNo)
      await vipPayable.paid(tx, found?.orderId as string, { tradeId: uuidv7(), payMethod: 1, paidAt: tx.now })
    })
    const boss = await admin()
    const request = {
      orderId: placed.orderId,
      invoiceType: 0 as const,
      titleType: 1 as const,
      invoiceTitle: '甲口腔连锁',
      taxNo: '91330106MA2B1C3D4E',
      receiverEmail: 'finance@example.cn',
    }
    await boss.call(membership.commitInvoice, request)
    const { list } = await finance.call(provider.invoices, page)
    expect(list).toMatchObject([{ orderId: placed.orderId, invoiceTitle: '甲口腔连锁', status: 0 }])
    const asked = await finance.call(provider.invoice, { orderId: placed.orderId })
    expect(asked).toMatchObject({ taxNo: '91330106MA2B1C3D4E', receiverEmail: 'finance@example.cn', hasFile: false })
    await finance.call(provider.rejectInvoice, { orderId: placed.orderId, reason: '税号与抬头不符' })
    expect(await lastAudit()).toMatchObject({ action: 'reject-invoice', reason: '税号与抬头不符' })
    await boss.call(membership.commitInvoice, request)

    const upload = async (file: Buffer, name: string) => {
      const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`
      const before = statementLog.sink
      statementLog.sink = (text, ...more) => (mine.add(text), before?.(text, ...more))
      const answer = await app.application.http.inject({
        method: 'POST',
        url: `/platform-api/console/invoices/${placed.orderId}/issue`,
        headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${finance.token}` },
        payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]),
      })
      statementLog.sink = before
      return JSON.parse(answer.body) as { code: number; message: string }
    }
    expect((await upload(Buffer.from('no pdf at all'), 'x.pdf')).message).toBe('请上传 pdf、jpeg、jpg 或 png 文件')
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF')
    expect((await upload(pdf, '发票.pdf')).code).toBe(0)
    expect(await lastAudit()).toMatchObject({ action: 'issue-invoice', after: { file: '发票.pdf' } })
    expect((await upload(pdf, '发票.pdf')).code).toBe(40020)
    const fileUrl = (await boss.call(membership.invoices, {})).list[0]?.fileUrl as string
    const file = await boss.raw('GET', fileUrl)
    expect([file.http, file.headers['content-type'], file.text]).toEqual([200, 'application/pdf', pdf.toString()])
    expect((await (await app.as('admin', 'b1')).raw('GET', fileUrl)).http).toBe(404)
    expect((await (await app.as('admin', 'a2')).raw('GET', fileUrl)).http).toBe(404)
    await finance.call(provider.reverseInvoice, { orderId: placed.orderId, reason: '抬头变更' })
    expect(await lastAudit()).toMatchObject({ action: 'reverse-invoice', reason: '抬头变更' })
    expect((await finance.call(provider.invoices, { status: 3, ...page })).total).toBe(1)
  })

  it('money that fits no order is settled once, with a note', async () => {
    const id = uuidv7()
    await app.sql(
      `insert into strayed_payment (id, gateway, gateway_trade_no, out_trade_no, merchant, amount, currency, paid_at, reason, tenant_id, clinic_id, found_at)
       values ($1, 'wechat', 'WX1', 'OUT1', 'm', '365.00', 'CNY', $2, 'closed', $3, $4, $2)`,
      [id, app.clock.now(), fixture.tenants.a, fixture.clinics.a1],
    )
    expect((await finance.call(provider.strayed, page)).list).toMatchObject([
      { id, amount: '365.00', reason: '订单关闭后才付款', clinicName: '甲a1门诊', settledAs: null },
    ])
    const input = { id, as: 'refunded' as const, note: '已原路退回' }
    await finance.call(provider.settleStrayed, input)
    expect(await lastAudit()).toMatchObject({
      action: 'settle-strayed',
      target_name: 'WX1',
      after: { amount: '365.00' },
    })
    expect((await finance.refused(provider.settleStrayed, input)).message).toBe('这笔款项已处理')
    expect((await finance.call(provider.strayed, { settled: true, ...page })).list[0]).toMatchObject({
      settledBy: '平台finance',
    })
  })
})

describe('clinics, messages, the first page', () => {
  it('shows numbers, standing and contact of every clinic, found by name, company or pinyin', async () => {
    const all = await support.call(provider.clinics, page)
    expect(all.total).toBe(3)
    const [a1] = (await support.call(provider.clinics, { keyword: 'a1', ...page })).list
    expect(a1).toMatchObject({ clinicName: '甲a1门诊', companyName: '甲口腔连锁', staff: 12, patients: 3 })
    expect(a1?.standings[0]).toMatchObject({ kind: 'vip', status: 1 })
    expect((await support.call(provider.clinics, { keyword: 'jiakouqiang', ...page })).total).toBe(2)
    expect((await support.call(provider.clinics, { keyword: '%', ...page })).total).toBe(0)
    const detail = await support.call(provider.clinicDetail, { clinicId: fixture.clinics.a1 })
    expect(detail).toMatchObject({ phone: '0571-88886666', administrators: [{ name: '机构管理员a1' }] })
    expect(detail.lastActiveAt).not.toBeNull()
    expect((await support.refused(provider.clinicDetail, { clinicId: uuidv7() })).http).toBe(404)
  })

  it('writes to chosen clinics or to all, once for one request, and takes it back', async () => {
    const input = { requestId: 'message-1', title: '系统升级', body: '今晚 23 点升级', clinicIds: [fixture.clinics.a1] }
    const { id } = await support.call(provider.publishMessage, input)
    expect(await support.call(provider.publishMessage, input)).toEqual({ id })
    expect(await lastAudit()).toMatchObject({
      action: 'publish-message',
      target_name: '系统升级',
      after: { clinics: ['甲a1门诊'] },
    })
    const has = async (clinic: 'a1' | 'b1') =>
      (await (await app.as('reception', clinic)).call(messaging.messages, page)).list.some(
        (each) => each.title === '系统升级',
      )
    expect([await has('a1'), await has('b1')]).toEqual([true, false])
    expect(
      (await support.refused(provider.publishMessage, { ...input, requestId: 'message-2', clinicIds: [uuidv7()] }))
        .http,
    ).toBe(404)
    expect((await support.call(provider.messages, page)).list).toMatchObject([
      { title: '系统升级', clinics: ['甲a1门诊'] },
    ])
    await support.call(provider.withdrawMessage, { id })
    expect(await has('a1')).toBe(false)
    expect((await support.refused(provider.withdrawMessage, { id })).http).toBe(404)
  })

  it('counts what waits, for whom it may concern', async () => {
    const admin = await at('administrator')
    expect(await admin.call(provider.overview, {})).toMatchObject({
      doctorReviews: 0,
      transfers: 0,
      strayed: 0,
      clinics: 3,
      paidThisMonth: '1400.00',
    })
    expect(await support.call(provider.overview, {})).toMatchObject({
      doctorReviews: null,
      transfers: null,
      paidThisMonth: null,
      clinics: 3,
    })
  })
})

describe('SMS of clinics', () => {
  it('a signature passes or is refused with a reason, once, and only by who reviews', async () => {
    const reviewer = await app.asProvider('reviewer')
    const finance = await app.asProvider('finance')
    const admin = await app.as('admin')
    const { sms } = contract
    await admin.call(sms.saveSignature, { signature: '甲口腔' })
    const waiting = async () => (await reviewer.call(contract.provider.smsReviews, {})).list[0]
    const first = await waiting()
    expect(first).toMatchObject({ kind: 'signature', content: '甲口腔', status: 1 })
    expect((await reviewer.call(contract.provider.overview, {})).smsReviews).toBe(1)
    expect((await finance.refused(contract.provider.smsReviews, {})).http).toBe(403)
    await reviewer.call(contract.provider.rejectSms, { id: first?.id as string, reason: '与执照不符' })
    await admin.call(sms.saveSignature, { signature: '甲口腔连锁' })
    const second = await waiting()
    await reviewer.call(contract.provider.approveSms, { id: second?.id as string })
    expect((await reviewer.refused(contract.provider.approveSms, { id: second?.id as string })).code).toBe(37012)
    expect(await admin.call(sms.account, {})).toMatchObject({ approvedSignature: '甲口腔连锁', signatureStatus: 2 })
    expect((await reviewer.call(contract.provider.smsReviews, { status: 3 })).list).toMatchObject([
      { content: '甲口腔', refuseReason: '与执照不符' },
    ])
  })
})

describe('what the provider sees of patients', () => {
  /** Tables about patients: those that name one, and what hangs on them. */
  async function clinicalTables(): Promise<Set<string>> {
    const rows = await app.sql<{ table_name: string }>(
      `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'patient_id'
         and table_name <> 'audit' and table_name not like 'audit\\_%'`,
    )
    return new Set([...rows.map((row) => row.table_name), 'patient', 'bill_item', 'medical_record_version'])
  }

  it('its statements read nothing but counts of these tables, and change none', async () => {
    const clinical = await clinicalTables()
    expect(clinical.size).toBeGreaterThan(8)
    const wrong: string[] = []
    for (const text of mine)
      for (const problem of await clinicalProblems(text, clinical)) wrong.push(`${problem}: ${text}`)
    expect(wrong).toEqual([])
    // The counts themselves were among them.
    expect([...mine].some((text) => /from patient\b/.test(text))).toBe(true)
  })

  it('no source of the module names one of them', async () => {
    const clinical = await clinicalTables()
    const folder = import.meta.dirname
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    )
    expect(files.length).toBeGreaterThan(8)
    for (const file of files) {
      const text = readFileSync(path.join(folder, file), 'utf8')
      const named = [...text.matchAll(/\b(?:from|join|into|update)\s+([a-z_]+)/g)].map((match) => match[1] as string)
      expect([file, named.filter((name) => clinical.has(name))]).toEqual([file, []])
    }
  })

  it('every call that changes something leaves its row in the audit', async () => {
    const seen = new Set(
      (await app.sql<{ action: string }>('select distinct action from provider_audit')).map((row) => row.action),
    )
    // Signing in and the staff's own accounts are in access.test.ts.
    for (const action of [
      'view-review',
      'approve-review',
      'reject-review',
      'confirm-transfer',
      'refuse-transfer',
      'settle-strayed',
      'save-package',
      'give-days',
      'issue-invoice',
      'reject-invoice',
      'reverse-invoice',
      'publish-message',
      'withdraw-message',
      'approve-sms',
      'reject-sms',
    ])
      expect([action, seen.has(action)]).toEqual([action, true])
    const writing = allCalls().filter(
      ({ name, call }) => name.startsWith('provider.') && call.effect === 'write' && call.allow.kind === 'provider',
    )
    expect(writing.length).toBe(15 + 7)
  })

  it('the invariants hold', async () => {
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})
