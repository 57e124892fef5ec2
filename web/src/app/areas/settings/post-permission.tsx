import { Posts } from '../../../features/staff/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /postPermission: posts and what they may do. */
export default function PostPermission() {
  return (
    <Page>
      <PageTitle />
      <ScreenTabs />
      <Posts />
    </Page>
  )
}
