import { SmsReviews } from '../../../features/provider/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'

/** /platform/smsReviews: signatures and templates of SMS that clinics handed in. */
export default function PlatformSmsReviewsPage() {
  return (
    <Page>
      <PageTitle />
      <SmsReviews />
    </Page>
  )
}
