import { expect, test } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { testPlatform } from '../../../test/platform.ts'
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

const app = await testPlatform()
const { database } = app
const tenantId = fixture.tenants.a
const clinicId = fixture.clinics.a1

function withSender(sender: SmsSender) {
  const jobs = app.makeJobs()
  defineSms({ jobs, database }, sender)
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
  const { jobs, queue } = withSender(makeSmsSender({ isProduction: true }))
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
