import { Clinics } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/clinics: every clinic in numbers. */
export default function PlatformClinicsPage() {
  return (
    <Page>
      <PageTitle />
      <Clinics />
    </Page>
  )
}
