import { deferred } from '../../lib/deferred.ts'

/** The forms of a drug, loaded when they are opened. */
export const DrugDialog = deferred(async () => (await import('./DrugDialog.tsx')).DrugDialog)
export const SignDialog = deferred(async () => (await import('./SignDialog.tsx')).SignDialog)
