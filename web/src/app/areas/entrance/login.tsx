import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  homeAfterSignIn,
  takeOver,
  type SignedIn,
  ClinicPicker,
  LoginForm,
  PhoneLoginForm,
  loadAccountActions,
  ScanLogin,
} from '../../../features/identity/index.ts'
import { permissions } from '../../../lib/permission.ts'
import { ownPath } from '../../../lib/redirect.ts'
import { SkeletonRows, TabPanel, Tabs, toast } from '../../../ui/index.ts'
import { SignInFrame } from '../../layout/SignInFrame.tsx'

const WAYS = [
  { key: 'account', label: '账号登录' },
  { key: 'phone', label: '短信登录' },
  { key: 'scan', label: '扫码登录' },
] as const
type Way = (typeof WAYS)[number]['key']

/** The page that somebody has chosen to begin with. The permissions are read for the next page anyway. */
async function chosenStart(): Promise<string | null> {
  const { loadPermissions } = await loadAccountActions()
  await loadPermissions().catch(() => false)
  return permissions.get()?.menu.find((entry) => entry.isStart)?.path ?? null
}

/** The sign-in page; for somebody with several clinics it becomes the choice between them. */
export default function LoginPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [way, setWay] = useState<Way>('account')
  const [choosing, setChoosing] = useState<SignedIn | null>(null)
  const [reachable, setReachable] = useState(true)
  const goOn = (signedIn: SignedIn) => {
    if (!signedIn.token) return setChoosing(signedIn)
    takeOver({ ...signedIn, token: signedIn.token })
    void home(signedIn).then((to) => navigate(to, { replace: true }))
  }
  /** Where the person wanted to go, else begins. */
  const home = async (signedIn: SignedIn) => {
    const wanted = ownPath(params.get('redirect'), window.location.origin)
    if (wanted) return wanted
    const usual = homeAfterSignIn(signedIn)
    return usual === '/' ? usual : ((await chosenStart()) ?? usual)
  }
  const foot = (
    <>
      <span aria-hidden>·</span>
      <span className={reachable ? undefined : 'danger'}>{reachable ? '服务状态正常' : '服务暂时连接不上'}</span>
    </>
  )
  if (choosing)
    return (
      <SignInFrame title="选择门诊" sub="您在多家门诊任职，请选择这次进入的门诊" foot={foot}>
        <ClinicPicker
          signedIn={choosing}
          onChosen={goOn}
          onBack={(message) => {
            setChoosing(null)
            if (message) toast.error(message)
          }}
        />
      </SignInFrame>
    )
  return (
    <SignInFrame
      sub="使用门诊分配的账号进入工作台"
      other={{ question: '还没有账号？', label: '注册', to: '/register' }}
      tabs={<Tabs id="way" label="登录方式" items={WAYS} value={way} onChange={setWay} />}
      foot={foot}
    >
      <TabPanel tabs="way" value={way}>
        {way === 'account' ? (
          <LoginForm onSignedIn={goOn} onReachable={setReachable} />
        ) : way === 'phone' ? (
          <PhoneLoginForm onSignedIn={goOn} />
        ) : (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <ScanLogin onSignedIn={goOn} />
          </Suspense>
        )}
      </TabPanel>
    </SignInFrame>
  )
}
