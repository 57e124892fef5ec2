import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
} from 'kysely'
import type { DB } from './types.ts'

/**
 * Builds typed SQL and cannot run it: it has no connection. Only a `Tx` runs a query, so there is no way around the
 * tenant gate.
 */
export const db = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A query from the builder, or `sql` text. */
export interface Query<Row> {
  compile(): CompiledQuery<Row>
}
/** What `sql\`…\`` of kysely gives: it wants the builder to compile. */
export interface RawQuery<Row> {
  compile(provider: typeof db): CompiledQuery<Row>
}

export type { DB }
