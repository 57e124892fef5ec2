import { Medicare } from '../../features/membership/index.ts'
import { Page, PageTitle } from '../../ui/index.ts'
import { MembershipTabs } from './membership-tabs.tsx'

/** /medicareOrderRecord: the membership of the medical insurance link and its orders. */
export default function MedicareOrderRecordPage() {
  return (
    <Page>
      <PageTitle title="医保会员" />
      <MembershipTabs value="/medicareOrderRecord" />
      <Medicare />
    </Page>
  )
}
