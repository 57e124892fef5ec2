import { ClinicProfile } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /outpatientServiceInfo: how the clinic presents itself. */
export default function OutpatientServiceInfo() {
  return (
    <Page>
      <PageTitle />
      <ClinicProfile />
    </Page>
  )
}
