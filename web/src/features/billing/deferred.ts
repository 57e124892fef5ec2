import { lazy } from 'react'

/** A tab of the patient's file; the file waits for it with a skeleton. */
export const PatientBills = lazy(async () => ({ default: (await import('./PatientBills.tsx')).PatientBills }))
