import { Prices } from '../../../features/tariff/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /baseTariffSet: what the company charges. */
export default function BaseTariffSet() {
  return (
    <Page>
      <PageTitle />
      <Prices />
    </Page>
  )
}
