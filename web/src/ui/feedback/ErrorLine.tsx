import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { TextButton } from '../control/Button.tsx'
import s from './feedback.module.css'

export interface ErrorLineProps {
  /** What failed and what was kept, in words. */
  children: ReactNode
  onRetry?: () => void
  retrying?: boolean
  className?: string
}

/** An error at the place where it happened, with 重试. */
export function ErrorLine({ children, onRetry, retrying, className }: ErrorLineProps) {
  return (
    <div role="alert" className={cx(s.notice, s.noticeDanger, className)}>
      <Icon name="alert-circle" size={16} />
      <span className={s.noticeWords}>{children}</span>
      {onRetry && (
        <TextButton tone="danger" icon="refresh" onClick={onRetry} disabled={retrying}>
          {retrying ? '重试中' : '重试'}
        </TextButton>
      )}
    </div>
  )
}

export interface NoticeProps {
  tone?: 'brand' | 'wait' | 'danger' | 'muted'
  icon?: IconName
  action?: ReactNode
  /** Over a page, from edge to edge. */
  edge?: boolean
  children: ReactNode
  className?: string
}

/** A calm line that tells something about the place: an offered draft, a time that runs out. */
export function Notice({ tone = 'brand', icon = 'info', action, edge, children, className }: NoticeProps) {
  const look = { brand: s.noticeBrand, wait: s.noticeWait, danger: s.noticeDanger, muted: s.noticeMuted }[tone]
  return (
    <div role="status" className={cx(s.notice, look, edge && s.noticeEdge, className)}>
      <Icon name={icon} size={16} />
      <span className={s.noticeWords}>{children}</span>
      {action}
    </div>
  )
}
