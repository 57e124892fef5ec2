import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Booking } from '../../features/appointment/index.ts'
import type { FollowDetail, FollowPicker } from '../../features/follow-up/index.ts'
import { PatientPicker } from '../../features/patient/index.ts'
import { useCan } from '../../lib/permission.ts'
import { Tabs } from '../../ui/index.ts'
import { renderPicker, usePatientToBook } from './appointment-parts.tsx'
import { presentDay } from '../../lib/present.ts'

/** The patients' picker in the dialogs of follow-ups and reminders. */
export const pickPatient: FollowPicker = ({ value, onChange }) => <PatientPicker value={value} onChange={onChange} />

const PLACES = [
  { key: '/followManagementList', label: '随访工作' },
  { key: '/recordManage', label: '记录与统计' },
  { key: '/remindManage', label: '患者提醒' },
  { key: '/followRule', label: '随访规则' },
] as const

/** The screens of follow-up beside each other, as far as the post grants them. */
export function FollowTabs({ value }: { value: (typeof PLACES)[number]['key'] }) {
  const navigate = useNavigate()
  const allowed = useCan()
  const places = PLACES.filter(({ key }) => allowed(`${key}:view`))
  return <Tabs label="随访与提醒" inset="gutter" items={places} value={value} onChange={(key) => void navigate(key)} />
}

/** The booking of whom a follow-up is about: with the doctor who treated, today or later. */
export function bookingOf(
  follow: FollowDetail,
  onBooked: (appointmentId: string) => void,
  onClose: () => void,
): ReactNode {
  return <FollowBooking follow={follow} onBooked={onBooked} onClose={onClose} />
}

function FollowBooking({
  follow,
  onBooked,
  onClose,
}: {
  follow: FollowDetail
  onBooked: (appointmentId: string) => void
  onClose: () => void
}) {
  const [present] = useState(presentDay)
  const patient = usePatientToBook(follow.patientId)
  if (!patient) return null
  return (
    <Booking
      start={{ doctorId: follow.doctorId, date: present, time: null, minutes: null, patient }}
      renderPicker={renderPicker}
      onClose={onClose}
      onBooked={(answer) => (answer.id ? onBooked(answer.id) : onClose())}
    />
  )
}
