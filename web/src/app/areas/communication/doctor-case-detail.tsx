import { useNavigate } from 'react-router'
import { CasePage } from '../../../features/doctor-case/index.ts'
import { EmptyState, Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'
import { pickPatient } from '../../parts/follow-parts.tsx'
import { patientTo, recordTo } from '../../parts/patient-links.ts'

const state = { id: urlOptional }
const back = { label: '医患沟通', to: '/doctorPatientCommunication' }

/** /doctorCaseDetail?id=: a case of the library, to be shown. */
export default function DoctorCaseDetail() {
  const [{ id }] = useUrlState(state)
  const navigate = useNavigate()
  return (
    <Page>
      {id ? (
        <CasePage
          key={id}
          id={id}
          pickPatient={pickPatient}
          links={{
            back,
            editTo: `/doctorCaseEdit?id=${id}`,
            toConsents: (patient) => void navigate(patientTo(patient, 'consents')),
            recordTo,
          }}
          onRemoved={() => void navigate(back.to)}
        />
      ) : (
        <>
          <PageTitle crumbs={[back]} />
          <EmptyState icon="image" title="没有选择案例" hint="从「医患沟通」打开" />
        </>
      )}
    </Page>
  )
}
