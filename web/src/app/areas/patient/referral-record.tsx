import { sexAge } from '../../../features/reporting/index.ts'
import { Referrals } from '../../../features/visit/Referrals.tsx'
import { Page, PageTitle } from '../../../ui/index.ts'
import { patientTo } from '../../parts/patient-links.ts'
import { presentDay } from '../../../lib/present.ts'

/** /referralRecord: patients referred here and from here, and what became of it. */
export default function ReferralRecord() {
  return (
    <Page>
      <PageTitle />
      <Referrals patientHref={patientTo} personText={(row) => sexAge(row, presentDay())} />
    </Page>
  )
}
