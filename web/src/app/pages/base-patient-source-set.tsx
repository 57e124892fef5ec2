import { Sources } from '../../features/setting/Sources.tsx'
import { Page, PageTitle } from '../../ui/index.ts'

/** /basePatientSourceSet: where patients come from. */
export default function BasePatientSourceSet() {
  return (
    <Page>
      <PageTitle title="患者来源" crumbs={[{ label: '设置', to: '/allSetting' }]} />
      <Sources />
    </Page>
  )
}
