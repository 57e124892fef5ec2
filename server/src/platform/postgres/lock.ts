import { spawnSync } from 'node:child_process'
import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** Thrown when a data directory is in use by a living process; `pid` is that process. */
export class DataDirInUseError extends Error {
  constructor(
    readonly dataDir: string,
    readonly pid: number,
    holder = '另一个 Dentin 进程',
  ) {
    super(`数据目录正被${holder}使用（进程号 ${pid}）：${dataDir}。请先停止它，或换一个数据目录`)
    this.name = 'DataDirInUseError'
  }
}

/** A held lock; `tookOver` tells that its last holder ended without releasing it. */
export interface DataDirLock {
  tookOver: boolean
  release(): void
}

const holderSchema = z.object({ pid: z.number().int().positive(), born: z.string().nullable() })
type Holder = z.infer<typeof holderSchema>

/**
 * Takes the lock of a data directory for this process. A lock whose holder is dead is taken over.
 * @throws DataDirInUseError when the holder lives.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = path.join(dataDir, 'dentin.lock')
  const mine = JSON.stringify({ pid: process.pid, born: processBirth(process.pid) } satisfies Holder)
  let tookOver = false
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 })
      return { tookOver, release: () => releaseLock(file, mine) }
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error
    }
    const seen = readIfPresent(file)
    if (seen === undefined) continue
    const holder = parseHolder(seen)
    if (holder) {
      if (holderLives(holder)) throw new DataDirInUseError(dataDir, holder.pid)
    } else if (ageOf(file) < 3_000) {
      // Just created by another process that has not written its name yet.
      await sleep(100)
      continue
    }
    if (removeStale(file, seen)) tookOver = true
  }
}

/** Moves the stale lock aside; puts it back when another process has renewed it in between. */
function removeStale(file: string, seen: string): boolean {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
  const stale = readFileSync(aside, 'utf8') === seen
  if (!stale) linkSync(aside, file)
  rmSync(aside, { force: true })
  return stale
}

function releaseLock(file: string, mine: string): void {
  if (readIfPresent(file) === mine) rmSync(file, { force: true })
}

function parseHolder(text: string): Holder | undefined {
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function holderLives(holder: Holder): boolean {
  return processLives(holder.pid) && processBirth(holder.pid) === holder.born
}

/** Whether a process with this id exists (also when it belongs to another user). */
export function processLives(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
  // A process that has ended but was not yet collected by its parent counts as gone.
  return processStat(pid)?.[0] !== 'Z'
}

/**
 * A text that tells apart two processes which were given the same id one after the other (boot id and start tick).
 * @returns null on systems that do not tell
 */
function processBirth(pid: number): string | null {
  const started = processStat(pid)?.[19]
  const boot = readIfPresent('/proc/sys/kernel/random/boot_id')
  return started && boot ? `${boot.trim()}/${started}` : null
}

/** The fields of /proc/PID/stat from the state on (after the command name, which may hold spaces). */
function processStat(pid: number): string[] | undefined {
  const stat = readIfPresent(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/**
 * The living PostgreSQL server that owns a cluster directory, by its postmaster.pid. A process that merely got the
 * same id after a crash does not count.
 */
export function runningPostmaster(clusterDir: string): number | undefined {
  const pid = Number(readIfPresent(path.join(clusterDir, 'postmaster.pid'))?.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0 || !processLives(pid)) return undefined
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === path.resolve(clusterDir) ? pid : undefined
  } catch {
    return /postgres/.test(programOf(pid)) ? pid : undefined
  }
}

function programOf(pid: number): string {
  const [command, args] =
    process.platform === 'win32'
      ? ['tasklist', ['/FO', 'CSV', '/NH', '/FI', `PID eq ${pid}`]]
      : ['ps', ['-o', 'comm=', '-p', String(pid)]]
  return spawnSync(command as string, args as string[], { encoding: 'utf8' }).stdout ?? ''
}

function ageOf(file: string): number {
  try {
    return Date.now() - statSync(file).mtimeMs
  } catch {
    return 0
  }
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Whether an error carries this system error code, for example ENOENT. */
function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === code
}
