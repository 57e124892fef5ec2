import { Archived as ArchivedFiles } from '../../features/patient/Archived.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { CentreTabs } from './centre-tabs.tsx'
import { patientTo } from './patient-links.ts'

/** /archived: archived files, and those in the bin. */
export default function Archived() {
  return (
    <Page>
      <PageTitle title="归档与回收站" crumbs={[{ label: '患者', to: '/allTimePatients' }]} />
      <CentreTabs value="/archived" />
      <ArchivedFiles fileTo={patientTo} />
    </Page>
  )
}
