import { cssVar } from '../theme/tokens.ts'

/** Shapes of the status family, each readable without its colour. */
export type StatusShape = 'dashed' | 'ring' | 'dot' | 'half' | 'threeQuarter' | 'open' | 'check' | 'slash' | 'cross'

export interface StatusIconProps {
  shape: StatusShape
  size?: number
  label?: string
  className?: string
}

/** A status mark on a 14 grid in the colour of the text around it. */
export function StatusIcon({ shape, size = 14, label, className }: StatusIconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
      style={{ flex: 'none', display: 'block' }}
    >
      {shape === 'check' ? (
        <>
          <circle cx="7" cy="7" r="6.3" fill="currentColor" stroke="none" />
          <path d="M4.3 7.2l1.9 1.9 3.5-3.7" stroke={cssVar('surface')} />
        </>
      ) : (
        <circle cx="7" cy="7" r="5.5" strokeDasharray={shape === 'dashed' ? '1.7 2.62' : undefined} />
      )}
      {shape === 'dot' && <circle cx="7" cy="7" r="2.5" fill="currentColor" stroke="none" />}
      {shape === 'half' && <path d="M7 3a4 4 0 0 1 0 8z" fill="currentColor" stroke="none" />}
      {shape === 'threeQuarter' && <path d="M7 2.9V7h4.1A4.1 4.1 0 1 1 7 2.9z" fill="currentColor" stroke="none" />}
      {shape === 'open' && <path d="M4.6 7.2l1.7 1.7 3.1-3.3" />}
      {shape === 'slash' && <path d="M3.6 10.4l6.8-6.8" />}
      {shape === 'cross' && <path d="M5.1 5.1l3.8 3.8M8.9 5.1L5.1 8.9" />}
    </svg>
  )
}
