import { RechargeList, SmsNotices } from '../../features/sms/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { SmsTabs } from './sms-tabs.tsx'

/** /SMSmanagement/rechargeList: every recharge. */
export default function SmsRechargeListPage() {
  return (
    <Page>
      <PageTitle title="充值记录" />
      <SmsTabs value="/SMSmanagement/rechargeList" />
      <SmsNotices />
      <RechargeList />
    </Page>
  )
}
