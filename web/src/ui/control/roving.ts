import type { KeyboardEvent } from 'react'

/**
 * Arrow keys, Home and End among the entries of one group. The listener is on each entry.
 * @param group selector of the element around the entries
 * @param entry selector of an entry that can be gone to
 * @param move called with the entry that has just got the focus, e.g. to choose it
 */
export function rove(
  event: KeyboardEvent<HTMLElement>,
  group: string,
  entry: string,
  move: (to: HTMLElement) => void = () => {},
): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (step === undefined && event.key !== 'Home' && event.key !== 'End') return
  const all = [...(event.currentTarget.closest(group)?.querySelectorAll<HTMLElement>(entry) ?? [])]
  const from = all.indexOf(event.currentTarget)
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
