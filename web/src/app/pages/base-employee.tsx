import { Employees } from '../../features/staff/Employees.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { StaffTabs } from './staff-tabs.tsx'

/** /baseEmployee: the staff. */
export default function BaseEmployee() {
  return (
    <Page>
      <PageTitle title="员工" />
      <StaffTabs value="/baseEmployee" />
      <Employees />
    </Page>
  )
}
