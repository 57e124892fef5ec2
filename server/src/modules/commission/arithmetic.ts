import type { PayKind } from '@dentin/contract/commission'
import { fen, subtract, type Fen } from '@dentin/kit'

/**
 * What performance pays, to the fen and without asking anybody. Everything is worked out of what has come together so far, so that
 * parts always come to the whole: the part of a movement is what holds with it less what held before it.
 */

/** A step of a month's base: from (in it) up to (not in it; null: without end), and its rate in hundredths of a percent. */
export interface Step {
  from: Fen
  to: Fen | null
  rate: number
}

const RATE = 10_000n

/** over × times ÷ under, half-up, mirrored below zero. */
function partOf(over: number, times: number | bigint, under: number | bigint): Fen {
  const product = BigInt(over) * BigInt(times)
  const divisor = BigInt(under)
  const negative = product < 0n !== divisor < 0n
  const [a, b] = [product < 0n ? -product : product, divisor < 0n ? -divisor : divisor]
  const quotient = (2n * a + b) / (2n * b)
  return fen(Number(negative ? -quotient : quotient))
}

/** How much of a line has come together: before a movement and with it, of how much in all. */
export interface Progress {
  before: Fen
  after: Fen
  whole: Fen
}

/**
 * The part of something of the whole line (its costs, its discount) that belongs to a movement: in proportion to what has come in, so
 * that the last payment takes the remainder, and what goes back takes its part with it. A line that is nothing as a whole has no parts.
 */
export function partOfLine(total: Fen, { before, after, whole }: Progress): Fen {
  if (whole === 0) return fen(0)
  return subtract(partOf(total, after, whole), partOf(total, before, whole))
}

/** What a payment's fee is for a part of it. */
export const feeOfPart = (fee: Fen, part: Fen, payment: Fen): Fen =>
  payment === 0 ? fen(0) : partOf(fee, part, payment)

/**
 * What is wrong with steps, by the place of the step and its field; null: nothing. They begin at 0, follow one another without a gap and
 * without overlapping, and end without end; one rate is one step.
 */
export function wrongStep(
  kind: PayKind,
  steps: readonly Step[],
): { step: number; field: 'from' | 'to'; message: string } | null {
  for (const [n, { from, to }] of steps.entries()) {
    const before = steps[n - 1]
    const isLast = n === steps.length - 1
    if (kind === 1 && n > 0) return { step: n, field: 'from', message: '统一比例只有一档' }
    if (!before && from !== 0) return { step: n, field: 'from', message: '第 1 档从 0 开始' }
    if (before) {
      if (before.to === null) return { step: n - 1, field: 'to', message: `第 ${n} 档没有上限，后面不能再有档` }
      if (from < before.to) return { step: n, field: 'from', message: `第 ${n + 1} 档与第 ${n} 档重叠` }
      if (from > before.to) return { step: n, field: 'from', message: `第 ${n} 档与第 ${n + 1} 档之间有空档` }
    }
    if (to !== null && to <= from) return { step: n, field: 'to', message: `第 ${n + 1} 档的终点应高于起点` }
    if (isLast && to !== null) return { step: n, field: 'to', message: '最后一档不设上限' }
  }
  return null
}

/** What a base comes to when each step is paid at its own rate. Below zero: at the first rate. */
function stepByStep(steps: readonly Step[], base: Fen): Fen {
  const [first] = steps
  if (base < 0) return partOf(base, first?.rate ?? 0, RATE)
  // Rates times amounts, divided once: a month has one rounding.
  let sum = 0n
  for (const { from, to, rate } of steps) {
    const upTo = to === null || to > base ? base : to
    if (upTo > from) sum += BigInt(upTo - from) * BigInt(rate)
  }
  return fen(Number((2n * sum + RATE) / (2n * RATE)))
}

/** The rate of the step that a base reaches. A base at a step's beginning has reached it; below zero: the first. */
const reached = (steps: readonly Step[], base: Fen): number =>
  (steps.findLast(({ from }) => base >= from) ?? steps[0])?.rate ?? 0

/** What a month's base pays. */
export function payOf(kind: PayKind, steps: readonly Step[], base: Fen): Fen {
  return kind === 2 ? stepByStep(steps, base) : partOf(base, reached(steps, base), RATE)
}

/**
 * What each movement of a month pays, in their order: together what the month's base pays. By steps a movement pays by the steps that
 * it goes through; by the reached step all are paid at its rate.
 */
export function payOfEach(kind: PayKind, steps: readonly Step[], bases: readonly Fen[]): Fen[] {
  const month = fen(bases.reduce((sum, base) => sum + base, 0))
  const rate = reached(steps, month)
  const upTo = (base: Fen) => (kind === 2 ? stepByStep(steps, base) : partOf(base, rate, RATE))
  let before = fen(0)
  let paid = fen(0)
  return bases.map((base) => {
    before = fen(before + base)
    const now = upTo(before)
    const each = subtract(now, paid)
    paid = now
    return each
  })
}
