// What can be told without running the product: npm run check, or a few of them by name: node scripts/check.mjs types
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ensureInstalled, requireNode, root } from './lib/install.mjs'
import { seconds } from './lib/output.mjs'

/** Each check: programs of installed packages, run one after the other. */
const CHECKS = {
  types: [
    ['typescript', 'tsc', '-p', 'tsconfig.json', '--pretty', 'false'],
    ['typescript', 'tsc', '-p', 'web/tsconfig.json', '--pretty', 'false'],
  ],
  lint: [['oxlint', 'oxlint', '--deny-warnings', '.']],
  format: [['prettier', 'prettier', '--check', '--log-level=warn', '.']],
  structure: [['', 'scripts/structure.mjs']],
  unused: [['knip', 'knip', '--no-progress']],
  sizes: [['', 'scripts/bundle-sizes.mjs']],
  // The row types say what the migrations make.
  schema: [['', 'scripts/run.mjs', 'scripts/db-types.ts', '--verify']],
}
const AT_ONCE = 2

requireNode()
await ensureInstalled()

const known = /** @type {(keyof typeof CHECKS)[]} */ (Object.keys(CHECKS))
const asked = process.argv.slice(2)
const wrong = asked.filter((name) => !known.some((one) => one === name))
if (wrong.length > 0) {
  process.stderr.write(`没有这样的检查：${wrong.join('、')}。可用：${known.join('、')}\n`)
  process.exit(2)
}
const queue = known.filter((name) => asked.length === 0 || asked.includes(name))
let failed = 0

async function work() {
  for (let name = queue.shift(); name; name = queue.shift()) {
    const started = Date.now()
    let output = ''
    let ok = true
    for (const commandLine of CHECKS[name]) {
      const run = await runProgram(commandLine)
      ok &&= run.code === 0
      output += run.output
    }
    if (!ok) failed += 1
    process.stdout.write(`${ok ? '✓' : '✗'} ${name.padEnd(10)} ${seconds(started)}\n`)
    if (!ok) process.stdout.write(`${output.trimEnd()}\n\n`)
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
process.exit(failed > 0 ? 1 : 0)

/**
 * @param {string[]} commandLine package (empty: a script of our own), program, arguments
 * @returns {Promise<{ code: number, output: string }>}
 */
function runProgram([pack = '', program = '', ...args]) {
  const script = pack ? binaryOf(pack, program) : path.join(root, program)
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * The file behind a program of an installed package.
 * @param {string} pack
 * @param {string} program
 */
function binaryOf(pack, program) {
  const folder = path.join(root, 'node_modules', pack)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[program])
}
