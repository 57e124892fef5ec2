import { useNavigate } from 'react-router'
import { ConsentList, ConsentPage, EmergencyList } from '../../../features/consent/index.ts'
import { PatientBar } from '../../../features/patient/index.ts'
import { Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'
import { consentTo, patientTo, recordTo } from '../../parts/patient-links.ts'

const state = { id: urlOptional, patientId: urlOptional, recordId: urlOptional }

/** /patientConsent: ?patientId= a patient's consents (with ?recordId= those of a visit); ?id= one, to be signed; without any, what emergencies have left to be done. */
export default function PatientConsent() {
  const [{ id, patientId, recordId }] = useUrlState(state)
  const navigate = useNavigate()
  const open = (next: string) => void navigate(consentTo(next))
  if (id)
    return (
      <ConsentPage
        key={id}
        id={id}
        listTo={(patient) => patientTo(patient, 'consents')}
        printTo={`/patientConsent/print?id=${id}`}
        onOpen={open}
      />
    )
  return (
    <Page>
      <PageTitle crumbs={recordId ? [{ label: '病历', to: recordTo(recordId) }] : []} />
      {patientId ? (
        <>
          <PatientBar id={patientId} size="compact" />
          <ConsentList patientId={patientId} recordId={recordId} onOpen={open} />
        </>
      ) : (
        <EmergencyList onOpen={open} />
      )}
    </Page>
  )
}
