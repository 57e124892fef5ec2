import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { choosePostgresAccount, type AccountKind, type PostgresAccount } from './account.ts'
import { copyBinariesForOthers, locatePostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { DataDirInUseError, lockDataDir, runningPostmaster } from './lock.ts'
import {
  postgresEnvironment,
  signalQuietly,
  startWatched,
  type PostgresExit,
  type WatchedPostgres,
} from './watchdog.ts'

/** What makes one cluster differ from another. */
export interface ClusterOptions {
  /** Everything lives here: `cluster/` (PostgreSQL's own), `log/`, `superuser.password`, `port`, `dentin.lock`. */
  dataDir: string
  /** Progress, one Chinese line each. */
  log?: (line: string) => void
  settings: Record<string, string>
  /** A throwaway cluster is removed when it stops. */
  throwaway: boolean
  /** Restricts how root may start PostgreSQL. */
  accounts?: AccountKind[]
}

/** A running PostgreSQL server of our own. */
export interface EmbeddedPostgres {
  /** Loopback TCP port; stays the same from start to start while it is free. */
  port: number
  /** `postgres://postgres:…@127.0.0.1:port/postgres` */
  superuserUrl: string
  /** Folder of the Unix socket (pg: `host`), when the path is short enough for one. */
  socketDir?: string
  /** Process id of the PostgreSQL server. */
  pid: number
  /** Resolves when PostgreSQL ends, also when it does so unasked. */
  exited: Promise<PostgresExit>
  /** Fast shutdown; resolves when the server is gone. May be called more than once. */
  stop(): Promise<void>
}

const SOCKET_PATH_LIMIT = 100
const START_TIMEOUT_MS = 120_000
const ORPHAN_TIMEOUT_MS = 45_000

/**
 * Creates the cluster when there is none and starts it.
 * @throws DataDirInUseError when another process holds the data directory
 * @throws Error (Chinese) when it cannot be started; carries the end of PostgreSQL's messages
 */
export async function startCluster(options: ClusterOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir)
  const located = locatePostgresBinaries()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = await lockDataDir(dataDir)
  try {
    const clusterDir = path.join(dataDir, 'cluster')
    await endOrphan(dataDir, clusterDir, lock.tookOver)
    const { account, binaries } = accountAndBinaries(dataDir, located, options.accounts)
    const password = superuserPassword(dataDir, account)
    if (!existsSync(path.join(clusterDir, 'PG_VERSION'))) {
      options.log?.('正在创建数据库')
      await createCluster(dataDir, clusterDir, binaries, account, options.throwaway)
    }
    checkVersion(clusterDir, binaries)
    const { port, socketDir, server } = await launch(dataDir, clusterDir, binaries, account, options)
    server.unref()
    void server.exited.then(() => lock.release())
    let stopping: Promise<void> | undefined
    return {
      port,
      superuserUrl: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      socketDir,
      pid: server.pid,
      exited: server.exited,
      stop: () =>
        (stopping ??= server.stop().then(() => {
          lock.release()
          if (options.throwaway) rmSync(dataDir, { recursive: true, force: true })
        })),
    }
  } catch (error) {
    lock.release()
    if (options.throwaway) rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

function accountAndBinaries(dataDir: string, located: PostgresBinaries, kinds: AccountKind[] | undefined) {
  const account = choosePostgresAccount(dataDir, located.postgres, kinds)
  if (account) return { account, binaries: located }
  const binaries = copyBinariesForOthers(located)
  const other = choosePostgresAccount(dataDir, binaries.postgres, kinds)
  if (other) return { account: other, binaries }
  throw new Error(
    `无法以非 root 身份运行内置数据库：数据目录 ${dataDir} 对 nobody 用户不可达。` +
      '请改用普通用户启动，或把数据目录放到 nobody 可以进入的位置，或用 DATABASE_URL 指定外部数据库',
  )
}

/**
 * Waits for a PostgreSQL that outlived its Dentin process (its watchdog is just shutting it down, or was killed too).
 * One that was not left behind by us is somebody's: it is not touched.
 */
async function endOrphan(dataDir: string, clusterDir: string, ours: boolean): Promise<void> {
  const pid = runningPostmaster(clusterDir)
  if (pid === undefined) {
    // Whatever process now has the id in that file is not PostgreSQL, which would refuse to start because of it.
    rmSync(path.join(clusterDir, 'postmaster.pid'), { force: true })
    return
  }
  if (!ours) throw new DataDirInUseError(dataDir, pid, '另一个 PostgreSQL 进程')
  signalQuietly(pid, 'SIGINT')
  const deadline = Date.now() + ORPHAN_TIMEOUT_MS
  while (runningPostmaster(clusterDir) === pid) {
    if (Date.now() > deadline) throw new DataDirInUseError(dataDir, pid, '上次遗留、尚未停止的数据库进程')
    await sleep(50)
  }
}

/** The superuser's password: made once, readable by the owner only. */
function superuserPassword(dataDir: string, account: PostgresAccount): string {
  const file = path.join(dataDir, 'superuser.password')
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(24).toString('base64url') + '\n', { mode: 0o600, flag: 'wx' })
    // Handed over after creation, so that initdb, under its account, can read it.
    if (process.getuid?.() === 0) chownSync(file, account.owner.uid, account.owner.gid)
  }
  return readFileSync(file, 'utf8').trim()
}

/** initdb into a folder beside, moved into place when complete: an interrupted one leaves nothing half made. */
async function createCluster(
  dataDir: string,
  clusterDir: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  throwaway: boolean,
): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('cluster.new')) rmSync(path.join(dataDir, name), { recursive: true, force: true })
  }
  const fresh = path.join(dataDir, 'cluster.new')
  const passwordFile = path.join(dataDir, 'superuser.password')
  const args = ['-D', fresh, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  args.push('-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C')
  if (throwaway) args.push('--no-sync')
  await run([...account.prefix, binaries.initdb, ...args], account, dataDir)
  renameSync(fresh, clusterDir)
}

async function run(commandLine: string[], account: PostgresAccount, cwd: string): Promise<void> {
  const [command, ...args] = commandLine
  const child = spawn(command!, args, {
    cwd,
    uid: account.uid,
    gid: account.gid,
    env: postgresEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`创建数据库失败（${code}）：\n${output.trim()}`)
}

function checkVersion(clusterDir: string, binaries: PostgresBinaries): void {
  const major = Number(readFileSync(path.join(clusterDir, 'PG_VERSION'), 'utf8').trim())
  if (major !== binaries.major) {
    throw new Error(
      `数据目录 ${clusterDir} 由 PostgreSQL ${major} 创建，内置程序是 ${binaries.major}，不能直接打开：请先用原版本导出数据`,
    )
  }
}

interface Launched {
  port: number
  socketDir: string | undefined
  server: WatchedPostgres
}

async function launch(
  dataDir: string,
  clusterDir: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  options: ClusterOptions,
): Promise<Launched> {
  const outputFile = path.join(dataDir, 'startup.log')
  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const port = await choosePort(dataDir)
    const socketDir = socketFolder(dataDir, port)
    const settings: Record<string, string> = {
      ...options.settings,
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: socketDir ?? '',
    }
    const server = await startServer(clusterDir, outputFile, binaries, account, settings, options)
    const exit = await Promise.race([untilReady(clusterDir, server.pid, deadline), server.exited])
    if (exit === 'ready') return { port, socketDir, server }
    if (exit === 'late') await server.stop()
    const output = readFileSync(outputFile, 'utf8') + lastLog(dataDir)
    // Another program was quicker to take the port, or the last backends of a crashed server are still leaving.
    const passing = /Address already in use|could not create any TCP\/IP sockets|still in use/.test(output)
    if (exit === 'late' || !passing || Date.now() > deadline) {
      throw new Error(`内置数据库没有启动成功，消息见 ${dataDir}：\n${output.trim().split('\n').slice(-15).join('\n')}`)
    }
    if (/Address already in use|TCP\/IP/.test(output)) rmSync(path.join(dataDir, 'port'), { force: true })
    await sleep(300)
  }
}

async function startServer(
  clusterDir: string,
  outputFile: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
  settings: Record<string, string>,
  options: ClusterOptions,
): Promise<WatchedPostgres> {
  const output = openSync(outputFile, 'w', 0o600)
  try {
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command, ...rest] = [...account.prefix, binaries.postgres, '-D', clusterDir, ...args]
    const task = {
      command: command!,
      args: rest,
      cwd: path.dirname(clusterDir),
      uid: account.uid,
      gid: account.gid,
      stop: [binaries.pgCtl, 'stop', '-D', clusterDir, '-m', 'fast', '-w'],
      remove: options.throwaway ? path.dirname(clusterDir) : undefined,
    }
    return await startWatched(task, output)
  } finally {
    closeSync(output)
  }
}

/** The server writes its state into the eighth line of postmaster.pid. */
async function untilReady(clusterDir: string, pid: number, deadline: number): Promise<'ready' | 'late'> {
  const file = path.join(clusterDir, 'postmaster.pid')
  while (Date.now() < deadline) {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return 'ready'
    await sleep(20)
  }
  return 'late'
}

function lastLog(dataDir: string): string {
  const folder = path.join(dataDir, 'log')
  const today = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }).format(new Date())
  const file = path.join(folder, `postgres-${today}.log`)
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-4_000) : ''
}

function socketFolder(dataDir: string, port: number): string | undefined {
  if (process.platform === 'win32') return undefined
  return Buffer.byteLength(path.join(dataDir, `.s.PGSQL.${port}.lock`)) < SOCKET_PATH_LIMIT ? dataDir : undefined
}

/** The remembered port while it is free, else a new one, which is then remembered. */
async function choosePort(dataDir: string): Promise<number> {
  const file = path.join(dataDir, 'port')
  const remembered = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (remembered > 0 && (await freePort(remembered)) !== undefined) return remembered
  const port = await freePort(0)
  if (port === undefined) throw new Error('本机没有可用的端口给内置数据库')
  writeFileSync(file, `${port}\n`)
  return port
}

async function freePort(wanted: number): Promise<number | undefined> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(undefined))
    probe.listen({ port: wanted, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}
