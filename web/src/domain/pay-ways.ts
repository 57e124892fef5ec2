import { fen, fenToYuan, sum, yuanToFen, ZERO, type Fen } from '@dentin/kit/money'

/** One way of taking or giving a sum, as it stands on the screen. */
export interface DraftWay {
  payMethodId: string
  /** Yuan text; null takes what the others leave. */
  amount: string | null
  tradeNo: string
}

export const fenOf = (yuan: string | null | undefined): Fen => {
  try {
    return yuan ? yuanToFen(yuan) : ZERO
  } catch {
    return ZERO
  }
}

/** What each way comes to: those with a sum of their own first, the first without takes the rest. */
export function sumsOf(ways: readonly DraftWay[], due: Fen): Fen[] {
  let rest = Math.max(0, due - sum(ways.map(({ amount }) => fenOf(amount))))
  return ways.map(({ amount }) => {
    if (amount !== null) return fenOf(amount)
    const own = fen(rest)
    rest = 0
    return own
  })
}

/** What the ways together lack of the sum; below zero they are too much. */
export const missingOf = (ways: readonly DraftWay[], due: Fen): number => due - sum(sumsOf(ways, due))

/** What is sent. */
export const waysBody = (ways: readonly DraftWay[], due: Fen) => {
  const sums = sumsOf(ways, due)
  return ways.map(({ payMethodId, tradeNo }, n) => ({
    payMethodId,
    amount: fenToYuan(sums[n] as Fen),
    tradeNo: tradeNo.trim(),
  }))
}

/** One way more, or one less. The first takes all; a second asks for its sum, unless those before leave something to it. */
export function toggled(ways: readonly DraftWay[], payMethodId: string): DraftWay[] {
  if (ways.some((way) => way.payMethodId === payMethodId)) {
    const left = ways.filter((way) => way.payMethodId !== payMethodId)
    return left.length === 1 ? left.map((way) => ({ ...way, amount: null })) : left
  }
  const isTaken = ways.some(({ amount }) => amount === null)
  return [...ways, { payMethodId, amount: isTaken ? '' : null, tradeNo: '' }]
}

/** The sum of one way is typed; when it was the one that took the rest, another that nobody has typed takes it instead. */
export function typed(ways: readonly DraftWay[], payMethodId: string, amount: string): DraftWay[] {
  const next = ways.map((way) => (way.payMethodId === payMethodId ? { ...way, amount } : way))
  if (next.some((way) => way.amount === null)) return next
  const rest = next.find((way) => way.amount === '' && way.payMethodId !== payMethodId)
  return next.map((way) => (way === rest ? { ...way, amount: null } : way))
}

/** How a sum goes back when nobody says otherwise: by the ways it came in, then in cash. */
export function usualReturn(
  due: Fen,
  cameBy: readonly { payMethodId: string; amount: string }[],
  cashId: string,
): DraftWay[] {
  let rest = due as number
  const ways: DraftWay[] = []
  for (const { payMethodId, amount } of cameBy) {
    const part = Math.min(rest, yuanToFen(amount))
    if (part <= 0) continue
    ways.push({ payMethodId, amount: fenToYuan(fen(part)), tradeNo: '' })
    rest -= part
  }
  if (rest > 0) {
    const cash = ways.find((way) => way.payMethodId === cashId)
    if (cash) cash.amount = fenToYuan(fen(fenOf(cash.amount) + rest))
    else ways.push({ payMethodId: cashId, amount: fenToYuan(fen(rest)), tradeNo: '' })
  }
  return ways
}
