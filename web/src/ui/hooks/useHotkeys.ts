import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

export interface Hotkey {
  /** `event.key`, with `mod+` for Ctrl or ⌘, `alt+`, `shift+`: '/', 'Escape', '?', 'F2', 'mod+s', 'ArrowDown'. */
  key: string
  /** What it does, for the list of keys; without it the key is not listed. */
  does?: string
  run: (event: KeyboardEvent) => void
  /** Also while the focus is in a text field. Function keys, Escape and mod combinations always are. */
  whileTyping?: boolean
  enabled?: boolean
}

/** Whether the focus is where typing goes. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement ||
      (target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|range|file)$/.test(target.type)))
  )
}

/** The name under which a key event is looked up; shift is part of printable characters already. */
export function keyName(event: KeyboardEvent): string {
  const shift = event.shiftKey && event.key.length > 1
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  return `${event.ctrlKey || event.metaKey ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift ? 'shift+' : ''}${key}`
}

type Group = { current: readonly Hotkey[] }
let groups: readonly Group[] = []
const listeners = new Set<() => void>()

function change(next: readonly Group[]) {
  groups = next
  for (const listener of listeners) listener()
}

const popups = ['.ant-modal-wrap', '.ant-drawer-open', '.ant-select-dropdown', '.ant-picker-dropdown']
const openPopup = popups.map((name) => `${name}:not([class*="-hidden"]):not([style*="display: none"])`).join()

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return
  if (document.querySelector('dialog[open]')) return
  const name = keyName(event)
  if (name === 'Escape' && document.querySelector(openPopup)) return
  const always = /^(?:mod\+|alt\+|Escape$|F\d+$)/.test(name)
  const typing = isTyping(event.target)
  for (const group of groups.toReversed()) {
    const hit = group.current.find((key) => key.key.toLowerCase() === name.toLowerCase() && key.enabled !== false)
    if (!hit || (typing && !always && !hit.whileTyping)) continue
    event.preventDefault()
    hit.run(event)
    return
  }
}

/**
 * Keys of a screen, for as long as it is mounted. The innermost (last mounted) screen that knows a key gets it.
 * Nothing fires while an input method is composing or when a component has handled the key itself.
 */
export function useHotkeys(keys: readonly Hotkey[]): void {
  const group = useRef(keys)
  useLayoutEffect(() => {
    group.current = keys
  })
  // Before the screen is painted: who sees it and presses at once is heard.
  useLayoutEffect(() => {
    if (groups.length === 0) document.addEventListener('keydown', onKeyDown)
    change([...groups, group])
    return () => {
      change(groups.filter((one) => one !== group))
      if (groups.length === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** The keys that work now and say what they do, outermost first, for the list behind `?`. */
export function useHotkeyList(): { key: string; does: string }[] {
  const now = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => groups,
  )
  return now.flatMap((group) =>
    group.current.flatMap(({ key, does, enabled }) => (does && enabled !== false ? [{ key, does }] : [])),
  )
}
