import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { addedDictItemRows } from '../src/modules/clinic/defaults.ts'
import { bootstrap, migrate, withDatabase } from '../src/platform/database/migrate.ts'
import landed from './landed/landed.json' with { type: 'json' }
import { TEST_PASSWORDS } from './global-setup.ts'
import { brokenInvariants } from './invariants.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../db/migrations')
/** Files that landed once and were edited afterwards, as they were. */
const FIRST = path.resolve(import.meta.dirname, 'landed')
const superuserUrl = process.env.TEST_DATABASE_URL as string
const made: string[] = []

/** A migrated database and, with `until`, one of that landed version. */
async function databaseOf(folder: string): Promise<{ url: string; database: string }> {
  const database = `upgrade_${randomBytes(6).toString('hex')}`
  made.push(database)
  const { ownerUrl } = await bootstrap(superuserUrl, { database, ...TEST_PASSWORDS })
  await migrate(ownerUrl, folder)
  return { url: ownerUrl, database }
}

/** A folder with the migrations of a landed version. */
async function folderOf(version: keyof typeof landed.versions): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dentin-migrations-'))
  const renamed: Record<string, string> = { '0011_billing_guards.sql': '0010_billing_guards.sql' }
  const old = version === 'fefada0' ? await readdir(FIRST) : []
  for (const name of landed.versions[version])
    await copyFile(
      old.includes(name) ? path.join(FIRST, name) : path.join(MIGRATIONS, (old.length > 0 && renamed[name]) || name),
      path.join(folder, name),
    )
  return folder
}

/** A folder with the migrations before one. */
async function folderBefore(first: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dentin-migrations-'))
  for (const name of await readdir(MIGRATIONS))
    if (name < first) await copyFile(path.join(MIGRATIONS, name), path.join(folder, name))
  return folder
}

/** Everything that a schema says, in words: tables with columns, keys, indexes, policies, functions, rights. */
async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(`
      with mine as (select oid, nspname from pg_namespace where nspname in ('public', 'app'))
      select format('column %s.%s %s %s %s', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod),
               case when a.attnotnull then 'not null' else '' end, pg_get_expr(d.adbin, d.adrelid)) as line
        from pg_class c join mine n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind in ('r', 'p', 'v')
      union all select format('constraint %s %s %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k join mine n on n.oid = k.connamespace
      union all select format('index %s', pg_get_indexdef(i.indexrelid)) from pg_index i join pg_class c on c.oid = i.indexrelid join mine n on n.oid = c.relnamespace
      union all select format('policy %s %s %s %s %s %s', p.polrelid::regclass, p.polname, p.polpermissive, p.polcmd, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) from pg_policy p
      union all select format('security %s %s %s', c.oid::regclass, c.relrowsecurity, c.relforcerowsecurity) from pg_class c join mine n on n.oid = c.relnamespace where c.relkind in ('r', 'p')
      union all select format('function %s %s', pg_get_functiondef(p.oid), p.proacl::text) from pg_proc p join mine n on n.oid = p.pronamespace
        where p.prokind = 'f' and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')
      union all select format('right %s %s %s', c.oid::regclass, x.privilege_type, x.grantee::regrole) from pg_class c join mine n on n.oid = c.relnamespace, aclexplode(c.relacl) x`)
    return rows.map(({ line }) => line).sort()
  } finally {
    await client.end()
  }
}

/** Rows by table. */
type Demo = Record<string, Record<string, unknown>[]>

/** A small part of a landed version's own demo (made by scripts/landed-demo.ts). */
async function demoOf(version: string): Promise<Demo> {
  return JSON.parse(gunzipSync(await readFile(path.join(FIRST, `${version}.json.gz`))).toString()) as Demo
}

/** Writes rows as they were, in any order: no trigger runs, and no key is followed. */
async function write(database: string, demo: Demo): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(superuserUrl, database) })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    for (const [table, rows] of Object.entries(demo)) {
      const { rows: columns } = await client.query<{ name: string }>(
        `select format('%I', column_name) as name from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      const list = columns.map(({ name }) => name).join(', ')
      await client.query(`delete from ${table}`)
      await client.query(
        `insert into ${table} (${list}) overriding system value
         select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [JSON.stringify(rows)],
      )
    }
  } finally {
    await client.end()
  }
}

/** What each patient owes, has paid and how often they came, and how many rows each table has. */
async function figuresOf(url: string, tables: readonly string[]): Promise<{ sums: unknown[]; counts: number[] }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const sums = await client.query(
      `select p.id, p.name, p.medical_number, p.status, s.arrears_amount, s.consume_total, s.visit_count
       from patient p join patient_stat s on s.tenant_id = p.tenant_id and s.patient_id = p.id order by p.id`,
    )
    const counts: number[] = []
    for (const table of tables)
      counts.push((await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0)
    return { sums: sums.rows, counts }
  } finally {
    await client.end()
  }
}

afterAll(async () => {
  const admin = new pg.Client({ connectionString: superuserUrl })
  await admin.connect()
  for (const database of made) await admin.query(`drop database if exists ${database} with (force)`)
  await admin.end()
})

describe('a database of a version that has landed', () => {
  const fresh = databaseOf(MIGRATIONS).then(({ url }) => schemaOf(url))

  it.each(Object.keys(landed.versions) as (keyof typeof landed.versions)[])(
    '%s upgrades, and ends with the schema that a new one has',
    async (version) => {
      const folder = await folderOf(version)
      try {
        const { url } = await databaseOf(folder)
        const report = await migrate(url, MIGRATIONS)
        expect(report.applied.length).toBeGreaterThan(0)
        expect(await schemaOf(url)).toEqual(await fresh)
        expect((await migrate(url, MIGRATIONS)).applied).toEqual([])
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )

  it.each(['0922af3', '002c35d'] as const)(
    '%s with its demo upgrades: no row is lost, no sum changes, and every invariant holds',
    async (version) => {
      const folder = await folderOf(version)
      try {
        const { url, database } = await databaseOf(folder)
        const demo = await demoOf(version)
        await write(database, demo)
        const tables = Object.keys(demo)
        const before = await figuresOf(url, tables)
        expect(before.sums.length).toBeGreaterThan(10)
        await migrate(url, MIGRATIONS)
        const after = await figuresOf(url, tables)
        expect(after.sums).toEqual(before.sums)
        expect(tables.filter((_table, n) => (after.counts[n] as number) < (before.counts[n] as number))).toEqual([])
        // What ended what was decided otherwise then; the mouth of a patient is worked out anew when a record is next signed.
        expect(await brokenInvariants(url, (name) => !name.startsWith('I14'))).toEqual([])
        expect(await schemaOf(url)).toEqual(await fresh)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )

  it('was made by migrations that have not changed since', async () => {
    const now = await Promise.all(
      Object.keys(landed.checksums).map(async (name) => [
        name,
        createHash('sha256')
          .update(await readFile(path.join(MIGRATIONS, name), 'utf8'))
          .digest('hex'),
      ]),
    )
    expect(Object.fromEntries(now)).toEqual(landed.checksums)
  })
})

describe('a company that was there before', () => {
  it('has the words that came to the dictionaries since, each once and in the log', async () => {
    const folder = await folderOf('0922af3')
    const tenant = '01980000-0000-7000-8000-0000000000aa'
    try {
      const { url } = await databaseOf(folder)
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(
          `insert into company (tenant_id, id, name, org_auth, created_at) values ($1, $1, '旧机构', 1, now())`,
          [tenant],
        )
        // Its follow-ups end with a word of its own that says the same.
        await client.query(
          `insert into dict_item (tenant_id, id, type_code, item_code, item, created_at, updated_at)
           values ($1, gen_random_uuid(), 'transfer_reason', '1', '就近就诊', now(), now())`,
          [tenant],
        )
        await migrate(url, MIGRATIONS)
        const { rows } = await client.query<{ type: string; code: string; item: string; logged: number }>(
          `select d.type_code as type, d.item_code as code, d.item,
             (select count(*)::int from audit a where a.tenant_id = d.tenant_id and a.entity = 'dict_item' and a.entity_id = d.id) as logged
           from dict_item d where d.tenant_id = $1 order by d.type_code, d.sort_no, d.item_code`,
          [tenant],
        )
        const added = addedDictItemRows(randomUUID, new Date())
        const own = (item: string) => item === '就近就诊'
        const words = (list: readonly (readonly [string, string, string])[]) =>
          list.map((each) => each.join(' ')).sort()
        expect(words(rows.map(({ type, code, item }) => [type, code, item]))).toEqual(
          words([
            ['transfer_reason', '1', '就近就诊'],
            ...added.filter(({ item }) => !own(item)).map((row) => [row.type_code, row.item_code, row.item] as const),
          ]),
        )
        expect(rows.map(({ item, logged }) => [item, logged])).toEqual(
          rows.map(({ item }) => [item, own(item) ? 0 : 1]),
        )
      } finally {
        await client.end()
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the sum from which a refund is approved', () => {
  it('that was stored in fen becomes yuan; one in yuan and none stay', async () => {
    const folder = await folderBefore('202611301000_refund_approval_in_yuan.sql')
    try {
      const { url, database } = await databaseOf(folder)
      const client = new pg.Client({ connectionString: withDatabase(superuserUrl, database) })
      await client.connect()
      try {
        await client.query('set session_replication_role = replica')
        for (const [name, settings] of [
          ['fen', { refundApprovalAmount: 123_450, regFee: '20.00' }],
          ['yuan', { refundApprovalAmount: '800.00' }],
          ['none', { regFee: '20.00' }],
        ] as const)
          await client.query(
            `insert into clinic (tenant_id, id, name, short_name, settings, created_at, updated_at) values ($1, $2, $3, $3, $4, now(), now())`,
            [randomUUID(), randomUUID(), name, JSON.stringify(settings)],
          )
        await migrate(url, MIGRATIONS)
        const { rows } = await client.query(`select name, settings from clinic order by name`)
        expect(rows).toEqual([
          { name: 'fen', settings: { refundApprovalAmount: '1234.50', regFee: '20.00' } },
          { name: 'none', settings: { regFee: '20.00' } },
          { name: 'yuan', settings: { refundApprovalAmount: '800.00' } },
        ])
      } finally {
        await client.end()
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('posts that had no cockpit', () => {
  it('finance gets it where the company was offered it, with a line in the log; what a company has set itself stays', async () => {
    const folder = await folderBefore('202611300710_cockpit_for_finance.sql')
    const tenant = randomUUID()
    const [finance, set, desk] = [randomUUID(), randomUUID(), randomUUID()]
    try {
      const { url, database } = await databaseOf(folder)
      const client = new pg.Client({ connectionString: withDatabase(superuserUrl, database) })
      await client.connect()
      try {
        // No key is followed: nobody works there.
        await client.query('set session_replication_role = replica')
        await client.query(`insert into known_resource (resource) values ('/homeCockpit:view') on conflict do nothing`)
        for (const [id, code] of [
          [finance, 'finance'],
          [set, 'finance'],
          [desk, 'reception'],
        ] as const)
          await client.query(
            `insert into post (tenant_id, id, code, name, created_at, updated_at) values ($1, $2, $3, $3, now(), now())`,
            [id === set ? randomUUID() : tenant, id, code],
          )
        await client.query(
          `insert into post_resource (tenant_id, post_id, resource, data_scope)
           select tenant_id, id, '/homeCockpit:goals', 3 from post where id = $1`,
          [set],
        )
        await migrate(url, MIGRATIONS)
        const { rows } = await client.query(
          `select p.id, p.version, array_agg(r.resource || ' ' || r.data_scope) filter (where r.resource is not null) as grants,
             (select count(*)::int from audit a where a.entity = 'post' and a.entity_id = p.id and a.action = 'grant-detail') as logged
           from post p left join post_resource r on r.post_id = p.id where p.id = any($1) group by p.id, p.version, p.code order by p.code, p.version desc`,
          [[finance, set, desk]],
        )
        expect(rows).toEqual([
          { id: finance, version: 2, grants: ['/homeCockpit:view 3'], logged: 1 },
          { id: set, version: 1, grants: ['/homeCockpit:goals 3'], logged: 0 },
          { id: desk, version: 1, grants: null, logged: 0 },
        ])
      } finally {
        await client.end()
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('templates of records that were said to be the clinic’s', () => {
  it('go to the clinic where there is one, else to the chain; nobody’s own are touched', async () => {
    const folder = await folderOf('0922af3')
    const [single, chain] = [randomUUID(), randomUUID()]
    const [only, shared, own] = [randomUUID(), randomUUID(), randomUUID()]
    try {
      const { url, database } = await databaseOf(folder)
      const client = new pg.Client({ connectionString: withDatabase(superuserUrl, database) })
      await client.connect()
      try {
        // No key is followed: nobody works there.
        await client.query('set session_replication_role = replica')
        const clinic = async (tenant: string) => {
          const id = randomUUID()
          await client.query(
            `insert into clinic (tenant_id, id, name, short_name, phone, address, created_at, updated_at)
             values ($1, $2, $3, '店', '', '', now(), now())`,
            [tenant, id, id],
          )
          return id
        }
        const template = (tenant: string, id: string, owner: string | null) =>
          client.query(
            `insert into record_template (tenant_id, id, owner_id, category, name, content, created_at, updated_at)
             values ($1, $2, $3, '牙周', '洁治', '{}', now(), now())`,
            [tenant, id, owner],
          )
        const clinicId = await clinic(single)
        await clinic(chain)
        await clinic(chain)
        await template(single, only, null)
        await template(chain, shared, null)
        await template(chain, own, randomUUID())
        await migrate(url, MIGRATIONS)
        const { rows } = await client.query('select id, scope, clinic_id from record_template order by scope desc')
        expect(rows).toEqual([
          { id: shared, scope: 3, clinic_id: null },
          { id: only, scope: 2, clinic_id: clinicId },
          { id: own, scope: 1, clinic_id: null },
        ])
      } finally {
        await client.end()
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('a database that does not fit', () => {
  it('of a newer version is refused in words, and nothing of it changes', async () => {
    const folder = await folderOf('0922af3')
    try {
      await writeFile(path.join(folder, '203001020304_later.sql'), 'create table later (id int)')
      const { url } = await databaseOf(folder)
      await rm(path.join(folder, '203001020304_later.sql'))
      const before = await schemaOf(url)
      await expect(migrate(url, folder)).rejects.toThrow(/已由更新的版本升级过.*2030-01-02 或以后的版本/)
      expect(await schemaOf(url)).toEqual(before)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('is not given a migration older than its last', async () => {
    const folder = await folderOf('002c35d')
    try {
      const { url } = await databaseOf(folder)
      const before = await schemaOf(url)
      await writeFile(path.join(folder, '202611200000_late_comer.sql'), 'create table late_comer (id int)')
      await expect(migrate(url, folder)).rejects.toThrow(/202611200000_late_comer.sql is older than 202611222135/)
      expect(await schemaOf(url)).toEqual(before)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('whose history was edited otherwise is refused', async () => {
    const folder = await folderOf('0922af3')
    try {
      const { url } = await databaseOf(folder)
      await writeFile(path.join(folder, '0038_referral_file.sql'), 'select 1')
      await expect(migrate(url, folder)).rejects.toThrow(/0038_referral_file.sql was changed/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
