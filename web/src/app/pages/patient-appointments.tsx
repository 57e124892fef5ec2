import { useNavigate } from 'react-router'
import { PatientAppointments } from '../../features/appointment/index.ts'
import { bookingTo } from './patient-links.ts'

/** 预约 in the patient's file. A row leads to its day on the board. */
export default function PatientAppointmentsTab({ patientId }: { patientId: string }) {
  const navigate = useNavigate()
  return (
    <PatientAppointments
      patientId={patientId}
      bookTo={bookingTo(patientId)}
      onOpen={(row) => void navigate(`/myAppointmentBoard?date=${row.startTime.slice(0, 10)}&appointment=${row.id}`)}
    />
  )
}
