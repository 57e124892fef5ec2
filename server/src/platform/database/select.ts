import { yuanToFen, type Fen } from '@dentin/kit'
import { sql, type CompiledQuery, type InsertType, type RawBuilder, type SelectType } from 'kysely'
import type { DB, Query } from './builder.ts'
import { keptSql } from './plans.ts'

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S
type Column<T extends keyof DB> = keyof DB[T] & string
type ValueOf<T extends keyof DB, C extends Column<T>> = SelectType<DB[T][C]>
/** Columns that hold a number with decimals, which the driver gives as text. */
type DecimalColumn<T extends keyof DB> = {
  [C in Column<T>]: [SelectType<DB[T][C]>, number] extends [string | null, InsertType<DB[T][C]>] ? C : never
}[Column<T>]
type FenOf<Value> = Value extends string ? Fen : Value

/** A part of a select list, and what its keys hold in a row. */
class Part<Row> {
  declare readonly row: Row
  constructor(
    readonly list: string,
    /** Keys that hold yuan as text until the row is read. */
    readonly amounts: readonly string[] = [],
  ) {}
}

const camel = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const listed = (alias: string, columns: readonly string[]) =>
  columns.map((column) => `${alias}.${column} as "${camel(column)}"`).join(', ')

/** Columns of a table, each under its name in camelCase: `columns('dept', 'd', 'id', 'sort_no')` gives `id` and `sortNo`. */
export const columns = <T extends keyof DB, C extends Column<T>>(_table: T, alias: string, ...names: C[]) =>
  new Part<{ [K in C as Camel<K>]: ValueOf<T, K> }>(listed(alias, names))

/** Columns of a table under other names: `named('employee', 'e', { leaderName: 'name' })`. */
export const named = <T extends keyof DB, N extends Readonly<Record<string, Column<T>>>>(
  _table: T,
  alias: string,
  names: N,
) =>
  new Part<{ -readonly [K in keyof N]: ValueOf<T, N[K]> }>(
    Object.entries(names)
      .map(([key, column]) => `${alias}.${column} as "${key}"`)
      .join(', '),
  )

/** Columns that hold money, as fen. */
export const amounts = <T extends keyof DB, C extends DecimalColumn<T>>(_table: T, alias: string, ...names: C[]) =>
  new Part<{ [K in C as Camel<K>]: FenOf<ValueOf<T, K>> }>(listed(alias, names), names.map(camel))

/** Sums that are not to be seen: the same keys, and nothing in them. */
export const withheld = <Row>(part: Part<Row>) =>
  new Part<{ [K in keyof Row]: null }>(part.amounts.map((key) => `null::text as "${key}"`).join(', '))

const worked = new WeakSet<RawBuilder<unknown>>()
/** Money that a statement works out, as fen: `{ paid: fenOf(sql`sum(b.paid_amount)`) }`. */
export function fenOf(query: RawBuilder<unknown>): RawBuilder<Fen> {
  const amount = sql<Fen>`(${query})::numeric(14, 2)`
  worked.add(amount)
  return amount
}

/** The same for whoever may see it; nothing for anybody else. */
export const fenIf = (sees: boolean, query: RawBuilder<unknown>): RawBuilder<Fen | null> =>
  sees ? fenOf(query) : sql<null>`null::text`

/** What a left join may not find: each key may be null. */
export const perhaps = <Row>(part: Part<Row>) => new Part<{ [K in keyof Row]: Row[K] | null }>(part.list, part.amounts)

/** What a statement works out, by key; the type is said with the SQL: `{ staffCount: sql<number>`(select …)` }`. */
type Computed = Readonly<Record<string, RawBuilder<unknown>>>
type RowOf<P> =
  P extends Part<infer Row> ? Row : { -readonly [K in keyof P]: P[K] extends RawBuilder<infer Value> ? Value : never }
type RowsOf<P extends readonly unknown[]> = P extends readonly [infer First, ...infer Rest]
  ? RowOf<First> & RowsOf<Rest>
  : unknown
type Plain<T> = { [K in keyof T]: T[K] }

/** A select list with the type of its rows. */
export interface Selection<Row> {
  readonly list: RawBuilder<unknown>
  /** select … from …, planned for its values each time */
  from(text: TemplateStringsArray, ...values: unknown[]): Query<Row>
  /** select … from …, whose plan is kept (`keptSql`) */
  keptFrom(text: TemplateStringsArray, ...values: unknown[]): Query<Row>
  /** The list alone: what is worked out from no table. */
  readonly alone: Query<Row>
  /** The same, whose plan is kept. */
  readonly keptAlone: Query<Row>
  /** A statement in which the list stands elsewhere: after returning, or below a with. */
  of(query: RawBuilder<unknown>): Query<Row>
}

/** The rows of a selection. */
export type RowIn<S> = S extends Selection<infer Row> ? Row : never

/**
 * A select list and with it the type of a row: columns of tables, and what is worked out. Nobody writes the type beside
 * the statement, so it can't say anything else than the table does.
 * @example
 * const list = select(columns('dept', 'd', 'id', 'sort_no'), { staffCount: sql<number>`(select count(*)::int from …)` })
 * await tx.rows(list.keptFrom`dept d where ${tx.own('d')}`) // { id: string; sortNo: number; staffCount: number }[]
 */
export function select<const P extends readonly (Part<unknown> | Computed)[]>(
  ...parts: P
): Selection<Plain<RowsOf<P>>> {
  type Row = Plain<RowsOf<P>> & object
  const list = sql.join(
    parts.flatMap((part) =>
      part instanceof Part
        ? [sql.raw(part.list)]
        : Object.entries(part).map(([key, value]) => sql`${value} as ${sql.raw(`"${key}"`)}`),
    ),
  )
  const money = parts.flatMap((part) =>
    part instanceof Part ? part.amounts : Object.keys(part).filter((key) => part[key] && worked.has(part[key])),
  )
  const read = (row: Row): Row => {
    for (const key of money) {
      const yuan: unknown = Reflect.get(row, key)
      if (typeof yuan === 'string') Reflect.set(row, key, yuanToFen(yuan))
    }
    return row
  }
  const of = (query: RawBuilder<unknown>): Query<Row> => ({
    compile: (provider) => query.compile(provider) as CompiledQuery<Row>,
    toOperationNode: () => query.toOperationNode(),
    ...(money.length > 0 && { read }),
  })
  return {
    list,
    get alone() {
      return of(sql`select ${list}`)
    },
    get keptAlone() {
      return of(keptSql`select ${list}`)
    },
    from: (text, ...values) => of(sql`select ${list} from ${sql(text, ...values)}`),
    keptFrom: (text, ...values) => of(keptSql`select ${list} from ${sql(text, ...values)}`),
    of,
  }
}

/** How many rows there are: `const { total } = await tx.need(counted.from`…`)`. */
export const counted = select({ total: sql<number>`count(*)::int` })
