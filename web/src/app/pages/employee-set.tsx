import StillWaiting from '../../features/clinic/StillWaiting.tsx'
import { ClinicStaff } from '../../features/staff/ClinicStaff.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { StaffTabs } from './staff-tabs.tsx'

/** /employeeSet: the clinic's settings for its staff. */
export default function EmployeeSet() {
  return (
    <Page>
      <PageTitle title="本店员工设置" />
      <StaffTabs value="/employeeSet" />
      <ClinicStaff renderWaiting={(waiting, close) => <StillWaiting waiting={waiting} onClose={close} />} />
    </Page>
  )
}
