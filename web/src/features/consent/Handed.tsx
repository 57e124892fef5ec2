import type { ConsentContent } from '@dentin/contract/consent'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button, cx, EmptyState, Icon, Logo } from '../../ui/index.ts'
import s from './handed.module.css'

interface Props {
  content: ConsentContent
  clinicName: string
  /** Whoever signs for the patient has nothing left to do. */
  done: boolean
  /** All that is to be ticked is ticked. */
  ticked: boolean
  large: boolean
  onLarge: () => void
  /** The patient does not agree, or wants to ask once more; left out where nobody may any more. */
  onRefuse: (() => void) | undefined
  onAsk: () => void
  onBack: () => void
  /** The text, and the pads. */
  text: ReactNode
  pads: ReactNode
}

/** The consent alone on the whole screen, while the tablet is in the patient's hands: nothing of the clinic's work can be reached. */
export function Handed({
  content,
  clinicName,
  done,
  ticked,
  large,
  onLarge,
  onRefuse,
  onAsk,
  onBack,
  text,
  pads,
}: Props) {
  const end = useRef<HTMLDivElement>(null)
  const [read, setRead] = useState(false)
  useEffect(() => {
    // Where the browser has no full screen, the window is filled.
    void document.documentElement.requestFullscreen?.().catch(() => {})
    // What lies below can't be reached by keyboard either.
    const below = document.getElementById('root')
    below?.setAttribute('inert', '')
    return () => {
      below?.removeAttribute('inert')
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
  useEffect(() => {
    if (!end.current) return
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setRead(true)
    })
    seen.observe(end.current)
    return () => seen.disconnect()
  }, [])
  const steps = [
    { name: '告知', past: read || ticked || done },
    { name: content.ownRisks.length > 0 ? '您的风险' : '逐条确认', past: ticked || done },
    { name: '签名', past: done },
  ]
  const at = steps.findIndex(({ past }) => !past)
  return createPortal(
    <section className={s.whole} role="dialog" aria-modal aria-label={`${content.title}，交给患者`}>
      <header className={s.head}>
        <Logo size={30} markOnly />
        <b className={cx('ellipsis', s.clinic)}>{clinicName}</b>
        <ol className={s.steps} aria-label="步骤">
          {steps.map(({ name, past }, n) => (
            <li key={name} data-past={past || undefined} aria-current={n === at ? 'step' : undefined}>
              <span className={s.no}>{past ? <Icon name="check" size={14} /> : n + 1}</span>
              {name}
            </li>
          ))}
        </ol>
        <Button size="lg" icon="zoom-in" onClick={onLarge}>
          {large ? '常用字' : '大字'}
        </Button>
        <Button size="lg" icon="arrow-left" onClick={onBack}>
          交还医护
        </Button>
      </header>
      {done ? (
        <div className={s.done}>
          <EmptyState layout="stack" icon="check-circle" title="已经签好，谢谢。请把平板交还医护人员" />
        </div>
      ) : (
        <>
          <div className={s.body} data-large={large || undefined}>
            <div className={s.text}>
              <h1 className="t-22">{content.title}</h1>
              {text}
              <div ref={end} />
            </div>
            <div className={s.pads}>{pads}</div>
          </div>
          <footer className={s.foot}>
            {onRefuse && (
              <Button size="lg" onClick={onRefuse}>
                不同意
              </Button>
            )}
            <Button size="lg" onClick={onAsk}>
              再问问医生
            </Button>
            <span className={cx('t-13 secondary', s.where)}>
              {at < 0 ? '' : at === 0 ? '请读到最后' : at === 1 ? '请逐条听讲、打勾' : '请在右侧签名'}
            </span>
          </footer>
        </>
      )}
    </section>,
    document.body,
  )
}
