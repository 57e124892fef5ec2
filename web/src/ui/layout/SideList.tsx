import type { ReactNode } from 'react'
import { rove } from '../control/roving.ts'
import { cx } from '../cx.ts'
import s from './layout.module.css'

export interface SideListProps<T> {
  items: readonly T[]
  keyOf: (item: T) => string
  selected?: string | null
  onSelect: (item: T) => void
  render: (item: T) => ReactNode
  /** Spoken name. */
  label: string
  /** Shown when there is nothing. */
  empty?: ReactNode
}

/** A list at the side of a workspace, one entry open at a time; arrows move between entries. */
export function SideList<T>({ items, keyOf, selected, onSelect, render, label, empty }: SideListProps<T>) {
  if (items.length === 0 && empty != null) return <>{empty}</>
  return (
    <ul className={s.sideList} aria-label={label}>
      {items.map((item) => {
        const key = keyOf(item)
        return (
          <li key={key}>
            <button
              type="button"
              data-entry
              onKeyDown={(event) => rove(event, 'ul', 'button[data-entry]')}
              className={cx(s.entry, key === selected && s.entrySelected)}
              aria-current={key === selected || undefined}
              onClick={() => onSelect(item)}
            >
              {render(item)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
