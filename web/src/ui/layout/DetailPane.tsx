import type { ReactNode } from 'react'
import { IconButton } from '../control/Button.tsx'
import { cx } from '../cx.ts'
import { useHotkeys } from '../hooks/useHotkeys.ts'
import s from './detail.module.css'

export interface DetailPaneProps {
  /** Spoken name. */
  label: string
  /** At the left of the head: tabs. */
  head?: ReactNode
  /** Place in the list, from 1, and how many there are. */
  index?: number
  total?: number
  onPrevious?: () => void
  onNext?: () => void
  /** Opens the page of its own. */
  onExpand?: () => void
  onClose: () => void
  footer?: ReactNode
  /** Width in px. */
  width?: number
  children: ReactNode
}

/** A look at one row beside the list, without a mask: previous, next, open, close. Covers the list on narrow windows. */
export function DetailPane({
  label,
  head,
  index,
  total,
  onPrevious,
  onNext,
  onExpand,
  onClose,
  footer,
  width = 380,
  children,
}: DetailPaneProps) {
  useHotkeys([{ key: 'Escape', does: '关闭详情', run: onClose }])
  return (
    <aside className={s.pane} style={{ width }} aria-label={label}>
      <header className={cx(s.head, head != null && s.headed)}>
        {head}
        {index !== undefined && total !== undefined && (
          <span className={s.place}>
            {index} / {total}
          </span>
        )}
        {(onPrevious || onNext) && (
          <>
            <IconButton icon="chevron-left" label="上一个" size="sm" disabled={!onPrevious} onClick={onPrevious} />
            <IconButton icon="chevron-right" label="下一个" size="sm" disabled={!onNext} onClick={onNext} />
          </>
        )}
        <span className={s.gap} />
        {onExpand && <IconButton icon="expand" label="打开整页" size="sm" onClick={onExpand} />}
        <IconButton icon="x" label="关闭" size="sm" onClick={onClose} />
      </header>
      <div className={s.body}>{children}</div>
      {footer != null && <footer className={s.foot}>{footer}</footer>}
    </aside>
  )
}
