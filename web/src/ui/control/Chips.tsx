import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon/Icon.tsx'
import { RadioButtons } from './RadioButtons.tsx'
import type { SegmentedOption } from './Segmented.tsx'
import s from './chips.module.css'

export interface ChipsProps<V extends string | number> {
  options: readonly SegmentedOption<V>[]
  value: V | null
  onChange: (value: V) => void
  label: string
}

/** The phone's row of states: round chips that scroll, the chosen one dark. */
export function Chips<V extends string | number>({ options, value, onChange, label }: ChipsProps<V>) {
  return (
    <div role="radiogroup" aria-label={label} className={s.row}>
      <RadioButtons options={options} value={value} onChange={onChange} className={s.chip}>
        {(option) => (
          <>
            {option.label}
            {option.count !== undefined && <span className={s.count}>{option.count}</span>}
          </>
        )}
      </RadioButtons>
    </div>
  )
}

export interface FilterChipProps {
  children: ReactNode
  /** What is taken away, for the spoken name: 移除「欠费 大于 100」. */
  name: string
  onRemove: () => void
  /** coupon: dashed border. */
  look?: 'filter' | 'coupon'
  className?: string
}

/** An active filter that can be taken away. */
export function FilterChip({ children, name, onRemove, look = 'filter', className }: FilterChipProps) {
  return (
    <span className={cx(s.filter, look === 'coupon' && s.coupon, className)}>
      {look === 'coupon' && <Icon name="ticket" size={14} />}
      <span className="ellipsis">{children}</span>
      <button type="button" className={s.remove} aria-label={`移除${name}`} title={`移除${name}`} onClick={onRemove}>
        <Icon name="x" size={12} stroke={1.8} />
      </button>
    </span>
  )
}
