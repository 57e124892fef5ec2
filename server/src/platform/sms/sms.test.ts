import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Config } from '../config.ts'
import { localOutboxSender, makeSmsSender, SmsRefused } from './sms.ts'
import { tencentSender } from './tencent.ts'

const notice = { id: 'm0', mobile: '13800138000', scene: 'appointment.created', content: '您已预约成功' }

test('production without a provider never claims to have sent, anywhere else the message stays in the house', async () => {
  const closed = makeSmsSender({ isProduction: true } as Config)
  expect(closed.ready).toBe(false)
  await expect(closed.send(notice)).rejects.toEqual(new SmsRefused('未配置短信通道，短信没有发出'))
  expect(makeSmsSender({ isProduction: false } as Config).local).toBe(true)
  expect(await localOutboxSender().send(notice)).toEqual({ providerId: 'local-m0' })
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

test('a clinic signs with its own signature, and advertising goes out under its own template', async () => {
  const provider = await standIn(() => taken)
  await tencentSender(settings(provider.gateway)).send({ ...notice, sign: '甲口腔一店' })
  await tencentSender(settings(provider.gateway, { SMS_TEMPLATE_MARKETING: '110003' })).send({
    ...notice,
    sign: '甲口腔一店',
    marketing: true,
  })
  expect(provider.bodies).toEqual([
    expect.objectContaining({ SignName: '甲口腔一店', TemplateId: '110002' }),
    expect.objectContaining({ SignName: '甲口腔一店', TemplateId: '110003' }),
  ])
  await expect(tencentSender(settings(provider.gateway)).send({ ...notice, marketing: true })).rejects.toEqual(
    new SmsRefused('没有配置这类短信的模板，短信没有发出'),
  )
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
