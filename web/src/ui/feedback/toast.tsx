import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { TextButton } from '../control/Button.tsx'
import { cx } from '../cx.ts'
import s from './feedback.module.css'

export interface ToastOptions {
  /** How long it stays, in ms: 1000, or 5000 with an action and 3000 for an error. */
  duration?: number
  /** One thing to do from the toast, usually 撤销. */
  action?: { label: string; onClick: () => void }
}

interface Shown extends ToastOptions {
  id: number
  tone: 'success' | 'info' | 'error'
  text: string
  duration: number
}

let current: Shown | null = null
let counter = 0
const listeners = new Set<() => void>()

function put(next: Shown | null) {
  current = next
  for (const listener of listeners) listener()
}

function show(tone: Shown['tone'], text: string, options: ToastOptions = {}) {
  counter += 1
  const duration = options.duration ?? (options.action ? 5000 : tone === 'error' ? 3000 : 1000)
  put({ ...options, id: counter, tone, text, duration })
}

/** A short word about what was just done; a new one replaces the one before. Needs one `ToastHost` on the page. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  dismiss: () => put(null),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const snapshot = () => current
const icons = { success: 'check', info: 'info', error: 'alert-circle' } as const

/** One toast; it waits while the pointer or the focus is on it. */
function ToastCard({ shown }: { shown: Shown }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => current?.id === shown.id && put(null), shown.duration)
    return () => clearTimeout(timer)
  }, [shown, held])
  return (
    <div
      role="presentation"
      className={cx(s.toast, s[`toast-${shown.tone}`])}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[shown.tone]} size={16} stroke={shown.tone === 'success' ? 2 : 1.6} />
      <span className={s.toastText}>{shown.text}</span>
      {shown.action && (
        <TextButton
          className={s.toastAction}
          onClick={() => {
            shown.action?.onClick()
            if (current?.id === shown.id) put(null)
          }}
        >
          {shown.action.label}
        </TextButton>
      )}
    </div>
  )
}

/** The place where toasts appear; stays in the page so that screen readers announce them. */
export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, snapshot)
  return (
    <div className={s.toastPlace} aria-live={shown?.tone === 'error' ? 'assertive' : 'polite'} role="status">
      {shown && <ToastCard key={shown.id} shown={shown} />}
    </div>
  )
}
