import { deferred } from '../../lib/deferred.ts'

/** The form of a patient's file, loaded when it is opened. */
export const PatientDialog = deferred(async () => (await import('./PatientDialog.tsx')).PatientDialog)
