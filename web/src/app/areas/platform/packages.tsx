import { Gifts, Packages } from '../../../features/provider/index.ts'
import s from './packages.module.css'
import { Page, PageTitle, TabPanel, Tabs, urlEnum, useUrlState } from '../../../ui/index.ts'

const codecs = { tab: urlEnum(['packages', 'gifts'], 'packages') }

/** /platform/packages: what clinics may buy, and days that are given. */
export default function PlatformPackages() {
  const [state, set] = useUrlState(codecs)
  return (
    <Page>
      <PageTitle />
      <Tabs
        id="packages"
        label="套餐与赠送"
        inset="gutter"
        items={[
          { key: 'packages', label: '套餐' },
          { key: 'gifts', label: '赠送' },
        ]}
        value={state.tab}
        onChange={(tab) => set({ tab })}
      />
      <TabPanel tabs="packages" value={state.tab} className={s.panel}>
        {state.tab === 'packages' ? <Packages /> : <Gifts />}
      </TabPanel>
    </Page>
  )
}
