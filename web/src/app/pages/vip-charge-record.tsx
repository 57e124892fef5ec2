import { OrderTable } from '../../features/membership/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { MembershipTabs } from './membership-tabs.tsx'

/** /vipChargeRecord: what was paid for the membership. */
export default function VipChargeRecordPage() {
  return (
    <Page>
      <PageTitle title="缴费记录" />
      <MembershipTabs value="/vipChargeRecord" />
      <OrderTable kind="vip" paidOnly />
    </Page>
  )
}
