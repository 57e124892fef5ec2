import type { ReactNode } from 'react'
import { rove } from './roving.ts'

interface Choice<V extends string | number> {
  value: V
  disabled?: boolean
}

/** Buttons of which one is chosen: one stop of the Tab key, arrows move the choice. The group around them is the caller's. */
export function RadioButtons<V extends string | number, O extends Choice<V>>({
  options,
  value,
  onChange,
  className,
  children,
}: {
  options: readonly O[]
  value: V | null
  onChange: (value: V) => void
  className: string | undefined
  /** What stands on a button. */
  children: (option: O) => ReactNode
}) {
  const open = options.filter((each) => !each.disabled)
  const reachable = (open.find((each) => each.value === value) ?? open[0])?.value
  return options.map((option) => (
    <button
      key={option.value}
      type="button"
      role="radio"
      aria-checked={option.value === value}
      tabIndex={option.value === reachable ? 0 : -1}
      disabled={option.disabled}
      className={className}
      onKeyDown={(event) => rove(event, '[role=radiogroup]', '[role=radio]:not(:disabled)', (to) => to.click())}
      onClick={() => onChange(option.value)}
    >
      {children(option)}
    </button>
  ))
}
