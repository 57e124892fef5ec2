import { smsReviewStates } from '@dentin/contract/core/status'
import type { ProviderContext } from '../../../platform/http/context.ts'
import { decideSmsReview } from '../../sms/index.ts'
import { actorOf, record } from '../audit.ts'
import { clinicPlaces } from '../queries.ts'

/** Passes (reason null) or refuses a signature or template of a clinic. */
export async function decideSms(context: ProviderContext, id: string, reason: string | null): Promise<void> {
  const { tx } = context
  const review = await decideSmsReview(tx, tx.actor, id, reason)
  const place = (await clinicPlaces(tx, [review.clinicId])).get(review.clinicId)
  await record(tx, actorOf(context), {
    action: reason === null ? 'approve-sms' : 'reject-sms',
    target: { kind: 'sms-review', id, name: `${place?.clinicName ?? ''} ${review.name}`.trim() },
    companyId: review.tenantId,
    before: { status: smsReviewStates.code.inReview },
    after: {
      status: reason === null ? smsReviewStates.code.passed : smsReviewStates.code.refused,
      content: review.content,
    },
    reason,
  })
}
