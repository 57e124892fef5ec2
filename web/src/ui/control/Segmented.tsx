import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { useField } from '../form/Field.tsx'
import { Icon, type IconName } from '../icon/Icon.tsx'
import { RadioButtons } from './RadioButtons.tsx'
import s from './segmented.module.css'

export interface SegmentedOption<V extends string | number> {
  value: V
  label: ReactNode
  icon?: IconName
  count?: number
  disabled?: boolean
}

export interface SegmentedProps<V extends string | number> {
  options: readonly SegmentedOption<V>[]
  value: V | null
  onChange: (value: V) => void
  /** Spoken name of the group; inside a `Field` the field's label is used. */
  label?: string
  /** md 32, sm 28 px. */
  size?: 'md' | 'sm'
  block?: boolean
  className?: string
}

/** A small choice in a groove: exactly one is chosen; arrows move the choice. */
export function Segmented<V extends string | number>({
  options,
  value,
  onChange,
  label,
  size = 'md',
  block,
  className,
}: SegmentedProps<V>) {
  const field = useField()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-labelledby={label === undefined && field ? `${field.id}-label` : undefined}
      aria-describedby={field?.describedBy}
      className={cx(s.groove, s[size], block && s.block, className)}
    >
      <RadioButtons options={options} value={value} onChange={onChange} className={s.cell}>
        {(option) => (
          <>
            {option.icon && <Icon name={option.icon} size={15} />}
            <span>{option.label}</span>
            {option.count !== undefined && <span className={s.count}>{option.count.toLocaleString('en-US')}</span>}
          </>
        )}
      </RadioButtons>
    </div>
  )
}
