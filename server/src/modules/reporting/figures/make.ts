import { sql } from 'kysely'
import { terms, type CountedFigure, type DerivedFigure } from './figure.ts'

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

/** A figure that counts rows. */
export const counted = (figure: Without<CountedFigure, 'kind'>): CountedFigure => ({ kind: 'counted', ...figure })
/** A figure worked out of others, said as 'C1 - C2'. */
export const derived = (
  figure: Omit<DerivedFigure, 'kind' | 'over' | 'under'> & { over: string; under?: string },
): DerivedFigure => ({
  ...figure,
  kind: 'derived',
  over: terms(figure.over),
  under: terms(figure.under ?? ''),
})

/** What a row adds that is counted. */
export const ONE = sql`1`
/** The field right of whatever is money. */
export const AMOUNTS = '/field:amounts'
/** The field right of what an item costs the house, and of what people are paid. */
export const COST = '/field:cost'
export const COMMISSION = '/field:commission'
