import { useSyncExternalStore } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { TextButton } from '../control/Button.tsx'
import { cx } from '../cx.ts'
import s from './feedback.module.css'

export interface ToastOptions {
  /** One thing to do from the toast, usually 撤销. */
  action?: ToastAction
  /** Another, beside it. */
  also?: ToastAction | undefined
}

interface ToastAction {
  label: string
  onClick: () => void
}

type Tone = 'success' | 'info' | 'error'

interface Shown extends ToastOptions {
  id: number
  tone: Tone
  text: string
}

/** Toasts with something to do that may stand at once: each undoes another step. */
const MOST_WITH_ACTION = 3

let shown: readonly Shown[] = []
let counter = 0
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** How long a toast stays, in ms: plain words a second, a refusal three, one with something to do five. */
const staysFor = (tone: Tone, hasAction: boolean): number => (hasAction ? 5000 : tone === 'error' ? 3000 : 1000)

function put(next: readonly Shown[]) {
  for (const { id } of shown) if (!next.some((each) => each.id === id)) hold(id)
  shown = next
  for (const listener of listeners) listener()
}
const remove = (id: number) => put(shown.filter((each) => each.id !== id))

/** The toast waits: the pointer or the focus is on it. */
function hold(id: number) {
  clearTimeout(timers.get(id))
  timers.delete(id)
}
function release(id: number) {
  const one = shown.find((each) => each.id === id)
  if (!one) return
  hold(id)
  timers.set(
    id,
    setTimeout(() => remove(id), staysFor(one.tone, one.action !== undefined)),
  )
}

function show(tone: Tone, text: string, options: ToastOptions = {}) {
  counter += 1
  const next = { ...options, id: counter, tone, text }
  // Plain words stand alone, one at a time; what can be undone stays beside the next one.
  const kept = shown.filter((each) => each.action !== undefined)
  put([...kept.slice(next.action ? 1 - MOST_WITH_ACTION : -MOST_WITH_ACTION), next])
  release(next.id)
}

/** A short word about what was just done; a new one replaces the one before. Needs one `ToastHost` on the page. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  dismiss: () => put([]),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** The toasts that stand, the oldest first. */
export const shownToasts = () => shown
export const holdToast = hold
export const releaseToast = release
const icons = { success: 'check', info: 'info', error: 'alert-circle' } as const

/** One toast; it waits while the pointer or the focus is on it. */
function ToastCard({ one }: { one: Shown }) {
  return (
    <div
      role="presentation"
      className={cx(s.toast, s[`toast-${one.tone}`])}
      onMouseEnter={() => hold(one.id)}
      onMouseLeave={() => release(one.id)}
      onFocus={() => hold(one.id)}
      onBlur={() => release(one.id)}
    >
      <Icon name={icons[one.tone]} size={16} stroke={one.tone === 'success' ? 2 : 1.6} />
      <span className={s.toastText}>{one.text}</span>
      {[one.also, one.action].map(
        (action) =>
          action && (
            <TextButton
              key={action.label}
              className={s.toastAction}
              onClick={() => {
                action.onClick()
                remove(one.id)
              }}
            >
              {action.label}
            </TextButton>
          ),
      )}
    </div>
  )
}

/** The place where toasts appear; stays in the page so that screen readers announce them. */
export function ToastHost() {
  const all = useSyncExternalStore(subscribe, shownToasts)
  const isUrgent = all.some(({ tone }) => tone === 'error')
  return (
    <div className={s.toastPlace} aria-live={isUrgent ? 'assertive' : 'polite'} role="status">
      {all.map((one) => (
        <ToastCard key={one.id} one={one} />
      ))}
    </div>
  )
}
