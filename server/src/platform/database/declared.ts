import { sql, type RawBuilder } from 'kysely'

/** The fields of a declaration as far as statements know them; what follows from other fields has no column. */
type Declared = Readonly<Record<string, { column: string | null }>>
type Kept<F extends Declared> = { [K in keyof F]: F[K]['column'] extends string ? K : never }[keyof F] & string

/** Fields of the table `alias` as a select list, each under its key. */
export const selectOf = <F extends Declared>(fields: F, alias: string, keys: readonly Kept<F>[]): RawBuilder<unknown> =>
  sql.join(
    [...new Set(keys)].map((key) => sql`${sql.ref(`${alias}.${fields[key]?.column ?? key}`)} as ${sql.ref(key)}`),
  )

/** The columns of fields by their keys, as `named` takes them. */
export const columnsBy = <F extends Declared, K extends Kept<F>>(fields: F, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, fields[key]?.column])) as { [P in K]: F[P]['column'] & string }

/** Values of fields by their columns; what is no field with a column falls away. */
export const byColumn = <F extends Declared, V extends object>(fields: F, values: V) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { column }]) =>
      column !== null && key in values ? [[column, values[key as keyof V]]] : [],
    ),
  ) as { [K in keyof V & Kept<F> as F[K]['column'] & string]: V[K] }
