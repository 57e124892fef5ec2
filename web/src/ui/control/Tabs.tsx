import { useEffect, useRef, type HTMLAttributes, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { rove } from './roving.ts'
import s from './tabs.module.css'

export interface TabItem<K extends string> {
  key: K
  label: ReactNode
  count?: number
  disabled?: boolean
}

export interface TabsProps<K extends string> {
  items: readonly TabItem<K>[]
  value: K
  onChange: (key: K) => void
  /** Spoken name of the row of tabs. */
  label: string
  /** Same text given to the `TabPanel`s; links tabs and panels. */
  id?: string
  /** At the right end of the row or, with `extraAfter`, right behind the last tab. */
  extra?: ReactNode
  extraAfter?: ReactNode
  /** Space at both ends, by default none; `gutter` uses the page gutter. */
  inset?: 'none' | 'gutter'
  className?: string
}

/** A row of tabs, 40 px; the chosen one has a 2 px brand line. Arrows move; the row scrolls when it is too long. */
export function Tabs<K extends string>({
  items,
  value,
  onChange,
  label,
  id,
  extra,
  extraAfter,
  inset = 'none',
  className,
}: TabsProps<K>) {
  const row = useRef<HTMLDivElement>(null)
  const counts = items.map((item) => item.count ?? '').join()
  useEffect(() => {
    const list = row.current
    const tab = list?.querySelector('[aria-selected=true]')
    // Only the row moves: scrolling the tab into view would move the page too.
    if (list?.scrollTo && tab) {
      const [within, at] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
      list.scrollTo({ left: list.scrollLeft + at.left - within.left - (within.width - at.width) / 2 })
    }
    // A count that comes later widens the row.
  }, [value, counts])
  return (
    <div className={cx(s.bar, inset === 'gutter' && s.gutter, className)}>
      <div ref={row} role="tablist" aria-label={label} className={s.row}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={id && `${id}-tab-${item.key}`}
            aria-selected={item.key === value}
            aria-controls={id && item.key === value ? `${id}-panel-${item.key}` : undefined}
            tabIndex={item.key === value ? 0 : -1}
            disabled={item.disabled}
            className={s.tab}
            onKeyDown={(event) => rove(event, '[role=tablist]', '[role=tab]:not(:disabled)', (to) => to.click())}
            onClick={() => item.key !== value && onChange(item.key)}
          >
            {item.label}
            {item.count !== undefined && <span className={s.count}>{item.count.toLocaleString('en-US')}</span>}
          </button>
        ))}
      </div>
      {extraAfter != null && <div className={s.after}>{extraAfter}</div>}
      {extra != null && <div className={s.extra}>{extra}</div>}
    </div>
  )
}

export interface TabPanelProps extends HTMLAttributes<HTMLDivElement> {
  /** The `id` of the `Tabs`. */
  tabs: string
  /** The key of the tab shown. */
  value: string
}

/** The content of the chosen tab. */
export function TabPanel({ tabs, value, ...rest }: TabPanelProps) {
  return <div {...rest} role="tabpanel" id={`${tabs}-panel-${value}`} aria-labelledby={`${tabs}-tab-${value}`} />
}
