import { Strayed } from '../../../features/provider/Strayed.tsx'
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
