import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { bridgeFirstVersion } from './bridges.ts'

/** What one run of the migrations did. */
export interface MigrationReport {
  applied: string[]
  already: number
}

/**
 * Brings a database to the newest schema: numbered SQL files, one transaction each, under a lock so that two processes
 * starting together do it once; the checksum of an applied file may never change.
 */
export async function migrate(
  ownerUrl: string,
  folder: string,
  progress: (line: string) => void = () => {},
  /** Done last, as the owner and under the same lock. */
  last?: (owner: pg.Client) => Promise<void>,
): Promise<MigrationReport> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(716290431)')
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const done = new Map(
      (await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')).rows.map(
        (row) => [row.name, row.checksum],
      ),
    )
    const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    const read = (name: string) => readFile(join(folder, name), 'utf8')
    if (await bridgeFirstVersion(client, done, read, checksumOf)) progress('数据库结构的历史已换成现在的写法')
    mustKnow(names, [...done.keys()])
    mustComeAfter(names, [...done.keys()])
    const applied: string[] = []
    for (const name of names) {
      const text = await read(name)
      const checksum = checksumOf(text)
      const known = done.get(name)
      if (known === checksum) continue
      if (known) throw new Error(`migration ${name} was changed after it had been applied`)
      await client.query('begin')
      try {
        await client.query(text)
        await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error })
      }
      progress(`数据库结构 ${name}`)
      applied.push(name)
    }
    await last?.(client)
    return { applied, already: done.size }
  } finally {
    await client.end()
  }
}

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Refuses a database that a newer version has been at: what that one wrote, this one would misread. */
function mustKnow(names: readonly string[], done: readonly string[]): void {
  const newer = done.filter((name) => !names.includes(name)).sort()
  const last = newer.at(-1)
  if (!last) return
  const day = /^(\d{4})(\d{2})(\d{2})\d*_/.exec(last)
  const needed = day ? `${day[1]}-${day[2]}-${day[3]} 或以后的版本` : `包含 ${last} 的版本`
  throw new Error(
    `这个数据库已由更新的版本升级过（有 ${newer.length} 项结构是本版本没有的），不能用旧版本打开。请使用 ${needed}；数据没有改动`,
  )
}

/**
 * Refuses a file older than one that the database has already: this database and a new one would have run them in different
 * orders. Files of the first versions carry numbers and are let be.
 */
function mustComeAfter(names: readonly string[], done: readonly string[]): void {
  const dated = (name: string) => /^\d{12}_/.test(name)
  const last = done.filter(dated).sort().at(-1)
  const older = last && names.find((name) => dated(name) && name < last && !done.includes(name))
  if (older) throw new Error(`migration ${older} is older than ${last}, which this database has: give it a later time`)
}

/**
 * Prepares an empty cluster: the owner role (migrations; sees through row security), the app role (owns nothing, row
 * security always holds), and the database. Runs as a superuser, once; harmless when repeated.
 */
export async function bootstrap(
  superuserUrl: string,
  options: { database: string; ownerPassword: string; appPassword: string },
): Promise<{ ownerUrl: string; appUrl: string }> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(716290432)')
    for (const [role, password, rights] of [
      ['dentin_owner', options.ownerPassword, 'bypassrls createdb'],
      ['dentin_app', options.appPassword, 'nobypassrls'],
    ] as const) {
      const exists = await client.query('select 1 from pg_roles where rolname = $1', [role])
      await client.query(
        `${exists.rowCount ? 'alter' : 'create'} role ${role} login nosuperuser ${rights} password ${client.escapeLiteral(password)}`,
      )
    }
    const exists = await client.query('select 1 from pg_database where datname = $1', [options.database])
    if (!exists.rowCount) {
      await client.query(`create database ${client.escapeIdentifier(options.database)} owner dentin_owner`)
    }
  } finally {
    await client.end()
  }
  const inside = new pg.Client({ connectionString: withDatabase(superuserUrl, options.database) })
  await inside.connect()
  try {
    // Extensions that only a superuser may add in some installations.
    for (const extension of ['btree_gist', 'btree_gin', 'pg_trgm'])
      await inside.query(`create extension if not exists ${extension}`)
    await inside.query(`alter schema public owner to dentin_owner`)
    // The app has no use for temporary tables; without the right nobody fills the disk with them in its name.
    await inside.query(`revoke temporary on database ${inside.escapeIdentifier(options.database)} from public`)
  } finally {
    await inside.end()
  }
  return {
    ownerUrl: withCredentials(withDatabase(superuserUrl, options.database), 'dentin_owner', options.ownerPassword),
    appUrl: withCredentials(withDatabase(superuserUrl, options.database), 'dentin_app', options.appPassword),
  }
}

/**
 * Refuses a database that would make row security worthless or search blind: a superuser or BYPASSRLS role for the app,
 * or a locale in which trigrams of Chinese are empty.
 */
export async function assertSafe(appUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: appUrl })
  await client.connect()
  try {
    const role = (
      await client.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: boolean }>(
        `select rolsuper, rolbypassrls, exists (select 1 from pg_class c where c.relowner = r.oid and c.relkind = 'r') as owns
         from pg_roles r where rolname = current_user`,
      )
    ).rows[0]
    if (!role || role.rolsuper || role.rolbypassrls)
      throw new Error('应用连接数据库的角色不能是超级用户，也不能绕过行级安全（BYPASSRLS）')
    if (role.owns) throw new Error('应用连接数据库的角色不能是数据表的所有者')
    const trigram = await client.query<{ found: string[] }>(`select show_trgm('张三丰') as found`)
    if (trigram.rows[0]?.found.length === 0)
      throw new Error('数据库的字符分类不支持中文（show_trgm 为空），请用 C.UTF-8 或 ICU 区域建库')
  } finally {
    await client.end()
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url)
  changed.pathname = `/${database}`
  return changed.toString()
}

export function withCredentials(url: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.toString()
}

/** The same database by its Unix socket, where a way there and back costs half; without one, as it was. */
export function overSocket(url: string, socketDir: string | undefined): string {
  if (!socketDir) return url
  const changed = new URL(url)
  changed.searchParams.set('host', socketDir)
  return changed.toString()
}
