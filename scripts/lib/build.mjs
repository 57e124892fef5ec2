import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesUnder, fingerprint } from './inputs.mjs'
import { root } from './install.mjs'

/** What is built, from which inputs, and the file that shows that it was. */
export const TARGETS = /** @type {const} */ ({
  web: { entry: 'web/vite.config.ts', output: 'web/dist/index.html', inputs: ['web'] },
  server: { entry: 'server/src/app/main.ts', output: 'server/dist/main.mjs', inputs: ['server/src', 'server/db/seed'] },
})

/** @typedef {keyof typeof TARGETS} Target */

const COMMON_INPUTS = [
  'packages',
  'scripts/build.mjs',
  'scripts/lib/build.mjs',
  'package-lock.json',
  'tsconfig.base.json',
]
const recordFile = path.join(root, '.cache', 'build.json')

/** @param {Target} target */
function inputsOf(target) {
  const files = [...TARGETS[target].inputs, ...COMMON_INPUTS].flatMap(filesUnder)
  return fingerprint(files.filter((file) => !/\.test\.tsx?$/.test(file)))
}

/** @returns {Partial<Record<Target, string>>} */
function readRecord() {
  try {
    return JSON.parse(readFileSync(recordFile, 'utf8'))
  } catch {
    return {}
  }
}

/**
 * What is not up to date, with the fingerprint to note down once it is built.
 * @returns {{ target: Target, inputs: string }[]}
 */
export function staleTargets() {
  const record = readRecord()
  return /** @type {Target[]} */ (Object.keys(TARGETS))
    .map((target) => ({ target, inputs: inputsOf(target) }))
    .filter(({ target, inputs }) => record[target] !== inputs || !existsSync(path.join(root, TARGETS[target].output)))
}

/**
 * Notes down that a target was built from inputs with this fingerprint.
 * @param {Target} target
 * @param {string} inputs
 */
export function recordBuilt(target, inputs) {
  mkdirSync(path.dirname(recordFile), { recursive: true })
  writeFileSync(recordFile, JSON.stringify({ ...readRecord(), [target]: inputs }, null, 2) + '\n')
}
