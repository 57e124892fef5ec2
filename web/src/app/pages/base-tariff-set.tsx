import { Prices } from '../../features/setting/Prices.tsx'
import { Page, PageTitle } from '../../ui/index.ts'

/** /baseTariffSet: what the company charges. */
export default function BaseTariffSet() {
  return (
    <Page>
      <PageTitle title="价目" crumbs={[{ label: '设置', to: '/allSetting' }]} />
      <Prices />
    </Page>
  )
}
