export { savePackage, type PackageInput } from './commands/package.ts'
export {
  confirmTransfer,
  decideInvoice,
  giveDays,
  invoiceRequest,
  keepInvoiceFile,
  refuseTransfer,
} from './commands/provider.ts'
export { giveTrial } from './commands/term.ts'
export { giftNotice } from './gift.ts'
export { membershipHandlers } from './handlers.ts'
export { defineMembershipJobs } from './jobs.ts'
export { medicalPayable, vipPayable, type Payable, type PayableOrder } from './payable.ts'
export {
  deskOrderOf,
  listDeskInvoices as listInvoices,
  listTransfers,
  packageById,
  packagesOf as listPackages,
  standingsOf,
  vipOverview,
  type DeskRow,
  type PackageRow,
} from './queries.ts'
export { standingOf, type Standing, type VipKind } from './rules.ts'
