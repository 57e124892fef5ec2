import { deferred } from '../../lib/deferred.ts'

/** What the page of a case opens next. */
export const CaseDialog = deferred(async () => (await import('./CaseDialog.tsx')).CaseDialog)
export const StepDialog = deferred(async () => (await import('./StepDialog.tsx')).StepDialog)
export const FirstBillDialog = deferred(async () => (await import('./FirstBillDialog.tsx')).FirstBillDialog)
