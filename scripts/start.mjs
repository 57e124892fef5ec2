// Starts Dentin from a fresh clone: installs, builds, then runs the server in this very process, so that signals and
// the exit code are its own and nothing is left behind.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { TARGETS, staleTargets } from './lib/build.mjs'
import { ensureInstalled, requireNode, root } from './lib/install.mjs'
import { seconds } from './lib/output.mjs'
import { runToEnd } from './lib/process.mjs'

requireNode()
const started = Date.now()
await ensureInstalled()
if (staleTargets().length > 0) {
  // In a process of its own: its memory is given back before the server runs.
  const code = await runToEnd(process.execPath, [path.join(root, 'scripts', 'build.mjs')], { stdio: ['ignore', 2, 2] })
  if (code !== 0) process.exit(code)
}
process.stderr.write(`准备完成（${seconds(started)}），正在启动服务…\n`)
process.setSourceMapsEnabled(true)
await import(pathToFileURL(path.join(root, TARGETS.server.output)).href)
