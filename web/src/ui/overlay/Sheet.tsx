import { useEffect, useRef, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useHotkeys } from '../hooks/useHotkeys.ts'
import s from './sheet.module.css'

/** A panel of the phone that comes up from the bar, as high as its content; the bar stays in sight. */
export function Sheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  useHotkeys([{ key: 'Escape', whileTyping: true, run: onClose }])
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return createPortal(
    <div className={s.layer}>
      <button type="button" className={s.scrim} tabIndex={-1} aria-label="关闭" onClick={onClose} />
      <section ref={panel} role="dialog" aria-modal="true" aria-label={label} tabIndex={-1} className={s.sheet}>
        <span className={s.handle} aria-hidden />
        {children}
      </section>
    </div>,
    document.body,
  )
}
