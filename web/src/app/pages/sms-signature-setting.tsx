import { Signature, SmsNotices } from '../../features/sms/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { SmsTabs } from './sms-tabs.tsx'

/** /SMSmanagement/signatureSetting: the signature and its review. */
export default function SmsSignatureSettingPage() {
  return (
    <Page scroll>
      <PageTitle title="短信签名" />
      <SmsTabs value="/SMSmanagement/signatureSetting" />
      <SmsNotices />
      <Signature />
    </Page>
  )
}
