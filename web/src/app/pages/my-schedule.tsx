import { MySchedule } from '../../features/schedule/MySchedule.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { ScheduleTabs } from './schedule-tabs.tsx'

/** /mySchedule: the own shifts and who comes. */
export default function MySchedulePage() {
  return (
    <Page scroll>
      <PageTitle title="我的排班" />
      <ScheduleTabs value="/mySchedule" />
      <MySchedule />
    </Page>
  )
}
