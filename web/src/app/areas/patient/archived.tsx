import { Archived as ArchivedFiles } from '../../../features/patient/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'
import { patientTo } from '../../parts/patient-links.ts'

/** /archived: archived files, and those in the bin. */
export default function Archived() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <ArchivedFiles fileTo={patientTo} />
    </Page>
  )
}
