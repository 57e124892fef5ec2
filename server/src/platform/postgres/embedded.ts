import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startCluster, type EmbeddedPostgres } from './cluster.ts'

export type { EmbeddedPostgres } from './cluster.ts'
export { DataDirInUseError } from './lock.ts'

/** Options of {@link startEmbeddedPostgres}. */
export interface EmbeddedPostgresOptions {
  /** Folder that holds the database; created when missing. */
  dataDir: string
  /** Receives progress, one Chinese line each. */
  log?: (line: string) => void
  /** PostgreSQL settings on top of ours. Those that give up durability are refused. */
  settings?: Record<string, string>
}

const COMMON_SETTINGS: Record<string, string> = {
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  // A named prepared statement otherwise ends in one plan for all tenants, large and small.
  plan_cache_mode: 'force_custom_plan',
  timezone: 'UTC',
  lc_messages: 'C',
}

const DURABLE_SETTINGS: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
}

const LOG_SETTINGS: Record<string, string> = {
  logging_collector: 'on',
  log_directory: '../log',
  // One file per weekday, overwritten a week later.
  log_filename: 'postgres-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_timezone: 'UTC',
  log_min_duration_statement: '1000',
  // Patients' data stays out of the log: no parameter values, no "Key (phone)=(…)" details.
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
}

/**
 * Starts the embedded PostgreSQL on a data directory, creating it at the first start. It listens on 127.0.0.1 only,
 * and ends with this process in whatever way that ends.
 * @throws DataDirInUseError when another process uses the data directory
 * @throws Error (Chinese) when it cannot be started, or a setting would give up durability
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  for (const name of Object.keys(options.settings ?? {})) {
    if (name.toLowerCase() in DURABLE_SETTINGS) throw new Error(`数据库设置 ${name} 关系到数据安全，不能修改`)
  }
  return startCluster({
    dataDir: options.dataDir,
    log: options.log,
    throwaway: false,
    settings: { ...COMMON_SETTINGS, ...LOG_SETTINGS, ...options.settings, ...DURABLE_SETTINGS },
  })
}

/** Linux's folder in memory. */
const MEMORY_FOLDER = '/dev/shm'
/** What a whole test run may hold at once, in bytes: two large databases per worker, templates and the log. */
const THROWAWAY_BYTES = 8 * 2 ** 30

/** The folder for databases that are thrown away: in memory where there is room, since copying one to a disk takes four times as long. */
function throwawayFolder(): string {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    if (bavail * bsize >= THROWAWAY_BYTES) return MEMORY_FOLDER
  } catch {
    // No such folder, or not ours to write in.
  }
  return tmpdir()
}

/**
 * Starts an empty PostgreSQL in memory or in the temporary folder, without durability, which is removed when it stops or this
 * process ends. For tests and measurements.
 * @param settings PostgreSQL settings on top of ours
 */
export async function startThrowawayPostgres(settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
  return startCluster({
    dataDir: mkdtempSync(path.join(throwawayFolder(), 'dentin-pg-')),
    throwaway: true,
    settings: {
      ...COMMON_SETTINGS,
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      autovacuum: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      ...settings,
    },
  })
}
