import { useEffect, type ReactNode } from 'react'
import { Link } from 'react-router'
import { LoginArches, Logo } from '../../ui/index.ts'
import { useScreen } from '../use-screen.ts'
import s from './sign-in-frame.module.css'

const YEAR = new Date().getFullYear()

/** The window of the ways in: the arches at the left, one column at the right. */
export function SignInFrame({
  title: own,
  sub,
  other,
  tabs,
  foot,
  children,
}: {
  /** Left out: the screen's. */
  title?: string
  sub?: string
  /** The way to the other page, at the top right. */
  other?: { question: string; label: string; to: string }
  /** Stands in place of the line under the heading. */
  tabs?: ReactNode
  foot?: ReactNode
  children: ReactNode
}) {
  const screen = useScreen()
  useEffect(() => {
    if (own) document.title = `${own} · 牙本 Dentin`
  }, [own])
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
          <h1 className="t-24">{own ?? screen?.title}</h1>
          {sub && <p className={s.sub}>{sub}</p>}
          {tabs ? <div className={s.tabs}>{tabs}</div> : <div className={s.rule} />}
          {children}
          {other && (
            <p className={s.other}>
              <span>{other.question}</span>
              <Link to={other.to}>{other.label}</Link>
            </p>
          )}
        </div>
        <footer className={s.foot}>
          <span>© {YEAR} Dentin 牙本</span>
          {foot}
        </footer>
      </main>
    </div>
  )
}
