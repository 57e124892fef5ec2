import { useNavigate } from 'react-router'
import { CasePage } from '../../../features/doctor-case/index.ts'
import { EmptyState, Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'
import { pickPatient } from '../../parts/follow-parts.tsx'
import { patientTo, recordTo } from '../../parts/patient-links.ts'

const state = { id: urlOptional }
const back = { label: '我的案例', to: '/caseList' }

/** /caseDetail?id=: a case with what is to be done before it may be shown. */
export default function OwnCase() {
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
            editTo: `/caseEdit?id=${id}`,
            toConsents: (patient) => void navigate(patientTo(patient, 'consents')),
            recordTo,
          }}
          onRemoved={() => void navigate(back.to)}
        />
      ) : (
        <>
          <PageTitle crumbs={[back]} />
          <EmptyState icon="image" title="没有选择案例" hint="从「我的案例」打开" />
        </>
      )}
    </Page>
  )
}
