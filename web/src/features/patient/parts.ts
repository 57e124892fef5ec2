import { deferred } from '../../lib/deferred.ts'

/** The form of a patient's file, loaded when it is opened. */
export const PatientDialog = deferred(async () => (await import('./PatientDialog.tsx')).PatientDialog)

/** What the list opens beside itself, fetched once it stands. */
export const MoreFilters = deferred(async () => (await import('./MoreFilters.tsx')).MoreFilters)
export const PatientPeek = deferred(async () => (await import('./PatientPeek.tsx')).PatientPeek)
