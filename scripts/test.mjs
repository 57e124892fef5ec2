// The whole test command: build, unit and server tests on one throwaway PostgreSQL, then the browser journeys.
// npm test -- PATTERN runs only the test files that match, without build and browser.
// The last line is "N passed, N failed"; the exit code is 1 when anything failed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ensureInstalled, requireNode, root } from './lib/install.mjs'
import { seconds } from './lib/output.mjs'
import { runToEnd } from './lib/process.mjs'

requireNode()
await ensureInstalled()

const patterns = process.argv.slice(2)
const total = { passed: 0, failed: 0 }
/** @type {string[]} */
const timings = []
/** How long each test file and each journey took. @type {{ name: string, seconds: number }[]} */
const took = []
/** The tests and journeys that failed, named once more at the end: of a long log only the end may be kept. @type {string[]} */
const failures = []

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    total.failed += 1
  })
}

if (patterns.length === 0) await stage('build', build)
const database = await stage('database', startDatabase)
// Tests and journeys look at one demo chain, which whoever comes first makes.
const demoDir = mkdtempSync(path.join(tmpdir(), 'dentin-demo-'))
if (database) {
  await stage('vitest', () => runVitest(database.url))
  if (patterns.length === 0) await stage('journeys', () => runJourneys(database.url))
  await database.stop()
}
rmSync(demoDir, { recursive: true, force: true })
const SLOWEST = 20
if (patterns.length === 0) {
  took.sort((a, b) => b.seconds - a.seconds)
  const slowest = took.slice(0, SLOWEST).map((each) => `${each.seconds.toFixed(1).padStart(6)} s  ${each.name}`)
  process.stdout.write(`\nthe slowest test files and journeys:\n${slowest.join('\n')}\n`)
}
if (failures.length > 0) process.stdout.write(`\nfailed:\n${failures.join('\n')}\n`)
process.stdout.write(`\n${timings.join('\n')}\n${total.passed} passed, ${total.failed} failed\n`)
process.exit(total.failed > 0 ? 1 : 0)

/**
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T | undefined>}
 */
async function stage(name, work) {
  const started = Date.now()
  try {
    return await work()
  } catch (error) {
    process.stdout.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    total.failed += 1
    return undefined
  } finally {
    timings.push(`${name}: ${seconds(started)}`)
  }
}

async function build() {
  const code = await runToEnd(process.execPath, [path.join(root, 'scripts', 'build.mjs')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (code !== 0) throw new Error('the build failed')
}

/** The database of this run: the one named by TEST_DATABASE_URL (a superuser), else a throwaway one. */
async function startDatabase() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const args = [path.join(root, 'scripts', 'run.mjs'), path.join(root, 'scripts', 'lib', 'test-database.ts')]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const first = once(createInterface({ input: child.stdout }), 'line')
  const url = await Promise.race([first.then(([line]) => String(line)), ended.then(() => undefined)])
  if (!url) throw new Error('no throwaway database')
  const stop = async () => {
    child.stdin.end()
    await ended
  }
  return { url, stop }
}

/** @param {string} url */
async function runVitest(url) {
  const report = path.join(root, '.cache', 'vitest.json')
  mkdirSync(path.dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = { ...process.env, TEST_DATABASE_URL: url, DEMO_DIR: demoDir }
  const code = await runToEnd(process.execPath, [vitest, 'run', ...reporters, ...patterns], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
  const result = JSON.parse(readFileSync(report, 'utf8'))
  // A file that does not even load holds no test, yet it has failed.
  const unloaded = result.testResults.filter(
    (/** @type {{ status: string, assertionResults: { status: string }[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.every((one) => one.status !== 'failed'),
  ).length
  for (const file of result.testResults) {
    const name = path.relative(root, file.name)
    took.push({ name, seconds: (file.endTime - file.startTime) / 1000 })
    if (file.status === 'failed') failures.push(...failuresOf(name, file))
  }
  const failed = result.numFailedTests + unloaded
  total.passed += result.numPassedTests
  total.failed += failed === 0 && code !== 0 ? 1 : failed
}

/**
 * A line for each failed test of a file with the first lines of what it said, or one for the file that did not load.
 * @param {string} name
 * @param {{ message?: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} file
 */
function failuresOf(name, file) {
  const failed = file.assertionResults.filter((one) => one.status === 'failed')
  if (failed.length === 0) return [`${name}\n    ${opening(file.message)}`]
  return failed.map((one) => `${name} > ${one.fullName}\n    ${opening(one.failureMessages?.[0])}`)
}

/** @param {string | undefined} message */
function opening(message) {
  return String(message ?? '')
    .split('\n')
    .slice(0, 6)
    .join('\n    ')
}

/** @param {string} url */
async function runJourneys(url) {
  const args = [path.join(root, 'scripts', 'run.mjs'), path.join(root, 'e2e', 'journeys.ts')]
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TEST_DATABASE_URL: url, DEMO_DIR: demoDir },
  })
  let result = /** @type {RegExpExecArray | null} */ (null)
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    process.stdout.write(`${line}\n`)
    result = /^journeys: (\d+) passed, (\d+) failed$/.exec(line) ?? result
    const ended = /^ok +(.+) \(([\d.]+) s\)$/.exec(line)
    const failed = /^FAIL +(.+)$/.exec(line)
    if (failed) failures.push(`journey: ${failed[1] ?? ''}`)
    if (ended) took.push({ name: ended[1] ?? '', seconds: Number(ended[2]) })
  })
  const [[code]] = await Promise.all([once(child, 'close'), once(lines, 'close')])
  const [passed, failed] = [Number(result?.[1] ?? 0), Number(result?.[2] ?? 0)]
  total.passed += passed
  total.failed += failed
  if (!result) throw new Error('the browser journeys gave no result')
  if (code !== 0 && failed === 0) throw new Error(`the browser journeys ended with code ${code}`)
}
