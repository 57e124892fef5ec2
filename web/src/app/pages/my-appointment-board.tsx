import { AppointmentBoard } from '../../features/appointment/index.ts'
import { urlOptional, useUrlState } from '../../ui/index.ts'
import { CheckIn, renderPicker, usePatientToBook } from './appointment-parts.tsx'
import { patientTo } from './patient-links.ts'

const codecs = { patientId: urlOptional, treatDentistId: urlOptional }

/** /myAppointmentBoard: the appointment board; `?patientId=` books for that patient, `&treatDentistId=` with that doctor. */
export default function MyAppointmentBoard() {
  const [url, setUrl] = useUrlState(codecs)
  const bookFor = usePatientToBook(url.patientId)
  return (
    <AppointmentBoard
      renderPicker={renderPicker}
      patientHref={patientTo}
      renderCheckIn={(appointment, done) => <CheckIn appointment={appointment} onDone={done} />}
      bookFor={url.patientId ? bookFor : null}
      bookWith={url.treatDentistId}
      onBookFor={() => setUrl({ patientId: null, treatDentistId: null })}
    />
  )
}
