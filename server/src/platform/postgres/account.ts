import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** How PostgreSQL, which refuses to run as root, is started on behalf of this process. */
export interface PostgresAccount {
  /** Command put in front of the program; it execs it, so the process id stays the same. */
  prefix: string[]
  uid?: number
  gid?: number
  /** Gives a file, or a folder with everything in it, to the account that PostgreSQL will run under. */
  own(path: string): void
}

/** `self` for ordinary users; root takes the first of the other three that can really reach the folder. */
export type AccountKind = 'self' | 'namespace' | 'capability' | 'nobody'

const NOBODY = 65534

const PREFIXES: Record<AccountKind, string[]> = {
  self: [],
  // Appears as nobody to PostgreSQL while the kernel still checks files against the real owner.
  namespace: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'],
  // Really nobody, but may pass through folders that are closed to others (containers without user namespaces).
  capability: [
    'setpriv',
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ],
  nobody: [],
}

/**
 * Chooses the account for PostgreSQL.
 * @param folder data directory, must exist; for root its owner is changed to what the chosen account needs
 * @param program a PostgreSQL program the account must be able to run
 * @param kinds what to try, in order; by default everything that makes sense for the current user
 * @throws Error (Chinese) when none can both write the folder and run the program.
 */
export function choosePostgresAccount(folder: string, program: string, kinds = defaultKinds()): PostgresAccount {
  for (const kind of kinds) {
    const account = accountOf(kind)
    if (kind === 'self') return account
    const top = lstatSync(folder)
    account.own(folder)
    if (canUse(account, folder, program)) return withDeathSignal(account)
    chownSync(folder, top.uid, top.gid)
  }
  throw new Error(
    `无法以非 root 身份运行内置数据库：数据目录 ${folder} 或程序 ${program} 对 nobody 用户不可达。` +
      '请改用普通用户启动，或把数据目录放到 nobody 可以进入的位置，或用 DATABASE_URL 指定外部数据库',
  )
}

function defaultKinds(): AccountKind[] {
  return process.getuid?.() === 0 ? ['namespace', 'capability', 'nobody'] : ['self']
}

function accountOf(kind: AccountKind): PostgresAccount {
  const prefix = PREFIXES[kind]
  if (kind === 'self') return withDeathSignal({ prefix, own: () => {} })
  const owner = kind === 'namespace' ? 0 : NOBODY
  const own = (target: string) => {
    if (lstatSync(target).uid !== owner) chownTree(target, owner)
  }
  return kind === 'nobody' ? { prefix, uid: NOBODY, gid: NOBODY, own } : { prefix, own }
}

function canUse(account: PostgresAccount, folder: string, program: string): boolean {
  const check = '[ "$(id -u)" != 0 ] && [ -w "$1" ] && [ -x "$1" ] && exec "$2" --version'
  const [command, ...args] = [...account.prefix, 'sh', '-c', check, 'sh', folder, program]
  return spawnSync(command!, args, { uid: account.uid, gid: account.gid, cwd: '/', stdio: 'ignore' }).status === 0
}

let deathSignal: boolean | undefined

/** On Linux the kernel itself stops PostgreSQL when its watchdog is killed. */
function withDeathSignal(account: PostgresAccount): PostgresAccount {
  const command = ['setpriv', '--pdeathsig=INT', '--']
  deathSignal ??= process.platform === 'linux' && spawnSync(command[0]!, [...command.slice(1), 'true']).status === 0
  return deathSignal ? { ...account, prefix: [...account.prefix, ...command] } : account
}

function chownTree(target: string, owner: number): void {
  if (lstatSync(target).isDirectory()) {
    for (const name of readdirSync(target)) chownTree(path.join(target, name), owner)
  }
  // A folder last, so that an interrupted change is taken up again at the next start.
  lchownSync(target, owner, owner)
}
