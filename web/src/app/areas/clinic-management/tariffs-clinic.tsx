import { ClinicPrices } from '../../../features/tariff/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /tariffsClinic: what this clinic charges. */
export default function TariffsClinic() {
  return (
    <Page>
      <PageTitle />
      <ClinicPrices />
    </Page>
  )
}
