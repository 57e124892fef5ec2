import { useNavigate } from 'react-router'
import { CaseList } from '../../../features/doctor-case/index.ts'
import { can } from '../../../lib/permission.ts'
import { LinkButton, Page, PageTitle } from '../../../ui/index.ts'
import { caseTo } from '../../parts/patient-links.ts'

/** /doctorPatientCommunication: cases to be shown to patients. */
export default function DoctorPatientCommunication() {
  const navigate = useNavigate()
  const links = can('/caseList:view') && (
    <LinkButton to="/caseList" size="sm" variant="text" icon="user">
      我的案例
    </LinkButton>
  )
  return (
    <Page>
      <PageTitle extra={links} mobileActions={links} />
      <CaseList view="library" onOpen={(id) => void navigate(caseTo(id))} />
    </Page>
  )
}
