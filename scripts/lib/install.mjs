import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Root folder of the project. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

const MINIMUM = [20, 19]

/** Ends the process with a Chinese message when Node is older than the oldest supported version. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return
  process.stderr.write(
    `需要 Node.js ${MINIMUM.join('.')} 或更高版本，当前是 ${process.versions.node}。请升级后再试。\n`,
  )
  process.exit(1)
}

/**
 * Runs `npm ci` when there are no installed packages, or when the lockfile has changed since they were installed.
 * Everything it prints goes to stderr.
 */
export async function ensureInstalled() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stampFile = path.join(root, 'node_modules', '.dentin-lock')
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  if (installedMatchesLock()) {
    writeFileSync(stampFile, wanted)
    return
  }
  const started = Date.now()
  process.stderr.write('正在安装依赖（npm ci），首次约需 1 分钟…\n')
  const ticker = setInterval(() => {
    process.stderr.write(`  … 已用 ${Math.round((Date.now() - started) / 1000)} 秒\n`)
  }, 10_000)
  const code = await new Promise((resolve) => {
    const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    child.on('error', (error) => {
      process.stderr.write(`npm 无法运行：${error.message}\n`)
      resolve(1)
    })
    child.on('close', (status) => resolve(status ?? 1))
  })
  clearInterval(ticker)
  if (code !== 0) {
    process.stderr.write('依赖安装失败。请检查网络，或用 npm config set registry 换一个软件源后重试。\n')
    process.exit(1)
  }
  mkdirSync(path.dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, wanted)
  process.stderr.write(`依赖安装完成，用时 ${Math.round((Date.now() - started) / 1000)} 秒\n`)
}

/** Whether packages installed by hand (npm ci, npm install) are those of the lockfile, by npm's own record. */
function installedMatchesLock() {
  const record = path.join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([name, entry]) => name === '' || entry.optional || entry.link || installed[name]?.version === entry.version,
  )
}
