import { PatientList } from '../../../features/patient/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'
import { listLinks } from './patient-list-links.tsx'

/** /allPatients: whom today concerns in this clinic. */
export default function AllPatients() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <PatientList scope="today" links={listLinks()} />
    </Page>
  )
}
