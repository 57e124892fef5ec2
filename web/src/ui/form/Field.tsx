import { createContext, use, useId, useMemo, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import s from './field.module.css'

/** What a `Field` tells the control inside it. */
export interface FieldLink {
  id: string
  /** Ids of the help and error lines, for `aria-describedby`. */
  describedBy?: string
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<FieldLink | null>(null)

/** The `Field` around a control, or null when it stands alone. */
export function useField(): FieldLink | null {
  return use(FieldContext)
}

export interface FieldProps {
  label: ReactNode
  /** At the right end of the label line, e.g. 忘记密码. */
  labelRight?: ReactNode
  required?: boolean
  /** Shown under the control in red; the control is marked invalid. */
  error?: ReactNode
  help?: ReactNode
  /** left: label in a column before the control. */
  layout?: 'top' | 'left'
  /** Width of the label column in px when the layout is left. */
  labelWidth?: number
  /** lg: label in 13 px primary colour, for the sign-in page. */
  size?: 'md' | 'lg'
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean
  /** The control is a group (radio, check boxes): the label names the group. */
  group?: boolean
  className?: string
  children: ReactNode
}

/** Label, control, help and error as one unit; controls of the kit inside it are linked to the label by themselves. */
export function Field({
  label,
  labelRight,
  required = false,
  error,
  help,
  layout = 'top',
  labelWidth = 72,
  size = 'md',
  labelHidden,
  group,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const hasError = error != null && error !== false && error !== ''
  const link = useMemo<FieldLink>(
    () => ({
      id,
      describedBy: cx(hasError && `${id}-error`, help != null && `${id}-help`) || undefined,
      invalid: hasError,
      required,
    }),
    [id, hasError, help, required],
  )
  const words = (
    <>
      {label}
      {required && (
        <span className={s.mark} aria-hidden>
          *
        </span>
      )}
    </>
  )
  return (
    <div
      className={cx(s.field, size === 'lg' && s.lg, layout === 'left' && s.left, className)}
      style={layout === 'left' ? { gridTemplateColumns: `${labelWidth}px minmax(0, 1fr)` } : undefined}
      role={group ? 'group' : undefined}
      aria-labelledby={group ? `${id}-label` : undefined}
      aria-describedby={group ? link.describedBy : undefined}
    >
      <div className={labelHidden ? 'sr-only' : s.head}>
        {group ? (
          <span id={`${id}-label`} className={s.label}>
            {words}
          </span>
        ) : (
          <label id={`${id}-label`} htmlFor={id} className={s.label}>
            {words}
          </label>
        )}
        {labelRight}
      </div>
      <div className={s.body}>
        <FieldContext value={link}>{children}</FieldContext>
        {help != null && (
          <div id={`${id}-help`} className={s.help}>
            {help}
          </div>
        )}
        {hasError && (
          <div id={`${id}-error`} className={s.error} role="alert">
            {error}
          </div>
        )}
      </div>
    </div>
  )
}

export interface FormSectionProps {
  title: ReactNode
  extra?: ReactNode
  /** Columns on a wide screen; the phone has one. */
  columns?: 1 | 2 | 3
  children: ReactNode
}

/** A part of a form by meaning: a heading and its fields in at most two columns. */
export function FormSection({ title, extra, columns = 2, children }: FormSectionProps) {
  return (
    <section className={s.section}>
      <header className={s.sectionHead}>
        <h3>{title}</h3>
        {extra}
      </header>
      <div className={cx(s.grid, s[`columns-${columns}`])}>{children}</div>
    </section>
  )
}
