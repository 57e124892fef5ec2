import { cx } from '../cx.ts'
import s from './wait.module.css'

export interface WaitMinutesProps {
  minutes: number
  /** wait: up to 20 body colour, above 20 waiting, above 40 danger. late: 迟 in front, always waiting colour. plain: no colour. */
  as?: 'wait' | 'late' | 'plain'
  /** Font size of the number. */
  size?: 13 | 14 | 16 | 18 | 22
  /** The phone writes the unit under the number. */
  stacked?: boolean
  className?: string
}

/** The colour step of a wait: the same rule on every screen. */
export function waitLevel(minutes: number): 'calm' | 'wait' | 'danger' {
  return minutes > 40 ? 'danger' : minutes > 20 ? 'wait' : 'calm'
}

/** Minutes of waiting or of being late, coloured by the one rule. */
export function WaitMinutes({ minutes, as = 'wait', size = 18, stacked, className }: WaitMinutesProps) {
  const level = as === 'wait' ? waitLevel(minutes) : as === 'late' ? 'wait' : 'calm'
  return (
    <span className={cx(s.wait, s[`level-${level}`], stacked && s.stacked, className)} style={{ fontSize: size }}>
      {as === 'late' && <span className={s.word}>迟</span>}
      {minutes}
      <span className={s.unit}>分</span>
    </span>
  )
}

export interface QuantityProps {
  value: string | number
  unit: string
  className?: string
}

/** A number with its unit in 12 px tertiary behind it. */
export function Quantity({ value, unit, className }: QuantityProps) {
  return (
    <span className={cx(s.quantity, className)}>
      {value}
      <span className={s.small}>{unit}</span>
    </span>
  )
}
