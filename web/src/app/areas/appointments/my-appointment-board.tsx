import { useNavigate } from 'react-router'
import { AppointmentBoard, BY_DOCTOR } from '../../../features/appointment/index.ts'
import { urlList, urlNumber, urlOptional, useUrlState } from '../../../ui/index.ts'
import { CheckIn, renderPicker, usePatientToBook } from '../../parts/appointment-parts.tsx'
import { patientTo, recordTo } from '../../parts/patient-links.ts'

const codecs = {
  patientId: urlOptional,
  treatDentistId: urlOptional,
  items: urlList,
  planLines: urlList,
  minutes: urlNumber(0),
  title: urlOptional,
  /** The record that sent somebody here: saving leads back to it. */
  fromRecord: urlOptional,
}

/**
 * /myAppointmentBoard: the appointment board; `?patientId=` books for that patient, `&treatDentistId=` with that doctor,
 * `&items=`, `&planLines=`, `&minutes=` and `&title=` for what and how long, `&fromRecord=` and back to that record.
 */
export default function MyAppointmentBoard() {
  const [url, setUrl] = useUrlState(codecs)
  const bookFor = usePatientToBook(url.patientId)
  const navigate = useNavigate()
  const { treatDentistId, items, planLines, minutes, title, fromRecord } = url
  return (
    <AppointmentBoard
      renderPicker={renderPicker}
      patientHref={patientTo}
      recordHref={recordTo}
      renderCheckIn={(appointment, done) => <CheckIn appointment={appointment} onDone={done} />}
      bookFor={url.patientId ? bookFor : null}
      bookWith={{
        ...(treatDentistId ? { doctorId: treatDentistId } : {}),
        ...(items.length > 0 ? { itemIds: items } : {}),
        ...(planLines.length > 0 ? { planLineIds: planLines } : {}),
        ...(minutes > 0 ? { minutes } : {}),
        ...(title ? { title } : {}),
        ...(fromRecord ? { source: BY_DOCTOR } : {}),
      }}
      onBookFor={() =>
        setUrl({ patientId: null, treatDentistId: null, items: [], planLines: [], minutes: 0, title: null })
      }
      {...(fromRecord
        ? { onBooked: () => void navigate(`/patientMedicalRecord?id=${encodeURIComponent(fromRecord)}`) }
        : {})}
    />
  )
}
