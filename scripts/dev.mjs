// Development: the server restarts and the page reloads as files change. Both end together.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, requireNode, root } from './lib/install.mjs'

requireNode()
await ensureInstalled()

const port = process.env.PORT ?? '3000'
const tsx = path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs')
const main = path.join(root, 'server', 'src', 'app', 'main.ts')
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', main], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, PORT: port },
})

const { createServer } = await import('vite')
// Where vite.config.ts sends the calls of the page.
process.env.DENTIN_PORT = port
const page = await createServer({
  root: path.join(root, 'web'),
  configFile: path.join(root, 'web', 'vite.config.ts'),
  server: { host: '127.0.0.1' },
})

let ending = false
/** @param {number} code */
async function end(code) {
  if (ending) return
  ending = true
  if (server.exitCode === null && server.signalCode === null) {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('close', resolve))
  }
  await page.close()
  process.exit(code)
}

server.on('close', (code) => void end(code ?? 1))
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => void end(0))

await page.listen()
// The server names its own address, under which nothing reloads; the one to open comes last.
const up = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
while (!(await up())) await new Promise((resolve) => setTimeout(resolve, 1000))
process.stdout.write(`\n开发页面（改动即重载）：${page.resolvedUrls?.local[0]}\n`)
