import { fen, splitByWeight, subtract, sum, ZERO, type Fen } from '@dentin/kit'

/** One line of an invoice. */
export interface InvoiceItem {
  name: string
  kind: 'service' | 'goods'
  amount: Fen
  /** In percent; 0 exempt. */
  rate: number
  tax: Fen
}

/** What may be invoiced by kind, before tax is looked at. */
export interface Weighed {
  kind: 'service' | 'goods'
  name: string
  amount: Fen
}

/** The tax that an amount holds at a rate, half-up. */
export const taxIn = (amount: Fen, rate: number): Fen =>
  fen(Math.floor((2 * amount * rate + 100 + rate) / (2 * (100 + rate))))

/** Lines of an invoice: those of one name and rate as one. */
export function itemsOf(parts: readonly Weighed[], rates: { service: number; goods: number }): InvoiceItem[] {
  const lines = new Map<string, InvoiceItem>()
  for (const { kind, name, amount } of parts) {
    if (amount === 0) continue
    const known = lines.get(`${kind} ${name}`)
    const whole = fen((known?.amount ?? 0) + amount)
    const rate = rates[kind]
    lines.set(`${kind} ${name}`, { kind, name, amount: whole, rate, tax: taxIn(whole, rate) })
  }
  return [...lines.values()]
}

export const taxOf = (items: readonly InvoiceItem[]): Fen => sum(items.map(({ tax }) => tax))

/**
 * The lines of a red invoice: of each blue line its share of what is left of it. Tax goes back in proportion, never more than is
 * left, and the last takes the rest.
 * @param earlier the lines of reds that are on their way or issued
 */
export function redItemsOf(
  blue: readonly InvoiceItem[],
  earlier: readonly (readonly InvoiceItem[])[],
  amount: Fen,
): InvoiceItem[] {
  const left = blue.map((line) => {
    const same = earlier.flatMap((lines) => lines.filter((each) => each.kind === line.kind && each.name === line.name))
    return {
      ...line,
      amount: subtract(line.amount, sum(same.map((each) => each.amount))),
      tax: subtract(line.tax, sum(same.map((each) => each.tax))),
    }
  })
  const shares = splitByWeight(
    amount,
    left.map((line) => line.amount),
  )
  return left.flatMap((line, n) => {
    const share = shares[n] ?? ZERO
    if (share === 0) return []
    const tax = share === line.amount ? line.tax : fen(Math.min(line.tax, Math.round((line.tax * share) / line.amount)))
    return [{ ...line, amount: share, tax }]
  })
}

/** What of a holder may be invoiced now. */
export interface RightOfHolder {
  kind: number
  right: Fen
  invoiced: Fen
  red: Fen
  /** What a card or prepayment holds. */
  balance: Fen
  /** Of the clinic that keeps it: 1 when it is recharged, 2 when it is used. */
  rule: number
}

/**
 * What may still be invoiced. What a card or prepayment holds is invoiced when it is recharged or when it is used: where it is
 * invoiced when used, only what left it without a right (it was used under the other rule) is invoiced at the card.
 */
export function freeOf({ kind, right, invoiced, red, balance, rule }: RightOfHolder): Fen {
  const left = Math.max(0, right - invoiced + red)
  if ((kind === 2 || kind === 3) && rule === 2) return fen(Math.max(0, left - balance))
  return fen(left)
}

/** The day on which a platform issued: as it says, or, where that is no day or one to come, the day of its answer. */
export function dayOf(told: string | undefined, today: string): { day: string; odd: boolean } {
  const real =
    told !== undefined &&
    /^\d{4}-\d{2}-\d{2}$/.test(told) &&
    !Number.isNaN(Date.parse(told)) &&
    new Date(told).toISOString().startsWith(told)
  return real && told <= today && told >= '2000-01-01' ? { day: told, odd: false } : { day: today, odd: true }
}

/** An address of a document, if it is one of the platform's own over http(s); '' otherwise. */
export function ownAddress(told: string | undefined, platform: string): string {
  if (!told || told.length > 500) return ''
  try {
    const [file, ours] = [new URL(told), new URL(platform)]
    const safe = file.protocol === 'https:' || (file.protocol === 'http:' && ours.protocol === 'http:')
    return safe && file.host === ours.host && file.username === '' && file.password === '' ? file.href : ''
  } catch {
    return ''
  }
}
