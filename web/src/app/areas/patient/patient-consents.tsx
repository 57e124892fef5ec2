import { useNavigate } from 'react-router'
import { ConsentList } from '../../../features/consent/index.ts'
import { ShownCases } from '../../../features/doctor-case/index.ts'
import { can } from '../../../lib/permission.ts'
import { caseTo, consentTo } from '../../parts/patient-links.ts'

/** 同意书 in the patient's file. */
export default function PatientConsentsTab({ patientId }: { patientId: string }) {
  const navigate = useNavigate()
  return (
    <>
      <ConsentList patientId={patientId} recordId={null} onOpen={(id) => void navigate(consentTo(id))} />
      {can('/patientConsent:view') && (
        <ShownCases
          patientId={patientId}
          onOpen={can('/doctorPatientCommunication:view') ? (id) => void navigate(caseTo(id)) : undefined}
        />
      )}
    </>
  )
}
