import { reviewStates } from '@dentin/contract/core/status'
import type { ProviderContext } from '../../../platform/http/context.ts'
import {
  approveReview,
  rejectReview,
  reviewDetail,
  type ReviewDetail,
  type ReviewSubject,
} from '../../qualification/index.ts'
import { actorOf, record, type ProviderEntry } from '../audit.ts'

const KINDS = { doctor: 'doctor-review', organisation: 'organisation-review' } as const

const targetOf = (review: ReviewDetail): ProviderEntry['target'] => ({
  kind: KINDS[review.subject],
  id: review.id,
  name: `${review.name}（${review.about}）`,
})

/** One review for somebody who decides; that it was looked at is written down, for it shows identity papers. */
export async function openReview(context: ProviderContext, subject: ReviewSubject, id: string): Promise<ReviewDetail> {
  const review = await reviewDetail(context.tx, subject, id)
  await record(context.tx, actorOf(context), { action: 'view-review', target: targetOf(review) })
  return review
}

/** Passes a review, with everything that follows from it, in this transaction. */
export async function approve(context: ProviderContext, subject: ReviewSubject, id: string): Promise<void> {
  const review = await reviewDetail(context.tx, subject, id)
  await approveReview(context.tx, subject, id, { name: context.providerName })
  await record(context.tx, actorOf(context), {
    action: 'approve-review',
    target: targetOf(review),
    before: { status: review.status },
    after: { status: reviewStates.code.passed, isChange: review.isChange },
  })
}

/** Refuses a review. What was in force stays so. */
export async function reject(
  context: ProviderContext,
  subject: ReviewSubject,
  id: string,
  reason: string,
): Promise<void> {
  const review = await reviewDetail(context.tx, subject, id)
  await rejectReview(context.tx, subject, id, reason, { name: context.providerName })
  await record(context.tx, actorOf(context), {
    action: 'reject-review',
    target: targetOf(review),
    before: { status: review.status },
    after: { status: reviewStates.code.refused },
    reason,
  })
}
