import { Strayed } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/strayed: money that fits no order. */
export default function PlatformStrayedPage() {
  return (
    <Page>
      <PageTitle />
      <Strayed />
    </Page>
  )
}
