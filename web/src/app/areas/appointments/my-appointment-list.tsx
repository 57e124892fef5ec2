import { AppointmentList } from '../../../features/appointment/index.ts'
import { CheckIn, renderPicker } from '../../parts/appointment-parts.tsx'
import { patientTo, recordTo } from '../../parts/patient-links.ts'

/** /myAppointmentList: every appointment as a list. */
export default function MyAppointmentList() {
  return (
    <AppointmentList
      renderPicker={renderPicker}
      patientHref={patientTo}
      recordHref={recordTo}
      renderCheckIn={(appointment, done) => <CheckIn appointment={appointment} onDone={done} />}
    />
  )
}
