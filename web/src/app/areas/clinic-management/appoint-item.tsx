import { ClinicItems } from '../../../features/setting/ClinicItems.tsx'
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
