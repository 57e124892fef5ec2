import { Navigate, useLocation } from 'react-router'
import { Icon, LinkButton } from '../../../ui/index.ts'
import { SignInFrame } from '../../layout/SignInFrame.tsx'
import s from './complete.module.css'

/** The end of a forgotten password. */
export default function CompletePage() {
  const done = (useLocation().state as { done?: boolean } | null)?.done
  if (!done) return <Navigate to="/login" replace />
  return (
    <SignInFrame>
      <div className={s.done}>
        <Icon name="check-circle" size={40} className="brand" />
        <p>新密码已生效。您在其他设备上的登录已经失效，请用新密码重新登录。</p>
        <LinkButton to="/login" variant="primary" size="lg" block>
          去登录
        </LinkButton>
      </div>
    </SignInFrame>
  )
}
