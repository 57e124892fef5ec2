import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { homeAfterSignIn, takeOver, type SignedIn } from '../../features/identity/account.ts'
import { ClinicPicker, LoginForm } from '../../features/identity/LoginForm.tsx'
import { ownPath } from '../../lib/redirect.ts'
import { LoginArches, Logo, toast } from '../../ui/index.ts'
import s from './login.module.css'

const YEAR = new Date().getFullYear()

/** The sign-in page; for somebody with several clinics it becomes the choice between them. */
export default function LoginPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [choosing, setChoosing] = useState<SignedIn | null>(null)
  const [reachable, setReachable] = useState(true)
  const goOn = (signedIn: SignedIn) => {
    if (!signedIn.token) return setChoosing(signedIn)
    takeOver({ ...signedIn, token: signedIn.token })
    void navigate(ownPath(params.get('redirect'), window.location.origin) ?? homeAfterSignIn(signedIn), {
      replace: true,
    })
  }
  return (
    <div className={s.page}>
      <aside className={s.left}>
        <Logo size={32} />
        <LoginArches className={s.arches} />
        <div>
          <p className={s.sentence}>每一颗牙，都有来处</p>
          <p className="t-14 secondary">预约、病历与收费，在同一份患者档案里。</p>
        </div>
      </aside>
      <main className={s.right}>
        <div className={s.column}>
          <div className={s.mark}>
            <Logo size={32} />
          </div>
          <h1 className="t-24">{choosing ? '选择门诊' : '登录'}</h1>
          <p className={s.sub}>
            {choosing ? '您在多家门诊任职，请选择这次进入的门诊' : '使用门诊分配的账号进入工作台'}
          </p>
          <div className={s.rule} />
          {choosing ? (
            <ClinicPicker
              signedIn={choosing}
              onChosen={goOn}
              onBack={(message) => {
                setChoosing(null)
                if (message) toast.error(message)
              }}
            />
          ) : (
            <LoginForm onSignedIn={goOn} onReachable={setReachable} />
          )}
        </div>
        <footer className={s.foot}>
          <span>© {YEAR} Dentin 牙本</span>
          <span aria-hidden>·</span>
          <span className={reachable ? undefined : 'danger'}>{reachable ? '服务状态正常' : '服务暂时连接不上'}</span>
        </footer>
      </main>
    </div>
  )
}
