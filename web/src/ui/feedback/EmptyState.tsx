import { createContext, use, type ReactNode } from 'react'
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
  /** row: bordered box, action at the right. stack: centred, for whole pages and, unasked, in tables. */
  layout?: 'row' | 'stack'
  className?: string
}

const NOTHING = '暂无数据'
/** Inside a table the fixed words stand first, whatever else is said. */
export const InTable = createContext(false)

/** Nothing here yet: says so, says what to do, offers the button. */
export function EmptyState({ title = NOTHING, hint, action, icon = 'inbox', layout, className }: EmptyStateProps) {
  const inTable = use(InTable)
  const inRow = (layout ?? (inTable ? 'stack' : 'row')) === 'row'
  const below = inTable && title !== NOTHING ? [title, hint] : [hint]
  return (
    <div className={cx(inRow ? s.emptyRow : s.emptyStack, className)}>
      <span className={s.emptyIcon}>
        <Icon name={icon} size={20} />
      </span>
      <div className={s.emptyWords}>
        <div className={s.emptyTitle}>{inTable ? NOTHING : title}</div>
        {below.map(
          (words, n) =>
            words != null && (
              <div key={n} className={s.emptyHint}>
                {words}
              </div>
            ),
        )}
      </div>
      {action}
    </div>
  )
}
