import { Overview, SmsNotices } from '../../../features/sms/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /SMSmanagement: balance, usage and what needs somebody. */
export default function SmsManagementPage() {
  return (
    <Page scroll>
      <PageTitle />
      <ScreenTabs />
      <SmsNotices />
      <Overview />
    </Page>
  )
}
