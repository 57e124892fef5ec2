import type { RefundItem, RefundPreview, RefundType } from './hooks.ts'

type Line = RefundPreview['items'][number]

/** What is to be taken off a line, as it is typed. */
export interface TakenLine {
  qty: number
  amount: string
}
export type Taken = ReadonlyMap<string, TakenLine>

/** The whole of what a line may still give. */
export const wholeOf = (line: Line): TakenLine => ({ qty: line.mostQty, amount: line.most })

/** What part of a line's rest a number of its units is, in fen half-up; all of it for the whole number. */
export function shareOf(line: Line, qty: number): string {
  if (line.mostQty === 0 || qty >= line.mostQty) return line.most
  const [yuan = '0', cents = '00'] = line.most.split('.')
  const most = Number(yuan) * 100 + Number(cents)
  const share = Math.floor((2 * most * qty + line.mostQty) / (2 * line.mostQty))
  return `${Math.floor(share / 100)}.${String(share % 100).padStart(2, '0')}`
}

/** The lines that can still give something. */
export const giving = (lines: readonly Line[]): Line[] => lines.filter((line) => Number(line.most) > 0)

/** Takes a line up with all that it may give, or leaves it alone. With `priceOnly` its quantity stays. */
export function toggled(taken: Taken, line: Line, priceOnly: boolean): Taken {
  const next = new Map(taken)
  if (next.has(line.billItemId)) next.delete(line.billItemId)
  else next.set(line.billItemId, priceOnly ? { qty: 0, amount: '' } : wholeOf(line))
  return next
}

/** The chosen lines as the call takes them, and what is missing before it can be asked. */
export function askedOf(taken: Taken): { items: RefundItem[]; missing: string | null } {
  const items = [...taken].map(([billItemId, { qty, amount }]) => ({ billItemId, qty, amount }))
  const missing =
    items.length === 0
      ? '请勾选要退的项目'
      : items.some(({ amount }) => !(Number(amount) > 0))
        ? '请填写这次退的金额'
        : null
  return { items, missing }
}

/** Everything that may be given is given: the refund of the whole bill. */
const isWhole = (lines: readonly Line[], taken: Taken): boolean =>
  giving(lines).every((line) => {
    const chosen = taken.get(line.billItemId)
    return chosen?.amount === line.most && chosen.qty === line.mostQty
  })

/** The kind that is sent: a refund of everything says so, whatever else was chosen. */
export const typeToSend = (chosen: RefundType, lines: readonly Line[], taken: Taken): RefundType =>
  chosen === 1 && taken.size > 0 && isWhole(lines, taken) ? 3 : chosen
