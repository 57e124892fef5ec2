import { ScheduleView } from '../../../features/schedule/index.ts'
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
