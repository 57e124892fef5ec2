import { Addresses } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /address: where the clinic has its parcels sent. */
export default function Address() {
  return (
    <Page>
      <PageTitle />
      <Addresses />
    </Page>
  )
}
