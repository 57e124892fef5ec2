import { Applications } from '../../features/staff/Applications.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { StaffTabs } from './staff-tabs.tsx'

/** /employeEaudit: who asks to belong to the clinic. */
export default function EmployeEaudit() {
  return (
    <Page>
      <PageTitle title="关联审核" />
      <StaffTabs value="/employeEaudit" />
      <Applications />
    </Page>
  )
}
