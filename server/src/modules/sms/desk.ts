import { smsReviewStates } from '@dentin/contract/core/status'
import { uuidv7 } from '@dentin/kit'
import { sql } from 'kysely'
import { codes } from '../../platform/database/codes.ts'
import type { Actor } from '../../platform/database/ids.ts'
import { keptSql } from '../../platform/database/plans.ts'
import type { PlatformTx, TenantTx } from '../../platform/database/tx.ts'
import { AppError } from '../../platform/errors.ts'
import { administratorsOf } from '../staff/index.ts'
import { notify } from '../messaging/index.ts'

/** Something handed in: a signature, or the text of a template. */
interface Submission {
  kind: 'signature' | 'template'
  clinicId: string
  subjectId: string
  name: string
  type: number | null
  content: string
}

/** Puts something on the provider's desk; what waited there of the same subject is withdrawn. */
export async function handIn(tx: TenantTx, what: Submission): Promise<void> {
  await takeBack(tx, what.subjectId)
  await tx.rows(
    keptSql`insert into sms_review (id, kind, tenant_id, clinic_id, subject_id, name, template_type, content, status, submitted_by, submitted_at)
        values (${uuidv7()}, ${what.kind}, ${tx.tenantId}, ${what.clinicId}, ${what.subjectId}, ${what.name}, ${what.type}, ${what.content}, 1,
          ${tx.actor.name}, ${tx.now})`,
  )
}

/** Nothing of this subject waits any more. */
export async function takeBack(tx: TenantTx, subjectId: string): Promise<void> {
  await tx.rows(
    keptSql`update sms_review set status = ${smsReviewStates.code.withdrawn} where subject_id = ${subjectId} and status in ${codes(smsReviewStates, 'inReview')}`,
  )
}

/** A submission as the provider's list shows it. */
interface ReviewRow {
  id: string
  kind: 'signature' | 'template'
  tenantId: string
  clinicId: string
  subjectId: string
  name: string
  type: number | null
  content: string
  status: number
  refuseReason: string
  submittedBy: string
  submittedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
}
const columns = sql`id, kind, tenant_id as "tenantId", clinic_id as "clinicId", subject_id as "subjectId", name, template_type as type, content,
  status, refuse_reason as "refuseReason", submitted_by as "submittedBy", submitted_at as "submittedAt", decided_by as "decidedBy",
  decided_at as "decidedAt"`

/** Submissions by status: who waits longest stands first, what was decided last stands first. */
export async function listSmsReviews(
  tx: PlatformTx,
  ask: { status: number; pageNum: number; pageSize: number },
): Promise<{ list: ReviewRow[]; total: number }> {
  const rows = await tx.rows<ReviewRow>(
    sql`select ${columns} from sms_review where status = ${ask.status}
        order by case when status in ${codes(smsReviewStates, 'inReview')} then submitted_at end, decided_at desc, id
        limit ${ask.pageSize} offset ${(ask.pageNum - 1) * ask.pageSize}`,
  )
  const { total } = await tx.need<{ total: number }>(
    sql`select count(*)::int as total from sms_review where status = ${ask.status}`,
  )
  return { list: rows, total }
}

/** How many wait for the provider. */
export async function smsReviewsWaiting(tx: PlatformTx): Promise<number> {
  return (
    await tx.need<{ n: number }>(
      sql`select count(*)::int as n from sms_review where status in ${codes(smsReviewStates, 'inReview')}`,
    )
  ).n
}

/**
 * Decides on a submission: passed, it is what the clinic sends from now on; refused, what was in force stays so.
 * @param reason null: passed
 * @throws SMS_REVIEW_DONE
 */
export async function decideSmsReview(
  tx: PlatformTx,
  actor: Actor,
  id: string,
  reason: string | null,
): Promise<ReviewRow> {
  const review = await tx.need<ReviewRow>(keptSql`select ${columns} from sms_review where id = ${id} for no key update`)
  if (!smsReviewStates.is(review.status, 'inReview')) throw new AppError('SMS_REVIEW_DONE')
  const status = reason === null ? 2 : 3
  await tx.rows(
    keptSql`update sms_review set status = ${status}, refuse_reason = ${reason ?? ''}, decided_by = ${actor.name}, decided_at = ${tx.now}
        where id = ${id}`,
  )
  const inside = await tx.enter(review.tenantId, review.clinicId, actor)
  const note = { action: reason === null ? 'approve' : 'reject', ...(reason === null ? {} : { reason }) }
  if (review.kind === 'signature')
    await inside.update(
      'sms_account',
      { id: review.subjectId },
      {
        signature_status: status,
        refuse_reason: reason ?? '',
        ...(reason === null ? { approved_signature: review.content } : {}),
      },
      note,
    )
  else
    await inside.update(
      'sms_template',
      { id: review.subjectId },
      {
        audit_status: status,
        refuse_reason: reason ?? '',
        ...(reason === null ? { approved_content: review.content } : {}),
      },
      note,
    )
  const what = review.kind === 'signature' ? `短信签名“${review.content}”` : `短信模板“${review.name}”`
  inside.publish('sms', review.subjectId, review.clinicId)
  await notify(inside, {
    clinicId: review.clinicId,
    employeeIds: await administratorsOf(inside, review.clinicId),
    category: 'sms',
    title: reason === null ? `${what}已通过审核` : `${what}未通过审核`,
    body: reason === null ? '现在可以使用了。' : `原因：${reason}。修改后可以重新提交。`,
    link: review.kind === 'signature' ? '/SMSmanagement/signatureSetting' : '/SMSmanagement/templateRecord',
    key: `sms-review:${review.id}`,
  })
  return review
}
