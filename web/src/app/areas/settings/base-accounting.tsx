import { Merchants } from '../../../features/merchant/index.ts'
import { PayMethods } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /baseAccounting: how patients may pay. */
export default function BaseAccounting() {
  return (
    <Page>
      <PageTitle />
      <PayMethods />
      <Merchants />
    </Page>
  )
}
