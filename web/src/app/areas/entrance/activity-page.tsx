import { Activity } from '../../../features/membership/index.ts'
import { session } from '../../../lib/session.ts'
import { LinkButton, Logo } from '../../../ui/index.ts'
import s from './activity-page.module.css'

/** The page of the present activity: public, and the way in from it. */
export default function ActivityPage() {
  const known = session.get() !== null
  return (
    <div className={s.page}>
      <header className={s.head}>
        <Logo size={28} />
        <div className={s.ways}>
          {known ? (
            <LinkButton to="/">进入工作台</LinkButton>
          ) : (
            <>
              <LinkButton to="/login">登录</LinkButton>
              <LinkButton to="/register" variant="primary">
                注册门诊
              </LinkButton>
            </>
          )}
        </div>
      </header>
      <main>
        <Activity />
      </main>
    </div>
  )
}
