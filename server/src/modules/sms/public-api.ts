import { fileStates } from '@dentin/contract/core/status'
import type { SmsRecordScene, SmsSceneKey } from '@dentin/contract/sms'
import { fillSms, type SmsType, type SmsVariable } from '@dentin/kit'
import { keptSql } from '../../platform/database/plans.ts'
import type { TenantTx } from '../../platform/database/tx.ts'
import type { Services } from '../../platform/services.ts'
import { queueSms, smsHours } from './outbox.ts'
import { accountOf } from './queries.ts'
import { leftOutOf, meant, type Recipient } from './rules.ts'

/** Something happened of which a patient is told, when the clinic wants it. */
export interface SmsEvent {
  scene: SmsSceneKey
  clinicId: string
  patientId: string | null
  /** Somebody without a file. */
  person?: { name: string; mobile: string } | undefined
  /** What happened, so that the same is told once: its id, and what may change about it. */
  key: string
  values?: Partial<Record<SmsVariable, string>>
  /** 1 first visit; for scenes that mean only some patients. */
  treatType?: number | null
}

/**
 * The words of a scene with the clinic's own facts filled in; null when the clinic does not write to patients in it.
 */
export async function smsWords(tx: TenantTx, clinicId: string, scene: SmsSceneKey): Promise<string | null> {
  const set = await tx.row<{ content: string; clinicName: string; address: string; phone: string }>(
    keptSql`select t.approved_content as content, c.name as "clinicName", c.address, c.phone
        from sms_scene s
        join sms_template t on t.tenant_id = ${tx.tenantId} and t.id = s.template_id and t.enabled and t.approved_content <> ''
        join sms_account a on a.tenant_id = ${tx.tenantId} and a.clinic_id = s.clinic_id and a.approved_signature <> ''
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = s.clinic_id
        where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${clinicId} and s.scene = ${scene} and s.enabled`,
  )
  return set ? fillSms(set.content, { 门诊: set.clinicName, 地址: set.address, 电话: set.phone }) : null
}

/** Of some scenes those in which a clinic writes to patients. */
export async function scenesOn(
  tx: TenantTx,
  clinicId: string,
  scenes: readonly SmsSceneKey[],
): Promise<ReadonlySet<SmsSceneKey>> {
  const rows = await tx.rows<{ scene: SmsSceneKey }>(
    keptSql`select s.scene from sms_scene s
        where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${clinicId} and s.scene = any(${scenes}::text[]) and s.enabled`,
  )
  return new Set(rows.map(({ scene }) => scene))
}

/**
 * Tells a patient by SMS, in the transaction of what happened: nothing when the clinic has not switched the scene on. Who
 * has no phone or wants no SMS stands in the record with the reason.
 * @returns whether a message was queued
 */
export async function tellPatient(tx: TenantTx, services: Pick<Services, 'jobs'>, event: SmsEvent): Promise<boolean> {
  const set = await tx.row<{
    templateId: string
    type: SmsType
    content: string
    audience: string
    sign: string
    clinicName: string
    address: string
    phone: string
  }>(
    keptSql`select t.id as "templateId", t.type, t.approved_content as content, s.audience, a.approved_signature as sign,
          c.name as "clinicName", c.address, c.phone
        from sms_scene s
        join sms_template t on t.tenant_id = ${tx.tenantId} and t.id = s.template_id and t.enabled and t.approved_content <> ''
        join sms_account a on a.tenant_id = ${tx.tenantId} and a.clinic_id = s.clinic_id and a.approved_signature <> ''
        join clinic c on c.tenant_id = ${tx.tenantId} and c.id = s.clinic_id
        where s.tenant_id = ${tx.tenantId} and s.clinic_id = ${event.clinicId} and s.scene = ${event.scene} and s.enabled`,
  )
  if (!set || !meant(set.audience, event.treatType ?? null)) return false
  const person = event.patientId
    ? await tx.row<Recipient & { name: string }>(
        keptSql`select name, mobile, status, sms_opt_out as "smsOptOut", marketing_opt_out as "marketingOptOut" from patient
            where tenant_id = ${tx.tenantId} and id = ${event.patientId}`,
      )
    : {
        name: '',
        mobile: null,
        status: fileStates.code.active,
        smsOptOut: false,
        marketingOptOut: false,
        ...event.person,
      }
  // A merged file is nobody's any more.
  if (!person || !fileStates.is(person.status, 'kept')) return false
  const leftOut = leftOutOf(person, set.type)
  const content = fillSms(set.content, {
    姓名: person.name,
    门诊: set.clinicName,
    地址: set.address,
    电话: set.phone,
    ...event.values,
  })
  const id = await queueSms(tx, services, {
    clinicId: event.clinicId,
    patientId: event.patientId,
    name: person.name,
    mobile: person.mobile ?? '',
    scene: event.scene,
    type: set.type,
    content,
    sign: set.sign,
    templateId: set.templateId,
    key: `${event.scene}:${event.key}`,
    greets: event.scene === 'patient.birthday',
    leftOut,
  })
  return id !== null && leftOut === null
}

/**
 * Writes to a patient in words of our own, in the transaction of what happened: for what has no template of the clinic. Who
 * can't be written to stands in the record with the reason.
 * @returns queued, told before under the same key, or not to be written to
 */
export async function writePatient(
  tx: TenantTx,
  services: Pick<Services, 'jobs'>,
  {
    person: given,
    key,
    ...message
  }: {
    clinicId: string
    patientId: string | null
    /** Somebody who asked under this name and number: written to there, with a file or without. */
    person?: { name: string; mobile: string }
    scene: SmsRecordScene
    content: string
    /** What is told, so that it is sent once. */
    key?: string
  },
): Promise<'queued' | 'sent-before' | 'unreachable'> {
  const person: (Recipient & { name: string }) | undefined = given
    ? { status: fileStates.code.active, smsOptOut: false, marketingOptOut: false, ...given }
    : await tx.row<Recipient & { name: string }>(
        keptSql`select name, mobile, status, sms_opt_out as "smsOptOut", marketing_opt_out as "marketingOptOut" from patient
            where tenant_id = ${tx.tenantId} and id = ${message.patientId}`,
      )
  if (!person || !fileStates.is(person.status, 'kept')) return 'unreachable'
  const account = await accountOf(tx, message.clinicId)
  const sign = account?.approvedSignature ?? ''
  const leftOut = leftOutOf(person, 1) ?? (sign ? null : '短信签名还没有通过审核')
  const queued = await queueSms(tx, services, {
    ...message,
    name: person.name,
    mobile: person.mobile ?? '',
    type: 1,
    sign,
    leftOut,
    // Who could not be written to may be, once the number is there.
    ...(key && !leftOut ? { key: `${message.scene}:${key}` } : {}),
  })
  if (queued === null) return 'sent-before'
  return leftOut === null ? 'queued' : 'unreachable'
}

/** A scene that the clock sets off: whom it means now. Asked every minute for clinics that have switched it on. */
export interface TimedScene {
  scene: SmsSceneKey
  /**
   * @param at.sendMin minute of the day for which it is set; null for scenes that do not go by the day
   * @returns events; those told before are passed over by their keys
   */
  due(tx: TenantTx, clinicId: string, at: { now: Date; sendMin: number | null }): Promise<Omit<SmsEvent, 'scene'>[]>
}

/** Tells everybody whom the timed scenes of a clinic mean now. @returns how many messages were queued */
export async function tellDue(tx: TenantTx, services: Pick<Services, 'jobs'>, clinicId: string): Promise<number> {
  const set = await tx.rows<{ scene: string; sendMin: number | null }>(
    keptSql`select scene, send_min as "sendMin" from sms_scene
        where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and enabled order by scene`,
  )
  const timed = tx.parts('sms').flatMap(({ scenes }) => scenes ?? [])
  const { from, to } = await smsHours(tx, clinicId)
  let count = 0
  for (const { scene, sendMin: wanted } of set) {
    // One that was set before the hours were narrowed goes at the nearest time within them.
    const sendMin = wanted === null ? null : Math.max(from, Math.min(wanted, to - 30))
    const source = timed.find((each) => each.scene === scene)
    if (!source) continue
    for (const event of await source.due(tx, clinicId, { now: tx.now, sendMin }))
      if (await tellPatient(tx, services, { scene: source.scene, ...event })) count += 1
  }
  return count
}

/** A scene that goes by the day is sent from its minute on, for so long: a server that was away makes up for it. */
const WINDOW_MINUTES = 180

/** Is it time for a scene that goes by the day? */
export function isTimeFor(sendMin: number, minute: number): boolean {
  return minute >= sendMin && minute < sendMin + WINDOW_MINUTES
}
