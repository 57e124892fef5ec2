import { PayMethods } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /baseAccounting: how patients may pay. */
export default function BaseAccounting() {
  return (
    <Page>
      <PageTitle />
      <PayMethods />
    </Page>
  )
}
