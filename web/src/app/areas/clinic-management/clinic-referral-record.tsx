import { ReferralRecords } from '../../parts/ReferralRecords.tsx'
import { ScreenTabs } from '../../parts/ScreenTabs.tsx'

/** /clinicreferralRecord: patients referred to the clinic at work and from it, and those introduced to it. */
export default function ClinicReferralRecord() {
  return <ReferralRecords door="clinicreferralRecord" tabs={<ScreenTabs />} />
}
