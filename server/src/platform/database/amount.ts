import { yuanToFen, type Fen } from '@dentin/kit'
import { sql, type RawBuilder } from 'kysely'

/** A sum as a statement asks for it: the text of an amount, or nothing where it is not to be seen. */
export const amountIf = (sees: boolean, column: RawBuilder<unknown>): RawBuilder<string | null> =>
  sees ? sql<string | null>`(${column})::numeric(14, 2)::text` : sql<string | null>`null::text`

/** What such a sum came to. */
export const fenIfAny = (text: string | null): Fen | null => (text === null ? null : yuanToFen(text))
