import { deferred } from '../../lib/deferred.ts'
import { SkeletonRows } from '../../ui/index.ts'

/** The patient's own view comes where it is asked for. */
export const PlanChoice = deferred(
  async () => (await import('./PlanChoice.tsx')).PlanChoice,
  () => SkeletonRows({ rows: 8 }),
)
export const PlanEditor = deferred(
  async () => (await import('./PlanEditor.tsx')).PlanEditor,
  () => SkeletonRows({ rows: 10 }),
)
export const QuoteDialog = deferred(async () => (await import('./AnswerDialogs.tsx')).QuoteDialog)
export const RefuseDialog = deferred(async () => (await import('./AnswerDialogs.tsx')).RefuseDialog)
export const CancelDialog = deferred(async () => (await import('./AnswerDialogs.tsx')).CancelDialog)

/** What a plan on the screen may open next. */
export const planDialogs = [PlanEditor, QuoteDialog, RefuseDialog, CancelDialog]
