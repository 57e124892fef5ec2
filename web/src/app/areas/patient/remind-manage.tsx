import { Reminders } from '../../../features/follow-up/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { FollowTabs, pickPatient } from '../../parts/follow-parts.tsx'
import { patientTo } from '../../parts/patient-links.ts'

/** /remindManage: the clinic's reminders about patients. */
export default function RemindManage() {
  return (
    <Page>
      <PageTitle />
      <FollowTabs value="/remindManage" />
      <Reminders patientHref={patientTo} renderPicker={pickPatient} />
    </Page>
  )
}
