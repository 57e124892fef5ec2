import { WorkList } from '../../../features/follow-up/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { bookingOf, FollowTabs, pickPatient } from '../../parts/follow-parts.tsx'
import { patientTo, recordTo } from '../../parts/patient-links.ts'

/** /followManagementList: whom to call today, what is late, what comes. */
export default function FollowManagementList() {
  return (
    <Page>
      <PageTitle />
      <FollowTabs value="/followManagementList" />
      <WorkList renderPicker={pickPatient} patientHref={patientTo} recordHref={recordTo} renderBooking={bookingOf} />
    </Page>
  )
}
