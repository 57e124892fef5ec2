import type { ReactNode } from 'react'
import { cx, Logo, Tag } from '../../../ui/index.ts'
import { useScreen } from '../../use-screen.ts'
import s from './entry.module.css'

/** The frame of the console's pages before sign-in: one calm card. */
export function Entry({
  title: own,
  sub,
  wide,
  children,
}: {
  /** Left out: the screen's. */
  title?: string | undefined
  sub: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  const screen = useScreen()
  return (
    <div className={s.page}>
      <main className={cx(s.card, wide && s.wide)}>
        <div className={s.head}>
          <Logo size={28} />
          <Tag tone="outline">平台控制台</Tag>
        </div>
        <h1 className="t-24">{own ?? screen?.title}</h1>
        <p className={s.sub}>{sub}</p>
        <div className={s.rule} />
        {children}
      </main>
      <footer className={s.foot}>供平台员工使用；门诊用户请从门诊登录页进入</footer>
    </div>
  )
}
