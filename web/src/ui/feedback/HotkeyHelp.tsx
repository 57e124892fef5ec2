import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../control/Button.tsx'
import { Kbd } from '../display/Kbd.tsx'
import { useHotkeyList, useHotkeys } from '../hooks/useHotkeys.ts'
import s from './confirm.module.css'

const words: Record<string, string> = {
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  mod: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
}
const spell = (key: string) =>
  key
    .split(/\+(?=.)/)
    .map((part) => words[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(' ')

/** The list of keys that work on the screen; opens with `?`. One per page. */
export function HotkeyHelp() {
  const [open, setOpen] = useState(false)
  const list = useHotkeyList()
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useHotkeys([{ key: '?', does: '显示快捷键', run: () => setOpen(true) }])
  useEffect(() => {
    if (open && !box.current?.open) box.current?.showModal()
  }, [open])
  if (!open) return null
  const close = () => setOpen(false)
  return (
    <dialog ref={box} aria-labelledby={titleId} className={s.box} onCancel={close}>
      <div className={s.inner}>
        <h2 id={titleId} className={s.title}>
          快捷键
          <span style={{ flex: 1 }} />
          <IconButton icon="x" label="关闭" size="xs" onClick={close} />
        </h2>
        <dl className={s.keys}>
          {list.map(({ key, does }) => (
            <div key={`${key} ${does}`} style={{ display: 'contents' }}>
              <dt>
                <Kbd>{spell(key)}</Kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </dialog>
  )
}
