import { InvoiceAccount } from '../../../features/invoice/index.ts'
import { Merchants } from '../../../features/merchant/index.ts'
import { PayMethods } from '../../../features/setting/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /baseAccounting: how patients may pay. */
export default function BaseAccounting() {
  const can = useCan()
  return (
    <Page scroll>
      <PageTitle />
      <PayMethods />
      <Merchants />
      {can('/invoices:account') && <InvoiceAccount />}
    </Page>
  )
}
