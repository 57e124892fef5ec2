import { lazy } from 'react'
import { deferred } from '../../lib/deferred.ts'

/** A tab of the patient's file; the file waits for it with a skeleton. */
export const PatientBills = lazy(async () => ({ default: (await import('./PatientBills.tsx')).PatientBills }))

/** Papers: printed, or looked at beside their template. */
export const ReceiptSheet = deferred(async () => (await import('./ReceiptSheet.tsx')).ReceiptSheet)
export const FeeListSheet = deferred(async () => (await import('./FeeListSheet.tsx')).FeeListSheet)

/** Beside a record, which has no need of the rest of charging. */
export const RecordBills = deferred(async () => (await import('./RecordBills.tsx')).RecordBills)
