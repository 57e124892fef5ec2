import { Reminders } from '../../features/follow-up/Reminders.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { FollowTabs, pickPatient } from './follow-parts.tsx'
import { patientTo } from './patient-links.ts'

/** /remindManage: the clinic's reminders about patients. */
export default function RemindManage() {
  return (
    <Page>
      <PageTitle title="患者提醒" />
      <FollowTabs value="/remindManage" />
      <Reminders patientHref={patientTo} renderPicker={pickPatient} />
    </Page>
  )
}
