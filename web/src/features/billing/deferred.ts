import { lazy } from 'react'
import { deferred } from '../../lib/deferred.ts'

/** A tab of the patient's file; the file waits for it with a skeleton. */
export const PatientBills = lazy(async () => ({ default: (await import('./PatientBills.tsx')).PatientBills }))

/** Papers where they are looked at beside a template; where they are printed they come with the page. */
export const ReceiptLook = deferred(async () => (await import('./ReceiptSheet.tsx')).ReceiptSheet)
export const FeeListLook = deferred(async () => (await import('./FeeListSheet.tsx')).FeeListSheet)
