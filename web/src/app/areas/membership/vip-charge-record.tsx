import { OrderTable } from '../../../features/membership/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /vipChargeRecord: what was paid for the membership. */
export default function VipChargeRecordPage() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <OrderTable kind="vip" paidOnly />
    </Page>
  )
}
