// Runs one of the project's TypeScript files: node scripts/run.mjs FILE.ts [arguments]
// stdout belongs to that file alone.
import path from 'node:path'
import { ensureInstalled, requireNode, root } from './lib/install.mjs'
import { runToEnd } from './lib/process.mjs'

requireNode()
const [file, ...args] = process.argv.slice(2)
if (!file) {
  process.stderr.write('用法：node scripts/run.mjs 文件.ts [参数]\n')
  process.exit(2)
}
await ensureInstalled()
const tsx = path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')
// What this process was started with (node --max-semi-space-size=64 …) is meant for that file too.
const NODE_OPTIONS = [process.env.NODE_OPTIONS, ...process.execArgv].filter(Boolean).join(' ')
const env = { ...process.env, ...(NODE_OPTIONS && { NODE_OPTIONS }) }
process.exitCode = await runToEnd(process.execPath, [tsx, path.resolve(file), ...args], { stdio: 'inherit', env })
