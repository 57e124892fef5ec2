import { useEffect, useRef, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from '../cx.ts'
import s from './checkbox.module.css'

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  /** Words at the right; without them give `aria-label`. */
  children?: ReactNode
  /** Some but not all are chosen. */
  indeterminate?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A check box with its words; the whole line can be clicked. */
export function Checkbox({ children, indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const inner = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (inner.current) inner.current.indeterminate = indeterminate
  }, [indeterminate, rest.checked])
  return (
    <label className={cx(s.line, rest.disabled && s.disabled, className)}>
      <input
        {...rest}
        ref={(node) => {
          inner.current = node
          if (typeof ref === 'function') ref(node)
          else if (ref) ref.current = node
        }}
        type="checkbox"
        className={s.input}
      />
      {children != null && <span className={s.words}>{children}</span>}
    </label>
  )
}
