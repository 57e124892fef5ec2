import { DoctorAuth } from '../../../features/qualification/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /userDoctor: the own certification as a doctor. */
export default function UserDoctorPage() {
  return (
    <Page scroll padded>
      <PageTitle />
      <DoctorAuth />
    </Page>
  )
}
