import type { FigureHead, FigureUnit } from '@dentin/contract/report'
import { formatYuanText } from '@dentin/kit/money'

const AFTER: Readonly<Record<FigureUnit, string>> = { yuan: '', count: '', minutes: ' 分', percent: '%', score: ' 分' }

/** What a figure means, and the date that it goes by. */
export const meaningOf = ({ says, date }: Pick<FigureHead, 'says' | 'date'>): string =>
  date ? `${says}。按${date}` : says

/** A value as it stands in a cell; nothing to divide by is a dash. */
export function valueText(unit: FigureUnit, value: string | null): string {
  if (value === null) return '—'
  if (unit === 'yuan') return formatYuanText(value)
  return `${unit === 'count' || unit === 'minutes' ? Number(value).toLocaleString('en-US') : value}${AFTER[unit]}`
}

export interface Change {
  /** '+12.4%', '−1.10 个点'. */
  text: string
  direction: 'up' | 'down' | 'same'
  /** Is it good? null: neither. */
  good: boolean | null
}

/** How a value stands against another: in percent, of rates in points. null: nothing to say. */
export function changeOf(
  { unit, better }: Pick<FigureHead, 'unit' | 'better'>,
  now: string | null,
  then: string | null,
): Change | null {
  if (now === null || then === null) return null
  const difference = Number(now) - Number(then)
  const direction = difference === 0 ? 'same' : difference > 0 ? 'up' : 'down'
  const good = direction === 'same' || better === 'none' ? null : (direction === 'up') === (better === 'up')
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : ''
  const size = Math.abs(difference)
  if (unit === 'percent') return { text: `${sign}${size.toFixed(1)} 个点`, direction, good }
  if (unit === 'minutes') return { text: `${sign}${size} 分`, direction, good }
  if (Number(then) === 0) return null
  return { text: `${sign}${((size / Math.abs(Number(then))) * 100).toFixed(1)}%`, direction, good }
}
