import { Applications } from '../../../features/staff/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /employeEaudit: who asks to belong to the clinic. */
export default function EmployeEaudit() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <Applications />
    </Page>
  )
}
