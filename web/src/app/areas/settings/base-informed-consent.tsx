import { ConsentTemplates } from '../../../features/consent/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /baseInformedConsent: the texts of consents, and what asks for them. */
export default function BaseInformedConsent() {
  return (
    <Page>
      <PageTitle />
      <ConsentTemplates />
    </Page>
  )
}
