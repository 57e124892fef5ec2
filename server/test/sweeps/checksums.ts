import type pg from 'pg'

/** Tables that are written about the attempt itself (sessions, limits, captchas, audit of looking), after the answer, or by no attempt. */
const ASIDE = `('session', 'captcha', 'rate_limit', 'login_lock', 'audit', 'schema_migration', 'readiness', 'platform_sms',
  'provider_session', 'provider_ticket', 'provider_audit', 'sweep_written')`

type Column = 'tenant_id' | 'clinic_id'
/** A line per table: everything, or what of it fits. */
export type Checksum = (where?: string, column?: Column | null) => Promise<string>

/**
 * Checksums of all tables. A trigger notes which tables a committed statement has written, so that only these are read
 * again: reading all 120 after every call took longer than the calls.
 */
export async function tableChecksums(owner: pg.Client): Promise<Checksum> {
  const { rows: tables } = await owner.query<{ name: string; tenant: boolean; clinic: boolean }>(
    `select table_name as name, bool_or(column_name = 'tenant_id') as tenant, bool_or(column_name = 'clinic_id') as clinic
     from information_schema.columns join pg_class c on c.relname = table_name and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     where table_schema = 'public' and table_name not in ${ASIDE} and table_name not like 'audit\\_%'
     group by table_name order by table_name`,
  )
  await owner.query(`create table sweep_written (name text primary key)`)
  await owner.query(`create function sweep_note() returns trigger language plpgsql security definer as $$
    begin insert into public.sweep_written values (tg_table_name) on conflict do nothing; return null; end $$`)
  for (const { name } of tables)
    await owner.query(
      `create trigger zz_sweep after insert or update or delete or truncate on "${name}" for each statement execute function sweep_note()`,
    )

  /** How often each table has been written since the beginning. */
  const writes = new Map<string, number>()
  const known = new Map<string, { line: string; writes: number }>()
  return async (where = 'true', column = null) => {
    const { rows: written } = await owner.query<{ name: string }>('delete from sweep_written returning name')
    for (const { name } of written) writes.set(name, (writes.get(name) ?? 0) + 1)
    const fitting = tables.filter(({ tenant, clinic }) => (column === 'clinic_id' ? clinic : column === null || tenant))
    const keyOf = (name: string) => `${column ?? ''} ${where} ${name}`
    const stale = fitting.filter(({ name }) => known.get(keyOf(name))?.writes !== (writes.get(name) ?? 0))
    if (stale.length > 0) {
      const { rows: lines } = await owner.query<{ name: string; line: string }>(
        stale
          .map(
            ({ name }) =>
              `select '${name}' as name, '${name}:' || coalesce((select md5(string_agg(t::text, '|' order by t::text)) from "${name}" t where ${where}), '') as line`,
          )
          .join(' union all '),
      )
      for (const { name, line } of lines) known.set(keyOf(name), { line, writes: writes.get(name) ?? 0 })
    }
    return fitting.map(({ name }) => known.get(keyOf(name))?.line ?? '').join('\n')
  }
}
