import { useNavigate } from 'react-router'
import { CaseList, CasePage } from '../../../features/orthodontic/index.ts'
import { PatientBar } from '../../../features/patient/index.ts'
import { can } from '../../../lib/permission.ts'
import { Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'
import { chargingTo, jumpTo, orthoTo, patientTo, recordTo } from '../../parts/patient-links.ts'

const state = { id: urlOptional }

/** /orthodontics: the clinic's orthodontic cases, the late ones too; ?id= one of them. */
export default function Orthodontics() {
  const [{ id }] = useUrlState(state)
  const navigate = useNavigate()
  if (id)
    return (
      <CasePage
        key={id}
        id={id}
        bar={(patient) => <PatientBar id={patient} size="compact" />}
        recordTo={recordTo}
        writeTo={(patientId, treatmentId) =>
          `${jumpTo('/patientMedicalRecord', { patientId, treatmentId })}&recordType=2`
        }
        consentsTo={can('/patientConsent:view') ? (patient) => patientTo(patient, 'consents') : null}
        picturesTo={(patient) => patientTo(patient, 'images')}
        billTo={can('/orderSet:open') ? chargingTo : null}
        listTo="/orthodontics"
      />
    )
  return (
    <Page>
      <PageTitle />
      <CaseList onOpen={(next) => void navigate(orthoTo(next))} />
    </Page>
  )
}
