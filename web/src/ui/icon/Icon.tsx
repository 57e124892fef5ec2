import { iconPaths, type IconName } from './paths.ts'

export type { IconName } from './paths.ts'

export interface IconProps {
  name: IconName
  /** Side in px: 13 in tags, 15–16 in buttons and rows, 17–18 in navigation, 22 on the phone. */
  size?: number
  /** Line width in screen px: 1.6, 1.9 when active. */
  stroke?: number
  /** Spoken name; without it the icon is decoration. */
  label?: string
  filled?: boolean
  className?: string
}

/** A line icon in the colour of the text around it. */
export function Icon({ name, size = 16, stroke = 1.6, label, filled, className }: IconProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={(stroke * 24) / size}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
      style={{ flex: 'none', display: 'block' }}
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
