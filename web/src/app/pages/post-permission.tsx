import { Posts } from '../../features/staff/Posts.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { StaffTabs } from './staff-tabs.tsx'

/** /postPermission: posts and what they may do. */
export default function PostPermission() {
  return (
    <Page>
      <PageTitle title="岗位权限" />
      <StaffTabs value="/postPermission" />
      <Posts />
    </Page>
  )
}
