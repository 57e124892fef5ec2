import { MySchedule } from '../../../features/schedule/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /mySchedule: the own shifts and who comes. */
export default function MySchedulePage() {
  return (
    <Page scroll>
      <PageTitle />
      <ScreenTabs />
      <MySchedule />
    </Page>
  )
}
