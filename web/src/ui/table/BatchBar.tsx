import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { IconButton } from '../control/Button.tsx'
import s from './table.module.css'

export interface BatchBarProps {
  count: number
  /** Counter word: 人, 条, 张. */
  noun: string
  onClear: () => void
  /** `BatchButton`s. */
  children: ReactNode
}

/** The dark bar that floats above the pager while rows are selected. */
export function BatchBar({ count, noun, onClear, children }: BatchBarProps) {
  return (
    <div className={s.batchPlace} role="region" aria-label="批量操作" aria-live="polite">
      {count > 0 && (
        <div className={s.batch}>
          <span>
            已选 <b className="num">{count}</b> {noun}
          </span>
          <span className={s.batchLine} />
          {children}
          <IconButton icon="x" label="取消选择" variant="inverse" size="sm" onClick={onClear} />
        </div>
      )}
    </div>
  )
}

/** A button of the batch bar. */
export function BatchButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...props} type="button" className={s.batchButton} />
}
