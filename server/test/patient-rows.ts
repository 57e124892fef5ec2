import type pg from 'pg'

/** A column that names a patient, as the database has it. */
interface NamesPatient {
  table: string
  column: string
  /** Held by a key to patient(live_id). */
  live: boolean
  key: boolean
  indexed: boolean
  writable: boolean
  versioned: boolean
  stamped: boolean
}

/** What the modules say of it, as `followingRows` and `stayingRows` give it. */
export interface Declared {
  following: readonly { table: string; column: string; name: string | null; audited: boolean }[]
  staying: readonly { table: string; column: string }[]
}

/**
 * Every column that names a patient, by a key or by its name, is declared: as following the patient when files are merged
 * (`followsPatient`), or as staying with the old file (`staysWithFile`). What follows is held by a key to the live file, is
 * found by an index, and may be changed by the app.
 */
export async function patientRowProblems(client: pg.Client, declared: Declared): Promise<string[]> {
  const { rows } = await client.query<NamesPatient>(
    `select c.relname as table, a.attname as column, coalesce(bool_or(fa.attname = 'live_id'), false) as live,
       bool_or(k.oid is not null) as key,
       exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisvalid
         and (select attname from pg_attribute t where t.attrelid = c.oid and t.attnum = i.indkey[0]) = 'tenant_id'
         and (i.indkey[1] = a.attnum or (i.indkey[2] = a.attnum and i.indisprimary and i.indnkeyatts = 3))) as indexed,
       has_column_privilege('dentin_app', c.oid, a.attnum, 'update') as writable,
       exists (select 1 from pg_attribute v where v.attrelid = c.oid and v.attname = 'version' and not v.attisdropped) as versioned,
       exists (select 1 from pg_attribute v where v.attrelid = c.oid and v.attname = 'created_at' and not v.attisdropped) as stamped
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> 'tenant_id'
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.confrelid = 'public.patient'::regclass
       and a.attnum = any(k.conkey)
     left join pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = any(k.confkey) and fa.attname <> 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select 1 from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
       and (k.oid is not null or a.attname ~ '(^|_)patient_ids?$')
     group by c.oid, c.relname, a.attname, a.attnum order by 1, 2`,
  )
  const problems: string[] = []
  const place = (each: { table: string; column: string }) => `${each.table}.${each.column}`
  const found = new Map(rows.map((row) => [place(row), row]))
  const stays = new Set(declared.staying.map(place))
  const follows = new Map(declared.following.map((each) => [place(each), each]))
  for (const row of rows) {
    const where = place(row)
    const how = follows.get(where)
    if (how && stays.has(where)) problems.push(`${where} is declared both as following and as staying`)
    if (stays.has(where)) continue
    if (!how) {
      problems.push(`${where} names a patient and is not declared (followsPatient or staysWithFile)`)
      continue
    }
    if (row.key && !row.live) problems.push(`${where}: its key has to refer to patient (tenant_id, live_id)`)
    if (row.key && !row.indexed) problems.push(`${where}: no index begins with tenant_id, ${row.column}`)
    if (!row.writable) problems.push(`${where}: the app may not change it`)
    if (row.versioned !== how.audited) problems.push(`${where}: plain is for tables without versions`)
    if (how.name !== null && !row.stamped) problems.push(`${where}: what is counted by name needs created_at`)
  }
  for (const each of [...declared.following, ...declared.staying])
    if (!found.has(place(each)) && each.table !== 'patient')
      problems.push(`${place(each)} is declared and does not name a patient`)
  return problems
}

/**
 * Every key that holds a patient's file and does not go with it belongs to a table that somebody answers for: its rows keep
 * the file from being deleted, or let go of it (its module's `deletionGuard`). Otherwise the bin could never be emptied.
 */
export async function deletionProblems(client: pg.Client, tied: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select k.conrelid::regclass::text as table, k.conname as name from pg_constraint k
     where k.contype = 'f' and k.confrelid = 'public.patient'::regclass and k.conparentid = 0 and k.confdeltype <> 'c' order by 1, 2`,
  )
  return rows.flatMap(({ table, name }) =>
    tied.includes(table) ? [] : [`${name} holds a file that is deleted, and nobody tells of ${table} (deletionGuard)`],
  )
}

/** Every key that asks for a live file is one of which the refusal is told in words. */
export async function unspokenKeys(client: pg.Client, spoken: (constraint: string) => boolean): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select k.conname as name from pg_constraint k
     join pg_attribute a on a.attrelid = k.confrelid and a.attnum = any(k.confkey) and a.attname = 'live_id'
     where k.contype = 'f' and k.confrelid = 'public.patient'::regclass and k.conparentid = 0 order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !spoken(name))
}

/** Every column of a file is decided on by a merge, or left alone for a reason that is given. */
export async function undecidedColumns(
  client: pg.Client,
  decided: readonly string[],
  left: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = 'public.patient'::regclass and attnum > 0 and not attisdropped`,
  )
  const there = rows.map(({ column }) => column)
  return [
    ...there.filter((column) => !decided.includes(column) && !left[column]).map((column) => `${column}: no rule`),
    ...decided.filter((column) => left[column] !== undefined).map((column) => `${column}: both`),
    ...[...decided, ...Object.keys(left)]
      .filter((column) => !there.includes(column))
      .map((column) => `${column}: gone`),
  ]
}
