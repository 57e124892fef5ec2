export type { RenderPicker } from './PrepayDialogs.tsx'
export { PatientPrepays } from './PatientPrepays.tsx'
export { PrepaymentsPage } from './PrepaymentsPage.tsx'
export { PrepayReceipt, PrepayReturnSlip } from './PrepaySheets.tsx'
