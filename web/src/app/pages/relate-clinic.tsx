import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { leaveClinic } from '../../features/identity/account.ts'
import { RelateClinic } from '../../features/staff/RelateClinic.tsx'
import { session } from '../../lib/session.ts'
import { EmptyState, LinkButton, Page, PageTitle } from '../../ui/index.ts'
import { useSwitchClinic } from '../layout/ClinicSwitcher.tsx'
import { screens } from '../routes.ts'

/** /relateClinic for nobody: what it is for, and the way to sign in. */
function SignInFirst() {
  const registering = screens.some((screen) => (screen.path as string) === '/register')
  return (
    <EmptyState
      layout="stack"
      icon="building"
      title="登录后可以关联门诊"
      hint="按名称找到您任职的门诊并提交申请，门诊管理员审核通过后即可使用全部功能。"
      action={
        <div style={{ display: 'flex', gap: 8 }}>
          {registering && <LinkButton to="/register">注册账号</LinkButton>}
          <LinkButton to="/login?redirect=%2FrelateClinic" variant="primary">
            去登录
          </LinkButton>
        </div>
      }
    />
  )
}

function Relating() {
  const navigate = useNavigate()
  const { begin, question } = useSwitchClinic()
  return (
    <Page scroll padded>
      <PageTitle title="关联门诊" />
      <RelateClinic
        onEnter={begin}
        onLeft={() => {
          leaveClinic()
          void navigate('/relateClinic', { replace: true })
        }}
      />
      {question}
    </Page>
  )
}

/** /relateClinic: asking to belong to a clinic, inside the layout when signed in. */
export default function RelateClinicPage() {
  const signedIn = useSyncExternalStore(session.subscribe, () => session.get() !== null)
  return signedIn ? <Relating /> : <SignInFirst />
}
