import { Recharge, SmsNotices } from '../../../features/sms/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /SMSmanagement/recharge: buying messages. */
export default function SmsRechargePage() {
  return (
    <Page scroll>
      <PageTitle />
      <ScreenTabs />
      <SmsNotices recharge={false} />
      <Recharge />
    </Page>
  )
}
