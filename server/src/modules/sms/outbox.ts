import { smsStates } from '@dentin/contract/sms'
import { smsBody, smsCount, smsDueAt, smsText, today, uuidv7, type SmsType } from '@dentin/kit'
import { sql } from 'kysely'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import { SmsRefused, type SmsMessage } from '../../platform/sms/sms.ts'
import { clinicSettings } from '../clinic/index.ts'
import { GREETING, noteGreeting, takeBackGreeting } from '../patient/index.ts'
import { moveBalance } from './balance.ts'
import { leftOutOf, LOST, LOST_AFTER_MS, type Recipient } from './rules.ts'

const SEND = 'sms.send'
const HALF_A_YEAR_MS = 183 * 86_400_000

/** A message to queue. Staff see the row in the list of messages sent. */
interface NewSms {
  clinicId: string
  patientId: string | null
  /** As whom the text speaks to them; stays readable without a file. */
  name: string
  mobile: string
  /** Which occasion, e.g. 'appointment.created'. */
  scene: string
  type: SmsType
  /** Without the signature and without the words that marketing ends with. */
  content: string
  sign: string
  templateId?: string | null
  batchNo?: string
  /** The same key is told once. */
  key?: string
  resendOf?: string
  /** Congratulates on the birthday. */
  greets?: boolean
  /** Not sent, and why: the row is there to be read. */
  leftOut?: string | null
}

/** Between which minutes of the day a clinic writes to patients of itself, when it may wait. */
export async function smsHours(tx: TenantTx, clinicId: string): Promise<{ from: number; to: number }> {
  const { smsFromMin, smsToMin } = await clinicSettings(tx, clinicId)
  return { from: smsFromMin, to: smsToMin }
}

/**
 * Writes a message into the outbox and queues its sending, both as part of the caller's transaction.
 * @returns its id; null: this was told before
 */
export async function queueSms(
  tx: TenantTx,
  services: Pick<Services, 'jobs'>,
  message: NewSms,
): Promise<string | null> {
  const id = uuidv7()
  const body = smsBody(message.type, message.content)
  const due = smsDueAt(message.type, tx.now, await smsHours(tx, message.clinicId))
  const leftOut = message.leftOut ?? null
  const written = await tx.row(
    keptSql`insert into sms_outbox (tenant_id, id, clinic_id, patient_id, name, mobile, scene, type, content, sign, count, template_id,
          batch_no, biz_key, resend_of, status, fail_reason, due_at, greets, operator_id, operator_name, created_at)
        values (${tx.tenantId}, ${id}, ${message.clinicId}, ${message.patientId}, ${message.name}, ${message.mobile}, ${message.scene},
          ${message.type}, ${body}, ${message.sign}, ${smsCount(smsText(message.sign, body))}, ${message.templateId ?? null},
          ${message.batchNo ?? ''}, ${message.key ?? null}, ${message.resendOf ?? null},
          ${leftOut ? smsStates.code.cancelled : smsStates.code.waiting}, ${leftOut}, ${due}, ${message.greets ?? false}, ${tx.actor.employeeId}, ${tx.actor.name}, ${tx.now})
        on conflict (tenant_id, biz_key) where biz_key is not null do nothing returning id`,
  )
  if (!written) return null
  tx.publish('sms', id, message.clinicId)
  // What is kept until the morning is found by the clock.
  if (!leftOut && due <= tx.now)
    await services.jobs.enqueue(tx, SEND, { tenantId: tx.tenantId, clinicId: message.clinicId, id })
  return id
}

interface Job {
  tenantId: string
  clinicId: string
  id: string
}

type Sending = Pick<Services, 'jobs' | 'database' | 'sms'>

/** Says how queued messages are sent. */
export function defineSending(services: Sending): void {
  services.jobs.define<Job>(SEND, (job) => sendSms(services, job), { concurrency: 4, expireSeconds: 120 })
}

interface Claimed extends SmsMessage {
  type: number
  count: number
  patientId: string | null
  greets: boolean
  operator: string
  recipient: Recipient | null
}

/** A message taken out of the outbox and paid for, or what kept it from going. */
async function claim(tx: TenantTx, clinicId: string, id: string): Promise<SmsMessage | null> {
  const waiting = await tx.row<Claimed>(
    sql`select o.id, o.mobile, o.content, o.sign, o.scene, o.type, o.count, o.patient_id as "patientId", o.greets, o.operator_name as operator,
          case when p.id is null then null else jsonb_build_object('mobile', o.mobile, 'status', p.status, 'smsOptOut', p.sms_opt_out,
            'marketingOptOut', p.marketing_opt_out) end as recipient
        from sms_outbox o left join patient p on p.tenant_id = ${tx.tenantId} and p.id = o.patient_id
        where o.tenant_id = ${tx.tenantId} and o.id = ${id} and o.status = ${smsStates.code.waiting} and o.due_at <= ${tx.now}
        for no key update of o`,
  )
  if (!waiting) return null
  tx.publish('sms', id, clinicId)
  const refused = waiting.recipient ? leftOutOf(waiting.recipient, waiting.type) : null
  if (refused) return end(tx, id, smsStates.code.cancelled, refused)
  if (!(await moveBalance(tx, clinicId, -waiting.count, { kind: 'charge', smsId: id })))
    return end(tx, id, smsStates.code.failed, '短信余额不足')
  await tx.rows(
    keptSql`update sms_outbox set status = ${smsStates.code.sent}, charged = true, sent_at = ${tx.now}
        where tenant_id = ${tx.tenantId} and id = ${id}`,
  )
  await tx.rows(
    keptSql`insert into sms_dispatch (sms_id, tenant_id, clinic_id, mobile, sign, sent_at)
        values (${id}, ${tx.tenantId}, ${clinicId}, ${waiting.mobile}, ${waiting.sign ?? ''}, ${tx.now})`,
  )
  if (waiting.greets && waiting.patientId)
    await noteGreeting(tx, { patientId: waiting.patientId, way: GREETING.sms, by: waiting.operator })
  const { mobile, content, sign, scene, type } = waiting
  return { id, mobile, content, scene, marketing: type === 2, ...(sign ? { sign } : {}) }
}

async function end(tx: TenantTx, id: string, status: number, reason: string): Promise<null> {
  await tx.rows(
    keptSql`update sms_outbox set status = ${status}, fail_reason = ${reason} where tenant_id = ${tx.tenantId} and id = ${id}`,
  )
  return null
}

/**
 * Sends one message, at most once: it is paid for and marked as handed over, and that is committed, before the provider
 * hears of it. Whoever comes second finds it marked and leaves it alone.
 */
export async function sendSms(
  services: Pick<Services, 'database' | 'sms'>,
  { tenantId, clinicId, id }: Job,
): Promise<void> {
  const { database, sms } = services
  const claimed = await database.withTenant(tenantId, clinicId, (tx) => claim(tx, clinicId, id))
  if (!claimed) return
  try {
    const { providerId } = await sms.send(claimed)
    await database.withTenant(tenantId, clinicId, async (tx) => {
      await tx.rows(
        keptSql`update sms_outbox set provider_id = ${providerId} where tenant_id = ${tx.tenantId} and id = ${id}`,
      )
      await tx.rows(keptSql`update sms_dispatch set provider_id = ${providerId} where sms_id = ${id}`)
    })
  } catch (error) {
    if (!(error instanceof SmsRefused)) throw error
    await database.withTenant(tenantId, clinicId, (tx) => failSms(tx, clinicId, id, error.message))
  }
}

/** A message handed over was not sent, or did not arrive: what was paid for it comes back, once. */
export async function failSms(tx: TenantTx, clinicId: string, id: string, reason: string): Promise<boolean> {
  const row = await tx.row<{
    count: number
    charged: boolean
    greets: boolean
    patientId: string | null
    sentAt: Date
  }>(
    keptSql`select count, charged, greets, patient_id as "patientId", sent_at as "sentAt" from sms_outbox where tenant_id = ${tx.tenantId} and id = ${id} and status = ${smsStates.code.sent}
        for no key update`,
  )
  if (!row) return false
  await tx.rows(
    keptSql`update sms_outbox set status = ${smsStates.code.failed}, charged = false, sent_at = null, fail_reason = ${reason}
        where tenant_id = ${tx.tenantId} and id = ${id}`,
  )
  if (row.charged) await moveBalance(tx, clinicId, row.count, { kind: 'refund', smsId: id })
  if (row.greets && row.patientId && !(await hasGreeted(tx, row.patientId)))
    await takeBackGreeting(tx, row.patientId, today(row.sentAt))
  tx.publish('sms', id, clinicId)
  return true
}

/** Has another message congratulated this patient, and not failed, within half a year? */
async function hasGreeted(tx: TenantTx, patientId: string): Promise<boolean> {
  const since = new Date(tx.now.getTime() - HALF_A_YEAR_MS)
  const other = await tx.row(
    sql`select o.id from sms_outbox o where o.tenant_id = ${tx.tenantId} and o.patient_id = ${patientId} and o.greets
          and o.status in (${smsStates.code.sent}, ${smsStates.code.delivered}) and o.created_at > ${since} limit 1`,
  )
  return other !== undefined
}

/** Messages handed over whose provider never answered (the process died, the line was cut): said to be so. @returns how many */
export async function settleLostSms(tx: TenantTx, clinicId: string): Promise<number> {
  const before = new Date(tx.now.getTime() - LOST_AFTER_MS)
  const lost = await tx.rows<{ id: string }>(
    sql`select id from sms_outbox where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and status = ${smsStates.code.sent}
          and provider_id is null and sent_at < ${before} order by id`,
  )
  for (const { id } of lost) await failSms(tx, clinicId, id, LOST)
  return lost.length
}

/** What a clinic's outbox holds that is due: kept until the morning, or left by a process that died. */
export async function dueSms(tx: TenantTx, clinicId: string, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`select id from sms_outbox where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and status = ${smsStates.code.waiting}
          and due_at <= ${tx.now} order by due_at, id limit ${limit}`,
  )
  return rows.map((row) => row.id)
}

/** The phone has it, says the provider. A message given up as lost counts as delivered, and is not paid for again. */
export async function deliverSms(tx: TenantTx, clinicId: string, id: string): Promise<void> {
  const changed = await tx.row<{ greets: boolean; patientId: string | null; operator: string }>(
    keptSql`update sms_outbox set status = ${smsStates.code.delivered}, delivered_at = ${tx.now}, fail_reason = null, sent_at = coalesce(sent_at, ${tx.now})
        where tenant_id = ${tx.tenantId} and id = ${id}
          and (status = ${smsStates.code.sent} or (status = ${smsStates.code.failed} and fail_reason = ${LOST}))
        returning greets, patient_id as "patientId", operator_name as operator`,
  )
  if (!changed) return
  // One that was thought lost had not congratulated; otherwise it is noted already.
  const { greets, patientId, operator } = changed
  if (greets && patientId) await noteGreeting(tx, { patientId, way: GREETING.sms, by: operator })
  tx.publish('sms', id, clinicId)
}
