import type { ReactNode } from 'react'
import s from './kbd.module.css'

/** A key cap. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={s.key}>{children}</kbd>
}

/** A row of keys with what they do, for the foot of a workspace: F2 加项目. */
export function KeyHints({ keys }: { keys: readonly { keys: string; does: string }[] }) {
  return (
    <ul className={s.row}>
      {keys.map((hint) => (
        <li key={hint.keys} className={s.hint}>
          <Kbd>{hint.keys}</Kbd>
          {hint.does}
        </li>
      ))}
    </ul>
  )
}
