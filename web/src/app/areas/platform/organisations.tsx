import { Reviews } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/organisations: organisations whose papers wait. */
export default function PlatformOrganisations() {
  return (
    <Page>
      <PageTitle />
      <Reviews subject="organisation" />
    </Page>
  )
}
