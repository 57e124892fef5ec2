import { Suspense } from 'react'
import { Link, Outlet } from 'react-router'
import { Logo } from '../../ui/index.ts'
import s from './public-frame.module.css'

/** Around a page of the main layout that may be seen without signing in. */
export function PublicFrame() {
  return (
    <div className={s.frame}>
      <header className={s.head}>
        <Link to="/login" aria-label="Dentin 牙本，去登录">
          <Logo />
        </Link>
      </header>
      <main className={s.main}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </div>
  )
}
