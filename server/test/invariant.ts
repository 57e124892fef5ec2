import type pg from 'pg'

/**
 * A statement about the whole database: the query, or the function, gives the rows that break it; `versionsOf` names a table whose
 * versions audit must know.
 */
export type Invariant =
  | { name: string; sql: string; find?: never; versionsOf?: never }
  | { name: string; find: (client: pg.Client | pg.PoolClient) => Promise<unknown[]>; sql?: never; versionsOf?: never }
  | { name: string; versionsOf: string; find?: never; sql?: never }
