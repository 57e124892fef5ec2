import { useId, type ReactNode } from 'react'
import css from './Segmented.module.css'

export interface SegmentedProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  /** Fills the width of its container in equal parts. */
  block?: boolean
  disabled?: boolean
}

/** A few choices side by side in a groove, as a radio group. */
export function Segmented<T extends string>(props: SegmentedProps<T>): ReactNode {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={props.label} className={props.block ? css.block : css.group}>
      {props.options.map((option) => (
        <label key={option.value} className={css.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === props.value}
            disabled={props.disabled}
            onChange={() => props.onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
