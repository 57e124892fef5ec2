import { outcomeOfItem } from '@dentin/clinical/plan-marks'
import { planLineStates, planStates } from '@dentin/contract/treatment-plan'
import { computeBill, ZERO, type BillAmounts, type BillLineInput } from '@dentin/kit'
import { AppError } from '../../platform/errors.ts'

/** What became of a line, as its appointment, record and bill say. */
export interface LineFacts {
  cancelled: boolean
  booked: boolean
  done: boolean
  charged: boolean
}

/** The state that a line is shown in: the furthest that holds. */
export function lineStatus({ cancelled, booked, done, charged }: LineFacts): number {
  const { code } = planLineStates
  if (cancelled) return code.cancelled
  if (charged) return code.charged
  if (done) return code.done
  return booked ? code.booked : code.planned
}

/** How far the chosen option has come: how many lines there are, are executed, are executed or charged. */
export interface Progress {
  lines: number
  done: number
  begun: number
}

/** The state that a plan is shown in: an accepted one is under way or complete as its lines are. */
export function shownStatus(stored: number, { lines, done, begun }: Progress): number {
  const { code } = planStates
  if (!planStates.is(stored, 'accepted')) return stored
  if (lines > 0 && done === lines) return code.completed
  return begun > 0 ? code.partly : code.accepted
}

/**
 * Amounts of an option under the discount of the plan. Each line carries its own discount, so that it comes to the same
 * sum wherever it is charged alone. `percent` is the charged part of the price: 95 = 9.5 折.
 */
export function priceOption(
  lines: readonly Pick<BillLineInput, 'price' | 'qty' | 'canDiscount'>[],
  percent: number,
): BillAmounts {
  return computeBill(
    lines.map((line) => ({ ...line, discountPercent: line.canDiscount ? percent : 100 })),
    { discountPercent: 100, reduction: ZERO, roundingRule: 0 },
  )
}

/** Refuses a discount that is deeper than the person may give. `limit`: lowest percentage of the price. */
export function mustBeWithinLimit(percent: number, limit: number, granted: number | null): void {
  if (percent >= limit || percent === granted) return
  const message = limit >= 100 ? '没有打折权限，需店长处理' : `你可给到 ${limit / 10} 折，更低需店长处理`
  throw new AppError('DISCOUNT_OVER_LIMIT', { message, fields: [{ field: 'discountPercent', message }] })
}

const pairs = (text: string) =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, n) => text.slice(n, n + 2)))

/**
 * The item of the price list that some words plan: the longest whose name they say; else, of those that leave the same in the
 * mouth, the one whose name has most in common with them.
 */
export function itemFor<Item extends { name: string }>(words: string, items: readonly Item[]): Item | null {
  const said = items.filter(({ name }) => words.includes(name)).toSorted((a, b) => b.name.length - a.name.length)[0]
  if (said) return said
  const outcome = outcomeOfItem(words)
  if (outcome === null) return null
  const own = pairs(words)
  const common = ({ name }: Item) => [...pairs(name)].filter((pair) => own.has(pair)).length
  const alike = items.filter(({ name }) => outcomeOfItem(name) === outcome)
  return alike.toSorted((a, b) => common(b) - common(a))[0] ?? null
}
