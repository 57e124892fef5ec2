import { Medicare } from '../../../features/membership/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /medicareOrderRecord: the membership of the medical insurance link and its orders. */
export default function MedicareOrderRecordPage() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <Medicare />
    </Page>
  )
}
