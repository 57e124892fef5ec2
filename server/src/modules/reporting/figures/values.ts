import type { FigureUnit } from '@dentin/contract/report'
import { fen, fenToYuan, yuanToFen } from '@dentin/kit'
import type { CountedFigure, DerivedFigure, Figure, Term } from './figure.ts'

/** What figures came to, each a whole number of its smallest: fen, rows, minutes. */
export type Tally = ReadonlyMap<string, number>

/** A sum as PostgreSQL writes it, as a whole number of the unit's smallest. */
export const tallied = (unit: FigureUnit, text: string | null): number =>
  text === null ? 0 : unit === 'yuan' ? yuanToFen(text) : Number(text)

/** What was counted: sums, and of what is counted once which things it was. */
export class Sums {
  readonly tally = new Map<string, number>()
  readonly #things = new Map<string, Set<string>>()

  /** Adds what a figure came to over some rows, as `sumsOf` says it. */
  add({ code, unit, distinct }: CountedFigure, text: string | null): void {
    if (!distinct) {
      this.tally.set(code, (this.tally.get(code) ?? 0) + tallied(unit, text))
      return
    }
    const things = this.#things.get(code) ?? new Set()
    for (const thing of text === null ? [] : text.split(',')) things.add(thing)
    this.#things.set(code, things)
    this.tally.set(code, things.size)
  }
}

const summed = (tally: Tally, terms: readonly Term[]): number =>
  terms.reduce((total, { code, sign }) => total + sign * (tally.get(code) ?? 0), 0)

/** Half up, away from zero for what lies below it. */
export function halfUp(over: bigint, under: bigint): bigint {
  const sign = over < 0n === under < 0n ? 1n : -1n
  const [a, b] = [over < 0n ? -over : over, under < 0n ? -under : under]
  return sign * ((2n * a + b) / (2n * b))
}

/** A rate in hundredths of a percent, a score in hundredths, or so many fen, minutes a row. null: nothing to divide by. */
function divided({ unit, over, under, ofWhole }: DerivedFigure, tally: Tally, whole: Tally): number | null {
  const [above, below] = [summed(tally, over), summed(ofWhole ? whole : tally, under)]
  if (below === 0) return null
  const times = unit === 'percent' ? 10_000n : unit === 'score' ? 100n : 1n
  return Number(halfUp(BigInt(above) * times, BigInt(below)))
}

/** What a figure comes to in a row, and in the whole of the report; null: there is nothing to divide by. */
export function valueOf(figure: Figure, tally: Tally, whole: Tally = tally): number | null {
  if (figure.kind === 'counted') return tally.get(figure.code) ?? 0
  return figure.under.length === 0 ? summed(tally, figure.over) : divided(figure, tally, whole)
}

/** A value as its unit writes it. */
export function written(unit: FigureUnit, value: number | null): string | null {
  if (value === null) return null
  return unit === 'yuan' || unit === 'percent' || unit === 'score' ? fenToYuan(fen(value)) : String(value)
}
