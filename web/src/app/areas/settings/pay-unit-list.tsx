import { PayUnits } from '../../../features/unit-account/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /payUnitList: the companies and schools that pay for their people. */
export default function PayUnitsPage() {
  return (
    <Page>
      <PageTitle />
      <PayUnits />
    </Page>
  )
}
