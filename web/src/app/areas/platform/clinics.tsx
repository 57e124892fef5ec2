import { Clinics } from '../../../features/provider/Clinics.tsx'
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
