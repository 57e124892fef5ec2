import type { KeyboardEvent } from 'react'

/**
 * Arrow keys, Home and End among the enabled elements that match `selector` inside the one that holds the listener.
 * Calls `move` with the element to go to; the caller focuses or selects it.
 */
export function rove(event: KeyboardEvent<HTMLElement>, selector: string, move: (to: HTMLElement) => void): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const from = all.indexOf(document.activeElement as HTMLElement)
  const to =
    event.key === 'Home'
      ? all[0]
      : event.key === 'End'
        ? all.at(-1)
        : all[(from + (step ?? 0) + all.length) % Math.max(1, all.length)]
  if (!to) return
  event.preventDefault()
  to.focus()
  move(to)
}
