import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { StatusIcon } from '../icon/StatusIcon.tsx'
import { usePainted } from './painted.ts'
import type { StateTable, StatusKind, Tone } from './status.ts'
import s from './tag.module.css'

export interface TagProps {
  tone?: Tone | 'outline'
  icon?: IconName
  /** Hint with the full text when the tag is cut. */
  title?: string
  className?: string
  children: ReactNode
}

/** A 20 px label: plain facts grey, visit kind outlined, allergy and illness in danger with their icon. */
export function Tag({ tone = 'muted', icon, title, className, children }: TagProps) {
  return (
    <span className={cx(s.tag, s[tone], className)} title={title}>
      {icon && <Icon name={icon} size={13} />}
      <span className={s.words}>{children}</span>
    </span>
  )
}

export interface StatusTagProps {
  /** One of those that every page knows, or the table of a feature. */
  kind: StatusKind | StateTable
  /** Status number as it travels on the wire. */
  value: number
  /** plain: icon and word without a ground, for rows. */
  look?: 'tag' | 'plain' | 'icon'
  /** Of an appointment: the state of its visit after the chair. */
  visit?: number | null | undefined
  /** Words before the status: '10:20', '04 号'. */
  lead?: string
  className?: string
}

/** The one way a status is shown: the same word, colour and shape everywhere. */
export function StatusTag({ kind, value, look = 'tag', visit, lead, className }: StatusTagProps) {
  const { label, tone, shape } = usePainted()(kind, value, visit)
  if (look === 'icon')
    return (
      <span className={cx(s.plain, s[tone], className)} title={label}>
        <StatusIcon shape={shape} label={label} />
      </span>
    )
  return (
    <span className={cx(look === 'tag' ? s.tag : s.plain, s[tone], className)}>
      <StatusIcon shape={shape} size={look === 'tag' ? 13 : 14} />
      <span className={s.words}>{lead ? `${lead} ${label}` : label}</span>
    </span>
  )
}
