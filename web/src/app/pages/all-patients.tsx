import { PatientList } from '../../features/patient/PatientList.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { CentreTabs } from './centre-tabs.tsx'
import { listLinks } from './patient-list-links.tsx'

/** /allPatients: whom today concerns in this clinic. */
export default function AllPatients() {
  return (
    <Page>
      <PageTitle title="今日患者" crumbs={[{ label: '患者', to: '/allTimePatients' }]} />
      <CentreTabs value="/allPatients" />
      <PatientList scope="today" links={listLinks()} />
    </Page>
  )
}
