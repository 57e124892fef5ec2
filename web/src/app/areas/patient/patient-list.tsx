import { PatientList } from '../../../features/patient/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'
import { listLinks } from './patient-list-links.tsx'

/** /patientList: the patients as customer service looks at them. */
export default function ServicePatients() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <PatientList scope="service" links={listLinks()} />
    </Page>
  )
}
