import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { processLives } from './lock.ts'

/**
 * PostgreSQL runs as the child of a small Node process in a session of its own. That process reads its stdin, whose
 * other end only we hold: however we end, the pipe closes, and it shuts PostgreSQL down. (Plain JavaScript in a
 * string, since the bundled server has no second file to start.)
 */
const WATCHDOG_SOURCE = `
const { spawn, spawnSync } = require('node:child_process')
const { rmSync } = require('node:fs')
const task = JSON.parse(process.argv[1])
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
process.stdout.on('error', () => {})
const finish = (message) => {
  if (task.remove) try { rmSync(task.remove, { recursive: true, force: true, maxRetries: 5 }) } catch {}
  say(message)
  process.stdin.destroy()
  process.exitCode = 0
}
const child = spawn(task.command, task.args, { cwd: task.cwd, uid: task.uid, gid: task.gid, stdio: ['ignore', 2, 2] })
child.on('error', (error) => finish({ kind: 'exit', code: null, signal: null, error: error.message }))
child.on('exit', (code, signal) => finish({ kind: 'exit', code, signal }))
if (child.pid) say({ kind: 'pid', pid: child.pid })
let stopping = false
const stop = () => {
  if (stopping) return
  stopping = true
  if (process.platform === 'win32') spawnSync(task.stop[0], task.stop.slice(1), { stdio: 'ignore' })
  else child.kill('SIGINT')
  setTimeout(() => child.kill('SIGQUIT'), 30000).unref()
  setTimeout(() => child.kill('SIGKILL'), 40000).unref()
}
process.stdin.on('end', stop).on('close', stop).on('error', stop).resume()
`

/** How PostgreSQL ended; `error` is set when it could not be started at all. */
export interface PostgresExit {
  code: number | null
  signal: string | null
  error?: string
}

/** PostgreSQL under its watchdog. */
export interface WatchedPostgres {
  pid: number
  exited: Promise<PostgresExit>
  /** Fast shutdown; resolves when PostgreSQL is gone. */
  stop(): Promise<PostgresExit>
  /** From now on does not keep Node alive. */
  unref(): void
}

/** What to run: PostgreSQL's command line, its account, where its messages go, and what to remove afterwards. */
export interface WatchdogTask {
  command: string
  args: string[]
  cwd: string
  uid?: number
  gid?: number
  /** Command line that stops PostgreSQL on systems without signals (Windows). */
  stop: string[]
  /** Folder removed once PostgreSQL has ended. */
  remove?: string
}

/**
 * Starts PostgreSQL under a watchdog that stops it when this process ends in whatever way.
 * @param output open file descriptor for what PostgreSQL prints before its own log is up
 * @throws Error when the watchdog cannot be started
 */
export async function startWatched(task: WatchdogTask, output: number): Promise<WatchedPostgres> {
  const watchdog = spawn(process.execPath, ['-e', WATCHDOG_SOURCE, JSON.stringify(task)], {
    cwd: task.cwd,
    detached: true,
    windowsHide: true,
    env: postgresEnvironment(),
    stdio: ['pipe', 'pipe', output],
  })
  let pid: number | undefined
  const exited = new Promise<PostgresExit>((resolve) => {
    watchdog.on('error', (error) => resolve({ code: null, signal: null, error: error.message }))
    const lines = createInterface({ input: watchdog.stdout! })
    lines.on('line', (line) => {
      const message = JSON.parse(line) as { kind: 'pid'; pid: number } | ({ kind: 'exit' } & PostgresExit)
      if (message.kind === 'pid') pid = message.pid
      else resolve({ code: message.code, signal: message.signal, error: message.error })
    })
    // Only reached first when the watchdog itself was killed: then PostgreSQL must not stay either.
    watchdog.on('close', () => {
      void endUnwatched(pid).then(() => resolve({ code: null, signal: null, error: 'watchdog ended' }))
    })
  })
  watchdog.stdin!.on('error', () => {})
  const started = new Promise<void>((resolve) => watchdog.stdout!.once('data', () => resolve()))
  await Promise.race([started, exited])
  if (pid === undefined) throw new Error(`内置数据库无法启动：${(await exited).error ?? ''}`)
  return {
    pid,
    exited,
    async stop() {
      setReferenced(watchdog, true)
      watchdog.stdin!.end()
      return exited
    },
    unref: () => setReferenced(watchdog, false),
  }
}

async function endUnwatched(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  signalQuietly(pid, 'SIGINT')
  const deadline = Date.now() + 40_000
  while (processLives(pid) && Date.now() < deadline) await sleep(50)
}

function setReferenced(watchdog: ChildProcess, held: boolean): void {
  for (const part of [watchdog, watchdog.stdin, watchdog.stdout]) {
    const handle = part as unknown as { ref?(): void; unref?(): void }
    if (held) handle.ref?.()
    else handle.unref?.()
  }
}

/** Sends a signal; a process that is already gone is fine. */
export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // gone
  }
}

/** English messages, UTC, and nothing of the caller's environment that PostgreSQL or Node would react to. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].filter((name) => process.env[name] !== undefined)
  return { ...Object.fromEntries(kept.map((name) => [name, process.env[name]])), LC_ALL: 'C', TZ: 'UTC' }
}
