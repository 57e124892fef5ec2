import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import s from './feedback.module.css'

export interface EmptyStateProps {
  /** What is missing, in the specification's words where it gives them. */
  title?: ReactNode
  /** What to do next. */
  hint?: ReactNode
  /** The button that does it. */
  action?: ReactNode
  icon?: IconName
  /** row: bordered box, action at the right. stack: centred, for tables and whole pages. */
  layout?: 'row' | 'stack'
  className?: string
}

/** Nothing here yet: says so, says what to do, offers the button. */
export function EmptyState({
  title = '暂无数据',
  hint,
  action,
  icon = 'inbox',
  layout = 'row',
  className,
}: EmptyStateProps) {
  return (
    <div className={cx(layout === 'row' ? s.emptyRow : s.emptyStack, className)}>
      <span className={s.emptyIcon}>
        <Icon name={icon} size={20} />
      </span>
      <div className={s.emptyWords}>
        <div className={s.emptyTitle}>{title}</div>
        {hint != null && <div className={s.emptyHint}>{hint}</div>}
      </div>
      {action}
    </div>
  )
}
