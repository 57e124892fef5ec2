/**
 * Keeps a landed version for the upgrade test: `node scripts/run.mjs scripts/landed-demo.ts <folder of its checkout> <commit>`.
 * Writes its migrations and their checksums into server/test/landed/landed.json, and a small part of its demo, as that
 * version itself makes it, into server/test/landed/<commit>.json.gz.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import type * as demo from '../server/db/seed/index.ts'
import type * as migration from '../server/src/platform/database/migrate.ts'
import { startThrowawayPostgres } from '../server/src/platform/postgres/embedded.ts'

const [checkout = '', version = ''] = process.argv.slice(2)
if (!checkout || !version) throw new Error('the folder of the checkout and its commit are missing')
const LANDED = path.resolve(import.meta.dirname, '../server/test/landed')
/** The moment at which the demo is seen: fixed, so that the same version gives the same rows. */
const NOW = new Date('2026-11-20T10:40:00+08:00')
/** Of how many patients each table that names one keeps rows. */
const PATIENTS_EACH = 3

const folder = path.resolve(checkout)
const migrations = path.join(folder, 'server/db/migrations')
const of = async <T>(file: string) => (await import(path.join(folder, file))) as T
const { bootstrap, migrate } = await of<typeof migration>('server/src/platform/database/migrate.ts')
const { seedDemo } = await of<typeof demo>('server/db/seed/index.ts')

const postgres = await startThrowawayPostgres()
const files = mkdtempSync(path.join(tmpdir(), 'dentin-landed-'))
try {
  const { ownerUrl } = await bootstrap(postgres.superuserUrl, {
    database: 'landed',
    ownerPassword: 'landed',
    appPassword: 'landed',
  })
  await migrate(ownerUrl, migrations)
  await seedDemo({ ownerUrl, now: NOW, progress: () => {} })
  const url = new URL(postgres.superuserUrl)
  url.pathname = '/landed'
  const client = new pg.Client({ connectionString: url.toString() })
  await client.connect()
  const tables = await tablesOf(client)
  await shrink(client, tables)
  const rows: Record<string, unknown[]> = {}
  for (const table of tables) {
    const found = await client.query<{ row: unknown }>(`select to_jsonb(t) as row from ${table} t`)
    if (found.rows.length > 0) rows[table] = found.rows.map(({ row }) => row)
  }
  await client.end()
  writeFileSync(path.join(LANDED, `${version}.json.gz`), gzipSync(JSON.stringify(rows), { level: 9 }))
  for (const [table, list] of Object.entries(rows)) process.stdout.write(`${list.length} ${table}\n`)
  remember()
} finally {
  await postgres.stop()
  rmSync(files, { recursive: true, force: true })
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migration' order by c.relname`,
  )
  return rows.map(({ name }) => name)
}

/** Leaves of every table the rows of a few patients, and what these refer to. */
async function shrink(client: pg.Client, tables: string[]): Promise<void> {
  await client.query('set session_replication_role = replica')
  const named = (
    await client.query<{ name: string }>(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'patient_id'`,
    )
  ).rows
    .map(({ name }) => name)
    .filter((name) => tables.includes(name))
  await client.query('create temporary table chosen (id uuid primary key)')
  for (const name of named)
    await client.query(
      `insert into chosen select x.patient_id from (select distinct t.patient_id from ${name} t where t.patient_id is not null) x
       order by md5(x.patient_id::text) limit ${PATIENTS_EACH} on conflict do nothing`,
    )
  // Whoever was merged into one of them, and whom they were merged into.
  await client.query(
    `insert into chosen select coalesce(p.merged_into_id, p.id) from patient p join chosen c on c.id in (p.id, p.merged_into_id) on conflict do nothing`,
  )
  await client.query('delete from patient p where not exists (select 1 from chosen c where c.id = p.id)')
  // The ledger of the messages goes on from row to row, so each message stays, without its patient.
  await client.query(
    'update sms_outbox t set patient_id = null where not exists (select 1 from chosen c where c.id = t.patient_id)',
  )
  for (const name of named)
    await client.query(
      `delete from ${name} t where t.patient_id is not null and not exists (select 1 from chosen c where c.id = t.patient_id)`,
    )
  await client.query('delete from appointment a where a.patient_id is null')
  await client.query(`delete from schedule s where s.date < '2026-11-16' or s.date > '2026-11-29'`)
  await client.query(`delete from status_log l where not exists (select 1 from appointment x where x.id = l.biz_id)
    and not exists (select 1 from registration x where x.id = l.biz_id) and not exists (select 1 from bill x where x.id = l.biz_id)`)
  const keys = (
    await client.query<{ child: string; parent: string; columns: string[]; keys: string[] }>(
      `select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent,
         array(select a.attname::text from unnest(k.conkey) with ordinality u(n, o) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.n order by u.o) as columns,
         array(select a.attname::text from unnest(k.confkey) with ordinality u(n, o) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.n order by u.o) as keys
       from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`,
    )
  ).rows
  for (let gone = 1; gone > 0;) {
    gone = 0
    for (const { child, parent, columns, keys: of } of keys) {
      const there = columns.map((column) => `c."${column}" is not null`).join(' and ')
      const same = columns.map((column, n) => `p."${of[n]}" = c."${column}"`).join(' and ')
      const { rowCount } = await client.query(
        `delete from ${child} c where ${there} and not exists (select 1 from ${parent} p where ${same})`,
      )
      gone += rowCount ?? 0
    }
  }
  // The log keeps what concerns the rows that are left.
  await client.query(
    `delete from audit a where a.patient_id is null and not (a.entity = any($1) and a.action <> 'view')`,
    [tables],
  )
  const entities = await client.query<{ entity: string }>('select distinct entity from audit')
  for (const { entity } of entities.rows.filter(({ entity: table }) => tables.includes(table)))
    await client.query(
      `delete from audit a where a.entity = $1 and a.patient_id is null and not exists (select 1 from ${entity} t where t.id = a.entity_id)`,
      [entity],
    )
  await client.query('select app.recount_patients()')
}

/** Writes down which migrations made the version. */
function remember(): void {
  const file = path.join(LANDED, 'landed.json')
  const landed = JSON.parse(readFileSync(file, 'utf8')) as {
    versions: Record<string, string[]>
    checksums: Record<string, string>
  }
  const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
  landed.versions[version] = names.sort()
  for (const name of landed.versions[version])
    landed.checksums[name] = createHash('sha256')
      .update(readFileSync(path.join(migrations, name), 'utf8'))
      .digest('hex')
  writeFileSync(file, `${JSON.stringify(landed, null, 1)}\n`)
}
