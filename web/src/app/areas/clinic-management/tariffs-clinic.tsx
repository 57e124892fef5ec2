import { ClinicPrices } from '../../../features/setting/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /tariffsClinic and /clinicTariffSet: what this clinic charges. */
export default function TariffsClinic() {
  return (
    <Page>
      <PageTitle />
      <ClinicPrices />
    </Page>
  )
}
