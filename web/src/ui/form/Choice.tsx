import { useId, type ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useField } from './Field.tsx'
import s from './choice.module.css'

export interface RadioGroupProps<V extends string | number> {
  options: readonly { value: V; label: ReactNode; hint?: ReactNode; disabled?: boolean }[]
  value: V | null
  onChange: (value: V) => void
  /** Spoken name; inside a `Field group` the field's label is used. */
  label?: string
  /** Under each other instead of in a line. */
  stacked?: boolean
  disabled?: boolean
}

/** One of several, all to be seen at once. */
export function RadioGroup<V extends string | number>({
  options,
  value,
  onChange,
  label,
  stacked,
  disabled,
}: RadioGroupProps<V>) {
  const name = useId()
  const field = useField()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label === undefined && field ? `${field.id}-label` : undefined}
      aria-describedby={field?.describedBy}
      className={cx(s.group, stacked && s.stacked)}
    >
      {options.map((option) => (
        <label key={option.value} className={cx(s.line, (disabled || option.disabled) && s.disabled)}>
          <input
            type="radio"
            name={name}
            className={s.radio}
            checked={option.value === value}
            disabled={disabled || option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint != null && <span className={s.hint}>{option.hint}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}

export interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Words at the right; without them give `label`. */
  children?: ReactNode
  label?: string
  disabled?: boolean
  /** Pale: one of many under each other. */
  quiet?: boolean
}

/** On or off, in force at once. */
export function Switch({ checked, onChange, children, label, disabled, quiet }: SwitchProps) {
  const field = useField()
  return (
    <label className={cx(s.line, disabled && s.disabled)}>
      <button
        type="button"
        role="switch"
        id={field?.id}
        aria-checked={checked}
        aria-label={label}
        aria-describedby={field?.describedBy}
        disabled={disabled}
        className={cx(s.switch, quiet && s.quiet)}
        onClick={() => onChange(!checked)}
      >
        <span className={s.knob} />
      </button>
      {children != null && <span className={s.words}>{children}</span>}
    </label>
  )
}
