import { AppointItems } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /baseAppointSet: what patients are booked for. */
export default function BaseAppointSet() {
  return (
    <Page>
      <PageTitle />
      <AppointItems />
    </Page>
  )
}
