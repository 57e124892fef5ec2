import { cx } from '../cx.ts'
import s from './feedback.module.css'

export interface SkeletonProps {
  width?: number | string
  height?: number | string
  round?: boolean
  /** The lighter grey of second lines. */
  light?: boolean
  className?: string
}

/** One grey bar in the place and size of what is coming. */
export function Skeleton({ width = '100%', height = 12, round, light, className }: SkeletonProps) {
  return (
    <span
      aria-hidden
      data-skeleton
      className={cx(s.bone, light && s.light, round && s.round, className)}
      style={{ width, height }}
    />
  )
}

export interface SkeletonRowsProps {
  rows?: number
  /** True height of the rows to come. */
  height?: number
  /** A round portrait at the left. */
  avatar?: boolean
  /** Two lines in each row. */
  double?: boolean
}

const widths = ['52%', '38%', '61%', '45%', '57%', '33%']

/** Rows of bones at the true row height; says 数据加载中 to screen readers. */
export function SkeletonRows({ rows = 6, height = 40, avatar, double }: SkeletonRowsProps) {
  return (
    <div role="status" aria-label="数据加载中">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className={s.boneRow} style={{ height }}>
          {avatar && <Skeleton round light width={Math.min(36, height - 10)} height={Math.min(36, height - 10)} />}
          <span className={s.boneLines}>
            <Skeleton height={10} width={widths[i % widths.length]} />
            {double && <Skeleton height={8} light width={widths[(i + 2) % widths.length]} />}
          </span>
        </div>
      ))}
    </div>
  )
}
