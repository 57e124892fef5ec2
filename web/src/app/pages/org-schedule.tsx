import { ScheduleView } from '../../features/schedule/ScheduleView.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { ScheduleTabs } from './schedule-tabs.tsx'

/** /orgSchedule and /lookSchedule: the published shifts of the clinic. */
export default function OrgSchedule() {
  return (
    <Page>
      <PageTitle title="排班" />
      <ScheduleTabs value="/orgSchedule" />
      <ScheduleView />
    </Page>
  )
}
