import { AutoSend, SmsNotices } from '../../features/sms/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { SmsTabs } from './sms-tabs.tsx'

/** /SMSmanagement/autoSend: what is sent by itself. */
export default function SmsAutoSendPage() {
  return (
    <Page scroll>
      <PageTitle title="自动发送" />
      <SmsTabs value="/SMSmanagement/autoSend" />
      <SmsNotices />
      <AutoSend />
    </Page>
  )
}
