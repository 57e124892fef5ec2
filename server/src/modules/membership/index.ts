import { module } from '../../platform/module.ts'
import { constraints } from './constraints.ts'
import { giftNotice } from './gift.ts'
import { membershipHandlers } from './handlers.ts'
import { defineMembershipJobs } from './jobs.ts'
import { medicalPayable, vipPayable, type Payable } from './payable.ts'

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
export type { Payable, PayableOrder } from './payable.ts'
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

declare module '../../platform/wiring.ts' {
  interface ModuleParts {
    /** Kinds of orders that can be paid through the gateways. */
    membership?: { payables: readonly Payable[] }
  }
}

/** What this module is to the rest of the house. */
export const membershipModule = module({
  name: 'membership',
  owns: [
    'medicare_account',
    'vip_desk',
    'vip_extension',
    'vip_invoice',
    'vip_notice',
    'vip_order',
    'vip_package',
    'vip_standing',
    'vip_term',
  ],
  reads: ['clinic', 'employee_post', 'file_object', 'post_resource'],
  handlers: { membership: membershipHandlers },
  jobs: defineMembershipJobs,
  constraints,
  identity: { giftAtEntry: giftNotice },
  membership: { payables: [vipPayable, medicalPayable] },
})
