import { PatientList } from '../../features/patient/PatientList.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { CentreTabs } from './centre-tabs.tsx'
import { listLinks } from './patient-list-links.tsx'

/** /patientList: the patients as customer service looks at them. */
export default function ServicePatients() {
  return (
    <Page>
      <PageTitle title="客服患者列表" crumbs={[{ label: '患者', to: '/allTimePatients' }]} />
      <CentreTabs value="/patientList" />
      <PatientList scope="service" links={listLinks()} />
    </Page>
  )
}
