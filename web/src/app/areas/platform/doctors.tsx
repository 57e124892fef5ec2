import { Reviews } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/doctors: doctors whose papers wait. */
export default function PlatformDoctors() {
  return (
    <Page>
      <PageTitle />
      <Reviews subject="doctor" />
    </Page>
  )
}
