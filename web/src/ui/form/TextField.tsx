import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { useField } from './Field.tsx'
import s from './text.module.css'

export type ControlSize = 'lg' | 'md' | 'sm'

interface BoxProps {
  /** lg 40, md 32, sm 28 px; 44 on the phone. */
  size?: ControlSize
  icon?: IconName
  suffix?: ReactNode
  /** Red border; inside a `Field` with an error it is set by itself. */
  invalid?: boolean
}

export interface TextFieldProps extends BoxProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  /** Numbers stand right and tabular. */
  numeric?: boolean
  /** Words that the browser offers while typing. */
  suggest?: readonly string[]
  /** Class of the box; `className` goes to the input. */
  boxClassName?: string
  ref?: Ref<HTMLInputElement>
}

/** A one-line text field. Needs a `Field` around it or an `aria-label`. Works with `register()` of react-hook-form. */
export function TextField({
  size = 'md',
  icon,
  suffix,
  invalid,
  numeric,
  suggest,
  boxClassName,
  className,
  id,
  required,
  ref,
  ...rest
}: TextFieldProps) {
  const field = useField()
  const bad = invalid ?? field?.invalid ?? false
  const list = useId()
  return (
    <span
      className={cx(
        s.box,
        s[size],
        bad && s.bad,
        rest.readOnly && s.readOnly,
        rest.disabled && s.disabled,
        boxClassName,
      )}
    >
      {icon && <Icon name={icon} size={16} className={s.lead} />}
      <input
        type="text"
        autoComplete="off"
        data-autofocus={rest.autoFocus || undefined}
        {...rest}
        ref={ref}
        id={id ?? field?.id}
        aria-invalid={bad || undefined}
        aria-required={required || field?.required || undefined}
        aria-describedby={rest['aria-describedby'] ?? field?.describedBy}
        className={cx(s.input, numeric && s.numeric, className)}
        list={suggest ? list : undefined}
      />
      {suggest && (
        <datalist id={list}>
          {[...new Set(suggest)].map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </datalist>
      )}
      {suffix != null && <span className={s.tail}>{suffix}</span>}
    </span>
  )
}

/** A password with a switch that shows what was typed. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={shown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          className={s.inner}
          aria-label={shown ? '隐藏密码' : '显示密码'}
          aria-pressed={shown}
          title={shown ? '隐藏密码' : '显示密码'}
          disabled={props.disabled}
          onClick={() => setShown((now) => !now)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} size={17} />
        </button>
      }
    />
  )
}

export interface SearchFieldProps extends Omit<TextFieldProps, 'type' | 'icon' | 'value' | 'onChange'> {
  value: string
  onChange: (text: string) => void
}

/** A text field with a magnifier and, when filled, a button that empties it. */
export function SearchField({ value, onChange, suffix, ...rest }: SearchFieldProps) {
  return (
    <TextField
      {...rest}
      role="searchbox"
      icon="search"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      suffix={
        value !== '' ? (
          <button type="button" className={s.inner} aria-label="清空" title="清空" onClick={() => onChange('')}>
            <Icon name="x" size={14} />
          </button>
        ) : (
          suffix
        )
      }
    />
  )
}

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  invalid?: boolean
  /** Grows with its text from `rows` up to `maxRows`. */
  maxRows?: number
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines of text that grow with what is typed; shows the count when `maxLength` is given. */
export function TextArea({ invalid, rows, maxRows = 10, className, id, required, ref, ...rest }: TextAreaProps) {
  const field = useField()
  const bad = invalid ?? field?.invalid ?? false
  const text = String(rest.value ?? '')
  return (
    <span className={s.areaBox}>
      <textarea
        {...rest}
        ref={ref}
        rows={rows ?? 2}
        id={id ?? field?.id}
        aria-invalid={bad || undefined}
        aria-required={required || field?.required || undefined}
        aria-describedby={rest['aria-describedby'] ?? field?.describedBy}
        className={cx(s.area, bad && s.bad, rest.readOnly && s.readOnly, rest.disabled && s.disabled, className)}
        style={{ minHeight: rows && rows * 22 + 10, ...rest.style, maxHeight: maxRows * 22 + 12 }}
      />
      {rest.maxLength != null && rest.value != null && text.length > rest.maxLength * 0.8 && (
        <span className={s.count} aria-live="polite">
          {text.length}/{rest.maxLength}
        </span>
      )}
    </span>
  )
}
