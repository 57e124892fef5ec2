import { useNavigate } from 'react-router'
import { EditCase, NewCase } from '../../../features/doctor-case/index.ts'
import { Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'
import { pickPatient } from '../../parts/follow-parts.tsx'
import { ownCaseTo, recordTo } from '../../parts/patient-links.ts'

const state = { id: urlOptional, recordId: urlOptional }

/** /caseEdit: a new case, with ?recordId= out of a record; ?id= one that is there. */
export default function CaseEdit() {
  const [{ id, recordId }] = useUrlState(state)
  const navigate = useNavigate()
  const back = recordId ? recordTo(recordId) : '/caseList'
  return (
    <Page>
      <PageTitle crumbs={[{ label: '我的案例', to: '/caseList' }]} />
      {id ? (
        <EditCase id={id} pickPatient={pickPatient} onDone={() => void navigate(ownCaseTo(id))} />
      ) : (
        <NewCase
          key={recordId}
          recordId={recordId}
          pickPatient={pickPatient}
          onDone={(made) => void navigate(made ? ownCaseTo(made) : back)}
        />
      )}
    </Page>
  )
}
