import { WorkList } from '../../features/follow-up/WorkList.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { bookingOf, FollowTabs, pickPatient } from './follow-parts.tsx'
import { patientTo, recordTo } from './patient-links.ts'

/** /followManagementList: whom to call today, what is late, what comes. */
export default function FollowManagementList() {
  return (
    <Page>
      <PageTitle title="随访" />
      <FollowTabs value="/followManagementList" />
      <WorkList renderPicker={pickPatient} patientHref={patientTo} recordHref={recordTo} renderBooking={bookingOf} />
    </Page>
  )
}
