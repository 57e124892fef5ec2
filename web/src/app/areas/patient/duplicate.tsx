import { Duplicates, History } from '../../../features/merge/index.ts'
import { Page, PageTitle, TabPanel, Tabs, urlEnum, useUrlState } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'
import { patientTo } from '../../parts/patient-links.ts'

const codecs = { view: urlEnum(['pairs', 'history'] as const, 'pairs') }

/** /duplicate: files that may be one person, merged or put aside; and what was merged. */
export default function DuplicatePage() {
  const [{ view }, set] = useUrlState(codecs)
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <Tabs
        id="duplicate"
        label="重复档案"
        inset="gutter"
        items={[
          { key: 'pairs', label: '疑似重复' },
          { key: 'history', label: '合并记录' },
        ]}
        value={view}
        onChange={(next) => set({ view: next }, { push: true })}
      />
      <TabPanel tabs="duplicate" value={view}>
        {view === 'pairs' ? <Duplicates fileTo={patientTo} /> : <History fileTo={patientTo} />}
      </TabPanel>
    </Page>
  )
}
