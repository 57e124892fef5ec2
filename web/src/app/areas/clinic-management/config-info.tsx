import { PatientSharing } from '../../../features/patient/index.ts'
import { ClinicConfig } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /configInfo: the rules by which the clinic works. */
export default function ConfigInfo() {
  return (
    <Page>
      <PageTitle />
      <ClinicConfig>
        <PatientSharing requestsTo="/fileRequests" />
      </ClinicConfig>
    </Page>
  )
}
