export { ChargeDesk, type ChargeDeskProps } from './ChargeDesk.tsx'
export { chargeDeskLink, receiptLink } from './links.ts'
export { ReceiptSheet } from './ReceiptSheet.tsx'
