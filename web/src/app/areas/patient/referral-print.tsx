import { useNavigate, useSearchParams } from 'react-router'
import { ReferralSheet } from '../../../features/visit/index.ts'

/** /referralRecord/print?id=: the letter of a referral on paper. */
export default function ReferralPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return <ReferralSheet id={params.get('id') ?? ''} onBack={() => void navigate('/referralRecord?state=all')} />
}
