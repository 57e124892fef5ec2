import type { FigureUnit, Cut } from '@dentin/contract/report'
import { arrearsReckonings } from './arrears.ts'
import { billReckonings } from './bills.ts'
import { cardReckonings } from './cards.ts'
import { chairReckonings } from './chairs.ts'
import { growthReckonings } from './growth.ts'
import { halfUp, lastDayOf, monthLater, plusDays, within, type Fact, type Reckonings, type Span } from './kit.ts'
import { moneyReckonings } from './money.ts'
import { patientReckonings } from './patients.ts'
import { payReckonings } from './pay.ts'
import { peopleReckonings } from './people.ts'
import { visitReckonings } from './visits.ts'
import type { World } from './world.ts'

/** Every figure that is reckoned a second time, by its code. */
export const reckonings: Reckonings = {
  ...visitReckonings,
  ...moneyReckonings,
  ...arrearsReckonings,
  ...cardReckonings,
  ...growthReckonings,
  ...peopleReckonings,
  ...billReckonings,
  ...patientReckonings,
  ...payReckonings,
  ...chairReckonings,
}

/** Where a row stands, as a report asks for it. */
export interface Asked {
  by: Cut
  span: Span
  /** In which part people are looked at. */
  part: string
  /** null: every clinic. */
  clinic: string | null
}

/** Months one to three are the first quarter. */
const quarterOf = (day: string) => `${day.slice(0, 4)}-Q${Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1}`
const sunday = (day: string) => plusDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
/** The row in which a fact stands. */
function keyOf(by: Cut, fact: Fact): string {
  switch (by) {
    case 'day':
      return fact.day
    case 'week':
      return sunday(fact.day)
    case 'month':
      return fact.day.slice(0, 7)
    case 'quarter':
      return quarterOf(fact.day)
    case 'year':
      return fact.day.slice(0, 4)
    case 'clinic':
      return fact.clinic ?? ''
    default:
      return fact[by] ?? ''
  }
}
/** The days of a row along time, as far as they lie in a span. */
function daysOfKey(by: Cut, key: string, { from, to }: Span): Span {
  const quarter = String(Number(key.slice(-1)) * 3 - 2).padStart(2, '0')
  const first =
    by === 'month'
      ? `${key}-01`
      : by === 'quarter'
        ? `${key.slice(0, 4)}-${quarter}-01`
        : by === 'year'
          ? `${key}-01-01`
          : key
  const months = by === 'month' ? 1 : by === 'quarter' ? 3 : by === 'year' ? 12 : 0
  const last = months > 0 ? lastDayOf(monthLater(first, months - 1)) : by === 'week' ? plusDays(first, 6) : first
  return { from: first < from ? from : first, to: last > to ? to : last }
}
/** The rows along time of a span. */
function keysAlong(by: Cut, { from, to }: Span): string[] {
  const found: string[] = []
  if (by === 'month' || by === 'quarter' || by === 'year') {
    for (let at = `${from.slice(0, 7)}-01`; at <= to; at = monthLater(at, 1)) {
      const key = by === 'month' ? at.slice(0, 7) : by === 'quarter' ? quarterOf(at) : at.slice(0, 4)
      if (found.at(-1) !== key) found.push(key)
    }
  } else
    for (let at = by === 'week' ? sunday(from) : from; at <= to; at = plusDays(at, by === 'week' ? 7 : 1))
      found.push(at)
  return found
}
export const isAlongTime = (by: Cut): boolean => ['day', 'week', 'month', 'quarter', 'year'].includes(by)

interface Sums {
  rows: ReadonlyMap<string, number>
  foot: number
}

/** 'V1 - V2' as codes with their signs. */
const termsOf = (text: string): [code: string, sign: 1 | -1][] =>
  text.split(/ (?=[+-] )/).map((term) => [term.replace(/^[+-] /, ''), term.startsWith('- ') ? -1 : 1])

/** What figures come to, reckoned row by row. */
export class SecondReckoning {
  readonly #facts = new Map<string, readonly Fact[]>()
  readonly #sums = new Map<string, Sums>()
  constructor(readonly world: World) {}

  /** What of a figure counts in a span. */
  factsOf(code: string, span: Span): readonly Fact[] {
    const at = `${code} ${span.from} ${span.to}`
    const found = this.#facts.get(at)
    if (found) return found
    const each = reckonings[code]
    if (!each || each.kind === 'derived') throw new Error(`${code} counts no rows`)
    const made =
      each.kind === 'rows'
        ? each.rows(this.world, span).filter(({ day }) => within(span, day))
        : each.rows(this.world, each.at === 'opening' ? plusDays(span.from, -1) : span.to, span)
    this.#facts.set(at, made)
    return made
  }

  #sumsOf(code: string, asked: Asked): Sums {
    const at = [code, asked.by, asked.span.from, asked.span.to, asked.part, asked.clinic].join(' ')
    const found = this.#sums.get(at)
    if (found) return found
    const counts = ({ part, clinic }: Fact) =>
      (part === undefined || part === asked.part) && (asked.clinic === null || clinic === asked.clinic)
    const rows = new Map<string, number>()
    let foot = 0
    const seen = new Set<string>()
    /** False for what was counted in this row before. */
    const isFirst = (row: string, { once }: Fact): boolean => {
      if (once === undefined) return true
      if (once === null || seen.has(`${row} ${once}`)) return false
      seen.add(`${row} ${once}`)
      return true
    }
    for (const fact of this.factsOf(code, asked.span)) if (counts(fact) && isFirst('foot', fact)) foot += fact.value
    if (reckonings[code]?.kind === 'standing' && isAlongTime(asked.by))
      for (const key of keysAlong(asked.by, asked.span)) {
        const own = this.factsOf(code, daysOfKey(asked.by, key, asked.span)).filter(counts)
        rows.set(
          key,
          own.reduce((sum, { value }) => sum + value, 0),
        )
      }
    else
      for (const fact of this.factsOf(code, asked.span)) {
        if (!counts(fact)) continue
        const key = keyOf(asked.by, fact)
        if (isFirst(`row ${key}`, fact)) rows.set(key, (rows.get(key) ?? 0) + fact.value)
      }
    const made = { rows, foot }
    this.#sums.set(at, made)
    return made
  }

  /** What a figure comes to in a row, or (null) in the foot; null: there is nothing to divide by. */
  valueOf(code: string, asked: Asked, key: string | null): number | null {
    const [whole = '', way] = code.split(':')
    const each = reckonings[whole]
    if (!each) throw new Error(`nobody reckons ${code} a second time`)
    // A column of one way to pay.
    if (way !== undefined)
      return this.factsOf(whole, asked.span).reduce(
        (sum, fact) =>
          (asked.clinic === null || fact.clinic === asked.clinic) &&
          fact.method === way &&
          (key === null || keyOf(asked.by, fact) === key)
            ? sum + fact.value
            : sum,
        0,
      )
    if (each.kind !== 'derived') {
      const { rows, foot } = this.#sumsOf(code, asked)
      return key === null ? foot : (rows.get(key) ?? 0)
    }
    const sum = (text: string, of = key) =>
      termsOf(text).reduce((total, [term, sign]) => total + sign * (this.valueOf(term, asked, of) ?? 0), 0)
    if (each.under === undefined) return sum(each.over)
    const under = sum(each.under, each.ofFoot ? null : key)
    return under === 0 ? null : halfUp(sum(each.over) * (each.times ?? 1), under)
  }

  /** The rows in which a figure that counts something comes to something. */
  keysOf(code: string, asked: Asked): string[] {
    const each = reckonings[code]
    if (!each || each.kind === 'derived') return []
    return [...this.#sumsOf(code, asked).rows].flatMap(([key, value]) => (value === 0 ? [] : [key]))
  }
}

/** A value as its unit is written: yuan, percent and scores with two decimals. */
export function written(unit: FigureUnit, value: number | null): string | null {
  if (value === null) return null
  if (unit === 'count' || unit === 'minutes') return String(value)
  const text = String(Math.abs(value)).padStart(3, '0')
  return `${value < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}
