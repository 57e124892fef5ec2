import { PatientSharing } from '../../features/patient/Sharing.tsx'
import { ClinicConfig } from '../../features/setting/ClinicConfig.tsx'
import { Page, PageTitle } from '../../ui/index.ts'

/** /configInfo: the rules by which the clinic works. */
export default function ConfigInfo() {
  return (
    <Page>
      <PageTitle title="门诊规则" crumbs={[{ label: '设置', to: '/allSetting' }]} />
      <ClinicConfig />
      <PatientSharing requestsTo="/fileRequests" />
    </Page>
  )
}
