import { ScheduleView } from '../../../features/schedule/ScheduleView.tsx'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /orgSchedule and /lookSchedule: the published shifts of the clinic. */
export default function OrgSchedule() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <ScheduleView />
    </Page>
  )
}
