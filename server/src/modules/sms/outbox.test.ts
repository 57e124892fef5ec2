import { smsSceneKeys } from '@dentin/contract/sms'
import { uuidv7 } from '@dentin/kit'
import { beforeEach, expect, test } from 'vitest'
import { fixture } from '../../../test/fixture.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import { testPlatform } from '../../../test/platform.ts'
import { localOutboxSender, SmsRefused, type SmsMessage, type SmsSender } from '../../platform/sms/sms.ts'
import { balanceOf, moveBalance } from './balance.ts'
import { defineSending, queueSms, settleLostSms } from './outbox.ts'

const app = await testPlatform()
const { database } = app
const tenantId = fixture.tenants.a
const clinicId = fixture.clinics.a1
const inClinic = <T>(work: Parameters<typeof database.withTenant<T>>[2]) =>
  database.withTenant(tenantId, clinicId, work)

/** So many messages bought, as by an order that was paid. */
async function buy(count: number): Promise<void> {
  const orderId = uuidv7()
  await app.sql(
    `insert into sms_order (tenant_id, id, clinic_id, order_no, package_id, count, title, total_amount, pay_type, status, closes_at, paid_at,
       trade_id, buyer_name, created_at, updated_at)
     select $1, $2, $3, $5, id, $4, '短信充值', 80, 1, 1, now(), now(), 't', '', now(), now() from sms_package limit 1`,
    [tenantId, orderId, clinicId, count, orderId],
  )
  await inClinic((tx) => moveBalance(tx, clinicId, count, { kind: 'recharge', orderId }))
}
const balance = () => inClinic((tx) => balanceOf(tx, clinicId))

function withSender(sender: Pick<SmsSender, 'send'>) {
  const jobs = app.makeJobs()
  defineSending({ jobs, database, sms: { ready: true, local: false, ...sender } })
  const queue = async (mobile = '13800138000', key?: string) =>
    (await inClinic((tx) =>
      queueSms(
        tx,
        { jobs },
        {
          clinicId,
          patientId: fixture.patients.a[0] ?? null,
          name: '许明',
          mobile,
          scene: smsSceneKeys[0],
          type: 1,
          content: '您已预约成功',
          sign: '甲口腔',
          ...(key ? { key } : {}),
        },
      ),
    )) as string
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
      charged: boolean
    }>('select status, provider_id, fail_reason, sent_at, content, charged from sms_outbox where id = $1', [id])
  )[0]

beforeEach(async () => {
  for (const table of ['sms_ledger', 'sms_balance', 'sms_order', 'sms_dispatch', 'sms_outbox', 'message'])
    await app.sql(`delete from ${table}`)
  await buy(500)
})

test('a message waits in the outbox, is sent by the job and stays to be read', async () => {
  const { jobs, queue } = withSender(localOutboxSender())
  const id = await queue()
  expect(await outbox(id)).toMatchObject({ status: 0, provider_id: null, sent_at: null, content: '您已预约成功' })
  expect(await jobs.drain('sms.send')).toBe(1)
  expect(await outbox(id)).toMatchObject({
    status: 1,
    provider_id: `local-${id}`,
    sent_at: app.clock.now(),
    charged: true,
  })
  expect(await balance()).toBe(499)
})

test('a message whose transaction failed is neither written nor sent', async () => {
  const sent: SmsMessage[] = []
  const { jobs } = withSender({ send: async (message) => ({ providerId: String(sent.push(message)) }) })
  await inClinic(async (tx) => {
    await queueSms(
      tx,
      { jobs },
      { clinicId, patientId: null, name: '', mobile: '13900139000', scene: 'x', type: 1, content: 'x', sign: '甲口腔' },
    )
    throw new Error('no')
  }).catch(() => {})
  expect(await jobs.drain('sms.send')).toBe(0)
  expect(await app.sql(`select 1 from sms_outbox where mobile = '13900139000'`)).toEqual([])
  expect(sent).toEqual([])
})

test('one message is never sent twice nor paid for twice, however often and at once its job runs', async () => {
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
  expect(await balance()).toBe(499)
})

test('the same thing is told once, whoever is faster', async () => {
  const { queue } = withSender(localOutboxSender())
  const ids = await Promise.all(Array.from({ length: 6 }, () => queue('13800138000', 'appointment.created:1')))
  expect(ids.filter((id) => id !== null)).toHaveLength(1)
  expect(await app.sql('select id from sms_outbox')).toHaveLength(1)
})

test('many at once: the balance falls by each of them and never below nothing', async () => {
  for (const table of ['sms_ledger', 'sms_balance', 'sms_order']) await app.sql(`delete from ${table}`)
  await buy(5)
  const { jobs, queue } = withSender(localOutboxSender())
  const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => queue(`1380013800${n}`)))
  await Promise.all(ids.map((id) => jobs.runNow('sms.send', { tenantId, clinicId, id })))
  const rows = await Promise.all(ids.map(outbox))
  expect(rows.filter((row) => row?.status === 1)).toHaveLength(5)
  expect(rows.filter((row) => row?.status === 3 && row.fail_reason === '短信余额不足' && !row.charged)).toHaveLength(3)
  expect(await balance()).toBe(0)
  expect(await brokenInvariants(app.ownerUrl, (name) => name.includes('SMS'))).toEqual([])
})

test('a refusal says why and costs nothing; a lost answer is never followed by a second message', async () => {
  const refusing = withSender({ send: async () => Promise.reject(new SmsRefused('签名未审核')) })
  const refused = await refusing.queue()
  await refusing.jobs.drain('sms.send')
  expect(await outbox(refused)).toMatchObject({ status: 3, fail_reason: '签名未审核', sent_at: null, charged: false })
  expect(await balance()).toBe(500)

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
  // The process died between handing over and writing down: paid for, and nothing is known.
  expect(await outbox(lost)).toMatchObject({ status: 1, provider_id: null, charged: true })
  expect(await balance()).toBe(499)
  expect(await inClinic((tx) => settleLostSms(tx, clinicId))).toBe(0)
  app.clock.advance(11)
  expect(await inClinic((tx) => settleLostSms(tx, clinicId))).toBe(1)
  expect(await inClinic((tx) => settleLostSms(tx, clinicId))).toBe(0)
  expect(await outbox(lost)).toMatchObject({ status: 3, fail_reason: '发送结果未知，请与患者确认后再补发' })
  expect((await outbox(refused))?.fail_reason).toBe('签名未审核')
  expect(await balance()).toBe(500)
  expect(await brokenInvariants(app.ownerUrl, (name) => name.includes('SMS'))).toEqual([])
})

test('a job of one tenant cannot touch a message of another', async () => {
  const { jobs, queue } = withSender(localOutboxSender())
  const id = await queue('13700137000')
  await jobs.runNow('sms.send', { tenantId: fixture.tenants.b, clinicId: fixture.clinics.b1, id })
  expect(await outbox(id)).toMatchObject({ status: 0 })
  await jobs.drain('sms.send')
})
