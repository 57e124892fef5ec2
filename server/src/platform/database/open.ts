import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../postgres/embedded.ts'
import { bootstrap, overSocket } from './migrate.ts'

/**
 * The database: an external one by its two connection strings, or the embedded one with passwords of its own.
 * @param settings of the embedded server, beside its own
 */
export async function openDatabase(
  config: Config,
  say: (line: string) => void,
  settings: Record<string, string> = {},
): Promise<{ ownerUrl: string; appUrl: string; postgres: EmbeddedPostgres | null }> {
  if (config.DATABASE_URL && config.DATABASE_OWNER_URL) {
    return { ownerUrl: config.DATABASE_OWNER_URL, appUrl: config.DATABASE_URL, postgres: null }
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const postgres = await startEmbeddedPostgres({ dataDir: path.join(config.dataDir, 'postgres'), log: say, settings })
  try {
    const secrets = await databaseSecrets(path.join(config.dataDir, 'database-secrets.json'))
    const urls = await bootstrap(postgres.superuserUrl, { database: 'dentin', ...secrets })
    return { ownerUrl: urls.ownerUrl, appUrl: overSocket(urls.appUrl, postgres.socketDir), postgres }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function databaseSecrets(file: string): Promise<{ ownerPassword: string; appPassword: string }> {
  if (existsSync(file))
    return JSON.parse(await readFile(file, 'utf8')) as { ownerPassword: string; appPassword: string }
  const secrets = {
    ownerPassword: randomBytes(24).toString('base64url'),
    appPassword: randomBytes(24).toString('base64url'),
  }
  await writeFile(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
