import { Overview, SmsNotices } from '../../features/sms/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { SmsTabs } from './sms-tabs.tsx'

/** /SMSmanagement: balance, usage and what needs somebody. */
export default function SmsManagementPage() {
  return (
    <Page scroll>
      <PageTitle title="短信" />
      <SmsTabs value="/SMSmanagement" />
      <SmsNotices />
      <Overview />
    </Page>
  )
}
