import { smsScenes, type SmsSceneKey, smsAuditStates } from '@dentin/contract/sms'
import { clockOf, uuidv7, type SmsType } from '@dentin/kit'
import { sql } from 'kysely'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { ClinicContext } from '../../../platform/http/context.ts'
import { keptSql } from '../../../platform/database/plans.ts'
import type { TenantTx } from '../../../platform/database/tx.ts'
import { handIn, takeBack } from '../desk.ts'
import { smsHours } from '../outbox.ts'
import { accountOf, templateById, type AccountRow, type TemplateRow } from '../queries.ts'
import { misfit } from '../rules.ts'

/** The clinic's account, made when it is first needed; locked until the transaction ends. */
async function ownAccount({ tx, clinicId }: ClinicContext): Promise<AccountRow> {
  // Two at once stand in line at the clinic.
  await tx.need(keptSql`select id from clinic where tenant_id = ${tx.tenantId} and id = ${clinicId} for no key update`)
  const found = await accountOf(tx, clinicId, true)
  if (found) return found
  await tx.insert('sms_account', { id: uuidv7(), clinic_id: clinicId, created_at: tx.now, updated_at: tx.now })
  return (await accountOf(tx, clinicId)) as AccountRow
}

/** From how many messages on the administrators are warned; they are told once more if the balance is below it already. */
export async function saveThreshold(context: ClinicContext, warnThreshold: number): Promise<void> {
  const { tx, clinicId } = context
  const account = await ownAccount(context)
  await tx.update('sms_account', { id: account.id }, { warn_threshold: warnThreshold })
  await tx.rows(sql`update sms_balance set warned = false where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId}`)
  tx.publish('sms', account.id)
}

/** Hands a signature in for review; one that is in force stays so until the answer. */
export async function saveSignature(context: ClinicContext, signature: string): Promise<void> {
  const { tx, clinicId } = context
  const account = await ownAccount(context)
  if (smsAuditStates.is(account.signatureStatus, 'inReview')) throw fieldError('SMS_IN_REVIEW', 'signature')
  if (smsAuditStates.is(account.signatureStatus, 'passed') && account.signature === signature)
    throw fieldError('BAD_INPUT', 'signature', '与现在的签名相同')
  await tx.update(
    'sms_account',
    { id: account.id },
    { signature, signature_status: smsAuditStates.code.inReview, refuse_reason: '' },
  )
  await handIn(tx, {
    kind: 'signature',
    clinicId,
    subjectId: account.id,
    name: '短信签名',
    type: null,
    content: signature,
  })
  tx.publish('sms', account.id)
}

/** Takes back a signature in review: what was in force before is what there is. */
export async function withdrawSignature(context: ClinicContext): Promise<void> {
  const { tx } = context
  const account = await ownAccount(context)
  if (!smsAuditStates.is(account.signatureStatus, 'inReview')) throw new AppError('STATUS_CHANGED')
  const approved = account.approvedSignature
  await tx.update(
    'sms_account',
    { id: account.id },
    { signature: approved, signature_status: approved ? smsAuditStates.code.passed : smsAuditStates.code.none },
    { action: 'withdraw' },
  )
  await takeBack(tx, account.id)
  tx.publish('sms', account.id)
}

interface TemplateInput {
  id?: string | null | undefined
  version?: number | undefined
  name: string
  type: SmsType
  content: string
}

/** Makes or changes a template. A changed text is reviewed anew; the one approved before is sent meanwhile. */
export async function saveTemplate(context: ClinicContext, input: TemplateInput): Promise<{ id: string }> {
  const { tx, clinicId } = context
  const { name, type, content } = input
  const before = input.id ? await lockedTemplate(tx, input.id) : null
  const id = before?.id ?? uuidv7()
  const same = before?.content === content && before.type === type
  if (before) {
    const key = { id, ...(input.version === undefined ? {} : { version: input.version }) }
    if (before.type !== type && (await inUse(tx, id)))
      throw fieldError('SMS_TEMPLATE_USED', 'type', '自动发送正在使用这个模板，不能改类型')
    await tx.update('sms_template', key, {
      name,
      type,
      content,
      ...(same ? {} : { audit_status: smsAuditStates.code.inReview, refuse_reason: '' }),
      // Another kind of message needs a review of its own.
      ...(before.type === type ? {} : { approved_content: '' }),
    })
  } else
    await tx.insert('sms_template', {
      id,
      clinic_id: clinicId,
      name,
      type,
      content,
      audit_status: smsAuditStates.code.inReview,
      created_at: tx.now,
      updated_at: tx.now,
    })
  if (!same) await handIn(tx, { kind: 'template', clinicId, subjectId: id, name, type, content })
  tx.publish('sms', id)
  return { id }
}

async function lockedTemplate(tx: TenantTx, id: string): Promise<TemplateRow> {
  const template = await templateById(tx, id, true)
  if (!template) throw new AppError('NOT_FOUND')
  return template
}

async function inUse(tx: TenantTx, id: string): Promise<boolean> {
  const row = await tx.row(
    sql`select id from sms_scene where tenant_id = ${tx.tenantId} and template_id = ${id} and enabled limit 1`,
  )
  return row !== undefined
}

export async function enableTemplate(
  { tx }: ClinicContext,
  { id, version, enabled }: { id: string; version: number; enabled: boolean },
): Promise<void> {
  await lockedTemplate(tx, id)
  if (!enabled && (await inUse(tx, id))) throw new AppError('SMS_TEMPLATE_USED')
  await tx.update('sms_template', { id, version }, { enabled })
  tx.publish('sms', id)
}

export async function removeTemplate(
  { tx }: ClinicContext,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await lockedTemplate(tx, id)
  if (await inUse(tx, id)) throw new AppError('SMS_TEMPLATE_USED')
  const idle = await tx.rows<{ id: string }>(
    keptSql`select id from sms_scene where tenant_id = ${tx.tenantId} and template_id = ${id} order by id`,
  )
  for (const scene of idle) await tx.update('sms_scene', { id: scene.id }, { template_id: null })
  await tx.remove('sms_template', { id, version })
  await takeBack(tx, id)
  tx.publish('sms', id)
}

/** Switches a scene on or off and says with which text, when, and for whom. */
export async function saveScene(
  { tx, clinicId }: ClinicContext,
  input: {
    scene: SmsSceneKey
    version?: number | null | undefined
    enabled: boolean
    templateId?: string | null | undefined
    sendTime?: string | null | undefined
    audience: string
  },
): Promise<void> {
  const template = input.templateId ? await templateById(tx, input.templateId) : null
  if (input.templateId && !template) throw fieldError('NOT_FOUND', 'templateId', '没有这个模板')
  if (template) {
    const why = misfit(template.approvedContent || template.content, template.type, input.scene)
    if (why) throw fieldError('BAD_INPUT', 'templateId', why)
  }
  if (input.enabled) {
    if (!template) throw fieldError('BAD_INPUT', 'templateId', '请选择模板')
    if (!template.enabled || template.approvedContent === '') throw fieldError('SMS_TEMPLATE_NOT_READY', 'templateId')
    if (!(await accountOf(tx, clinicId))?.approvedSignature) throw new AppError('SMS_NO_SIGNATURE')
  }
  const byDay = smsScenes[input.scene].at !== null
  if (byDay && !input.sendTime) throw fieldError('BAD_INPUT', 'sendTime', '请选择发送时间')
  const [hour, minute] = (input.sendTime ?? '0:0').split(':').map(Number)
  const sendMin = byDay ? (hour ?? 0) * 60 + (minute ?? 0) : null
  const { from, to } = await smsHours(tx, clinicId)
  if (sendMin !== null && (sendMin < from || sendMin >= to))
    throw fieldError('BAD_INPUT', 'sendTime', `发送时间应在 ${clockOf(from)} 到 ${clockOf(to)} 之间`)
  const patch = {
    enabled: input.enabled,
    template_id: template?.id ?? null,
    send_min: sendMin,
    audience: input.audience,
  }
  const row = await tx.row<{ id: string }>(
    keptSql`select id from sms_scene where tenant_id = ${tx.tenantId} and clinic_id = ${clinicId} and scene = ${input.scene}`,
  )
  if (row) await tx.update('sms_scene', { id: row.id, version: input.version ?? 0 }, patch)
  else
    await tx.insert('sms_scene', {
      id: uuidv7(),
      clinic_id: clinicId,
      scene: input.scene,
      ...patch,
      created_at: tx.now,
      updated_at: tx.now,
    })
  tx.publish('sms', row?.id ?? clinicId)
}
