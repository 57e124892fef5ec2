import { Planner } from '../../features/schedule/Planner.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { ScheduleTabs } from './schedule-tabs.tsx'

/** /clinicSchedule: the planning of shifts. */
export default function ClinicSchedule() {
  return (
    <Page>
      <PageTitle title="排班中心" />
      <ScheduleTabs value="/clinicSchedule" />
      <Planner />
    </Page>
  )
}
