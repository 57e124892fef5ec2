import { PatientAppointments } from '../../../features/appointment/index.ts'
import { can } from '../../../lib/permission.ts'
import { bookingTo } from '../../parts/patient-links.ts'

/** 预约 in the patient's file: each appointment with what happened to it, and its day on the board. */
export default function PatientAppointmentsTab({ patientId }: { patientId: string }) {
  return (
    <PatientAppointments
      patientId={patientId}
      bookTo={bookingTo(patientId)}
      boardTo={
        can('/myAppointmentBoard:view')
          ? (row) => `/myAppointmentBoard?date=${row.startTime.slice(0, 10)}&appointment=${row.id}`
          : undefined
      }
    />
  )
}
