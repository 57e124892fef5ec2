import { Rules } from '../../../features/follow-up/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { FollowTabs } from '../../parts/follow-parts.tsx'

/** /followRule: what starts a follow-up, and with which words. */
export default function FollowRule() {
  return (
    <Page>
      <PageTitle />
      <FollowTabs value="/followRule" />
      <Rules />
    </Page>
  )
}
