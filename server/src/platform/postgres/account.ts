import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, lstatSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { postgresEnvironment } from './watchdog.ts'

/** A user and group. */
export interface Owner {
  uid: number
  gid: number
}

/** How PostgreSQL, which refuses to run as root, is started on behalf of this process. */
export interface PostgresAccount {
  /** Command put in front of the program; it execs it, so the process id stays the same. */
  prefix: string[]
  uid?: number
  gid?: number
  /** Whom PostgreSQL's files belong to, as the kernel sees it. */
  owner: Owner
}

/** `self` for ordinary users; root takes the first of the others that can really reach folder and program. */
export type AccountKind = 'self' | 'namespace' | 'owner' | 'capability' | 'nobody'

const NOBODY = 65534

/** What in a data directory PostgreSQL itself must own; anything else that lies there is left alone. */
const POSTGRES_FILES = ['cluster', 'log', 'superuser.password']

const PREFIXES: Record<Exclude<AccountKind, 'self'>, string[]> = {
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
  // The user in whose folder the project is installed.
  owner: [],
}

/**
 * Chooses the account for PostgreSQL.
 * @param folder data directory, must exist; for root its owner is changed to what the chosen account needs
 * @param program a PostgreSQL program the account must be able to run
 * @param kinds what to try, in order; by default everything that makes sense for the current user
 * @returns undefined when none can both write the folder and run the program
 */
export function choosePostgresAccount(
  folder: string,
  program: string,
  kinds = defaultKinds(),
): PostgresAccount | undefined {
  for (const kind of kinds) {
    const top = lstatSync(folder)
    if (kind === 'self') return withDeathSignal({ prefix: [], owner: { uid: top.uid, gid: top.gid } })
    const account = accountOf(kind, program)
    if (account.uid === 0) continue
    chownSync(folder, account.owner.uid, account.owner.gid)
    if (canUse(account, folder, program)) {
      for (const name of POSTGRES_FILES) ownTree(path.join(folder, name), account.owner)
      return withDeathSignal(account)
    }
    chownSync(folder, top.uid, top.gid)
  }
  return undefined
}

function defaultKinds(): AccountKind[] {
  return process.getuid?.() === 0 ? ['namespace', 'owner', 'capability', 'nobody'] : ['self']
}

function accountOf(kind: Exclude<AccountKind, 'self'>, program: string): PostgresAccount {
  const prefix = PREFIXES[kind]
  if (kind === 'namespace') return { prefix, owner: { uid: 0, gid: 0 } }
  if (kind === 'capability') return { prefix, owner: { uid: NOBODY, gid: NOBODY } }
  const { uid, gid } = kind === 'owner' ? lstatSync(program) : { uid: NOBODY, gid: NOBODY }
  return { prefix, uid, gid, owner: { uid, gid } }
}

/** PostgreSQL gets as far as missing the folder "none" only when it could find itself and its folder. */
function canUse(account: PostgresAccount, folder: string, program: string): boolean {
  const check =
    '[ "$(id -u)" != 0 ] && [ -w "$1" ] && [ -x "$1" ] && "$2" -C port -D "$1/none" 2>&1 | grep -q "No such file"'
  const [command, ...args] = [...account.prefix, 'sh', '-c', check, 'sh', folder, program]
  const env = postgresEnvironment()
  return spawnSync(command!, args, { uid: account.uid, gid: account.gid, cwd: '/', env, stdio: 'ignore' }).status === 0
}

let deathSignal: boolean | undefined

/** On Linux the kernel itself stops PostgreSQL when its watchdog is killed. */
function withDeathSignal(account: PostgresAccount): PostgresAccount {
  const command = ['setpriv', '--pdeathsig=INT', '--']
  deathSignal ??= process.platform === 'linux' && spawnSync(command[0]!, [...command.slice(1), 'true']).status === 0
  return deathSignal ? { ...account, prefix: [...account.prefix, ...command] } : account
}

/** Gives a file, or a folder and everything in it, to an owner. Only what is not theirs yet is touched. */
function ownTree(target: string, owner: Owner): void {
  const entry = lstatSync(target, { throwIfNoEntry: false })
  if (!entry) return
  if (entry.uid !== owner.uid) lchownSync(target, owner.uid, owner.gid)
  if (!entry.isDirectory()) return
  for (const name of readdirSync(target)) ownTree(path.join(target, name), owner)
}
