import { RechargeList, SmsNotices } from '../../../features/sms/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /SMSmanagement/rechargeList: every recharge. */
export default function SmsRechargeListPage() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <SmsNotices />
      <RechargeList />
    </Page>
  )
}
