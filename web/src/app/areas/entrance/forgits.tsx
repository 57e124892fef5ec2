import { useNavigate } from 'react-router'
import { ForgotForm } from '../../../features/identity/index.ts'
import { SignInFrame } from '../../layout/SignInFrame.tsx'

/** A forgotten password, first step: whose phone it is. */
export default function ForgotPage() {
  const navigate = useNavigate()
  return (
    <SignInFrame
      sub="第 1 步，共 2 步：验证注册时使用的手机号"
      other={{ question: '想起来了？', label: '登录', to: '/login' }}
    >
      <ForgotForm onProven={(proven) => void navigate('/change', { state: { proven } })} />
    </SignInFrame>
  )
}
