import { smsStates } from '@dentin/contract/sms'
import { fileStates } from '@dentin/contract/core/status'
import {
  fillSms,
  smsBody,
  smsCount,
  smsDueAt,
  smsText,
  smsVariables,
  today,
  type SmsType,
  type SmsVariable,
} from '@dentin/kit'
import { codes } from '../../../platform/database/codes.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import { sql } from 'kysely'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { answerOf } from '../../../platform/wiring.ts'
import { changeFile, mustReachPatient, patientsWithin } from '../../patient/index.ts'
import type { LentToSms } from '../extension-points.ts'
import { balanceOf } from '../balance.ts'
import { queueSms, smsHours } from '../outbox.ts'
import { accountOf, templateById, type TemplateRow } from '../queries.ts'
import { leftOutOf, momentForPatients, type Recipient } from '../rules.ts'

/** What one patient gets, or why nothing. */
interface Drafted {
  patientId: string
  name: string
  mobile: string
  content: string
  count: number
  leftOut: string | null
}

interface Draft {
  template: TemplateRow
  sign: string
  people: Drafted[]
}

interface Ask {
  patientIds: string[]
  templateId: string
}

type Person = Recipient & {
  id: string
  name: string
  /** The next appointment. */
  startsAt: Date | null
  doctorName: string | null
  title: string | null
  /** The last visit. */
  lastTitle: string | null
  lastDoctor: string | null
}

/**
 * What a text tells of: the next appointment when it names its time; otherwise, when it names an item or a doctor, the last
 * visit. The second is a recall: it asks people to come who have no appointment.
 */
function subjectOf(text: string): 'next' | 'last' | null {
  const asked = smsVariables(text)
  if (asked.includes('时间')) return 'next'
  return asked.includes('项目') || asked.includes('医生') ? 'last' : null
}

/** The words about its subject that a text gets for one patient; null: there is no such appointment or visit. */
function aboutSubject(subject: 'next' | 'last' | null, row: Person): Partial<Record<SmsVariable, string>> | null {
  if (subject === 'next')
    return row.startsAt
      ? { 时间: momentForPatients(row.startsAt), 医生: row.doctorName ?? '', 项目: row.title || '就诊' }
      : null
  if (subject === 'last')
    return row.lastTitle === null ? null : { 项目: row.lastTitle || '就诊', 医生: row.lastDoctor ?? '' }
  return {}
}

/** Writes the message of each patient whom the person at work may see. */
async function draft(context: ClinicContext, ask: Ask): Promise<Draft> {
  const { tx, clinicId } = context
  const template = await templateById(tx, ask.templateId)
  if (!template) throw fieldError('NOT_FOUND', 'templateId', '没有这个模板')
  if (!template.enabled || template.approvedContent === '' || template.type === 3)
    throw fieldError('SMS_TEMPLATE_NOT_READY', 'templateId')
  const sign = (await accountOf(tx, clinicId))?.approvedSignature
  if (!sign) throw new AppError('SMS_NO_SIGNATURE')
  const place = await tx.need<{ name: string; address: string; phone: string }>(
    keptSql`select name, address, phone from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId}`,
  )
  const ids = [...new Set(ask.patientIds)]
  const lentOf = (what: keyof LentToSms) => answerOf(tx, 'sms', ({ lends }) => lends?.[what])
  const rows = await tx.rows<Person>(
    keptSql`select p.id, p.name, p.mobile, p.status, p.sms_opt_out as "smsOptOut", p.marketing_opt_out as "marketingOptOut",
          n.starts_at as "startsAt", n.title, e.name as "doctorName", v.title as "lastTitle", v.doctor as "lastDoctor"
        from patient p
        left join lateral (${lentOf('nextBooking')(tx, sql`p.id`, clinicId)}) n on true
        left join employee e on e.tenant_id = ${tx.tenantId} and e.id = n.doctor_id
        left join lateral (${lentOf('lastVisit')(tx, sql`p.id`, clinicId)}) v on true
        where p.tenant_id = ${tx.tenantId} and p.id = any(${ids}::uuid[]) and p.status in ${codes(fileStates, 'kept')} and ${patientsWithin(context, sql`p.id`)}
        order by p.name, p.id`,
  )
  const subject = subjectOf(template.approvedContent)
  const people = rows.map((row): Drafted => {
    const about = aboutSubject(subject, row)
    const filled = fillSms(template.approvedContent, {
      姓名: row.name,
      门诊: place.name,
      地址: place.address,
      电话: place.phone,
      ...about,
    })
    const open = smsVariables(filled)[0]
    const text = smsText(sign, smsBody(template.type, filled))
    return {
      patientId: row.id,
      name: row.name,
      mobile: row.mobile ?? '',
      content: text,
      count: smsCount(text),
      leftOut:
        leftOutOf(row, template.type) ??
        (subject === 'last' && row.startsAt
          ? '已有预约，不用再提醒'
          : about === null
            ? subject === 'next'
              ? '没有以后的预约'
              : '还没有就诊过'
            : open
              ? `填不了{${open}}`
              : null),
    }
  })
  return { template, sign, people }
}

/** What would be sent, to whom, and who is left out. */
export async function preview(context: ClinicContext, ask: Ask) {
  const { template, people } = await draft(context, ask)
  const due = smsDueAt(template.type, context.tx.now, await smsHours(context.tx, context.clinicId))
  return {
    recipients: people,
    count: people.reduce((sum, each) => sum + (each.leftOut ? 0 : each.count), 0),
    balance: await balanceOf(context.tx, context.clinicId),
    keptUntil: due > context.tx.now ? due : null,
  }
}

/** Queues the messages of a batch; who is left out stands in the record, too. */
export async function send(
  context: ClinicContext,
  ask: Ask & { greets: boolean },
): Promise<{ batchNo: string; queued: number; leftOut: number; count: number }> {
  const { tx, clinicId, services } = context
  const { template, sign, people } = await draft(context, ask)
  const going = people.filter((each) => each.leftOut === null)
  if (going.length === 0) throw new AppError('SMS_NOBODY')
  const batchNo = await tx.nextNumber('DX', clinicId, today(tx.now))
  const head = smsText(sign, '').length
  for (const each of people)
    await queueSms(tx, services, {
      clinicId,
      patientId: each.patientId,
      name: each.name,
      mobile: each.mobile,
      scene: 'manual',
      type: template.type,
      content: each.content.slice(head),
      sign,
      templateId: template.id,
      batchNo,
      greets: ask.greets,
      leftOut: each.leftOut,
    })
  const count = going.reduce((sum, each) => sum + each.count, 0)
  return { batchNo, queued: going.length, leftOut: people.length - going.length, count }
}

/** Sends a message that failed once more, as a new one; the failed one names it. */
export async function resend(context: ClinicContext, id: string): Promise<{ id: string }> {
  const { tx, clinicId, services } = context
  const row = await tx.need<{
    patientId: string | null
    name: string
    mobile: string
    scene: string
    type: SmsType
    content: string
    status: number
    templateId: string | null
    batchNo: string
    greets: boolean
  }>(
    keptSql`select patient_id as "patientId", name, mobile, scene, type, content, status, template_id as "templateId", batch_no as "batchNo", greets
        from sms_outbox where tenant_id = ${tx.tenantId} and id = ${id} for no key update`,
  )
  if (!smsStates.may('resend', row.status)) throw new AppError('SMS_NOT_FAILED')
  const sign = (await accountOf(tx, clinicId))?.approvedSignature
  if (!sign) throw new AppError('SMS_NO_SIGNATURE')
  const made = await queueSms(tx, services, { ...row, clinicId, sign, resendOf: id })
  return { id: made as string }
}

/** Takes back a message that waits. */
export async function cancel({ tx, clinicId }: ClinicContext, id: string): Promise<void> {
  const row = await tx.need<{ status: number }>(
    keptSql`select status from sms_outbox where tenant_id = ${tx.tenantId} and id = ${id} for no key update`,
  )
  if (!smsStates.may('cancel', row.status)) throw new AppError('SMS_NOT_WAITING')
  await tx.rows(
    keptSql`update sms_outbox set status = ${smsStates.code.cancelled}, fail_reason = ${`${tx.actor.name}取消`}
        where tenant_id = ${tx.tenantId} and id = ${id}`,
  )
  tx.publish('sms', id, clinicId)
}

/** Notes that a patient wants no SMS, or no advertising. */
export async function setOptOut(
  context: ClinicContext,
  input: { patientId: string; smsOptOut: boolean; marketingOptOut: boolean },
): Promise<void> {
  await mustReachPatient(context, input.patientId)
  await changeFile(
    context.tx,
    { id: input.patientId },
    { sms_opt_out: input.smsOptOut, marketing_opt_out: input.marketingOptOut },
    { action: 'opt-out' },
  )
  context.tx.publish('patient', input.patientId)
}
