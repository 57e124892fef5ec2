import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Booking } from '../../features/appointment/index.ts'
import type { GlobalDialogProps } from '../dialogs.ts'
import { renderPicker, usePatientToBook } from './appointment-parts.tsx'
import { presentDay } from '../../lib/present.ts'

/** 新建 → 预约, from any page. */
export default function AppointmentDialog({ onClose, patientId }: GlobalDialogProps) {
  const navigate = useNavigate()
  const [present] = useState(presentDay)
  const patient = usePatientToBook(patientId)
  if (patientId && !patient) return null
  return (
    <Booking
      start={{ doctorId: null, date: present, time: null, minutes: null, patient }}
      renderPicker={renderPicker}
      onClose={onClose}
      onBooked={(answer, date) => void navigate(`/myAppointmentBoard?date=${date}&appointment=${answer.id ?? ''}`)}
    />
  )
}
