import { ReferralRecords } from '../../parts/ReferralRecords.tsx'

/** /referralRecord: patients referred here and from here and what became of it, and whom somebody introduced. */
export default function ReferralRecord() {
  return <ReferralRecords door="referralRecord" />
}
