import { VipDetail } from '../../features/membership/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { MembershipTabs } from './membership-tabs.tsx'

/** /vipInfoDetail: the membership of the clinic. */
export default function VipInfoDetailPage() {
  return (
    <Page scroll>
      <PageTitle title="门诊会员" />
      <MembershipTabs value="/vipInfoDetail" />
      <VipDetail />
    </Page>
  )
}
