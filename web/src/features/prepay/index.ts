export type { RenderPicker } from './PrepayDialogs.tsx'
export { PrepayReceipt, PrepayReturnSlip, ReceiveDialog } from './deferred.ts'
export { PatientPrepays } from './PatientPrepays.tsx'
export { PrepaymentsPage } from './PrepaymentsPage.tsx'
