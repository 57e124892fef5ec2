import { Chairs, Departments } from '../../../features/setting/index.ts'
import { Page, PageTitle, Tabs, urlEnum, useUrlState } from '../../../ui/index.ts'

const codecs = { tab: urlEnum(['dept', 'chair'], 'dept') }

/** /baseDepartSet: departments and chairs of the clinic. */
export default function BaseDepartSet() {
  const [{ tab }, set] = useUrlState(codecs)
  return (
    <Page>
      <PageTitle />
      <Tabs
        label="科室与诊椅"
        inset="gutter"
        items={[
          { key: 'dept', label: '科室' },
          { key: 'chair', label: '诊椅' },
        ]}
        value={tab}
        onChange={(key) => set({ tab: key })}
      />
      {tab === 'dept' ? <Departments /> : <Chairs />}
    </Page>
  )
}
