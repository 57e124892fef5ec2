import { deferred } from '../../lib/deferred.ts'
import { SkeletonRows } from '../../ui/index.ts'

/** The forms of a drug, loaded when they are opened. */
export const DrugDialog = deferred(async () => (await import('./DrugDialog.tsx')).DrugDialog)
export const SignDialog = deferred(async () => (await import('./SignDialog.tsx')).SignDialog)
export const RuleList = deferred(
  async () => (await import('./RuleList.tsx')).RuleList,
  () => SkeletonRows({ rows: 8 }),
)
