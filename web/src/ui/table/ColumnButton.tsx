import { useEffect, useRef, useState } from 'react'
import { IconButton, TextButton } from '../control/Button.tsx'
import { Checkbox } from '../form/Checkbox.tsx'
import { useIsMobile } from '../hooks/useMediaQuery.ts'
import { useFloating } from '../overlay/floating.ts'
import type { TableColumns } from './columns.ts'
import s from './table.module.css'

/** The button that opens the column settings: show, hide and order the columns of a table. Absent on the phone, where rows are cards. */
export function ColumnButton<R>({ columns }: { columns: TableColumns<R> }) {
  const mobile = useIsMobile()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  useFloating(anchor, popup, open, 'end')
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!(event.target instanceof Node)) return
      if (!anchor.current?.contains(event.target) && !popup.current?.contains(event.target)) setOpen(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setOpen(false)
      anchor.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('keydown', escape, true)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('keydown', escape, true)
    }
  }, [open])
  if (mobile) return null
  return (
    <span ref={anchor}>
      <IconButton
        icon="columns"
        label="列设置"
        variant="default"
        aria-expanded={open}
        onClick={() => setOpen((now) => !now)}
      />
      <div ref={popup} popover="manual" className={s.columns} role="dialog" aria-label="列设置">
        <div className={s.columnsHead}>
          <span>显示的列</span>
          <TextButton disabled={!columns.changed} onClick={columns.reset}>
            恢复默认
          </TextButton>
        </div>
        <ul>
          {columns.all.map((column, i) => (
            <li key={column.key} className={s.columnLine}>
              <Checkbox
                checked={columns.isVisible(column.key)}
                disabled={column.locked}
                onChange={(event) => columns.setVisible(column.key, event.target.checked)}
              >
                {column.title}
              </Checkbox>
              <span className={s.columnMoves}>
                <IconButton
                  icon="chevron-up"
                  label={`${column.title} 上移`}
                  size="xs"
                  disabled={i === 0}
                  onClick={() => columns.move(column.key, -1)}
                />
                <IconButton
                  icon="chevron-down"
                  label={`${column.title} 下移`}
                  size="xs"
                  disabled={i === columns.all.length - 1}
                  onClick={() => columns.move(column.key, 1)}
                />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </span>
  )
}
