import { PatientSharing } from '../../../features/patient/Sharing.tsx'
import { ClinicConfig } from '../../../features/setting/ClinicConfig.tsx'
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
