import type pg from 'pg'

/**
 * Takes the keys, exclusions and indexes of some tables away and gives a way to put them back as they were. Building them
 * over all rows takes a fraction of keeping them row by row, and checks every row just the same. Primary keys stay, and
 * what others refer to. Within a transaction: should anything fail, nothing was ever away.
 */
export async function setAside(
  client: pg.Client,
  tables: readonly string[],
): Promise<(progress: (table: string) => void) => Promise<void>> {
  const constraints = (
    await client.query<{ table: string; name: string; definition: string }>(
      `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and k.conparentid = 0
         and (k.contype in ('f', 'x') or (k.contype = 'u' and not exists (
           select 1 from pg_constraint f where f.contype = 'f' and f.conindid = k.conindid)))
       order by k.contype = 'f', k.oid`,
      [tables],
    )
  ).rows
  const indexes = (
    await client.query<{ table: string; name: string; definition: string }>(
      `select c.relname as table, i.relname as name, pg_get_indexdef(i.oid) as definition
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       where c.relnamespace = 'public'::regnamespace and c.relname = any($1)
         and not exists (select 1 from pg_constraint k where k.conindid = i.oid)
       order by i.oid`,
      [tables],
    )
  ).rows
  for (const { table, name } of constraints)
    await client.query(`alter table public."${table}" drop constraint "${name}"`)
  for (const { name } of indexes) await client.query(`drop index public."${name}"`)
  return async (progress) => {
    for (const table of tables) {
      const mine = (each: { table: string }) => each.table === table
      // Of a table in parts the definition names the whole table only.
      for (const { definition } of indexes.filter(mine)) await client.query(definition.replace(' ON ONLY ', ' ON '))
      const added = constraints.filter(mine).map(({ name, definition }) => `add constraint "${name}" ${definition}`)
      if (added.length > 0) await client.query(`alter table public."${table}" ${added.join(', ')}`)
      progress(table)
    }
  }
}
