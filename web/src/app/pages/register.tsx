import { useNavigate } from 'react-router'
import { takeOver } from '../../features/identity/account.ts'
import { RegisterForm } from '../../features/identity/NewPassword.tsx'
import { toast } from '../../ui/index.ts'
import { SignInFrame } from '../layout/SignInFrame.tsx'

/** A new account. It belongs to no clinic yet: the guide page says how to go on. */
export default function RegisterPage() {
  const navigate = useNavigate()
  return (
    <SignInFrame
      title="注册"
      sub="注册后可以申请创建门诊，或关联到您所在的门诊"
      other={{ question: '已有账号？', label: '登录', to: '/login' }}
    >
      <RegisterForm
        onSignedIn={(signedIn) => {
          if (!signedIn.token) return
          takeOver({ ...signedIn, token: signedIn.token })
          toast.success('注册成功')
          void navigate('/clinicManage', { replace: true })
        }}
      />
    </SignInFrame>
  )
}
