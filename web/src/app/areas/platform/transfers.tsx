import { Transfers } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/transfers: orders paid by bank transfer. */
export default function PlatformTransfersPage() {
  return (
    <Page>
      <PageTitle />
      <Transfers />
    </Page>
  )
}
