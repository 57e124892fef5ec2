import { PriceMatrix } from '../../../features/tariff/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /clinicTariffSet: what the clinics charge, beside the head office's price. */
export default function ClinicTariffSet() {
  return (
    <Page>
      <PageTitle />
      <PriceMatrix />
    </Page>
  )
}
