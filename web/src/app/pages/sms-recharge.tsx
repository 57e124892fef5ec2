import { Recharge, SmsNotices } from '../../features/sms/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { SmsTabs } from './sms-tabs.tsx'

/** /SMSmanagement/recharge: buying messages. */
export default function SmsRechargePage() {
  return (
    <Page scroll>
      <PageTitle title="短信充值" />
      <SmsTabs value="/SMSmanagement/recharge" />
      <SmsNotices recharge={false} />
      <Recharge />
    </Page>
  )
}
