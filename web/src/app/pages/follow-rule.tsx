import { Rules } from '../../features/follow-up/Rules.tsx'
import { Page, PageTitle } from '../../ui/index.ts'
import { FollowTabs } from './follow-parts.tsx'

/** /followRule: what starts a follow-up, and with which words. */
export default function FollowRule() {
  return (
    <Page>
      <PageTitle title="随访规则" />
      <FollowTabs value="/followRule" />
      <Rules />
    </Page>
  )
}
