import { DoctorGuide } from '../../../features/qualification/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /userDoctorNav: how to become a certified doctor. */
export default function UserDoctorNavPage() {
  return (
    <Page scroll padded>
      <PageTitle />
      <DoctorGuide />
    </Page>
  )
}
