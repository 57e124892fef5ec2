import { useNavigate, useSearchParams } from 'react-router'
import { sexAge } from '../../../features/reporting/index.ts'
import { ReferralSheet } from '../../../features/visit/ReferralSheet.tsx'
import { presentDay } from '../../../lib/present.ts'

/** /referralRecord/print?id=: the letter of a referral on paper. */
export default function ReferralPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <ReferralSheet
      id={params.get('id') ?? ''}
      personText={(row) => sexAge(row, presentDay())}
      onBack={() => void navigate('/referralRecord?state=all')}
    />
  )
}
