import type pg from 'pg'
import type { Table } from './world.ts'

/** One table that points at another: the child has a foreign key to the parent. */
export interface Reference {
  child: string
  parent: string
}

/**
 * The tables in the order of the foreign keys of the database: every row finds what it points at. What is held only at the
 * end of the transaction asks for no order.
 */
export async function tablesInOrder(client: pg.Client, tables: readonly Table[]): Promise<Table[]> {
  const { rows } = await client.query<Reference>(
    `select distinct child.relname as child, parent.relname as parent
     from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and not k.condeferred and k.connamespace = 'public'::regnamespace`,
  )
  return parentsFirst(tables, rows)
}

/**
 * Parents before their children, by name where either may come first. A table that points at itself is not asked for an
 * order: its rows stand in one.
 * @throws Error naming the tables that point at each other in a circle
 */
export function parentsFirst<T extends string>(tables: readonly T[], references: readonly Reference[]): T[] {
  const sorted = [...tables].sort()
  const parentsOf = new Map(
    sorted.map((table) => [
      table,
      sorted.filter(
        (other) => other !== table && references.some((each) => each.child === table && each.parent === other),
      ),
    ]),
  )
  const order: T[] = []
  const done = new Set<T>()
  const visit = (table: T, path: readonly T[]): void => {
    if (done.has(table)) return
    if (path.includes(table))
      throw new Error(
        `tables point at each other in a circle: ${[...path.slice(path.indexOf(table)), table].join(' → ')}`,
      )
    for (const parent of parentsOf.get(table) ?? []) visit(parent, [...path, table])
    done.add(table)
    order.push(table)
  }
  for (const table of sorted) visit(table, [])
  return order
}
