import { useNavigate } from 'react-router'
import { CaseList } from '../../../features/doctor-case/index.ts'
import { can } from '../../../lib/permission.ts'
import { LinkButton, Page, PageTitle } from '../../../ui/index.ts'
import { ownCaseTo } from '../../parts/patient-links.ts'

/** /caseList: one's own cases, and those that wait to be approved. */
export default function OwnCases() {
  const navigate = useNavigate()
  const links = can('/caseList:edit') && (
    <LinkButton to="/caseEdit" size="sm" variant="primary" icon="plus">
      写案例
    </LinkButton>
  )
  return (
    <Page>
      <PageTitle
        crumbs={[{ label: '医患沟通', to: '/doctorPatientCommunication' }]}
        extra={links}
        mobileActions={links}
      />
      <CaseList view="own" onOpen={(id) => void navigate(ownCaseTo(id))} />
    </Page>
  )
}
