import { today } from '@dentin/kit/datetime'
import { useNavigate, useSearchParams } from 'react-router'
import { sexAge } from '../../features/reporting/index.ts'
import { ReferralSheet } from '../../features/visit/ReferralSheet.tsx'

/** /referralRecord/print?id=: the letter of a referral on paper. */
export default function ReferralPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <ReferralSheet
      id={params.get('id') ?? ''}
      personText={(row) => sexAge(row, today(new Date()))}
      onBack={() => void navigate('/referralRecord?state=all')}
    />
  )
}
