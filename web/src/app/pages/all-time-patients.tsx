import { can } from '../../lib/permission.ts'
import { PatientList, type PatientListLinks } from '../../features/patient/PatientList.tsx'
import { LinkButton, Page, PageTitle } from '../../ui/index.ts'
import { bookingTo, chargingTo, patientTo, payingTo } from './patient-links.ts'

/** /allTimePatients: every patient of the company. */
export default function AllTimePatients() {
  const links: PatientListLinks = {
    file: patientTo,
    book: can('/myAppointmentBoard:add') ? bookingTo : null,
    charge: can('/orderSet:open') || can('/orderSet:charge') ? chargingTo : null,
    pay: can('/orderSet:charge') ? payingTo : null,
  }
  return (
    <Page>
      <PageTitle
        title="患者"
        mobileActions={
          can('/allTimePatients:add') && (
            <LinkButton to="?edit=new" variant="primary" icon="plus" aria-label="新建患者" />
          )
        }
      />
      <PatientList links={links} />
    </Page>
  )
}
