import { createCipheriv, randomBytes } from 'node:crypto'
import { contract, errorTable } from '@dentin/contract'
import { parseDateTime, uuidv7 } from '@dentin/kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fixture, testApp, type Client } from '../../../../test/harness.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { ownWechat } from '../../../../test/own-wechat.ts'
import { makeLog } from '../../../platform/log.ts'
import { vaultOf } from '../../../platform/security/vault.ts'
import { clinicNoticePath } from './merchants.ts'

const { billing, scanPay } = contract
const NOW = '2026-11-20 09:00:00'
/** Everything the server wrote into its log. */
const logged: string[] = []
const app = await testApp({ at: NOW, log: makeLog('trace', { write: (text) => void logged.push(text) }) })
const { services } = app.application
const place = { tenantId: fixture.tenants.a, clinicId: fixture.clinics.a1 }
const wechat = ownWechat(() => app.clock.now())
const { merchant, trades, refunds, asked, transaction, signature } = wechat
const { apiKey: API_KEY, merchantNo: MCH } = merchant

let admin: Client
let desk: Client
beforeAll(async () => {
  Object.assign(services.config, { WECHAT_PAY_GATEWAY: await wechat.start(), PUBLIC_ORIGIN: 'https://clinic.example' })
})
afterAll(() => wechat.stop())
beforeEach(async () => {
  app.clock.set(parseDateTime(NOW))
  admin = await app.as('admin')
  desk = await app.as('reception')
})

describe('a clinic’s merchant', () => {
  it('says beside the field what is wrong, and is entered by whoever has the right alone', async () => {
    for (const [field, value] of [
      ['appId', 'wx1'],
      ['merchantNo', '12'],
      ['serialNo', 'x'],
      ['apiKey', 'short'],
      ['privateKey', 'no key'],
      ['publicKey', ''],
      ['publicKeyId', '7'],
    ] as const)
      await expect(admin.call(scanPay.saveMerchant, { ...merchant, [field]: value })).rejects.toMatchObject({
        data: { fields: [{ field }] },
      })
    await expect(desk.call(scanPay.saveMerchant, merchant)).rejects.toThrow()
    await expect((await app.as('director')).call(scanPay.saveMerchant, merchant)).rejects.toThrow()
    await expect(admin.call(scanPay.testMerchant, { gateway: 'wechat' })).rejects.toThrow('还没有填写收款商户')
  })

  it('is sealed for this company and clinic, and never given back but for four characters', async () => {
    const saved = await admin.call(scanPay.saveMerchant, merchant)
    const body = merchant.privateKey.replace(/-----[^-]+-----|\s|=/g, '')
    expect(saved).toMatchObject({ apiKeyTail: API_KEY.slice(-4), privateKeyTail: body.slice(-4), version: 1 })
    const seen = JSON.stringify([saved, await admin.call(scanPay.merchants, {})])
    const [kept] = await app.sql<{ row: string; sealed: string }>(
      'select m::text as row, sealed_api_key as sealed from clinic_merchant m',
    )
    const audited = JSON.stringify(await app.sql(`select before, after from audit where entity = 'clinic_merchant'`))
    for (const secret of [API_KEY, body.slice(40, 90)])
      for (const text of [seen, kept?.row ?? '', audited])
        expect(text.replaceAll('\\n', '').includes(secret)).toBe(false)
    expect(audited).toContain(MCH)
    const vault = vaultOf(services.config)
    const of = (clinicId: string) => `clinic-merchant:${place.tenantId}:${clinicId}:wechat:api`
    expect(vault.open(kept?.sealed ?? '', of(place.clinicId))).toBe(API_KEY)
    expect(() => vault.open(kept?.sealed ?? '', of(fixture.clinics.a2))).toThrow()
    // Left out, the keys stay as they are.
    const again = await admin.call(scanPay.saveMerchant, {
      ...merchant,
      privateKey: '',
      apiKey: '',
      publicKey: '',
      version: saved.version,
    })
    expect(again).toMatchObject({ apiKeyTail: API_KEY.slice(-4), version: 2 })
    await expect(admin.call(scanPay.saveMerchant, { ...merchant, version: 1 })).rejects.toThrow()
  })

  it('takes patients’ money with its own keys; what other keys or another clinic say is not believed', async () => {
    asked.length = 0
    const bill = await admin.call(billing.open, {
      patientId: fixture.patients.a[0] as string,
      doctorId: fixture.doctors.a1[0] as string,
      items: [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    })
    expect(await desk.call(scanPay.offer, {})).toMatchObject({ wechat: { offered: true, sandbox: false } })
    const begun = await desk.call(scanPay.start, {
      id: bill.id,
      version: bill.version,
      payments: [{ payMethodId: fixture.payMethods.a.wechat as string, amount: '200.00' }],
      gateway: 'wechat',
      scanned: 0,
    })
    expect(begun).toMatchObject({ sandbox: false, codeUrl: 'weixin://wxpay/bizpayurl?pr=clinic' })
    expect(asked).toEqual(['right POST /v3/pay/transactions/native'])
    const no = [...trades.keys()].at(-1) as string
    trades.set(no, { total: 20000, paid: true })
    const notice = (apiKey: string) => {
      const cipher = createCipheriv('aes-256-gcm', apiKey, 'twelve bytes')
      cipher.setAAD(Buffer.from('transaction'))
      const sealed = Buffer.concat([
        cipher.update(JSON.stringify(transaction(no))),
        cipher.final(),
        cipher.getAuthTag(),
      ])
      const resource = {
        algorithm: 'AEAD_AES_256_GCM',
        nonce: 'twelve bytes',
        associated_data: 'transaction',
        ciphertext: sealed.toString('base64'),
      }
      return JSON.stringify({ event_type: 'TRANSACTION.SUCCESS', resource })
    }
    const tell = async (path: string, body: string) => (await app.nobody.raw('POST', path, body, signature(body))).http
    const at = clinicNoticePath('wechat', place)
    expect(await tell(at, notice(randomBytes(16).toString('hex')))).toBe(400)
    expect(
      await tell(clinicNoticePath('wechat', { ...place, clinicId: fixture.clinics.a2 }), notice(API_KEY)),
    ).not.toBe(200)
    expect((await desk.call(billing.detail, { id: bill.id })).status).toBe(6)
    expect(await tell(at, notice(API_KEY))).toBe(200)
    expect(await desk.call(billing.detail, { id: bill.id })).toMatchObject({ status: 3, paidAmount: '200.00' })
    expect(await brokenInvariants(app.owner)).toEqual([])
  })

  it('is tested by one fen, which goes back', async () => {
    const first = await admin.call(scanPay.testMerchant, { gateway: 'wechat' })
    expect(first).toMatchObject({ state: 'waiting', codeUrl: 'weixin://wxpay/bizpayurl?pr=clinic' })
    const ask = () => admin.call(scanPay.testMerchant, { gateway: 'wechat', testId: first.testId })
    expect(await ask()).toMatchObject({ state: 'waiting' })
    const no = [...trades.keys()].at(-1) as string
    expect(trades.get(no)?.total).toBe(1)
    trades.set(no, { total: 1, paid: true })
    expect(await ask()).toMatchObject({ state: 'passed', codeUrl: null })
    expect([...refunds.values()].filter((each) => each.no === no)).toEqual([{ no, amount: 1 }])
    expect(await ask()).toMatchObject({ state: 'passed' })
    expect(refunds.size).toBe(1)
    expect((await admin.call(scanPay.merchants, {})).list).toMatchObject([{ testResult: '通过', testedAt: NOW }])
    expect(await brokenInvariants(app.owner)).toEqual([])
  })
})

describe('in production', () => {
  const ofProvider = {
    isProduction: true,
    WECHAT_PAY_APP_ID: 'wx99aa11bb22cc33dd',
    WECHAT_PAY_MCH_ID: '1900000999',
    WECHAT_PAY_SERIAL_NO: 'CD'.repeat(20),
    WECHAT_PAY_PRIVATE_KEY: merchant.privateKey,
    WECHAT_PAY_API_V3_KEY: API_KEY,
    WECHAT_PAY_PUBLIC_KEY: merchant.publicKey,
    WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_9',
    ALIPAY_APP_ID: '2021000000000001',
    ALIPAY_PRIVATE_KEY: merchant.privateKey,
    ALIPAY_PUBLIC_KEY: merchant.publicKey,
  }
  const before = Object.fromEntries(
    Object.keys(ofProvider).map((key) => [key, services.config[key as keyof typeof services.config]]),
  )
  afterAll(() => void Object.assign(services.config, before))

  it('a clinic without a merchant of its own offers nothing, and the provider’s takes no patient’s money', async () => {
    Object.assign(services.config, ofProvider)
    asked.length = 0
    const there = await app.as('director', 'a2')
    const nothing = { offered: false, sandbox: false }
    expect(await there.call(scanPay.offer, {})).toMatchObject({ wechat: nothing, alipay: nothing })
    // The clinic beside it has one for WeChat alone.
    expect(await desk.call(scanPay.offer, {})).toMatchObject({ wechat: { offered: true }, alipay: nothing })
    const bill = await there.call(billing.open, {
      patientId: fixture.patients.a[0] as string,
      doctorId: fixture.doctors.a2[0] as string,
      items: [{ tariffId: fixture.tariffs.a.cleaning, price: '200.00', qty: 1, teeth: '' }],
      requestId: uuidv7(),
    })
    for (const gateway of ['wechat', 'alipay'] as const)
      for (const authCode of [undefined, gateway === 'wechat' ? '134567890123456700' : '284567890123456700'])
        expect(
          await there.refused(scanPay.start, {
            id: bill.id,
            version: bill.version,
            payments: [{ payMethodId: fixture.payMethods.a[gateway] as string, amount: '200.00' }],
            gateway,
            scanned: 0,
            ...(authCode ? { authCode } : {}),
          }),
        ).toMatchObject({ code: errorTable.SCAN_NOT_OFFERED.code })
    expect((await there.call(billing.detail, { id: bill.id })).status).toBe(1)
    expect(await app.sql('select 1 from scan_payment where bill_id = $1', [bill.id])).toEqual([])
    // Nobody was asked: neither with the provider's keys nor with the neighbour's.
    expect(asked).toEqual([])
  })
})

it('the log says what was made of notifications, and none of a clinic’s keys', () => {
  const text = logged.join('').replaceAll('\\n', '')
  expect(text).toContain('notice')
  const body = merchant.privateKey.replace(/-----[^-]+-----|\s|=/g, '')
  for (const secret of [API_KEY, body.slice(0, 40), body.slice(40, 90), body.slice(-40)])
    expect(text.includes(secret)).toBe(false)
  expect(text).not.toMatch(/PRIVATE KEY|ciphertext|signature="|WECHATPAY2/)
})
