import { Accounts } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/accounts: the provider's staff. */
export default function PlatformAccounts() {
  return (
    <Page>
      <PageTitle />
      <Accounts />
    </Page>
  )
}
