import { sql, type RawBuilder } from 'kysely'

/**
 * The numbers of states, for `in` and `not in`: `b.status in ${codes(billStates, 'toPay')}`. They are written into the text
 * of the statement, because PostgreSQL chooses a partial index by what the text says.
 * @param table a table of states
 * @param wanted its states and sets
 */
export const codes = <S extends string>(
  table: { readonly sets: Readonly<Record<S, readonly number[]>> },
  ...wanted: S[]
): RawBuilder<unknown> => sql.raw(`(${wanted.flatMap((name) => table.sets[name]).join(', ')})`)
