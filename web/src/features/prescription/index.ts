export { RecordPrescriptions } from './deferred.ts'
export { PrescriptionList } from './PrescriptionList.tsx'
export { PrescriptionSheet } from './PrescriptionSheet.tsx'
export { OverstepLine } from './OverstepLine.tsx'
