import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { db } from '../database/builder.ts'
import type { TenantTx } from '../database/tx.ts'
import type { Services } from '../services.ts'
import { tencentSender } from './tencent.ts'
import { SmsRefused, type SmsMessage, type SmsSender } from './port.ts'

/** 0 waiting, 1 handed over, 2 delivered, 3 failed, 4 withdrawn. */
const SmsStatus = { waiting: 0, handedOver: 1, delivered: 2, failed: 3, withdrawn: 4 } as const

export { SmsRefused, type SmsMessage, type SmsSender } from './port.ts'

/** A message to queue. Staff see the row in the list of messages sent. */
export interface NewSms {
  clinicId: string
  patientId?: string | null
  mobile: string
  /** Which occasion, e.g. 'appointment.confirmed'. */
  scene: string
  content: string
}

const SEND = 'sms.send'
/** A message that has no answer of the provider by then never gets one. */
const LOST_AFTER_MS = 10 * 60_000

/** Without a provider nothing leaves the house: the message stays in the outbox, where it can be read. Not for production. */
export function localOutboxSender(): SmsSender {
  return { ready: true, local: true, send: async (message) => ({ providerId: `local-${message.id}` }) }
}

/** In production a message is never called sent when it was not. */
function refusingSender(): SmsSender {
  return {
    ready: false,
    local: false,
    send: async () => Promise.reject(new SmsRefused('未配置短信通道，短信没有发出')),
  }
}

/** The sender that the settings ask for. */
export function makeSmsSender(config: Config): SmsSender {
  if (config.SMS_SECRET_ID) return tencentSender(config)
  return config.isProduction ? refusingSender() : localOutboxSender()
}

/** Says how queued messages are sent. */
export function defineSms(services: Pick<Services, 'jobs' | 'database' | 'sms'>): void {
  services.jobs.define<{ tenantId: string; clinicId: string; id: string }>(
    SEND,
    (job) => sendSms(services, services.sms, job),
    {
      concurrency: 4,
      expireSeconds: 120,
    },
  )
}

/** Writes a message into the outbox and queues its sending, both as part of the caller's transaction. @returns its id */
export async function queueSms(tx: TenantTx, services: Pick<Services, 'jobs'>, message: NewSms): Promise<string> {
  const id = uuidv7()
  await tx.rows(
    db.insertInto('sms_outbox').values({
      tenant_id: tx.tenantId,
      id,
      clinic_id: message.clinicId,
      patient_id: message.patientId ?? null,
      mobile: message.mobile,
      scene: message.scene,
      content: message.content,
      status: SmsStatus.waiting,
      created_at: tx.now,
    }),
  )
  await services.jobs.enqueue(tx, SEND, { tenantId: tx.tenantId, clinicId: message.clinicId, id })
  return id
}

/**
 * Sends one message, at most once: it is marked as handed over, and that is committed, before the provider hears of it.
 * Whoever comes second finds it marked and leaves it alone.
 */
async function sendSms(
  { database }: Pick<Services, 'database'>,
  sender: SmsSender,
  { tenantId, clinicId, id }: { tenantId: string; clinicId: string; id: string },
): Promise<void> {
  const claimed = await database.withTenant(tenantId, clinicId, async (tx) => {
    const waiting = await tx.row(
      sql<SmsMessage>`select id, mobile, content, scene from sms_outbox
        where tenant_id = ${tx.tenantId} and id = ${id} and status = ${SmsStatus.waiting} for no key update`,
    )
    if (waiting) {
      await tx.rows(
        sql`update sms_outbox set status = ${SmsStatus.handedOver}, sent_at = ${tx.now} where tenant_id = ${tx.tenantId} and id = ${id}`,
      )
    }
    return waiting
  })
  if (!claimed) return
  try {
    const { providerId } = await sender.send(claimed)
    await database.withTenant(tenantId, clinicId, (tx) =>
      tx.rows(sql`update sms_outbox set provider_id = ${providerId} where tenant_id = ${tx.tenantId} and id = ${id}`),
    )
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error
    await database.withTenant(tenantId, clinicId, (tx) =>
      tx.rows(
        sql`update sms_outbox set status = ${SmsStatus.failed}, sent_at = null, fail_reason = ${error.message}
          where tenant_id = ${tx.tenantId} and id = ${id}`,
      ),
    )
  }
}

/** Messages handed over whose provider never answered (the process died, the line was cut): said to be so. @returns how many */
export async function settleLostSms(tx: TenantTx): Promise<number> {
  const before = new Date(tx.now.getTime() - LOST_AFTER_MS)
  const rows = await tx.rows(
    sql`update sms_outbox set status = ${SmsStatus.failed}, fail_reason = '发送结果未知，请与患者确认后再补发'
      where tenant_id = ${tx.tenantId} and status = ${SmsStatus.handedOver} and provider_id is null and sent_at < ${before} returning 1`,
  )
  return rows.length
}
