import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { testPlatform } from '../../../test/platform.ts'
import type { Config } from '../config.ts'
import { tidyTenant } from '../jobs/maintenance.ts'
import {
  defineSms,
  localOutboxSender,
  makeSmsSender,
  queueSms,
  SmsRefused,
  type SmsMessage,
  type SmsSender,
} from './sms.ts'
import { tencentSender } from './tencent.ts'

const app = await testPlatform()
const { database } = app
const tenantId = fixture.tenants.a
const clinicId = fixture.clinics.a1

function withSender(sender: Pick<SmsSender, 'send'>) {
  const jobs = app.makeJobs()
  defineSms({ jobs, database, sms: { ready: true, local: false, ...sender } })
  const queue = (mobile = '13800138000') =>
    database.withTenant(tenantId, clinicId, (tx) =>
      queueSms(
        tx,
        { jobs },
        {
          clinicId,
          patientId: fixture.patients.a[0] ?? null,
          mobile,
          scene: 'appointment.confirmed',
          content: '您已预约成功',
        },
      ),
    )
  return { jobs, queue }
}

const outbox = async (id: string) =>
  (
    await app.sql<{
      status: number
      provider_id: string | null
      fail_reason: string | null
      sent_at: Date | null
      content: string
    }>('select status, provider_id, fail_reason, sent_at, content from sms_outbox where id = $1', [id])
  )[0]

test('a message waits in the outbox, is sent by the job and stays to be read', async () => {
  const { jobs, queue } = withSender(localOutboxSender())
  const id = await queue()
  expect(await outbox(id)).toMatchObject({ status: 0, provider_id: null, sent_at: null, content: '您已预约成功' })
  expect(await jobs.drain('sms.send')).toBe(1)
  expect(await outbox(id)).toMatchObject({ status: 1, provider_id: `local-${id}`, sent_at: app.clock.now() })
})

test('a message whose transaction failed is neither written nor sent', async () => {
  const sent: SmsMessage[] = []
  const { jobs } = withSender({ send: async (message) => ({ providerId: String(sent.push(message)) }) })
  await database
    .withTenant(tenantId, clinicId, async (tx) => {
      await queueSms(tx, { jobs }, { clinicId, mobile: '13900139000', scene: 'x', content: 'x' })
      throw new Error('no')
    })
    .catch(() => {})
  expect(await jobs.drain('sms.send')).toBe(0)
  expect(await app.sql(`select 1 from sms_outbox where mobile = '13900139000'`)).toEqual([])
  expect(sent).toEqual([])
})

test('one message is never sent twice, however often and at once its job runs', async () => {
  let sent = 0
  const { jobs, queue } = withSender({
    send: async () => {
      sent += 1
      await new Promise((resolve) => setTimeout(resolve, 50))
      return { providerId: 'p1' }
    },
  })
  const id = await queue()
  await Promise.all(Array.from({ length: 12 }, () => jobs.runNow('sms.send', { tenantId, clinicId, id })))
  expect(sent).toBe(1)
  await jobs.drain('sms.send')
  expect(sent).toBe(1)
  expect(await outbox(id)).toMatchObject({ status: 1, provider_id: 'p1' })
})

test('a refusal says why; a lost answer is never followed by a second message', async () => {
  const refusing = withSender({ send: async () => Promise.reject(new SmsRefused('签名未审核')) })
  const refused = await refusing.queue()
  await refusing.jobs.drain('sms.send')
  expect(await outbox(refused)).toMatchObject({ status: 3, fail_reason: '签名未审核', sent_at: null })

  let asked = 0
  const losing = withSender({
    send: async () => {
      asked += 1
      throw new Error('socket hang up')
    },
  })
  const lost = await losing.queue()
  await expect(losing.jobs.drain('sms.send')).rejects.toThrow('socket hang up')
  await losing.jobs.runNow('sms.send', { tenantId, clinicId, id: lost })
  expect(asked).toBe(1)
  expect(await outbox(lost)).toMatchObject({ status: 1, provider_id: null })
  expect((await tidyTenant(database, tenantId)).lostSms).toBe(0)
  app.clock.advance(11)
  expect((await tidyTenant(database, tenantId)).lostSms).toBe(1)
  expect(await outbox(lost)).toMatchObject({ status: 3, fail_reason: '发送结果未知，请与患者确认后再补发' })
  expect((await outbox(refused))?.fail_reason).toBe('签名未审核')
})

test('production without a provider never claims to have sent', async () => {
  const { jobs, queue } = withSender(makeSmsSender({ isProduction: true } as Config))
  const id = await queue()
  await jobs.drain('sms.send')
  expect(await outbox(id)).toMatchObject({ status: 3, fail_reason: '未配置短信通道，短信没有发出' })
})

test('a job of one tenant cannot touch a message of another', async () => {
  const { jobs, queue } = withSender(localOutboxSender())
  const id = await queue('13700137000')
  await jobs.runNow('sms.send', { tenantId: fixture.tenants.b, clinicId: fixture.clinics.b1, id })
  expect(await outbox(id)).toMatchObject({ status: 0 })
  await jobs.drain('sms.send')
})

/** A stand-in for the provider: checks the TC3-HMAC-SHA256 signature as its documents have it, by itself. */
async function standIn(answer: (body: Record<string, unknown>) => unknown) {
  const bodies: Record<string, unknown>[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const sha = (value: string) => createHash('sha256').update(value).digest('hex')
      const mac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest()
      // The library names the service by the first part of the host.
      const [, id, date, service, signed, signature] =
        /^TC3-HMAC-SHA256 Credential=([^/]+)\/([\d-]+)\/(\w+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
          String(request.headers.authorization),
        ) ?? []
      const canonical = [
        'POST',
        '/',
        '',
        ...String(signed)
          .split(';')
          .map((name) => `${name}:${String(request.headers[name]).trim().replace(/:\d+$/, '')}`),
        '',
        signed,
        sha(text),
      ].join('\n')
      const toSign = [
        'TC3-HMAC-SHA256',
        request.headers['x-tc-timestamp'],
        `${date}/${service}/tc3_request`,
        sha(canonical),
      ].join('\n')
      const key = mac(mac(mac('TC3secret-key', String(date)), String(service)), 'tc3_request')
      const right = id === 'secret-id' && mac(key, toSign).toString('hex') === signature
      const body = JSON.parse(text) as Record<string, unknown>
      if (right) bodies.push(body)
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          Response: right
            ? { RequestId: 'r1', ...(answer(body) as object) }
            : { RequestId: 'r1', Error: { Code: 'AuthFailure.SignatureFailure', Message: 'no' } },
        }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { bodies, gateway: `http://127.0.0.1:${port}`, close: () => server.close() }
}
const settings = (gateway: string, more: object = {}) => ({
  SMS_SECRET_ID: 'secret-id',
  SMS_SECRET_KEY: 'secret-key',
  SMS_APP_ID: '1400000001',
  SMS_SIGN: '牙本口腔',
  SMS_TEMPLATE_CODE: '110001',
  SMS_TEMPLATE_NOTICE: '110002',
  SMS_GATEWAY: gateway,
  ...more,
})
const taken = { SendStatusSet: [{ SerialNo: '2640:1', Code: 'Ok', Message: 'send success' }] }

test('a code goes to the provider under its own template, signed', async () => {
  const provider = await standIn(() => taken)
  const sender = tencentSender(settings(provider.gateway))
  const message = { id: 'm1', mobile: '13800138000', scene: 'code.login', content: '验证码 012345', params: ['012345'] }
  expect(await sender.send(message)).toEqual({ providerId: '2640:1' })
  await sender.send({ id: 'm2', mobile: '13800138000', scene: 'appointment.confirmed', content: '您已预约成功' })
  expect(provider.bodies).toEqual([
    {
      SmsSdkAppId: '1400000001',
      SignName: '牙本口腔',
      TemplateId: '110001',
      TemplateParamSet: ['012345'],
      PhoneNumberSet: ['+8613800138000'],
      SessionContext: 'm1',
    },
    expect.objectContaining({ TemplateId: '110002', TemplateParamSet: ['您已预约成功'] }),
  ])
  provider.close()
})

test('what the provider does not take is told in words that staff can act on', async () => {
  let answer: unknown = { SendStatusSet: [{ SerialNo: '', Code: 'LimitExceeded.PhoneNumberDailyLimit', Message: '' }] }
  const provider = await standIn(() => answer)
  const message = { id: 'm1', mobile: '13800138000', scene: 'notice', content: '您好' }
  const sending = (more: object = {}) => tencentSender(settings(provider.gateway, more)).send(message)
  await expect(sending()).rejects.toEqual(new SmsRefused('该手机号今天收到的短信已达上限'))
  answer = { Error: { Code: 'FailedOperation.InsufficientBalanceInSmsPackage', Message: '' } }
  await expect(sending()).rejects.toEqual(new SmsRefused('短信套餐余量不足'))
  await expect(sending({ SMS_SECRET_KEY: 'wrong' })).rejects.toEqual(
    new SmsRefused('短信通道拒绝：AuthFailure.SignatureFailure'),
  )
  await expect(sending({ SMS_TEMPLATE_NOTICE: undefined })).rejects.toEqual(
    new SmsRefused('没有配置这类短信的模板，短信没有发出'),
  )
  provider.close()
  // Nobody there: whether it was sent is not known, and it is not called refused.
  await expect(sending()).rejects.not.toBeInstanceOf(SmsRefused)
})
