import { sql, type RawBuilder } from 'kysely'

/** In tests: who lends now, so that a statement says whose each part is. */
export const lending: { lender: (() => string | null) | null } = { lender: null }

/**
 * A part of a statement that the owner of its tables lends to another module: which rows, or what of them, is the owner's
 * affair, and whoever uses it need not say that it reads these tables. To be called in the owner's function that makes it.
 */
export function lent<T>(fragment: RawBuilder<T>): RawBuilder<T> {
  const owner = lending.lender?.()
  return owner ? sql<T>`${sql.raw(`/*lent:${owner}*/`)} ${fragment} ${sql.raw('/*:lent*/')}` : fragment
}
