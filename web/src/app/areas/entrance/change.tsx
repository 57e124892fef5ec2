import { Navigate, useLocation, useNavigate } from 'react-router'
import { ResetForm, type ProvenPhone } from '../../../features/identity/index.ts'
import { toast } from '../../../ui/index.ts'
import { SignInFrame } from '../../layout/SignInFrame.tsx'

/** Second step. Whoever comes here without the first is sent back to it; the server asks for the code again. */
export default function ChangePage() {
  const navigate = useNavigate()
  const proven = (useLocation().state as { proven?: ProvenPhone } | null)?.proven
  if (!proven) return <Navigate to="/forgits" replace />
  return (
    <SignInFrame
      sub={`第 2 步，共 2 步：${proven.phone.slice(0, 3)}****${proven.phone.slice(7)}`}
      other={{ question: '想起来了？', label: '登录', to: '/login' }}
    >
      <ResetForm
        proven={proven}
        onDone={() => void navigate('/complete', { replace: true, state: { done: true } })}
        onExpired={(message) => {
          toast.error(message)
          void navigate('/forgits', { replace: true })
        }}
      />
    </SignInFrame>
  )
}
