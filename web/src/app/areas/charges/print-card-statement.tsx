import { addMonths } from '@dentin/kit/datetime'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { StatementSheet } from '../../../features/card/index.ts'
import { presentDay } from '../../../lib/present.ts'
import { membersTo } from '../../parts/patient-links.ts'

/** /print/cardStatement/:id?from=&to=: how a card moved, in the last three months unless days are named. */
export default function PrintCardStatement() {
  const { id = '' } = useParams()
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const patientId = params.get('patientId')
  const to = params.get('to') ?? presentDay()
  const from = params.get('from') ?? addMonths(to, -3)
  return (
    <StatementSheet
      id={id}
      from={from}
      to={to}
      auto={params.has('auto')}
      onDays={(first, last) =>
        setParams({ ...(patientId ? { patientId } : {}), from: first, to: last }, { replace: true })
      }
      onBack={() => void navigate(patientId ? membersTo(patientId) : '/membercard')}
    />
  )
}
