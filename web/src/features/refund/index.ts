export { RefundDesk } from './RefundDesk.tsx'
export { RefundWorkspace } from './RefundWorkspace.tsx'
export { PatientRefunds } from './PatientRefunds.tsx'
export { SlipSheet } from './deferred.ts'
