import { Packages } from '../../../features/tariff/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /tariffPackageList: several items for one price. */
export default function TariffPackagesPage() {
  return (
    <Page>
      <PageTitle />
      <Packages />
    </Page>
  )
}
