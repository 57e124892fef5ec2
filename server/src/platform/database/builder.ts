import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type OperationNode,
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

/** What can be run: `sql\`…\`` of kysely, which wants the builder to compile, or what `select` gives. */
export interface Query<Row> {
  compile(provider: typeof db): CompiledQuery<Row>
  /** What stands for it inside another statement. */
  toOperationNode(): OperationNode
  /** Makes a row of what came for it. */
  readonly read?: (row: Row) => Row
}

export type { DB }
