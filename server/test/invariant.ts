import type pg from 'pg'

/** A statement about the whole database: the query, or the function, gives the rows that break it. */
export type Invariant =
  | { name: string; sql: string; find?: never }
  | { name: string; find: (client: pg.Client | pg.PoolClient) => Promise<unknown[]>; sql?: never }
