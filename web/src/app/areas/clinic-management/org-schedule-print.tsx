import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useUserInfo } from '../../../features/identity/index.ts'
import { PrintSchedule, properDate } from '../../../features/schedule/index.ts'
import { presentDay } from '../../../lib/present.ts'

/** /orgSchedule/print: a week's schedule on paper. */
export default function OrgSchedulePrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [present] = useState(presentDay)
  const date = properDate(params.get('date'), present)
  return (
    <PrintSchedule
      date={date}
      clinicName={useUserInfo().data?.clinicName ?? ''}
      onBack={() => void navigate(`/orgSchedule?date=${date}`)}
    />
  )
}
