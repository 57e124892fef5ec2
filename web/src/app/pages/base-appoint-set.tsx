import { AppointItems } from '../../features/setting/AppointItems.tsx'
import { Page, PageTitle } from '../../ui/index.ts'

/** /baseAppointSet: what patients are booked for. */
export default function BaseAppointSet() {
  return (
    <Page>
      <PageTitle title="预约项目" crumbs={[{ label: '设置', to: '/allSetting' }]} />
      <AppointItems />
    </Page>
  )
}
