import { deferred } from '../../lib/deferred.ts'

/** The form of a follow-up, loaded when it is opened. */
export const PlanDialog = deferred(async () => (await import('./PlanDialog.tsx')).PlanDialog)
