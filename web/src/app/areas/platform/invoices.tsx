import { Invoices } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/invoices: requests for invoices. */
export default function PlatformInvoicesPage() {
  return (
    <Page>
      <PageTitle />
      <Invoices />
    </Page>
  )
}
