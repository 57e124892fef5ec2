import type { ReactNode } from 'react'
import { rove } from '../../ui/control/roving.ts'
import { cx, Kbd } from '../../ui/index.ts'
import s from './orthodontic.module.css'

/** A row of chips with its letter: what is chosen is pressed, what was there last time is dashed. */
export function ChipRow({
  label,
  letter,
  problems,
  children,
}: {
  label: string
  letter?: string | undefined
  problems?: readonly string[]
  children: ReactNode
}) {
  return (
    <div className={s.row} data-row={letter}>
      <div className={s.rowLabel}>
        {label}
        {letter !== undefined && <Kbd>{letter}</Kbd>}
      </div>
      <div>
        <div className={s.chips} role="group" aria-label={label} data-chips>
          {children}
        </div>
        {problems?.map((problem) => (
          <div key={problem} className={s.problem} role="alert">
            {problem}
          </div>
        ))}
      </div>
    </div>
  )
}

/** To the chip of a row that is chosen, else to its first. */
export function focusChip(row: Element | null | undefined): void {
  const chosen = row?.querySelector<HTMLElement>('button[aria-pressed="true"]')
  ;(chosen ?? row?.querySelector<HTMLElement>('button'))?.focus()
}

export function Chip({
  pressed,
  last = false,
  disabled,
  onClick,
  children,
  label,
}: {
  pressed: boolean
  /** What was there last time. */
  last?: boolean
  disabled: boolean
  onClick: () => void
  children: ReactNode
  label?: string
}) {
  return (
    <button
      type="button"
      className={cx(s.chip, last && !pressed && s.chipLast)}
      aria-pressed={pressed}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      onKeyDown={(event) => rove(event, '[data-chips]', 'button:not(:disabled)')}
    >
      {children}
      {last && !pressed && <small>上次</small>}
    </button>
  )
}

export const ChipGap = () => <span className={s.gap} aria-hidden />
