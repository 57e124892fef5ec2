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
  env: { ...process.env, PORT: port, DENTIN_DEV: '1' },
})

const { createServer } = await import('vite')
// Every path that is not the page's: calls (/…-api/…, /design-process/…), health, documents.
const calls = '^/([a-z]+-api|design-process|sandbox-pay|api|health|metrics|openapi|docs)(/|\\?|\\.|$)'
const page = await createServer({
  root: path.join(root, 'web'),
  configFile: path.join(root, 'web', 'vite.config.ts'),
  server: {
    host: '127.0.0.1',
    proxy: { [calls]: { target: `http://127.0.0.1:${port}`, ws: true } },
  },
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
page.printUrls()
