import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { PrintDay } from '../../../features/appointment/index.ts'
import { useUserInfo } from '../../../features/identity/index.ts'
import { presentDay } from '../../../lib/present.ts'

/** /myAppointmentBoard/print: a day's appointments on paper. */
export default function MyAppointmentPrint() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [present] = useState(presentDay)
  const date = params.get('date') ?? present
  return (
    <PrintDay
      date={date}
      clinicName={useUserInfo().data?.clinicName ?? ''}
      onBack={() => void navigate(`/myAppointmentBoard?date=${date}`)}
    />
  )
}
