import { fen, splitByWeight, subtract, sum, ZERO, type Fen } from './money.ts'

/**
 * Parts of payments, in the order in which they are laid on lines: what the house gave itself first, ready money last.
 * One payment with a member card has two parts, its principal and its bonus; every other way of paying has one.
 */
export const PART_KINDS = ['bonus', 'principal', 'deposit', 'times', 'points', 'unit', 'cash'] as const
export type PartKind = (typeof PART_KINDS)[number]

/** A part of a payment as it stands on a bill. */
export interface PaidPart {
  kind: PartKind
  /** What of it has not gone back. */
  left: Fen
  /** Which charge or repayment it came with, counted in the order of time. */
  charge: number
  /** Its place among the rows of that charge. */
  row: number
}

/** A line of a bill, for laying payments on it. */
export interface SettledLine {
  /** What of it is still a claim: 应收 less 退项 and 核销. */
  want: Fen
  /** May bonus pay it? */
  canBonus: boolean
}

/** `laid[part][line]`: how much of a part lies on a line. */
export type Laid = Fen[][]

const byOrder = (a: PaidPart, b: PaidPart) =>
  PART_KINDS.indexOf(a.kind) - PART_KINDS.indexOf(b.kind) || a.charge - b.charge || a.row - b.row

const inOrder = <T>(list: readonly T[], compare: (a: T, b: T) => number): number[] =>
  list.map((_, n) => n).sort((a, b) => compare(list[a] as T, list[b] as T) || a - b)

/**
 * Lays parts of payments on the lines of a bill: bonus on the lines that it may pay, then the other kinds in their order,
 * each shared by what the lines still want.
 * @param parts what is laid; the whole of `left`
 * @param lines what each line wants before anything is laid
 * @param before what lies on the lines already and stays
 * @returns how much of each part lies on each line: Σ over lines = the part
 * @throws RangeError when the parts are more than the lines want, or the bonus more than its lines want
 * @see money.md §3
 */
export function layParts(parts: readonly PaidPart[], lines: readonly SettledLine[], before: Laid = []): Laid {
  const wants = lines.map(({ want }, line) => fen(want - before.reduce((all, part) => all + (part[line] ?? 0), 0)))
  const laid: Laid = parts.map(() => [])
  for (const n of inOrder(parts, byOrder)) {
    const part = parts[n] as PaidPart
    const weights = wants.map((want, line) =>
      part.kind === 'bonus' && !(lines[line] as SettledLine).canBonus ? ZERO : want,
    )
    if (part.left > sum(weights)) throw new RangeError('付款超过各项目还可以收的金额')
    const shares = splitByWeight(part.left, weights)
    laid[n] = shares
    for (const [line, share] of shares.entries()) wants[line] = subtract(wants[line] as Fen, share)
  }
  return laid
}

/** In which order payments go back: 1 先退后付 (the last payment first), 2 按原支付比例. */
export type RefundMode = 1 | 2

export interface RefundAsked {
  mode: RefundMode
  lines: readonly (SettledLine & { /** What is taken off this line. */ taken: Fen })[]
  parts: readonly PaidPart[]
  laid: Laid
}

export interface RefundPlan {
  /** What is taken off the lines. */
  returned: Fen
  /** What of it lowers what is owed. */
  arrears: Fen
  /** What goes back to the patient: Σ `ways`. */
  refunded: Fen
  /** How much of each part goes back. */
  ways: Fen[]
  /** How the parts that stay lie on the lines afterwards. */
  laid: Laid
}

const laidOn = (laid: Laid, lines: readonly number[]) =>
  laid.map((part) => sum(lines.map((line) => part[line] ?? ZERO)))

/** M1: bonus first; then the latest charge first, in one charge cash-like first and principal last, the later row first. */
function lastFirst(a: PaidPart, b: PaidPart): number {
  const bonus = Number(b.kind === 'bonus') - Number(a.kind === 'bonus')
  return bonus || b.charge - a.charge || PART_KINDS.indexOf(b.kind) - PART_KINDS.indexOf(a.kind) || b.row - a.row
}

/** Takes an amount off parts, in an order, each as far as it goes. */
function takeInOrder(
  amount: Fen,
  parts: readonly PaidPart[],
  already: readonly Fen[],
  order: readonly number[],
): Fen[] {
  let rest: number = amount
  const taken = parts.map(() => ZERO)
  for (const n of order) {
    const share = Math.min(rest, (parts[n] as PaidPart).left - (already[n] ?? 0))
    taken[n] = fen(share)
    rest -= share
  }
  if (rest > 0) throw new RangeError('退款超过已付的金额')
  return taken
}

/**
 * What a refund does: arrears go down first, and only the rest goes back; bonus that its lines can't bear any more goes
 * back even when something is owed. When what goes back is not exactly what lay on the refunded lines, the parts that stay
 * are laid anew over all lines.
 * @throws RangeError when a line gives more than it is worth
 * @see money.md §4
 */
export function planRefund({ mode, lines, parts, laid }: RefundAsked): RefundPlan {
  if (lines.some(({ taken, want }) => taken < 0 || taken > want)) throw new RangeError('退项超过项目还可以退的金额')
  const touched = lines.flatMap(({ taken }, line) => (taken > 0 ? [line] : []))
  const returned = sum(lines.map(({ taken }) => taken))
  const paid = sum(parts.map(({ left }) => left))
  const owed = subtract(sum(lines.map(({ want }) => want)), paid)
  const after = lines.map(({ want, taken, canBonus }) => ({ want: subtract(want, taken), canBonus }))
  const bonus = sum(parts.map(({ kind, left }) => (kind === 'bonus' ? left : ZERO)))
  const bearable = sum(after.map(({ want, canBonus }) => (canBonus ? want : ZERO)))
  const misfit = Math.max(0, bonus - bearable)
  const refunded = fen(Math.max(0, returned - owed, misfit))
  const order = inOrder(parts, lastFirst)
  const bonusFirst = order.filter((n) => parts[n]?.kind === 'bonus')

  let ways: Fen[]
  let left: Laid | undefined
  if (mode === 1) ways = takeInOrder(refunded, parts, [], order)
  else if (owed === 0 && misfit === 0) {
    // Every line is paid in full: each gives back of what lies on it, and the others keep theirs.
    left = laid.map((part) => [...part])
    const sequence = inOrder(parts, byOrder)
    for (const line of touched) {
      const weights = sequence.map((n) => left?.[n]?.[line] ?? ZERO)
      const shares = splitByWeight((lines[line] as { taken: Fen }).taken, weights)
      for (const [place, n] of sequence.entries())
        (left[n] as Fen[])[line] = subtract(weights[place] as Fen, shares[place] as Fen)
    }
    ways = parts.map(({ left: was }, n) => subtract(was, sum(left?.[n] ?? [])))
  } else {
    const forced = takeInOrder(fen(misfit), parts, [], bonusFirst)
    const sequence = inOrder(parts, byOrder)
    const onTouched = laidOn(laid, touched)
    const weights = sequence.map((n) => fen(Math.max(0, (onTouched[n] as Fen) - (forced[n] as Fen))))
    const rest = fen(refunded - misfit)
    const shares = rest > 0 ? splitByWeight(rest, weights) : weights.map(() => ZERO)
    ways = [...forced]
    for (const [place, n] of sequence.entries()) ways[n] = fen((ways[n] as Fen) + (shares[place] as Fen))
  }
  if (!left) {
    const whole = touched.every((line) => after[line]?.want === 0)
    const exact = whole && laidOn(laid, touched).every((lay, n) => lay === ways[n])
    left = exact
      ? laid.map((part) => part.map((share, line) => (touched.includes(line) ? ZERO : share)))
      : layParts(
          parts.map((part, n) => ({ ...part, left: subtract(part.left, ways[n] as Fen) })),
          after,
        )
  }
  return { returned, arrears: subtract(returned, refunded), refunded, ways, laid: left }
}
