import { deferred } from '../../lib/deferred.ts'

export const RuleDialog = deferred(async () => (await import('./RuleDialog.tsx')).RuleDialog)
export const TrialDrawer = deferred(async () => (await import('./TrialDrawer.tsx')).TrialDrawer)
