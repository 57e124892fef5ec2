import { Planner } from '../../../features/schedule/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /clinicSchedule: the planning of shifts. */
export default function ClinicSchedule() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <Planner />
    </Page>
  )
}
