import { VipDetail } from '../../../features/membership/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /vipInfoDetail: the membership of the clinic. */
export default function VipInfoDetailPage() {
  return (
    <Page scroll>
      <PageTitle />
      <ScreenTabs />
      <VipDetail />
    </Page>
  )
}
