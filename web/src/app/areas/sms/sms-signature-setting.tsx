import { Signature, SmsNotices } from '../../../features/sms/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /SMSmanagement/signatureSetting: the signature and its review. */
export default function SmsSignatureSettingPage() {
  return (
    <Page scroll>
      <PageTitle />
      <ScreenTabs />
      <SmsNotices />
      <Signature />
    </Page>
  )
}
