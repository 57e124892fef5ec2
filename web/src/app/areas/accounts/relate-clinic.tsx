import { useSyncExternalStore } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { leaveClinic } from '../../../features/identity/index.ts'
import { RelateClinic, applyingPath } from '../../../features/staff/index.ts'
import { session } from '../../../lib/session.ts'
import { EmptyState, LinkButton, Page, PageTitle } from '../../../ui/index.ts'
import { useSwitchClinic } from '../../layout/ClinicSwitcher.tsx'

/** /relateClinic for nobody: what it is for, and the way to sign in. */
function SignInFirst() {
  const [params] = useSearchParams()
  const back = applyingPath(params) ?? '/relateClinic'
  return (
    <EmptyState
      layout="stack"
      icon="building"
      title="登录后可以关联门诊"
      hint="按名称找到您任职的门诊并提交申请，门诊管理员审核通过后即可使用全部功能。"
      action={
        <div style={{ display: 'flex', gap: 8 }}>
          <LinkButton to={`/register${back.slice('/relateClinic'.length)}`}>注册账号</LinkButton>
          <LinkButton to={`/login?redirect=${encodeURIComponent(back)}`} variant="primary">
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
  const [params] = useSearchParams()
  const clinicId = applyingPath(params) ? params.get('clinic') : null
  const as = params.get('as')
  return (
    <Page scroll padded>
      <PageTitle />
      <RelateClinic
        invitation={clinicId ? { clinicId, jobType: as && /^\d$/.test(as) ? Number(as) : null } : null}
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
