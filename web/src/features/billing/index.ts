export { ChargeDesk } from './ChargeDesk.tsx'
export { FeeDialog } from './FeeDialog.tsx'
export { chargeDeskLink } from './links.ts'
export { ReceiptSheet } from './ReceiptSheet.tsx'
