import type pg from 'pg'

/** The 0008 with which databases of the first landed version (2026-11-20) were made. */
const FIRST_SESSION_GATE = '799a187932f30e78a641c6720be08cd1df86af9766a5fb3e07507cc812c56d63'

/**
 * Brings the history of a database of the first landed version to the one that followed: 0008 was edited then, 0010 taken
 * into it and 0011 renamed, before the rule that a landed migration never changes. Whatever else a database says stays.
 * @param done names and checksums that the database has; brought up to date
 * @param read the text of a migration as it is now
 * @param checksumOf how a text is recognised
 */
export async function bridgeFirstVersion(
  client: pg.Client,
  done: Map<string, string>,
  read: (name: string) => Promise<string>,
  checksumOf: (text: string) => string,
): Promise<boolean> {
  if (done.get('0008_session_gate.sql') !== FIRST_SESSION_GATE) return false
  const gate = await read('0008_session_gate.sql')
  await client.query('begin')
  try {
    // The function has the same arguments and columns in all three, so that the newest can take its place.
    await client.query(gate.replace('create function app.open_session', 'create or replace function app.open_session'))
    await client.query('update schema_migration set checksum = $1 where name = $2', [
      checksumOf(gate),
      '0008_session_gate.sql',
    ])
    await client.query(`delete from schema_migration where name = '0010_live_membership.sql'`)
    await client.query(
      `update schema_migration set name = '0010_billing_guards.sql' where name = '0011_billing_guards.sql'`,
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  const guards = done.get('0011_billing_guards.sql')
  done.set('0008_session_gate.sql', checksumOf(gate))
  done.delete('0010_live_membership.sql')
  done.delete('0011_billing_guards.sql')
  if (guards) done.set('0010_billing_guards.sql', guards)
  return true
}
