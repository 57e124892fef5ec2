import { Employees } from '../../../features/staff/Employees.tsx'
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
