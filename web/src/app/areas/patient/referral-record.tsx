import { Referrals } from '../../../features/visit/index.ts'
import { Page, PageTitle } from '../../../ui/index.ts'
import { patientTo } from '../../parts/patient-links.ts'

/** /referralRecord: patients referred here and from here, and what became of it. */
export default function ReferralRecord() {
  return (
    <Page>
      <PageTitle />
      <Referrals patientHref={patientTo} />
    </Page>
  )
}
