export { ChargeDesk } from './ChargeDesk.tsx'
export { chargeDeskLink } from './links.ts'
export { ReceiptSheet } from './ReceiptSheet.tsx'
