import { PlatformMessages } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/messages: what the provider writes to clinics. */
export default function PlatformPlatformMessagesPage() {
  return (
    <Page>
      <PageTitle />
      <PlatformMessages />
    </Page>
  )
}
