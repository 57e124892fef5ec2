import { useNavigate, useParams, useSearchParams } from 'react-router'
import { MonthBookSheet } from '../../../features/month-close/index.ts'

/** /print/monthClose/:month: the closing book of a month. `?auto=1` opens the print dialog. */
export default function PrintMonthClose() {
  const { month = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <MonthBookSheet
      month={month}
      auto={params.has('auto')}
      onBack={() => void navigate(`/monthClose?month=${month}`)}
    />
  )
}
