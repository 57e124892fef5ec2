import { useEffect, useState } from 'react'
import { cx } from '../cx.ts'
import s from './feedback.module.css'

/** The thin line over the frame while a page is loading; appears after 120 ms so that quick changes stay calm. */
export function ProgressBar({ active }: { active: boolean }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setShown(true), 120)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [active])
  if (!shown) return null
  return (
    <div className={s.top} role="progressbar" aria-label="页面加载中">
      <span className={s.topRun} />
    </div>
  )
}

export interface MeterProps {
  /** Part of the whole, 0 to 1; more than 1 is drawn full. */
  value: number
  /** Spoken name. */
  label: string
  tone?: 'brand' | 'wait' | 'danger' | 'chair' | 'muted'
  /** Thickness in px. */
  height?: number
  className?: string
}

/** A bar that shows a share: progress of a plan, load of a doctor, a wait against an hour. */
export function Meter({ value, label, tone = 'brand', height = 4, className }: MeterProps) {
  const share = Math.max(0, Math.min(1, Number.isFinite(value) ? value : 0))
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className={cx(s.meter, className)}
      style={{ height }}
    >
      <span className={cx(s.meterFill, s[`meter-${tone}`])} style={{ width: `${share * 100}%` }} />
    </div>
  )
}
