import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import s from './button.module.css'

export type ButtonVariant = 'primary' | 'default' | 'tint' | 'row' | 'text' | 'danger'
export type ButtonSize = 'lg' | 'md' | 'sm' | 'xs'

interface ButtonLook {
  /** primary: the one filled button of a region. row: tinted, fills when its `data-row` is hovered. danger: outlined red. */
  variant?: ButtonVariant
  /** lg 40, md 32, sm 28, xs 24 px; 44 on the phone. */
  size?: ButtonSize
  icon?: IconName
  iconRight?: IconName
  block?: boolean
  children?: ReactNode
}

export interface ButtonProps extends ButtonLook, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Work is under way: a turning mark, clicks do nothing, focus stays. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

function look({ variant = 'default', size = 'md', block, children }: ButtonLook, className?: string) {
  return cx(s.button, s[variant], s[size], block && s.block, children == null && s.bare, className)
}

/** A push button; it submits a form only with `type="submit"`. */
export function Button({
  variant,
  size,
  icon,
  iconRight,
  block,
  busy,
  children,
  className,
  onClick,
  type,
  ref,
  ...rest
}: ButtonProps) {
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  const iconSize = size === 'xs' ? 14 : 16
  return (
    <button
      {...rest}
      ref={ref}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={cx(look({ variant, size, block, children }, className), busy && s.busy)}
      onClick={click}
    >
      {busy ? (
        <Icon name="spinner" size={iconSize} className={s.turning} />
      ) : (
        icon && <Icon name={icon} size={iconSize} />
      )}
      {children != null && <span className={s.label}>{children}</span>}
      {iconRight && <Icon name={iconRight} size={iconSize} />}
    </button>
  )
}

export interface LinkButtonProps extends ButtonLook, Omit<LinkProps, 'children'> {}

/** A link that looks like a button. */
export function LinkButton({ variant, size, icon, iconRight, block, children, className, ...rest }: LinkButtonProps) {
  const iconSize = size === 'xs' ? 14 : 16
  return (
    <Link {...rest} className={look({ variant, size, block, children }, className)}>
      {icon && <Icon name={icon} size={iconSize} />}
      {children != null && <span className={s.label}>{children}</span>}
      {iconRight && <Icon name={iconRight} size={iconSize} />}
    </Link>
  )
}

export interface TextButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon?: IconName
  tone?: 'brand' | 'quiet' | 'danger'
  ref?: Ref<HTMLButtonElement>
}

/** An action that reads as a word in a line: 全选, 刷新, 引用. */
export function TextButton({ icon, tone = 'brand', children, className, type, ...rest }: TextButtonProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={cx(s.word, s[`word-${tone}`], className)}
    >
      {icon && <Icon name={icon} size={14} />}
      {children}
    </button>
  )
}

export interface SwitcherProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  ref?: Ref<HTMLButtonElement>
}

/** The 40 px box that shows what is chosen and opens the choice: the clinic in the sidebar. */
export function Switcher({ children, className, type, ...rest }: SwitcherProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={cx(s.button, s.default, s.switcher, className)}
    >
      <span className={s.label}>{children}</span>
      <Icon name="selector" size={16} />
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  icon: IconName
  /** Spoken name and native hint. */
  label: string
  variant?: 'plain' | 'default' | 'primary' | 'inverse'
  /** Side in px: lg 40, md 32, sm 28, xs 24. */
  size?: ButtonSize
  iconSize?: number
  /** A count at the upper right; 0 shows nothing, above 99 shows 99+. */
  badge?: number
  pressed?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A square button that holds an icon only. */
export function IconButton({
  icon,
  label,
  variant = 'plain',
  size = 'md',
  iconSize,
  badge = 0,
  pressed,
  className,
  type,
  title,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      aria-label={badge > 0 ? `${label}，${badge} 条` : label}
      aria-pressed={pressed}
      title={title ?? label}
      className={cx(s.icon, s[`icon-${variant}`], s[`side-${size}`], pressed && s.pressed, className)}
    >
      <Icon name={icon} size={iconSize ?? (size === 'xs' ? 14 : size === 'sm' ? 16 : 18)} />
      {badge > 0 && (
        <span className={s.badge} aria-hidden>
          {badge > 99 ? '99+' : badge}
        </span>
      )}
    </button>
  )
}
