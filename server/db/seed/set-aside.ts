import type pg from 'pg'

/**
 * Takes the keys, exclusions and indexes of some tables away and gives a way to put them back as they were. Building them
 * over all rows takes a fraction of keeping them row by row, and checks every row just the same. Primary keys stay, and
 * what others refer to. Within a transaction: should anything fail, nothing was ever away.
 * @param referring also the references of other tables to these, so that they can be emptied
 */
export async function setAside(
  client: pg.Client,
  tables: readonly string[],
  { referring = false } = {},
): Promise<(progress: (table: string) => void) => Promise<void>> {
  const constraints = (
    await client.query<{ table: string; name: string; definition: string }>(
      `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       where c.relnamespace = 'public'::regnamespace and k.conparentid = 0
         and (c.relname = any($1) or ($2 and k.contype = 'f' and k.confrelid::regclass::text = any($1)))
         and (k.contype in ('f', 'x') or (k.contype = 'u' and not exists (
           select 1 from pg_constraint f where f.contype = 'f' and f.conindid = k.conindid)))
       order by k.contype = 'f', k.oid`,
      [tables, referring],
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
    for (const table of new Set([...tables, ...constraints.map((each) => each.table)])) {
      const mine = (each: { table: string }) => each.table === table
      // Of a table in parts the definition names the whole table only.
      for (const { definition } of indexes.filter(mine)) await client.query(definition.replace(' ON ONLY ', ' ON '))
      const added = constraints.filter(mine).map(({ name, definition }) => `add constraint "${name}" ${definition}`)
      if (added.length > 0) await client.query(`alter table public."${table}" ${added.join(', ')}`)
      if (tables.includes(table)) progress(table)
    }
  }
}

/**
 * Empties tables that are empty, parts of tables too: what is copied into them in the same transaction can be written as if it
 * had always been there, and nobody has to go over it again. @returns those for which that is so
 */
export async function beginAnew(client: pg.Client, tables: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and (c.relname = any($1) or i.inhparent::regclass::text = any($1))
       and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 32 <> 0)`,
    [tables],
  )
  const anew = new Set<string>()
  for (const { name } of rows) {
    if ((await client.query(`select 1 from public."${name}" limit 1`)).rowCount) continue
    await client.query(`truncate public."${name}"`)
    anew.add(name)
  }
  return anew
}

/** A part of a table that is divided by time, and the moments between which its rows lie. */
export interface Part {
  name: string
  from: number
  until: number
}
/** The parts of a table; what lies in none belongs to the table itself. */
export async function partsOf(client: pg.Client, table: string): Promise<Part[]> {
  const { rows } = await client.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent::regclass::text = $1`,
    [table],
  )
  return rows.flatMap(({ name, bound }) => {
    const [from, until] = [...bound.matchAll(/\('([^']+)'\)/g)].map((match) => Date.parse(match[1] as string))
    return from === undefined || until === undefined ? [] : [{ name, from, until }]
  })
}
