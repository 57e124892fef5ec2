import { MyClinic, type ClinicLink } from '../../../features/qualification/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { session } from '../../../lib/session.ts'
import { EmptyState, LinkButton, Page, PageTitle } from '../../../ui/index.ts'
import { screens } from '@dentin/contract/areas/screens'
import { opens } from '../../routes.ts'

/** What belongs to a clinic besides its papers; shown where the screen exists and the post opens it. */
const LINKS: readonly (ClinicLink & { to: `/${string}` })[] = [
  { to: '/vipInfoDetail', icon: 'crown', title: '门诊会员', hint: '有效期、续费、缴费记录与发票' },
  { to: '/baseEmployee', icon: 'users', title: '员工', hint: '在职员工、岗位与关联审核' },
]

/** /userFactory: the clinic one works in. */
export default function UserFactoryPage() {
  const can = useCan()
  const inClinic = Boolean(session.get()?.clinicId)
  const links = LINKS.filter((link) => screens.some((screen) => screen.path === link.to && opens(screen, can)))
  return (
    <Page scroll padded>
      <PageTitle />
      {inClinic ? (
        <MyClinic links={links} />
      ) : (
        <EmptyState
          layout="stack"
          icon="building"
          title="您还没有所属门诊"
          hint="可以创建自己的门诊，或者关联您任职的门诊。"
          action={
            <div style={{ display: 'flex', gap: 8 }}>
              <LinkButton to="/userFactoryNav" variant="primary">
                创建门诊
              </LinkButton>
              <LinkButton to="/relateClinic">关联门诊</LinkButton>
            </div>
          }
        />
      )}
    </Page>
  )
}
