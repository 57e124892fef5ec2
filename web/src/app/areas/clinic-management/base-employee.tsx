import { Employees } from '../../../features/staff/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /baseEmployee: the staff. */
export default function BaseEmployee() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <Employees />
    </Page>
  )
}
