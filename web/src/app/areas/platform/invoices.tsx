import { Invoices } from '../../../features/provider/Invoices.tsx'
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
