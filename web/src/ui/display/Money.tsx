import { formatYuanText } from '@dentin/kit/money'
import { cx } from '../cx.ts'
import s from './money.module.css'

export interface MoneyProps {
  /** Wire text in yuan, e.g. '1234.50'; null shows a dash. */
  yuan: string | null | undefined
  /** debt: red and 600 when above zero. deduction: brand 600 with a minus in front of a positive amount. */
  as?: 'plain' | 'debt' | 'deduction'
  strong?: boolean
  /** ¥ in front; only at the amount due. */
  sign?: boolean
  className?: string
}

/** An amount with thousands, two decimals and a true minus. */
export function Money({ yuan, as = 'plain', strong, sign, className }: MoneyProps) {
  if (yuan == null || yuan === '') return <span className={cx(s.none, className)}>—</span>
  const amount = Number(yuan)
  const wire = as === 'deduction' && amount > 0 ? `-${yuan}` : yuan
  return (
    <span
      className={cx(
        s.money,
        strong && s.strong,
        as === 'debt' && amount > 0 && s.debt,
        as === 'deduction' && amount !== 0 && s.deduction,
        className,
      )}
    >
      {sign && <span className={s.sign}>¥</span>}
      {formatYuanText(wire)}
    </span>
  )
}
