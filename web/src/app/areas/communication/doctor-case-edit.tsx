import { useNavigate } from 'react-router'
import { EditCase } from '../../../features/doctor-case/index.ts'
import { EmptyState, Page, PageTitle, urlOptional, useUrlState } from '../../../ui/index.ts'
import { pickPatient } from '../../parts/follow-parts.tsx'
import { caseTo } from '../../parts/patient-links.ts'

const state = { id: urlOptional }

/** /doctorCaseEdit?id=: changes a case of the library. */
export default function DoctorCaseEdit() {
  const [{ id }] = useUrlState(state)
  const navigate = useNavigate()
  return (
    <Page>
      <PageTitle crumbs={[{ label: '医患沟通', to: '/doctorPatientCommunication' }]} />
      {id ? (
        <EditCase id={id} pickPatient={pickPatient} onDone={() => void navigate(caseTo(id))} />
      ) : (
        <EmptyState icon="image" title="没有选择案例" hint="从「医患沟通」打开" />
      )}
    </Page>
  )
}
