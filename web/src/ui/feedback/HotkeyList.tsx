import { useEffect, useId, useRef } from 'react'
import { IconButton } from '../control/Button.tsx'
import { Kbd } from '../display/Kbd.tsx'
import { useHotkeyList } from '../hooks/useHotkeys.ts'
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

/** The keys that work on the screen, as a dialog. */
export default function HotkeyList({ onClose }: { onClose: () => void }) {
  const list = useHotkeyList()
  const box = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    if (!box.current?.open) box.current?.showModal()
  }, [])
  return (
    <dialog ref={box} aria-labelledby={titleId} className={s.box} onCancel={onClose}>
      <div className={s.inner}>
        <h2 id={titleId} className={s.title}>
          快捷键
          <span style={{ flex: 1 }} />
          <IconButton icon="x" label="关闭" size="xs" onClick={onClose} />
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
