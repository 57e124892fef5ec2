import { useNavigate, useParams, useSearchParams } from 'react-router'
import { SlipSheet } from '../../../features/commission/index.ts'

/** /print/commission/:id: the slip of somebody's pay. `?auto=1` opens the print dialog. */
export default function PrintCommission() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return <SlipSheet id={id} auto={params.has('auto')} onBack={() => void navigate('/employeeReport')} />
}
