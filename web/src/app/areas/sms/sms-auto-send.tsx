import { AutoSend, SmsNotices } from '../../../features/sms/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /SMSmanagement/autoSend: what is sent by itself. */
export default function SmsAutoSendPage() {
  return (
    <Page scroll>
      <PageTitle />
      <ScreenTabs />
      <SmsNotices />
      <AutoSend />
    </Page>
  )
}
