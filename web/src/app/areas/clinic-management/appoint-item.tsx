import { ClinicItems } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /appointItem: what patients are booked for in this clinic. */
export default function AppointItem() {
  return (
    <Page>
      <PageTitle />
      <ClinicItems />
    </Page>
  )
}
