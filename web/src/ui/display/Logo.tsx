import { cx } from '../cx.ts'
import { cssVar } from '../theme/tokens.ts'
import s from './logo.module.css'

export interface LogoProps {
  /** Side of the mark in px: 28 in the frame, 32 on the sign-in page. */
  size?: number
  /** The mark alone. */
  markOnly?: boolean
  className?: string
}

/** The product's mark, and its name unless `markOnly`. */
export function Logo({ size = 28, markOnly, className }: LogoProps) {
  return (
    <span className={cx(s.logo, className)} style={{ gap: Math.round(size * 0.34) }}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 32 32"
        role={markOnly ? 'img' : undefined}
        aria-label={markOnly ? 'Dentin 牙本' : undefined}
        aria-hidden={markOnly ? undefined : true}
      >
        <rect width="32" height="32" rx="8" fill={cssVar('brand-600')} />
        <g fill="none" stroke={cssVar('text-on-fill')} strokeWidth="1.9" strokeLinecap="round" strokeLinejoin="round">
          <path d="M16 9.2c-1.3-.9-2.7-1.4-4-1.4-2.6 0-4.3 1.9-4.3 4.5 0 2.3.9 3.8 1.4 5.7.4 2 .9 6.7 2.8 6.7 2 0 1.6-6 4.1-6s2.1 6 4.1 6c1.9 0 2.4-4.7 2.8-6.7.5-1.9 1.4-3.4 1.4-5.7 0-2.6-1.7-4.5-4.3-4.5-1.3 0-2.7.5-4 1.4z" />
          <path d="M11.6 12.6c.3-.8.9-1.3 1.9-1.5" strokeWidth="1.3" />
        </g>
      </svg>
      {!markOnly && (
        <span className={s.words}>
          <span className={s.latin} style={{ fontSize: Math.round(size * 0.6) }}>
            Dentin
          </span>
          <span className={s.chinese} style={{ fontSize: Math.round(size * 0.52) }}>
            牙本
          </span>
        </span>
      )}
    </span>
  )
}
