import { useNavigate, useParams, useSearchParams } from 'react-router'
import { StatementSheet } from '../../../features/unit-account/index.ts'

/** /print/unitStatement/:id?month=: a month of a unit. `?auto=1` opens the print dialog. */
export default function PrintUnitStatement() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const month = params.get('month') ?? ''
  return (
    <StatementSheet
      unitId={id}
      month={month}
      auto={params.has('auto')}
      onBack={() => void navigate(`/unitAccounts?unit=${id}&tab=statement&month=${month}`)}
    />
  )
}
