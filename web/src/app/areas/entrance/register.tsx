import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { takeOver, RegisterForm } from '../../../features/identity/index.ts'
import { applyingPath } from '../../../features/staff/index.ts'
import { session } from '../../../lib/session.ts'
import { toast } from '../../../ui/index.ts'
import { SignInFrame } from '../../layout/SignInFrame.tsx'

/**
 * A new account. It belongs to no clinic yet: the guide page says how to go on. Who came by a clinic's link goes on to
 * asking that clinic to be taken in.
 */
export default function RegisterPage() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const applying = applyingPath(params)
  if (applying && session.get()) return <Navigate to={applying} replace />
  return (
    <SignInFrame
      sub={
        applying ? '注册后向邀请您的门诊提交申请，门诊同意后即可进入' : '注册后可以申请创建门诊，或关联到您所在的门诊'
      }
      other={{
        question: '已有账号？',
        label: '登录',
        to: applying ? `/login?redirect=${encodeURIComponent(applying)}` : '/login',
      }}
    >
      <RegisterForm
        onSignedIn={(signedIn) => {
          if (!signedIn.token) return
          takeOver({ ...signedIn, token: signedIn.token })
          toast.success('注册成功')
          void navigate(applying ?? '/clinicManage', { replace: true })
        }}
      />
    </SignInFrame>
  )
}
