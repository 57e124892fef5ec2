import { StillWaiting } from '../../../features/clinic/index.ts'
import { ClinicStaff } from '../../../features/staff/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /employeeSet: the clinic's settings for its staff. */
export default function EmployeeSet() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <ClinicStaff renderWaiting={(waiting, close) => <StillWaiting waiting={waiting} onClose={close} />} />
    </Page>
  )
}
